import { randomUUID } from 'node:crypto';
import { within } from '../../../core/deadline.js';
import type { CdpDocument } from '../frames/document-link.js';

/** The types of events that an element, or the path of an event, is listened to for. */
type Heard = Record<string, true>;

/**
 * Finds what the page's own scripts listen to. Only the inspector's `getEventListeners` tells, and only in the page's own world; the
 * collector cannot hand an element over to that world. So it knocks: it sends the element an event with a name made up for the purpose,
 * and the listener placed here looks at the element that the event arrives for, and at those around it where `around` is given. Scripts of
 * the page may have changed what its world is made of, so as little as can be is called there.
 */
async function listening(
  document: CdpDocument,
  around: boolean,
  knock: (event: string) => Promise<void>,
): Promise<Heard[] | undefined> {
  const { session } = document;
  const event = `handrail-${randomUUID()}`;
  const objectGroup = event;
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(() => {
      const listenersOf = getEventListeners;
      if (typeof listenersOf !== 'function') return undefined;
      const found = [];
      const heard = (knock) => {
        knock.stopImmediatePropagation();
        const path = knock.composedPath();
        const types = { __proto__: null };
        for (let at = 0; at < ${around ? 'path.length' : '1'}; at += 1)
          for (const type in listenersOf(path[at])) types[type] = true;
        found[found.length] = types;
      };
      addEventListener('${event}', heard, true);
      return { end() { removeEventListener('${event}', heard, true); return found; } };
    })()`,
    includeCommandLineAPI: true,
    objectGroup,
    ...(document.mainWorld() === undefined ? {} : { contextId: document.mainWorld() }),
  });
  if (!result.objectId) return undefined;
  await knock(event);
  const ended = await session.send('Runtime.callFunctionOn', {
    objectId: result.objectId,
    functionDeclaration: 'function () { return this.end(); }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return ended.result.value as Heard[] | undefined;
}

const clicks = /^(click|mousedown|pointerdown|mouseup|pointerup)$/;

/** Tells the collector which of the mute elements have a listener for clicks. True when any has. */
export async function mutesThatListen(document: CdpDocument): Promise<boolean> {
  let event = '';
  const found = await listening(document, false, async (name) => {
    event = name;
    await document.ask('knock', { event }, 1_000);
  });
  const places = (found ?? []).flatMap((heard, place) =>
    Object.keys(heard).some((type) => clicks.test(type)) ? [place] : [],
  );
  await document.ask('answered', { event, places }, 1_000);
  return places.length > 0;
}

const byPeople =
  /^(click|mouse|pointer|touch|key|input|change|submit|drag|drop|wheel|focus|blur|contextmenu|dblclick|auxclick|beforeinput)/;

/** Whether any script listens where the action's events went, or an element there acts by itself. Where neither, nothing can come of it. */
export async function listens(document: CdpDocument): Promise<boolean> {
  let acts = false;
  const knock = async (event: string) => {
    acts = await document.ask('knockLast', { event }, 1_000);
  };
  const found = await within(1_500, 'Looking for listeners', listening(document, true, knock));
  const heard = found?.[0];
  return acts || !heard || Object.keys(heard).some((type) => byPeople.test(type));
}

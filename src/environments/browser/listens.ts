import { randomUUID } from 'node:crypto';
import { within } from '../../core/deadline.js';
import type { CdpDocument } from './document-link.js';

/**
 * Finds what the page's own scripts listen to. Only the inspector's `getEventListeners` tells, and only in the page's own world; the
 * collector cannot hand an element over to that world. So it knocks: it sends the element an event with a name made up for the purpose,
 * and the listener placed here looks at the element that the event arrives for.
 */
async function listening<T>(
  document: CdpDocument,
  look: string,
  knock: (event: string) => Promise<unknown>,
): Promise<T | undefined> {
  const { session } = document;
  const event = `handrail-${randomUUID()}`;
  const objectGroup = event;
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(() => {
      const listenersOf = getEventListeners;
      const found = [];
      const look = ${look};
      const heard = (knock) => { knock.stopImmediatePropagation(); look(knock.composedPath(), (target) => Object.keys(listenersOf(target)), found); };
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
  return ended.result.value as T;
}

/** Tells the collector which of the mute elements have a listener for clicks. True when any has. */
export async function mutesThatListen(document: CdpDocument): Promise<boolean> {
  const clicks = `(path, types, found) => { found.push(types(path[0]).some((type) => /^(click|mousedown|pointerdown|mouseup|pointerup)$/.test(type))); }`;
  let event = '';
  const found = await listening<boolean[]>(document, clicks, (name) => {
    event = name;
    return document.ask('knock', { event }, 1_000);
  });
  const places = (found ?? []).flatMap((yes, place) => (yes ? [place] : []));
  await document.ask('answered', { event, places }, 1_000);
  return places.length > 0;
}

/** Whether any script listens where the action's events went, or an element there acts by itself. Where neither, nothing can come of it. */
export async function listens(document: CdpDocument): Promise<boolean> {
  const any = `(path, types, found) => {
    const human = /^(click|mouse|pointer|touch|key|input|change|submit|drag|drop|wheel|focus|blur|contextmenu|dblclick|auxclick|beforeinput)/;
    const native = 'a[href], button[type=submit], form button:not([type]), input, select, textarea, summary, label, video, audio, iframe, embed, object';
    found.push(path.some((target) => types(target).some((type) => human.test(type)) || (target.matches?.(native) ?? false)));
  }`;
  const knock = (event: string) => document.ask('knockLast', { event }, 1_000);
  const found = await within(1_500, 'Looking for listeners', listening<boolean[]>(document, any, knock));
  return found?.[0] ?? true;
}

import { randomUUID } from 'node:crypto';
import { withTimeout } from '../../../core/deadline.js';
import type { CdpDocument } from '../frames/cdp-document.js';

/** The types of events that an element, or the path of an event, has listeners for. */
type ListenedTypes = Record<string, true>;

const probeMs = 1_000;
const maxInputProbeMs = 1_500;

/**
 * Finds the event listeners of the page's own scripts. Only the inspector's `getEventListeners` reports them, and only in the page's own
 * world. The collector cannot pass an element to that world, so it dispatches a probe: an event with a random name. The listener that is
 * installed here reads the listeners of the element that receives the probe, and with `wholePath` those of its ancestors. The page's
 * scripts may have replaced functions of its world, so this code calls as few of them as possible.
 */
async function probeListeners(
  document: CdpDocument,
  wholePath: boolean,
  dispatchProbe: (event: string) => Promise<void>,
): Promise<ListenedTypes[] | undefined> {
  const { session } = document;
  const event = `handrail-${randomUUID()}`;
  const objectGroup = event;
  const { result } = await session.send('Runtime.evaluate', {
    expression: `(() => {
      const listenersOf = getEventListeners;
      if (typeof listenersOf !== 'function') return undefined;
      const found = [];
      const onProbe = (probe) => {
        probe.stopImmediatePropagation();
        const path = probe.composedPath();
        const types = { __proto__: null };
        for (let at = 0; at < ${wholePath ? 'path.length' : '1'}; at += 1)
          for (const type in listenersOf(path[at])) types[type] = true;
        found[found.length] = types;
      };
      addEventListener('${event}', onProbe, true);
      return { end() { removeEventListener('${event}', onProbe, true); return found; } };
    })()`,
    includeCommandLineAPI: true,
    objectGroup,
    contextId: document.mainWorld(),
  });
  if (!result.objectId) return undefined;
  await dispatchProbe(event);
  const ended = await session.send('Runtime.callFunctionOn', {
    objectId: result.objectId,
    functionDeclaration: 'function () { return this.end(); }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return ended.result.value as ListenedTypes[] | undefined;
}

const clickEvents = /^(click|mousedown|pointerdown|mouseup|pointerup)$/;

/** Reports to the collector which of its candidates have a click listener. True if any has. */
export async function findClickListeners(document: CdpDocument): Promise<boolean> {
  let event = '';
  const found = await probeListeners(document, false, async (name) => {
    event = name;
    await document.call('dispatchProbes', { event }, probeMs);
  });
  const indexes = (found ?? []).flatMap((types, index) =>
    Object.keys(types).some((type) => clickEvents.test(type)) ? [index] : [],
  );
  await document.call('noteListeners', { event, indexes }, probeMs);
  return indexes.length > 0;
}

const keyEvents = /^(?:key(?:down|press|up)|beforeinput|textInput)$/;

/** Whether a script listens to keys where they go now. */
export async function hasKeyListener(document: CdpDocument): Promise<boolean> {
  const dispatchProbe = (event: string) => document.call('probeFocus', { event }, probeMs);
  const types = (await probeListeners(document, true, dispatchProbe))?.[0] ?? {};
  return Object.keys(types).some((type) => keyEvents.test(type));
}

const inputEvents =
  /^(click|mouse|pointer|touch|key|input|change|submit|drag|drop|wheel|focus|blur|contextmenu|dblclick|auxclick|beforeinput)/;

/** Whether a script listens where the action's events went, or the browser has a default action there. If not, no effect can follow. */
export async function hasInputListener(document: CdpDocument): Promise<boolean> {
  let hasDefaultAction = false;
  const dispatchProbe = async (event: string) => {
    hasDefaultAction = await document.call('probeLastTarget', { event }, probeMs);
  };
  const probe = probeListeners(document, true, dispatchProbe);
  const types = (await withTimeout(maxInputProbeMs, 'Probing for listeners', probe))?.[0];
  return hasDefaultAction || !types || Object.keys(types).some((type) => inputEvents.test(type));
}

import { randomUUID } from 'node:crypto';
import { withTimeout } from '../../../core/deadline.js';
import type { DelegatedGroup, FoundListeners } from '../../../perception/page/protocol.js';
import type { CdpDocument } from '../frames/cdp-document.js';
import { addClosedRoots } from './closed-roots.js';
import { delegatedSelectors } from './delegated-selectors.js';
import { type ListenerSource, type ProbeReport, type ProbeResult, probeExpression } from './listener-probe.js';

const probeMs = 1_000;
const maxInputProbeMs = 1_500;

/**
 * Finds the event listeners of the page's own scripts. Only the inspector's `getEventListeners` reports them, and only in the page's own
 * world. The collector cannot pass an element to that world, so it dispatches a probe: an event with a random name.
 */
async function probeListeners(
  document: CdpDocument,
  scope: { wholePath?: boolean; isPress?: boolean },
  dispatchProbe: (event: string) => Promise<void>,
): Promise<ProbeResult | undefined> {
  const { session } = document;
  const event = `handrail-${randomUUID()}`;
  const objectGroup = event;
  const { result } = await session.send('Runtime.evaluate', {
    expression: probeExpression(event, scope),
    includeCommandLineAPI: true,
    objectGroup,
    contextId: document.mainWorld(),
  });
  if (!result.objectId) return undefined;
  await addClosedRoots(document, result.objectId);
  await dispatchProbe(event);
  const ended = await session.send('Runtime.callFunctionOn', {
    objectId: result.objectId,
    functionDeclaration: 'function () { return this.end(); }',
    returnByValue: true,
  });
  await session.send('Runtime.releaseObjectGroup', { objectGroup });
  return ended.result.value as ProbeResult | undefined;
}

/** The names of listened events, and of the properties in which frameworks keep handlers: `onClick`, `$$click`, `__click`. */
const clickHandler = /^(?:on|\$\$|__)?(?:click|mousedown|pointerdown|mouseup|pointerup)(?:capture)?$/i;
const secondaryHandler = /^(?:on|\$\$|__)?(?:dblclick|doubleclick|contextmenu)(?:capture)?$/i;

/** After this time no further round of probes starts. */
const maxProbingMs = 100;

/** Reports to the collector which of its candidates handle clicks, and which listeners around handle them. True if any was found. */
export async function findClickListeners(document: CdpDocument): Promise<boolean> {
  const started = performance.now();
  let marked = 0;
  for (let left = 1; left > 0 && performance.now() - started < maxProbingMs; ) {
    const round = await probeCandidates(document);
    marked += round.marked;
    left = round.left;
  }
  return marked > 0;
}

/** One round of probes: how many elements it marked, and how many candidates are left. */
async function probeCandidates(document: CdpDocument): Promise<{ marked: number; left: number }> {
  let event = '';
  let left = 0;
  const found = await probeListeners(document, { isPress: true }, async (name) => {
    event = name;
    left = await document.call('dispatchProbes', { event }, probeMs);
  });
  const { reports = [], sources = [] } = found ?? {};
  const indexesOf = (pattern: RegExp) =>
    reports.flatMap((report, index) => (!isFrameworkRoot(report) && hasType(report, pattern) ? [index] : []));
  const listeners: FoundListeners = {
    event,
    clicks: indexesOf(clickHandler),
    secondary: indexesOf(secondaryHandler),
    heard: reports.flatMap(({ around = [] }, index) => (around.length > 0 ? [index] : [])),
    around: groupByListeners(reports, sources),
  };
  return { marked: await document.call('noteListeners', listeners, probeMs), left };
}

function hasType({ types }: ProbeReport, pattern: RegExp): boolean {
  return Object.keys(types).some((type) => pattern.test(type));
}

/** A root that listens to more types of events is that of a framework. */
const maxOwnTypes = 30;

/** A framework listens on its root to call the handlers of elements inside it. */
function isFrameworkRoot({ isRoot, types }: ProbeReport): boolean {
  return isRoot === true || Object.keys(types).length > maxOwnTypes;
}

/** The selectors of the listeners around the elements, with the indexes of these elements. */
function groupByListeners(reports: readonly ProbeReport[], sources: readonly ListenerSource[]): DelegatedGroup[] {
  const selectorsOf = sources.map(({ code, selector }) => (selector ? [selector] : delegatedSelectors(code ?? '')));
  const groups = new Map<string, DelegatedGroup>();
  for (const [index, { around = [] }] of reports.entries()) {
    const key = around.join();
    const group = groups.get(key) ?? {
      selectors: [...new Set(around.flatMap((id) => selectorsOf[id] ?? []))],
      indexes: [],
    };
    group.indexes.push(index);
    groups.set(key, group);
  }
  return [...groups.values()].filter(({ selectors }) => selectors.length > 0);
}

const keyEvents = /^(?:key(?:down|press|up)|beforeinput|textInput)$/;

/** Whether a script listens to keys where they go now. */
export async function hasKeyListener(document: CdpDocument): Promise<boolean> {
  const dispatchProbe = (event: string) => document.call('probeFocus', { event }, probeMs);
  const { types = {} } = (await probeListeners(document, { wholePath: true }, dispatchProbe))?.reports[0] ?? {};
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
  const probe = probeListeners(document, { wholePath: true }, dispatchProbe);
  const types = (await withTimeout(maxInputProbeMs, 'Probing for listeners', probe))?.reports[0]?.types;
  return hasDefaultAction || !types || Object.keys(types).some((type) => inputEvents.test(type));
}

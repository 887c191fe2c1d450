import type { Action } from '../core/action.js';
import { cancelled } from '../core/deadline.js';
import type { Element } from '../core/element.js';
import { type Fault, formatError, HandrailError, toFault } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import { isAtLeast, type Safety } from '../core/safety.js';
import { pictureFolder } from '../journal/picture-folder.js';
import { newRunFolder } from '../journal/run-folder.js';
import { renderOutcome } from '../perception/ui-map/outcome-text.js';
import type { Permit } from '../session/pass-gates.js';
import type { Rails, Session } from '../session/session.js';
import { withWayOut } from './builtin/answer-dialog.js';
import { mergeOutcomes } from './builtin/merge-outcomes.js';
import { readScreen } from './builtin/read-screen.js';
import type { FillIn, Resolved, ToolContext } from './context.js';
import { explain, parseInput } from './parse-input.js';
import { type Registry, unknownTool } from './registry.js';
import { checkSupported } from './supported.js';
import { resolveTarget } from './target/resolve.js';
import type { Tool, ToolResult, ToolResultFacts } from './tool.js';
import { startToolClock } from './tool-clock.js';

/** What the tools of a run share. */
export interface ToolHost {
  session: Session;
  /** Rules and journal of the run, beside those of the session. */
  rails?: Rails;
  memory: Map<string, string>;
  /** Asks the person in charge. */
  ask?: (question: string, signal: AbortSignal) => Promise<string>;
  fill?: FillIn;
  log?: (text: string) => void;
  /** Keeps a picture as a file and says where. Without it: in a folder of its own under `.handrail/runs`. */
  keep?: (picture: Picture) => Promise<string>;
  allow?: { evaluate?: boolean };
  /** What a caller is told of an action; `renderOutcome` when not said. */
  tell?: (outcome: Outcome) => string;
  /** How the observation that an action ends with is told. */
  after?: { budget?: number; places?: boolean };
  /** Elements as they were last seen. */
  seen?: (id: string) => Element | undefined;
}

/** Calls a tool: find it, check its input, run it within its time. Never throws. */
export async function callTool(
  registry: Registry,
  name: string,
  input: unknown,
  host: ToolHost,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolResult> {
  const started = performance.now();
  const work: Work = { outcomes: [], pictures: [], said: [], begun: false };
  const facts = (): ToolResultFacts => ({
    tool: name,
    ms: Math.round((performance.now() - started) * 10) / 10,
    ...factsOf(work, host.tell),
  });
  try {
    const tool = registry.get(name);
    if (!tool) throw unknownTool(name, registry.names());
    checkSupported(tool, host.session.environment.kind);
    const parsed = parseInput(tool, input);
    const data = await runInTime(tool, parsed, host, signal, work);
    const { pictures } = work;
    return {
      success: true,
      data,
      ...(pictures.length > 0 ? { pictures } : {}),
      metadata: { ...facts(), tool: tool.name },
    };
  } catch (error) {
    return failure(withWayOut(toFault(error), registry), facts(), work);
  }
}

interface Work {
  outcomes: Outcome[];
  pictures: Picture[];
  said: { text: string; place: 'after' | 'before' | 'instead' }[];
  /** An action is under way: it may have happened. */
  begun: boolean;
  resolved?: Resolved;
}

function failure(fault: Fault, facts: ToolResultFacts, work: Work): ToolResult {
  const effect = work.begun ? ('unknown' as const) : facts.effect;
  return {
    success: false,
    error: formatError(fault),
    metadata: { ...facts, code: fault.code, ...(effect ? { effect } : {}) },
  };
}

async function runInTime(
  tool: Tool,
  input: Record<string, unknown>,
  host: ToolHost,
  signal: AbortSignal,
  work: Work,
): Promise<unknown> {
  if (signal.aborted) throw cancelled(signal);
  const permit = await permitFor(tool, input, host, signal);
  const late = new HandrailError(
    'deadline',
    `${tool.name} took more than ${tool.timeoutMs} ms and was abandoned.`,
    'Observe before you try again: what it did may have happened.',
  );
  const clock = new AbortController();
  const time = startToolClock(tool.timeoutMs, () => clock.abort(late));
  const unheard = host.session.on('approval', ({ allowed }) => (allowed === undefined ? time.hold() : time.goOn()));
  const both = AbortSignal.any([signal, clock.signal]);
  try {
    const running = tool.run(input, contextOf(host, both, work, permit));
    running.catch(() => undefined); // read below, or abandoned
    const given = await Promise.race([running, whenAborted(both)]);
    const checked = tool.output.safeParse(given);
    if (checked.success) return checked.data;
    throw new HandrailError(
      'internal',
      `${tool.name} gave back something else than it promises: ${explain(tool, checked.error)}`,
    );
  } finally {
    time.stop();
    unheard();
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(cancelled(signal));
    signal.addEventListener('abort', () => reject(cancelled(signal)), { once: true });
  });
}

/** A tool that may do harm passes the gate as a whole, before any of it is done. */
async function permitFor(tool: Tool, input: unknown, host: ToolHost, signal: AbortSignal): Promise<Permit | undefined> {
  if (!isAtLeast(tool.safety, 'medium')) return undefined;
  const action = { type: 'tool' as const, tool: tool.name, input };
  return host.session.permit({ action, safety: tool.safety }, { signal, ...(host.rails ? { rails: host.rails } : {}) });
}

function contextOf(host: ToolHost, signal: AbortSignal, work: Work, permit?: Permit): ToolContext {
  const { session, rails } = host;
  const places = host.after?.places === undefined ? {} : { places: host.after.places };
  const isPage = session.environment.kind === 'browser';
  const observe: ToolContext['observe'] = (options = {}) => session.observe({ ...places, ...options, signal });
  const read: ToolContext['read'] = (request) => session.read(request, { signal });
  const eyes = {
    isPage,
    observe,
    read: isPage ? read : (request) => readScreen(request, { observe, read }),
  } satisfies Pick<ToolContext, 'isPage' | 'observe' | 'read'>;
  const own = rails ? { rails } : {};
  const perform = async (action: Action, safety?: Safety): Promise<Outcome> => {
    if (signal.aborted) throw cancelled(signal);
    const agreed = safety ? await session.permit({ action, safety }, { signal, ...own }) : permit;
    work.begun = true;
    const outcome = await session.perform(action, {
      signal,
      ...own,
      ...(agreed ? { permit: agreed } : {}),
      ...host.after,
    });
    work.begun = false;
    work.outcomes.push(outcome);
    if (outcome.ok) return outcome;
    const { code, message, hint } = outcome.error ?? { code: 'internal' as const, message: 'It was not carried out.' };
    throw new HandrailError(code, message, hint);
  };
  return {
    ...eyes,
    perform,
    async resolve(target, want) {
      work.resolved = await resolveTarget(target, { ...eyes, seen: (id) => host.seen?.(id) }, want);
      return work.resolved;
    },
    memory: host.memory,
    signal,
    show: (picture) => work.pictures.push(picture),
    say: (text, place = 'after') => work.said.push({ text, place }),
    keep: (picture) => (host.keep ?? keepInOwnFolder())(picture),
    log: (text) => host.log?.(text),
    async ask(question) {
      if (host.ask) return host.ask(question, signal);
      throw new HandrailError(
        'no_one_to_ask',
        'There is nobody to ask.',
        'Decide by what is known, or fail with what is missing.',
      );
    },
    ...(host.fill ? { fill: host.fill } : {}),
    allow: { evaluate: host.allow?.evaluate ?? false },
  };
}

let ownFolder: ToolHost['keep'];

function keepInOwnFolder(): NonNullable<ToolHost['keep']> {
  ownFolder ??= pictureFolder(newRunFolder());
  return ownFolder;
}

const moves = new Set(['url', 'reloaded', 'tab', 'popup', 'page']);

function factsOf({ outcomes, resolved, said }: Work, tell = renderOutcome): Partial<ToolResultFacts> {
  const facts: Partial<ToolResultFacts> = {};
  if (resolved?.element) {
    const { id, role, name, bounds } = resolved.element;
    facts.target = { element: id, role, name, bounds, why: resolved.why };
  } else if (resolved) facts.target = { ...resolved.target, why: resolved.why };
  const last = outcomes.at(-1);
  const words = (place: Work['said'][number]['place']): string[] =>
    said.filter((one) => one.place === place).map(({ text }) => text);
  const instead = words('instead');
  const told = instead.length > 0 ? instead : last ? [tell(mergeOutcomes(outcomes, last))] : [];
  const seen = [...words('before'), ...told, ...words('after')];
  if (seen.length > 0) facts.seen = seen.join('\n');
  if (!last) return facts;
  const effects = outcomes.map(({ effect }) => effect);
  facts.effect = effects.includes('unknown') ? 'unknown' : effects.includes('changed') ? 'changed' : 'unchanged';
  facts.settleMs = outcomes.reduce((sum, { settled }) => sum + settled.ms, 0);
  const files = outcomes.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'download'));
  if (files.length > 0) facts.downloads = files;
  facts.moved = outcomes.some(({ changes }) => changes.some(({ kind }) => moves.has(kind)));
  return facts;
}

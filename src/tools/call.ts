import { z } from 'zod';
import type { Action } from '../core/action.js';
import { cancelled } from '../core/deadline.js';
import type { Element } from '../core/element.js';
import { type Fault, HandrailError, toFault } from '../core/errors.js';
import type { Picture } from '../core/observation.js';
import type { Outcome } from '../core/outcome.js';
import { isAtLeast } from '../core/safety.js';
import { pictureFolder } from '../journal/picture-folder.js';
import { newRunFolder } from '../journal/run-folder.js';
import { renderOutcome } from '../perception/outcome-text.js';
import type { Permit } from '../session/gate.js';
import type { Rails, Session } from '../session/session.js';
import type { FillIn, Resolved, ToolContext } from './context.js';
import { type Registry, unknownTool } from './registry.js';
import { resolveTarget } from './resolve.js';
import type { Tool, ToolResult, ToolResultFacts } from './tool.js';

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
  const work: Work = { outcomes: [], pictures: [], begun: false };
  const facts = (): ToolResultFacts => ({
    tool: name,
    ms: Math.round((performance.now() - started) * 10) / 10,
    ...factsOf(work),
  });
  try {
    const tool = registry.get(name);
    if (!tool) throw unknownTool(name, registry.names());
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
    return failure(toFault(error), facts(), work);
  }
}

interface Work {
  outcomes: Outcome[];
  pictures: Picture[];
  /** An action is under way: it may have happened. */
  begun: boolean;
  resolved?: Resolved;
}

function failure({ code, message, hint }: Fault, facts: ToolResultFacts, work: Work): ToolResult {
  const effect = work.begun ? ('unknown' as const) : facts.effect;
  return {
    success: false,
    error: hint ? `${message} ${hint}` : message,
    metadata: { ...facts, code, ...(effect ? { effect } : {}) },
  };
}

/** What a call is checked against, as a sentence that names the valid fields. */
export function parseInput(tool: Tool, input: unknown): Record<string, unknown> {
  const given = input === undefined || input === null ? {} : input;
  if (typeof given !== 'object' || Array.isArray(given))
    throw new HandrailError(
      'invalid_input',
      `${tool.name} takes named fields, not ${JSON.stringify(given)?.slice(0, 60)}.`,
      fieldsOf(tool),
    );
  const renamed = Object.fromEntries(Object.entries(given).map(([key, value]) => [aliasOf(tool, key), value]));
  const result = z.strictObject(tool.input.shape).safeParse(renamed);
  if (!result.success) throw new HandrailError('invalid_input', explain(tool, result.error), fieldsOf(tool));
  const whole = tool.input.safeParse(renamed);
  if (!whole.success) throw new HandrailError('invalid_input', explain(tool, whole.error), fieldsOf(tool));
  return whole.data;
}

function aliasOf(tool: Tool, key: string): string {
  if (Object.hasOwn(tool.input.shape, key)) return key;
  const alias = tool.fieldAliases;
  if (alias && Object.hasOwn(alias, key)) return alias[key] ?? key;
  return Object.hasOwn(tool.input.shape, 'selector') && /^(?:target|element|ref|element_id|locator)$/.test(key)
    ? 'selector'
    : key;
}

function explain(tool: Tool, error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === 'unrecognized_keys') return `${tool.name} has no field ${issue.keys.join(', ')}.`;
  const where = issue?.path.join('.') ?? '';
  const missing = issue?.code === 'invalid_type' && /received undefined/.test(issue.message);
  if (missing) return tool.missing?.(where) ?? `${tool.name} needs ${where}.`;
  return `${tool.name}: ${where ? `${where}: ` : ''}${issue?.message ?? 'is not valid'}.`;
}

function fieldsOf(tool: Tool): string {
  const fields = Object.entries(tool.input.shape).map(([name, schema]) => (isOptional(schema) ? `${name}?` : name));
  return fields.length > 0 ? `Fields of ${tool.name}: ${fields.join(', ')}.` : `${tool.name} takes nothing.`;
}

function isOptional(schema: unknown): boolean {
  return schema instanceof z.ZodType && schema.safeParse(undefined).success;
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
  const timer = setTimeout(() => clock.abort(late), tool.timeoutMs);
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
    clearTimeout(timer);
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
  const eyes = {
    observe: (options = {}) => session.observe({ ...options, signal }),
    read: (request) => session.read(request, { signal }),
  } satisfies Pick<ToolContext, 'observe' | 'read'>;
  const perform = async (action: Action): Promise<Outcome> => {
    if (signal.aborted) throw cancelled(signal);
    work.begun = true;
    const outcome = await session.perform(action, {
      signal,
      ...(rails ? { rails } : {}),
      ...(permit ? { permit } : {}),
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
    async resolve(target) {
      work.resolved = await resolveTarget(target, { ...eyes, seen: (id) => host.seen?.(id) });
      return work.resolved;
    },
    memory: host.memory,
    signal,
    show: (picture) => work.pictures.push(picture),
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

function factsOf({ outcomes, resolved }: Work): Partial<ToolResultFacts> {
  const facts: Partial<ToolResultFacts> = {};
  if (resolved?.element) {
    const { id, role, name, bounds } = resolved.element;
    facts.target = { element: id, role, name, bounds, why: resolved.why };
  } else if (resolved) facts.target = { ...resolved.target, why: resolved.why };
  const last = outcomes.at(-1);
  if (!last) return facts;
  const effects = outcomes.map(({ effect }) => effect);
  facts.effect = effects.includes('unknown') ? 'unknown' : effects.includes('changed') ? 'changed' : 'unchanged';
  facts.seen = renderOutcome(last);
  facts.settleMs = outcomes.reduce((sum, { settled }) => sum + settled.ms, 0);
  const files = outcomes.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'download'));
  if (files.length > 0) facts.downloads = files;
  facts.moved = outcomes.some(({ changes }) => changes.some(({ kind }) => moves.has(kind)));
  return facts;
}

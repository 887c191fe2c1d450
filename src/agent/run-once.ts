import { orAborted } from '../core/deadline.js';
import { type Fault, formatError, HandrailError, toFault } from '../core/errors.js';
import type { Observation } from '../core/observation.js';
import { newRunId } from '../journal/run-folder.js';
import type { Message, Model, Turn } from '../models/model.js';
import { describeChange } from '../perception/diff/describe-change.js';
import { askFrom } from '../rails/gate.js';
import type { ObserveOptions } from '../session/observe-options.js';
import type { Rails, Session } from '../session/session.js';
import { readAnyScreen } from '../tools/builtin/read-screen.js';
import type { ToolHost } from '../tools/call.js';
import type { Registry } from '../tools/registry.js';
import type { AgentOptions, SendOptions } from './agent.js';
import { approverOf, tellApprovals } from './approver.js';
import { readAttachment } from './attachment.js';
import { createProof, type Proof } from './completion-evidence.js';
import { addUsage, type RunEvent, type RunResult, type RunUsage } from './events.js';
import { performCall } from './execute-call.js';
import { type RunLimits, readLimits } from './limits.js';
import { type Ending, runLoop } from './loop.js';
import { nullRecorder, type RunRecorder, recordRun } from './run-recorder.js';

export interface OneRun {
  options: AgentOptions;
  sending: SendOptions;
  text: string;
  model: Model;
  fallback: Model | undefined;
  tools: Registry;
  history: Message[];
  memory: Map<string, string>;
  listeners: ReadonlySet<(event: RunEvent) => void>;
  session(folder?: string): Promise<Session>;
}

interface Context extends OneRun {
  keeper: RunRecorder;
  proof: Proof;
  signal: AbortSignal;
  emit(event: RunEvent): void;
}

/** One task of a conversation, from its first event to its report. */
export async function runOnce(one: OneRun): Promise<RunResult> {
  const { options, sending, text: task, model, listeners } = one;
  const id = newRunId();
  const started = performance.now();
  const usage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  const result: RunResult = {
    id,
    task,
    model: model.name,
    status: 'failed',
    verified: false,
    evidence: [],
    steps: 0,
    usage,
    ms: 0,
  };
  let keeper = nullRecorder;
  const emit = (event: RunEvent): void => {
    for (const listener of listeners) listener(event);
    keeper.write(event);
  };
  const proof = createProof(sending.expect, model.literal ?? false, one.tools);
  try {
    keeper = recordRun(id, options);
    if (keeper.folder) Object.assign(result, { folder: keeper.folder, report: keeper.report });
    const signal = sending.signal ?? new AbortController().signal;
    Object.assign(result, await carryOut({ ...one, keeper, proof, signal, emit }, id));
  } catch (error) {
    Object.assign(result, failed(toFault(error)));
  }
  Object.assign(result, proof.verdict(result.status));
  result.ms = Math.round(performance.now() - started);
  conclude(result, keeper, emit);
  return result;
}

async function carryOut(context: Context, id: string): Promise<Partial<RunResult>> {
  const { options, sending, text, model, history, keeper, emit, signal, proof } = context;
  const limits = readLimits({ ...options.limits, ...sending.limits });
  checkBudget(limits, [model, context.fallback]);
  const { attachments } = sending;
  history.push({ role: 'user', text, ...(attachments ? { attachments: attachments.map(readAttachment) } : {}) });
  const url = options.url === undefined ? {} : { url: options.url };
  emit({ type: 'run_started', run: id, task: text, model: model.name, ...url, limits: { ...limits } });
  let session: Session;
  try {
    session = await orAborted(context.session(keeper.folder), signal);
  } catch (error) {
    if (signal.aborted) return { status: 'cancelled', reason: 'It was cancelled before it began.' };
    return failed(toFault(error));
  }
  const rails: Rails = {
    gate: options.gate ?? askFrom('medium'),
    ...approverOf(options.approve),
    ...(keeper.journal ? { journal: keeper.journal } : {}),
  };
  const usage: RunUsage = { modelCalls: 0, inputTokens: 0, outputTokens: 0 };
  let step = 0;
  let fresh: Observation | undefined;
  const news: string[] = [];
  const stops = [
    session.on('outcome', ({ outcome }) => {
      fresh = outcome.observation;
    }),
    session.on('observation', ({ changes = [] }) => {
      news.push(...changes.filter(({ kind }) => kind === 'page').map(describeChange));
    }),
    tellApprovals(session, options.approve, (event) => emit({ ...event, step })),
  ];
  const host: ToolHost = {
    session,
    rails,
    memory: context.memory,
    log: (line) => emit({ type: 'log', step, text: line }),
    allow: options.allow ?? {},
    seen: (element) => session.seen(element),
    ...(options.ask ? { ask: options.ask } : {}),
    ...fillBy(context.fallback ?? model, usage),
  };
  const observe = async (looking: ObserveOptions, until: AbortSignal): Promise<Observation> => {
    const known = looking.picture ? undefined : fresh;
    fresh = undefined;
    return known ?? session.observe({ ...looking, signal: until });
  };
  try {
    const end = await runLoop({
      model,
      fallback: context.fallback,
      registry: context.tools,
      limits,
      task: text,
      history,
      signal,
      usage,
      emit,
      async observe(now, who, until) {
        step = now;
        const began = performance.now();
        const observation = await observe(howToLook(who, options, keeper), until);
        for (const event of keeper.picture(now, observation)) emit(event);
        emit({ type: 'observed', step: now, ms: performance.now() - began, observation });
        return observation;
      },
      async perform(call, now, who, until) {
        const around = { registry: context.tools, host, step: now, emit, signal: until, sight: who.vision };
        const result = await performCall(call, around);
        proof.note(call, result);
        return result;
      },
      news: () => [...new Set(news.splice(0))],
      doubt: (claim, until) => proof.doubt(claim, session, until),
      turn: {
        see: (looking) => session.observe({ ...looking, signal }),
        read: readerOf(session, signal),
        memory: context.memory,
        ...(options.systemPrompt === undefined ? {} : { systemPrompt: options.systemPrompt }),
        ...(options.maxPictures === undefined ? {} : { maxPictures: options.maxPictures }),
      },
    });
    return { ...end, ...(await lastLook(context, session, end)) };
  } finally {
    for (const stop of stops) stop();
  }
}

/** Where the run ended, and what it looked like there. */
async function lastLook(
  { keeper, emit, options }: Context,
  session: Session,
  { steps }: Ending,
): Promise<Partial<RunResult>> {
  const patience = AbortSignal.timeout(lastLookMs);
  try {
    const picture = options.pictures !== false && keeper.wantsPictures ? forKeeping : {};
    const observation = await session.observe({ ...picture, budget: 1, signal: patience });
    for (const event of keeper.picture(steps + 1, observation).slice(0, 1)) emit(event);
    return observation.url === undefined ? {} : { url: observation.url };
  } catch (error) {
    emit({ type: 'note', step: steps, text: `The screen could not be seen at the end: ${toFault(error).message}` });
    return {};
  }
}

/** A limit that cannot be kept is not begun with. */
function checkBudget({ money }: RunLimits, models: readonly (Model | undefined)[]): void {
  const unknown = models.find((one) => one?.priced === false);
  if (!unknown || !Number.isFinite(money)) return;
  throw new HandrailError(
    'invalid_option',
    `What ${unknown.name} costs is not known, so the limit of $${money} could not be kept.`,
    'Give its price ({ input, output } in dollars for a million tokens), or limit tokens instead.',
  );
}

const lastLookMs = 3_000;
const forKeeping = { picture: 'plain', pictureAs: { type: 'webp', quality: 75 } } as const satisfies ObserveOptions;

/** As the model has to be shown the screen; where it does not care, as it is best kept. */
function howToLook({ vision, capabilities }: Model, { pictures }: AgentOptions, keeper: RunRecorder): ObserveOptions {
  const budget = vision?.mapTokens === undefined ? {} : { budget: vision.mapTokens };
  if (vision?.picture) {
    const { type, size, marks } = vision.picture;
    return { ...budget, picture: marks ? 'marks' : 'plain', pictureAs: { type, exactly: size } };
  }
  const wanted = pictures !== false && (keeper.wantsPictures || (!vision && capabilities.includes('vision')));
  return wanted ? { ...budget, ...forKeeping } : budget;
}

/** Models may ask for what only pages have. */
function readerOf(session: Session, signal: AbortSignal): Turn['read'] {
  const read: Turn['read'] = (request) => session.read(request, { signal });
  if (session.environment.kind === 'browser') return read;
  const observe = (options: ObserveOptions = {}) => session.observe({ ...options, signal });
  return (request) => readAnyScreen(request, { observe, read });
}

/** What a tool asks of the model counts like every other question. */
function fillBy({ fill }: Model, used: RunUsage): Pick<ToolHost, 'fill'> {
  if (!fill) return {};
  return {
    async fill(request, signal) {
      used.modelCalls += 1;
      const { value, usage } = await fill(request, signal);
      addUsage(used, usage);
      return value;
    },
  };
}

function failed(error: Fault): Partial<RunResult> {
  return { status: 'failed', error, reason: formatError(error) };
}

/** The end is told to everyone, even when it cannot be written down. */
function conclude(result: RunResult, keeper: RunRecorder, emit: (event: RunEvent) => void): void {
  try {
    emit({ type: 'run_ended', result });
    keeper.finish();
  } catch (error) {
    result.evidence.push(`The report could not be written: ${formatError(toFault(error))}`);
    delete result.report;
  }
}

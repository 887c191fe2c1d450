import { z } from 'zod';

/** The version that this code writes, and the newest that it reads. */
export const journalVersion = 1;

/** An entry before it is written. The journal adds `v`, `seq` and `at`. */
export interface NewEntry {
  type: string;
  [field: string]: unknown;
}

/** One line of a journal. */
export interface Entry extends NewEntry {
  v: number;
  seq: number;
  at: string;
}

// Older versions may have written the journal. An invalid field is dropped, and the rest of the line still counts.
const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);
const texts = z.array(z.string()).catch([]);
const count = z.number().catch(0);
const fault = z.looseObject({ code: text, message: z.string(), hint: text }).optional().catch(undefined);
const usage = z
  .looseObject({
    inputTokens: count,
    outputTokens: count,
    cachedTokens: number,
    cacheWriteTokens: number,
    imageTokens: number,
    reasoningTokens: number,
    cost: number,
    modelCalls: number,
  })
  .optional()
  .catch(undefined);
const fields = z.record(z.string(), z.unknown()).catch({});
const rect = z.looseObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const screen = z.looseObject({ width: z.number().positive(), height: z.number().positive() });
const effect = z.enum(['changed', 'unchanged', 'unknown']).optional().catch(undefined);
const call = z
  .looseObject({
    id: text,
    tool: text,
    input: z.record(z.string(), z.unknown()).optional().catch(undefined),
    action: z.looseObject({ type: z.string() }).optional().catch(undefined),
    name: text,
    confirm: text,
  })
  .catch({});
const element = z.looseObject({ id: text, role: text, name: text, bounds: rect.optional().catch(undefined) });
const settled = z.looseObject({ ms: count, reason: text }).optional().catch(undefined);

const runResult = z.looseObject({
  status: z.string().catch('unknown'),
  verified: z.boolean().catch(false),
  evidence: texts,
  answer: text,
  data: z.unknown().optional(),
  reason: text,
  error: fault,
  steps: number,
  usage,
  ms: number,
  url: text,
});

const toolResult = z.looseObject({
  success: z.boolean().catch(false),
  data: z.unknown().optional(),
  error: text,
  metadata: z.looseObject({ code: text, effect, outcomeText: text, navigated: flag }).catch({}),
});

const target = z
  .looseObject({ element: text, name: text, bounds: rect.optional().catch(undefined), x: number, y: number })
  .optional()
  .catch(undefined);

const line = { v: z.number(), seq: z.number(), at: z.string() };
const step = z.number().catch(0);

/** The entries that a report reads: the events of a run, and the intents and outcomes of its session. */
export const knownEntrySchema = z.discriminatedUnion('type', [
  z.looseObject({
    ...line,
    type: z.literal('run_started'),
    id: text,
    task: z.string().catch(''),
    model: text,
    url: text,
    limits: fields,
  }),
  z.looseObject({ ...line, type: z.literal('policy'), name: text, digest: text, policy: fields }),
  z.looseObject({ ...line, type: z.literal('step_started'), step }),
  z.looseObject({
    ...line,
    type: z.literal('observed'),
    step,
    ms: count,
    observation: z.looseObject({ url: text, title: text, total: number }).catch({}),
  }),
  z.looseObject({
    ...line,
    type: z.literal('picture'),
    step,
    when: z.enum(['before', 'after']).catch('before'),
    file: z.string().catch(''),
    screen: screen.catch({ width: 1280, height: 720 }),
  }),
  z.looseObject({
    ...line,
    type: z.literal('model_replied'),
    step,
    ms: count,
    thought: text,
    text,
    calls: z.array(call).catch([]),
    usage,
    unreadable: text,
  }),
  z.looseObject({ ...line, type: z.literal('call_started'), step, call, text }),
  z.looseObject({
    ...line,
    type: z.literal('call_ended'),
    step,
    call,
    result: toolResult.catch({ success: false, metadata: {} }),
    ms: count,
    settleMs: number,
    target,
  }),
  z.looseObject({ ...line, type: z.literal('call_skipped'), step, call, reason: z.string().catch('') }),
  z.looseObject({
    ...line,
    type: z.literal('approval_requested'),
    step,
    description: z.string().catch(''),
    safety: text,
  }),
  z.looseObject({
    ...line,
    type: z.literal('approval_decided'),
    step,
    description: z.string().catch(''),
    approved: z.boolean().catch(false),
    answer: text,
    by: text,
  }),
  z.looseObject({ ...line, type: z.literal('takeover'), step, by: text, seconds: count }),
  z.looseObject({ ...line, type: z.literal('note'), step, text: z.string().catch('') }),
  z.looseObject({ ...line, type: z.literal('log'), step, text: z.string().catch('') }),
  z.looseObject({ ...line, type: z.literal('step_ended'), step, ms: count }),
  z.looseObject({ ...line, type: z.literal('run_ended'), result: runResult }),
  z.looseObject({
    ...line,
    type: z.literal('intent'),
    action: z.looseObject({ type: z.string() }).catch({ type: 'action' }),
    element: element.optional().catch(undefined),
    url: text,
    safety: text,
  }),
  z.looseObject({
    ...line,
    type: z.literal('outcome'),
    intent: z.number().catch(-1),
    ok: z.boolean().catch(false),
    effect,
    changes: z.array(z.looseObject({ kind: z.string() })).catch([]),
    settled,
    error: fault,
  }),
  z.looseObject({ ...line, type: z.literal('pictures_omitted'), reason: z.string().catch('') }),
]);
export type KnownEntry = z.infer<typeof knownEntrySchema>;
export type EntryOf<T extends KnownEntry['type']> = Extract<KnownEntry, { type: T }>;

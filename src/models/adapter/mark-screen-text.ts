import { type Boundary, boundaryFields, explainBoundary, withinBoundary, withoutMarks } from '../../core/boundary.js';
import { type Fault, formatError } from '../../core/errors.js';
import { isRecord } from '../../core/is-record.js';
import type { CallResult, Message, ScreenSnapshot, Turn } from '../model.js';

/** Tools whose results come from the user or from the model itself. */
const ownTools: ReadonlySet<string> = new Set(['ask_user', 'remember', 'recall', 'complete', 'fail', 'log']);

/** A turn in which everything that comes from the screen is between the marks of its boundary, for every adapter. */
export function markScreenText(turn: Turn, explainsLate = false): Turn {
  const { boundary } = turn;
  if (boundary === undefined) return turn;
  const history = turn.history.map((message) => markMessage(message, boundary));
  const isMarked = !explainsLate || JSON.stringify(history, withoutBytes).includes(boundary);
  const rules = [turn.systemPrompt, isMarked ? explainBoundary(boundary) : undefined].filter(Boolean);
  return { ...turn, systemPrompt: rules.join('\n\n') || undefined, history };
}

function withoutBytes(name: string, value: unknown): unknown {
  return name === 'bytes' || name === 'raw' ? undefined : value;
}

function markMessage(message: Message, boundary: Boundary): Message {
  if (message.role === 'model') return message;
  const snapshot = message.snapshot && markSnapshot(message.snapshot, boundary);
  const marked = { ...message, ...(snapshot ? { snapshot } : {}) };
  if (marked.role === 'user') return marked;
  return { ...marked, results: marked.results.map((result) => markResult(result, boundary)) };
}

/** The longest dialog text that adapters show whole, without the marks. */
const maxDialogCharacters = 420;

function markSnapshot(snapshot: ScreenSnapshot, boundary: Boundary): ScreenSnapshot {
  const { uiMap, modal, title } = snapshot;
  const marked = { ...snapshot };
  if (uiMap !== undefined) marked.uiMap = withinBoundary(uiMap, boundary);
  if (title) marked.title = withoutMarks(title, boundary);
  if (modal) marked.modal = { ...modal, text: withinBoundary(modal.text.slice(0, maxDialogCharacters), boundary) };
  return marked;
}

function markResult(one: CallResult, boundary: Boundary): CallResult {
  const { call, result, skipped } = one;
  if (skipped !== undefined || 'answer' in call || 'fault' in call) return one;
  if ('tool' in call && ownTools.has(call.tool)) return one;
  const { outcomeText } = result.metadata;
  const metadata =
    outcomeText === undefined || isPlain(outcomeText)
      ? result.metadata
      : { ...result.metadata, outcomeText: withinBoundary(outcomeText, boundary) };
  if (result.success) return { ...one, result: { ...result, data: markData(result.data, boundary), metadata } };
  return { ...one, result: { ...result, error: markError(result, boundary), metadata } };
}

/** An error quotes what the screen shows. Its hint is ours. */
function markError({ error, fault }: { error: string; fault?: Fault }, boundary: Boundary): string {
  if (!/["“”«»]/.test(error)) return error;
  return fault
    ? formatError({ ...fault, message: withinBoundary(fault.message, boundary) })
    : withinBoundary(error, boundary);
}

/** A status without anything from the screen: `done, no change observed`. */
function isPlain(text: string): boolean {
  return /^[\w ,.;()-]{0,80}$/.test(text);
}

const textFields = ['text', 'markdown', 'html', 'map', 'ui_map', 'answer'] as const;

function markData(data: unknown, boundary: Boundary): unknown {
  if (typeof data === 'string') return isPlain(data) ? data : withinBoundary(data, boundary);
  if (Array.isArray(data) && hasText(data)) return withinBoundary(JSON.stringify(data), boundary);
  if (!isRecord(data)) return data;
  const escaped = escapeLeaves(data, boundary);
  if (!isRecord(escaped)) return data;
  const field = textFields.find((name) => typeof escaped[name] === 'string');
  const text = field === undefined ? undefined : escaped[field];
  if (field !== undefined && typeof text === 'string' && hasOnlyFactsBeside(escaped, field))
    return { ...escaped, [field]: withinBoundary(text, boundary) };
  if (!hasText(escaped)) return data;
  const { first, last } = boundaryFields(boundary);
  return { [first]: '', ...escaped, [last]: '' };
}

/** Beside the text, the data contains numbers and flags only. */
function hasOnlyFactsBeside(data: Record<string, unknown>, field: string): boolean {
  return Object.entries(data).every(
    ([name, value]) => name === field || (typeof value !== 'object' && !isForeignText(value)),
  );
}

function isForeignText(value: unknown): boolean {
  return typeof value === 'string' && !isPlain(value);
}

function hasText(value: unknown): boolean {
  if (typeof value === 'string') return !isPlain(value);
  if (Buffer.isBuffer(value)) return false;
  if (Array.isArray(value)) return value.some(hasText);
  return isRecord(value) && Object.values(value).some(hasText);
}

function escapeLeaves(value: unknown, boundary: Boundary): unknown {
  if (typeof value === 'string') return withoutMarks(value, boundary);
  if (Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return value.map((one) => escapeLeaves(one, boundary));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [withoutMarks(name, boundary), escapeLeaves(one, boundary)]),
  );
}

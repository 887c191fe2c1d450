import type { Change, ChangeKind } from '../../core/change.js';
import type { Element, ElementId } from '../../core/element.js';
import type { Fault } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import { describeChange } from '../diff/describe-change.js';
import { cleanText } from '../page-text.js';
import { countTokens, fitsTokens } from '../tokens.js';
import { modalLine } from './ui-header.js';
import { renderElements } from './ui-map.js';

const defaultBudget = 600;
const smallestBudget = 60;
/** Kept free for the line that counts what was left out. */
const tailReserve = 20;
/** More changes of one kind than this are told as a count. */
const likesAtMost: Partial<Record<ChangeKind, number>> = {
  moved: 3,
  attribute: 3,
  request: 4,
  gone: 8,
  renamed: 10,
  state: 10,
};

const noise = new Set<ChangeKind>(['request', 'moved', 'attribute', 'pixels', 'focus']);

/** What a reader needs first comes first. */
const order: readonly ChangeKind[] = [
  'page',
  'dialog',
  'file_chooser',
  'url',
  'reloaded',
  'title',
  'popup',
  'tab',
  'download',
  'value',
  'focus',
  'state',
  'flashed',
  'text',
  'renamed',
  'appeared',
  'scrolled',
  'gone',
  'moved',
  'attribute',
  'request',
  'pixels',
];

/** What a model reads after an action: how it went, what changed, and the lines of what appeared, within `budget` tokens. */
export function renderOutcome(outcome: Outcome, options: { budget?: number; brief?: boolean } = {}): string {
  const budget = Math.max(smallestBudget, Math.floor(options.budget ?? defaultBudget) || 0);
  const known = new Map(outcome.observation?.elements.map((element) => [element.id, element]));
  const fresh: Element[] = [];
  const others: Change[] = [];
  for (const change of outcome.changes) {
    const element = change.kind === 'appeared' ? known.get(change.element) : undefined;
    if (element) fresh.push(element);
    else others.push(withoutPassword(change, known));
  }
  const told = options.brief ? withoutNoise(others, fresh.length > 0) : others;
  const kept = fitted(
    statusLines(outcome, budget, options.brief),
    changeLines(told),
    budget - (fresh.length > 0 ? tailReserve : 0),
  );
  if (fresh.length === 0) return kept.join('\n');
  const room = budget - countTokens(`${kept.join('\n')}\n`);
  const text = room > tailReserve ? [...kept, 'appeared:', ...renderElements(fresh, room - 4, !options.brief)] : kept;
  while (!fitsTokens(text.join('\n'), budget)) text.pop();
  return text.join('\n');
}

/** How it went, what went wrong and what stands in the way, in at most two thirds of the budget. */
function statusLines(outcome: Outcome, budget: number, isBrief = false): string[] {
  const modal = outcome.observation?.modal;
  for (const limit of [240, 80, 24, 8]) {
    const lines = [isBrief ? briefLine(outcome) : statusLine(outcome, Math.min(limit, 80))];
    if (outcome.error) lines.push(errorLine(outcome.error, limit));
    if (modal) lines.push(modalLine(modal, limit / 2));
    if (fitsTokens(lines.join('\n'), Math.floor((budget * 2) / 3))) return lines;
  }
  return [
    `${statusWord(outcome)}${outcome.error ? `: ${outcome.error.code}` : ''}`,
    ...(modal ? [modalLine(modal, 0)] : []),
  ];
}

function statusLine(outcome: Outcome, limit: number): string {
  const { settled } = outcome;
  if (!outcome.ok && outcome.effect !== 'unknown') return statusWord(outcome);
  return `${statusWord(outcome)} (settled in ${Math.round(settled.ms)} ms: ${cleanText(settled.because, limit)})`;
}

/** Where all went well, what follows says it. */
function briefLine(outcome: Outcome): string {
  const { because } = outcome.settled;
  const isRestless = outcome.ok && because.startsWith('gave up');
  const word = outcome.ok && outcome.effect === 'changed' ? 'done' : statusWord(outcome);
  const why = cleanText(because.replace(/^gave up after (\d+ ms): /, 'the page was still busy after $1: '), 160);
  return isRestless ? `${word} (${why})` : word;
}

/** What goes with nearly every change is told only when it is all there is. */
function withoutNoise(changes: readonly Change[], hasMore: boolean): Change[] {
  const telling = changes.filter((change) => !noise.has(change.kind) && !isRelief(change));
  return telling.length > 0 || hasMore ? telling : [...changes];
}

/** A field that is no longer wrong goes with its new value. */
function isRelief(change: Change): boolean {
  return change.kind === 'state' && change.added.length === 0 && change.removed.every((state) => state === 'invalid');
}

function statusWord({ ok, effect, changes }: Outcome): string {
  if (effect === 'unknown') return `${ok ? 'done' : 'cut off'}, effect unknown: look before repeating it`;
  if (!ok) return 'not done';
  if (effect === 'unchanged') return 'done, but nothing was seen to change';
  return `done, ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
}

function errorLine(error: Fault, limit: number): string {
  const hint = error.hint ? ` ${cleanText(error.hint, limit)}` : '';
  return `error ${error.code}: ${cleanText(error.message, limit)}${hint}`;
}

function withoutPassword(change: Change, known: ReadonlyMap<ElementId, Element>): Change {
  if (change.kind !== 'value' || !change.element) return change;
  if (!known.get(change.element)?.states.includes('password')) return change;
  const { element, name } = change;
  return { kind: 'value', element, name, to: change.to === '' ? '' : '•••' };
}

function changeLines(changes: readonly Change[]): string[] {
  const lines: string[] = [];
  for (const kind of order) {
    const alike = changes.filter((change) => change.kind === kind);
    const most = likesAtMost[kind] ?? alike.length;
    const told = alike.length > most ? alike.slice(0, most - 1) : alike;
    lines.push(...told.map(describeChange));
    if (told.length < alike.length) lines.push(`${kind}: ${alike.length - told.length} more`);
  }
  return lines;
}

/** The status and as many changes as fit, and how many did not. */
function fitted(status: readonly string[], changes: readonly string[], budget: number): string[] {
  const all = [...status, ...changes];
  if (fitsTokens(all.join('\n'), budget)) return all;
  let left = budget - tailReserve - countTokens(`${status.join('\n')}\n`);
  const kept: string[] = [];
  for (const line of changes) {
    left -= countTokens(`${line}\n`);
    if (left < 0) break;
    kept.push(line);
  }
  return [...status, ...kept, `… ${changes.length - kept.length} more changes: observe to see them`];
}

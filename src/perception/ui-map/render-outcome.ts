import type { Change, ChangeKind } from '../../core/change.js';
import type { Element, ElementId } from '../../core/element.js';
import type { Fault } from '../../core/errors.js';
import type { Outcome } from '../../core/outcome.js';
import { countTokens, fitsTokens } from '../count-tokens.js';
import { describeChange } from '../diff/describe-change.js';
import { cleanText } from '../quote-text.js';
import { maskedValue } from './element-line.js';
import { renderModal } from './header-lines.js';
import { renderElements } from './render-map.js';

const defaultBudget = 600;
const minBudget = 60;
/** Reserved for the line that counts the omitted changes. */
const tailReserve = 20;
/** With more changes of one kind than this, the rest is counted. */
const maxChangesByKind: Partial<Record<ChangeKind, number>> = {
  moved: 3,
  attribute: 3,
  request: 4,
  gone: 8,
  renamed: 10,
  state: 10,
};

/** Changes that accompany nearly every action. */
const minorKinds = new Set<ChangeKind>(['request', 'moved', 'attribute', 'pixels', 'focus']);

/** The order of changes: the most important first. */
const kindOrder: readonly ChangeKind[] = [
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

/** Renders an outcome for a model: the result, the changes, and the elements that appeared, within `budget` tokens. */
export function renderOutcome(outcome: Outcome, options: { budget?: number; brief?: boolean } = {}): string {
  const budget = Math.max(minBudget, Math.floor(options.budget ?? defaultBudget) || 0);
  const known = new Map(outcome.observation?.elements.map((element) => [element.id, element]));
  const appeared: Element[] = [];
  const others: Change[] = [];
  for (const change of outcome.changes) {
    const element = change.kind === 'appeared' ? known.get(change.element) : undefined;
    if (element) appeared.push(element);
    else others.push(maskPassword(change, known));
  }
  const changes = options.brief ? withoutMinor(others, appeared.length > 0) : others;
  const kept = fitChanges(
    statusLines(outcome, budget, options.brief),
    changeLines(changes),
    budget - (appeared.length > 0 ? tailReserve : 0),
  );
  if (appeared.length === 0) return kept.join('\n');
  const room = budget - countTokens(`${kept.join('\n')}\n`);
  const text =
    room > tailReserve ? [...kept, 'appeared:', ...renderElements(appeared, room - 4, !options.brief)] : kept;
  while (!fitsTokens(text.join('\n'), budget)) text.pop();
  return text.join('\n');
}

/** The result, the error and a blocking dialog, in at most two thirds of the budget. */
function statusLines(outcome: Outcome, budget: number, isBrief = false): string[] {
  const modal = outcome.observation?.modal;
  for (const maxLength of [240, 80, 24, 8]) {
    const lines = [isBrief ? briefLine(outcome) : statusLine(outcome, Math.min(maxLength, 80))];
    if (outcome.error) lines.push(errorLine(outcome.error, maxLength));
    if (modal) lines.push(renderModal(modal, maxLength / 2));
    if (fitsTokens(lines.join('\n'), Math.floor((budget * 2) / 3))) return lines;
  }
  return [
    `${statusText(outcome)}${outcome.error ? `: ${outcome.error.code}` : ''}`,
    ...(modal ? [renderModal(modal, 0)] : []),
  ];
}

function statusLine(outcome: Outcome, maxLength: number): string {
  const { settled } = outcome;
  if (!outcome.ok && outcome.effect !== 'unknown') return statusText(outcome);
  return `${statusText(outcome)} (settled in ${Math.round(settled.ms)} ms: ${cleanText(settled.reason, maxLength)})`;
}

/** A short status: after success, the changes say the rest. */
function briefLine(outcome: Outcome): string {
  const { reason } = outcome.settled;
  const isBusy = outcome.ok && reason.startsWith('still busy');
  const status = outcome.ok && outcome.effect === 'changed' ? 'done' : statusText(outcome);
  const why = cleanText(reason.replace(/^still busy/, 'the page was still busy'), 160);
  return isBusy ? `${status} (${why})` : status;
}

/** Minor changes are reported only if there are no others. */
function withoutMinor(changes: readonly Change[], hasMore: boolean): Change[] {
  const major = changes.filter((change) => !minorKinds.has(change.kind) && !isNoLongerInvalid(change));
  return major.length > 0 || hasMore ? major : [...changes];
}

function isNoLongerInvalid(change: Change): boolean {
  return change.kind === 'state' && change.added.length === 0 && change.removed.every((state) => state === 'invalid');
}

function statusText({ ok, effect, changes }: Outcome): string {
  if (effect === 'unknown') return `${ok ? 'done' : 'interrupted'}, effect unknown: observe before repeating it`;
  if (!ok) return 'not done';
  if (effect === 'unchanged') return 'done, no change observed';
  return `done, ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`;
}

function errorLine(error: Fault, maxLength: number): string {
  const hint = error.hint ? ` ${cleanText(error.hint, maxLength)}` : '';
  return `error ${error.code}: ${cleanText(error.message, maxLength)}${hint}`;
}

function maskPassword(change: Change, known: ReadonlyMap<ElementId, Element>): Change {
  if (change.kind !== 'value' || !change.element) return change;
  if (!known.get(change.element)?.states.includes('password')) return change;
  const { element, name } = change;
  return { kind: 'value', element, name, to: change.to === '' ? '' : maskedValue };
}

function changeLines(changes: readonly Change[]): string[] {
  const lines: string[] = [];
  for (const kind of kindOrder) {
    const sameKind = changes.filter((change) => change.kind === kind);
    const max = maxChangesByKind[kind] ?? sameKind.length;
    const listed = sameKind.length > max ? sameKind.slice(0, max - 1) : sameKind;
    lines.push(...listed.map(describeChange));
    if (listed.length < sameKind.length) lines.push(`${kind}: ${sameKind.length - listed.length} more`);
  }
  return lines;
}

/** The status, as many changes as fit, and the number of omitted ones. */
function fitChanges(status: readonly string[], changes: readonly string[], budget: number): string[] {
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

import type { Change, ChangeKind } from '../../core/change.js';
import { type Element, type ElementId, isSecretField } from '../../core/element.js';
import { type Fault, formatError, HandrailError } from '../../core/errors.js';
import { checkOptions, option } from '../../core/options.js';
import type { Outcome } from '../../core/outcome.js';
import { countTokens, fitsTokens } from '../count-tokens.js';
import { cleanText, quoteText } from '../quote-text.js';
import { changeLines } from './change-lines.js';
import { maskedValue } from './element-line.js';
import { renderModal } from './header-lines.js';
import { renderElements } from './render-map.js';

const defaultBudget = 600;
/** For a reader who wants to know what a person would notice. */
const briefBudget = 400;
const minBudget = 60;
/** Reserved for the line that counts the omitted changes. */
const tailReserve = 20;
/** Reserved for each element that appeared, up to half of the budget. */
const appearedReserve = 16;
const firstErrorStatus = 400;

/** Changes that accompany nearly every action. */
const minorKinds = new Set<ChangeKind>(['request', 'moved', 'attribute', 'pixels', 'focus']);

/** Renders an outcome for a model: the result, the changes, and the elements that appeared, within `budget` tokens. */
export function renderOutcome(outcome: Outcome, options: { budget?: number; brief?: boolean } = {}): string {
  checkOptions('renderOutcome', options, { budget: option.number, brief: option.flag });
  if (!Array.isArray(outcome?.changes) || !outcome.settled)
    throw new HandrailError('invalid_option', 'renderOutcome needs an outcome.', 'Pass what session.perform returns.');
  const budget = Math.max(minBudget, Math.floor(options.budget ?? (options.brief ? briefBudget : defaultBudget)) || 0);
  const elements = outcome.observation?.elements ?? [];
  const known = new Map(elements.map((element) => [element.id, element]));
  // A container with text of its own is listed twice: as itself and as its text.
  const byEntry = new Map(elements.map((element) => [`${element.id} ${element.role}`, element]));
  const appeared: Element[] = [];
  const others: Change[] = [];
  for (const change of outcome.changes) {
    const element =
      change.kind === 'appeared'
        ? byEntry.get(`${change.element} ${change.role}`)
        : isRenamedMessage(change, known)
          ? known.get(change.element)
          : undefined;
    if (element) appeared.push(element);
    else others.push(maskPassword(change, known));
  }
  const { messages, rest } = splitMessages(appeared);
  const changes = options.brief ? withoutMinor(others, appeared.length > 0) : others;
  const kept = fitChanges(
    [...statusLines(outcome, budget, options.brief), ...messageLines(messages)],
    [...changeLines(changes), ...offscreenLines(outcome), ...redrawnLines(outcome)],
    budget - (rest.length > 0 ? Math.min(budget / 2, tailReserve + rest.length * appearedReserve) : 0),
  );
  if (rest.length === 0) return kept.join('\n');
  const room = budget - countTokens(`${kept.join('\n')}\n`);
  const compact = outcome.observation?.app === undefined;
  const lines = () => renderElements(rest, room - 4, { coordinates: !options.brief, compact, all: elements });
  const text = room > tailReserve ? [...kept, 'appeared:', ...lines()] : kept;
  while (!fitsTokens(text.join('\n'), budget)) text.pop();
  return text.join('\n');
}

const maxMessages = 3;
const maxMessageLength = 160;

/** Messages to the user are reported before everything else that appeared. */
function splitMessages(appeared: readonly Element[]): { messages: Element[]; rest: Element[] } {
  const messages = appeared.filter(isMessage).slice(0, maxMessages);
  return { messages, rest: appeared.filter((element) => !messages.includes(element)) };
}

function isMessage({ kind, name, interactive }: Element): boolean {
  return (kind === 'alert' || kind === 'status') && name !== '' && !interactive;
}

/** A message that replaces another one in the same place. */
function isRenamedMessage(
  change: Change,
  known: ReadonlyMap<ElementId, Element>,
): change is Extract<Change, { kind: 'renamed' }> {
  const element = change.kind === 'renamed' ? known.get(change.element) : undefined;
  return element !== undefined && isMessage(element);
}

function messageLines(messages: readonly Element[]): string[] {
  return messages.map(({ kind, name }) => `${kind}: ${quoteText(name, maxMessageLength)}`);
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
  const busy = describeBusy(outcome);
  const status = outcome.ok && outcome.effect === 'changed' ? 'done' : statusText(outcome);
  return busy ? `${status} (${busy})` : status;
}

/** Says that the page was still busy when the time for it was over. Undefined if it was not. */
export function describeBusy({ ok, settled: { reason } }: Pick<Outcome, 'ok' | 'settled'>): string | undefined {
  if (!ok || !reason.startsWith('still busy')) return undefined;
  return cleanText(reason.replace(/^still busy/, 'the page was still busy'), 160);
}

/** Minor changes are reported only if there are no others. */
function withoutMinor(changes: readonly Change[], hasMore: boolean): Change[] {
  const major = changes.filter((change) => !isMinor(change) && !isNoLongerInvalid(change));
  return major.length > 0 || hasMore ? major : [...changes];
}

/** A request that sends data of the user, that was refused or that fails, matters as much as a change of the page. */
function isMinor(change: Change): boolean {
  if (change.kind === 'request') return !change.blocked && !change.submitted && (change.status ?? 0) < firstErrorStatus;
  return minorKinds.has(change.kind);
}

/** Only what is on the screen is listed. What appeared elsewhere is counted. */
function offscreenLines({ offscreen = 0 }: Outcome): string[] {
  return offscreen > 0 ? [`appeared outside the screen: ${offscreen} ${offscreen === 1 ? 'element' : 'elements'}`] : [];
}

const maxRedrawnIds = 3;

/** Says that ids outlived a redraw, so that the caller keeps using them. */
function redrawnLines({ redrawn = [], observation }: Outcome): string[] {
  const shown = new Set(observation?.elements.map(({ id }) => id));
  const ids = redrawn.filter((id) => shown.has(id));
  if (ids.length === 0) return [];
  const more = ids.length > maxRedrawnIds ? ` and ${ids.length - maxRedrawnIds} more` : '';
  return [`redrawn, ids kept: ${ids.slice(0, maxRedrawnIds).join(', ')}${more}`];
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
  const message = cleanText(error.message, maxLength);
  const hint = error.hint && cleanText(error.hint, maxLength);
  return `error ${error.code}: ${formatError({ message, hint })}`;
}

function maskPassword(change: Change, known: ReadonlyMap<ElementId, Element>): Change {
  if (change.kind !== 'value' || !change.element) return change;
  const field = known.get(change.element);
  if (!field || !isSecretField(field)) return change;
  const { element, name } = change;
  return { kind: 'value', element, name, to: change.to === '' ? '' : maskedValue };
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

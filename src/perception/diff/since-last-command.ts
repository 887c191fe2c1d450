import type { Change } from '../../core/change.js';
import type { ElementId } from '../../core/element.js';
import { quoteText } from '../quote-text.js';

const maxAppeared = 8;
const maxListedAppeared = 2;
const maxGone = 2;
const maxNameLength = 60;

/**
 * Says what happened without the caller between two commands, if it can explain a refusal. Empty if nothing can. `phrases`: the words for
 * the target, if no element matched them.
 */
export function describeSinceLastCommand(
  changes: readonly Change[],
  target?: ElementId,
  phrases: readonly string[] = [],
): string {
  const ofTarget = [...targetFacts(changes, target), ...goneFacts(changes, phrases)];
  const ofPage = [...pageFacts(changes), ...dialogFacts(changes)];
  // What appeared is often the reason that the target changed: a layer in front of the page.
  const reasons = ofPage.length > 0 || goneFacts(changes, phrases).length > 0 ? [] : appearedFacts(changes);
  const all = [...new Set([...ofPage, ...ofTarget, ...reasons])];
  return all.length > 0 ? `Since the last command, ${all.join(', and ')}.` : '';
}

function named(role: string, name: string): string {
  return name ? `${role} ${quoteText(name, maxNameLength)}` : role;
}

function pageFacts(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind === 'url') return [`the page changed to ${change.to}`];
    return change.kind === 'reloaded' ? ['the page was loaded again'] : [];
  });
}

function dialogFacts(changes: readonly Change[]): string[] {
  return changes.flatMap((change) => {
    if (change.kind === 'appeared' && change.role === 'Dialog')
      return [`${named('a dialog', change.name)} appeared (${change.element})`];
    return change.kind === 'gone' && change.role === 'Dialog' ? [`${named('the dialog', change.name)} closed`] : [];
  });
}

function targetFacts(changes: readonly Change[], target: ElementId | undefined): string[] {
  return changes.flatMap((change) => {
    if (!('element' in change) || change.element !== target) return [];
    if (change.kind === 'gone') return [`${named(change.role, change.name)} disappeared`];
    if (change.kind === 'state' && change.added.includes('disabled')) return [`${target} was disabled`];
    if (change.kind === 'state' && change.added.includes('readonly')) return [`${target} became read-only`];
    return change.kind === 'renamed' ? [`${target} was renamed to ${quoteText(change.to, maxNameLength)}`] : [];
  });
}

/** Elements that disappeared and that the caller's words name. */
function goneFacts(changes: readonly Change[], phrases: readonly string[]): string[] {
  const words = phrases.map(toWords);
  const gone = changes.flatMap((change) => {
    if (change.kind !== 'gone' || change.name === '') return [];
    const name = toWords(change.name);
    return words.some((phrase) => phrase.includes(name)) ? [`${named(change.role, change.name)} disappeared`] : [];
  });
  return gone.slice(0, maxGone);
}

/** The words between spaces, so that only whole words match. */
function toWords(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}

/** What appeared, if it is little enough to be the cause. */
function appearedFacts(changes: readonly Change[]): string[] {
  const appeared = changes.filter((change) => change.kind === 'appeared');
  if (appeared.length > maxAppeared) return [];
  const more = appeared.length > maxListedAppeared ? [`${appeared.length - maxListedAppeared} more appeared`] : [];
  const listed = appeared.slice(0, maxListedAppeared);
  return [...listed.map(({ role, name, element }) => `${element} ${named(role, name)} appeared`), ...more];
}

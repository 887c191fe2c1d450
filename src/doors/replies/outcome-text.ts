import type { Change, ChangeKind } from '../../core/change.js';
import type { Outcome } from '../../core/outcome.js';
import { renderOutcome } from '../../perception/ui-map/render-outcome.js';
import type { MapPrinter } from './map-printer.js';
import { summarizePage } from './page-summary.js';

/** If this many elements disappeared, the screen may be a new one. */
const newScreenMinGone = 6;
const newScreenMinScroll = 100;

/** In tokens. */
const pageBudget = 420;
const summaryBudget = 150;
const briefBudget = 400;
const maxBudget = 650;
const tokensPerElement = 16;

/** Room for the form, dialog or menu that the last command opened: a caller who cannot see all of it has to observe the whole page. */
function budgetFor({ changes }: Outcome): number {
  const appeared = changes.filter(({ kind }) => kind === 'appeared').length;
  return Math.min(maxBudget, Math.max(briefBudget, (appeared + 5) * tokensPerElement));
}

/**
 * Formats an outcome for the caller of an action: the changes, or the new map if the screen is a new one. With `summary`, more commands
 * follow, so a new page is only summarized.
 */
export function formatOutcome(outcome: Outcome, printer: MapPrinter, { summary = false } = {}): string {
  const { observation } = outcome;
  if (!observation) return renderOutcome(outcome, { brief: true });
  if (!isNewScreen(outcome) || (summary && !outcome.navigated)) {
    const budget = summary ? summaryBudget : budgetFor(outcome);
    const text = renderOutcome(outcome, { brief: true, budget });
    printer.note(observation, text);
    return text;
  }
  const sent = sentByUser(outcome.changes);
  const changes = outcome.changes.filter(
    (change) => !shownByMap.has(change.kind) || change === sent || isBlocked(change),
  );
  const page = summary ? summarizePage(observation) : printer.print(observation, { budget: pageBudget });
  return `${renderOutcome({ ...outcome, changes }, { brief: true })}\n${page}`;
}

/** True for another page or tab, another part of the page, or a page that was mostly replaced. */
function isNewScreen({ navigated, changes, observation }: Outcome): boolean {
  if (navigated || changes.some(isLongScroll)) return true;
  const gone = changes.filter(({ kind }) => kind === 'gone').length;
  return gone >= newScreenMinGone && gone > (observation?.elements.length ?? 0) / 4;
}

function isLongScroll(change: Change): boolean {
  return (
    change.kind === 'scrolled' && !change.element && Math.abs(change.dx) + Math.abs(change.dy) > newScreenMinScroll
  );
}

/** On a new page: the request with data that the page before showed, else the first one with data. Others are of the page itself. */
function sentByUser(changes: readonly Change[]): Change | undefined {
  const requests = changes.filter((change) => change.kind === 'request').filter(({ submitted }) => submitted);
  return requests.find(({ sent = [] }) => sent.some(({ shown }) => shown)) ?? requests[0];
}

/** A request that a judge refused. */
function isBlocked(change: Change): boolean {
  return change.kind === 'request' && change.blocked !== undefined;
}

/** Changes that the map shows anyway. */
const shownByMap: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'url',
  'title',
  'request',
  'focus',
  'appeared',
  'gone',
  'moved',
  'renamed',
  'text',
]);

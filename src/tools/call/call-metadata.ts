import type { Change } from '../../core/change.js';
import type { Picture } from '../../core/observation.js';
import type { Outcome } from '../../core/outcome.js';
import { renderOutcome } from '../../perception/ui-map/render-outcome.js';
import type { ReportPosition, ResolvedTarget } from '../context.js';
import type { ToolResultMetadata } from '../tool.js';
import { mergeOutcomes } from './merge-outcomes.js';

/** What happened during one tool call. */
export interface CallRecord {
  outcomes: Outcome[];
  pictures: Picture[];
  reports: { text: string; position: ReportPosition }[];
  /** What observations reported before the first action: it happened since the last command. */
  earlierChanges: Change[];
  /** An action is running: it may have taken effect. */
  isActing: boolean;
  /** A person did not approve an action of the call. No other one runs. */
  isDeclined: boolean;
  /** Texts to mask in the result. */
  hidden: Set<string>;
  /** The tool has started. */
  isStarted: boolean;
  /** What the tool itself reports about its result. */
  ownMetadata?: Partial<ToolResultMetadata>;
  resolved?: ResolvedTarget;
}

/** The record of a call that has not started. */
export function emptyRecord(): CallRecord {
  return {
    outcomes: [],
    earlierChanges: [],
    pictures: [],
    reports: [],
    hidden: new Set(),
    isActing: false,
    isDeclined: false,
    isStarted: false,
  };
}

const navigations = new Set<Change['kind']>(['url', 'reloaded', 'tab', 'popup', 'page']);

/** True when the changes include another page or tab. */
export function hasNavigated(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => navigations.has(kind));
}

/** Summarizes a call: its target, its text, its effect and its downloads. */
export function toMetadata(
  { outcomes, resolved, reports, ownMetadata }: CallRecord,
  render = renderOutcome,
): Partial<ToolResultMetadata> {
  const metadata: Partial<ToolResultMetadata> = { ...ownMetadata };
  if (resolved?.element) {
    const { id, role, name, bounds } = resolved.element;
    metadata.target = { element: id, role, name, bounds, reason: resolved.reason };
  } else if (resolved) metadata.target = { ...resolved.target, reason: resolved.reason };
  const last = outcomes.at(-1);
  const textsAt = (position: ReportPosition): string[] =>
    reports.filter((report) => report.position === position).map(({ text }) => text);
  const replacement = textsAt('instead');
  const outcomeTexts = last && replacement.length === 0 ? [render(mergeOutcomes(outcomes, last))] : replacement;
  const texts = [...textsAt('before'), ...outcomeTexts, ...textsAt('after')];
  if (texts.length > 0) metadata.outcomeText = texts.join('\n');
  if (!last) return metadata;
  const effects = outcomes.map(({ effect }) => effect);
  metadata.effect = effects.includes('unknown') ? 'unknown' : effects.includes('changed') ? 'changed' : 'unchanged';
  metadata.settleMs = outcomes.reduce((sum, { settled }) => sum + settled.ms, 0);
  const downloads = outcomes.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'download'));
  if (downloads.length > 0) metadata.downloads = downloads;
  metadata.navigated = outcomes.some(({ changes }) => hasNavigated(changes));
  return metadata;
}

import type { RunResult } from '../../../agent/events.js';
import { formatCount, formatDollars } from '../../../journal/report/metrics.js';
import { statusWords } from '../../../journal/report/verdicts.js';
import { cleanText } from '../../../perception/quote-text.js';
import { toTerminalText } from '../../command-line/terminal-text.js';
import type { Colours } from '../output.js';

/** The last lines of a run: status, evidence, answer, report. */
export function formatResult(
  { status, verified, evidence, answer, reason, steps, ms, report, usage }: RunResult,
  { bold, dim, green, red, yellow }: Colours,
): { text: string; isAnswer?: boolean }[] {
  const colour = status !== 'done' ? red : verified ? green : yellow;
  const proof = status !== 'done' ? '' : verified ? ' and verified' : ', not verified';
  const tokens = usage.inputTokens + usage.outputTokens;
  const counts = [
    `${steps} ${steps === 1 ? 'step' : 'steps'}`,
    `${(ms / 1_000).toFixed(1)} s`,
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(usage.cost === undefined ? [] : [formatDollars(usage.cost)]),
  ].join(', ');
  return [
    { text: '' },
    { text: `${bold(colour(`${statusWords[status]}${proof}`))} ${dim(`(${counts})`)}` },
    ...(reason === undefined ? [] : [{ text: `  ${cleanText(reason, 1_000)}` }]),
    ...evidence.map((line) => ({ text: dim(`  ${cleanText(line, 400)}`) })),
    ...(answer ? [{ text: `${bold('Answer:')} ${toTerminalText(answer)}`, isAnswer: true }] : []),
    ...(report === undefined ? [] : [{ text: `${bold('Report:')} ${report}` }]),
  ];
}

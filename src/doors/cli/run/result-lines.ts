import type { RunResult } from '../../../agent/events.js';
import { formatCount, formatMoney } from '../../../journal/report/figures.js';
import { cleanText } from '../../../perception/page-text.js';
import type { Colours } from '../output.js';

const words: Record<RunResult['status'], string> = {
  done: 'Done',
  failed: 'Failed',
  max_steps: 'Out of steps',
  limit: 'Stopped at a limit',
  stuck: 'Stuck',
  refused: 'Refused',
  cancelled: 'Cancelled',
};

// What a page says must not steer the terminal; lines and tabs are harmless.
const control = /(?![\n\t])\p{Cc}/gu;

/** How a run ended: status, proof, answer, report. */
export function endLines(
  { status, verified, evidence, answer, reason, steps, ms, report, usage }: RunResult,
  { bold, dim, green, red, yellow }: Colours,
): { text: string; isAnswer?: boolean }[] {
  const colour = status !== 'done' ? red : verified ? green : yellow;
  const proof = status !== 'done' ? '' : verified ? ' and verified' : ', not verified';
  const tokens = usage.inputTokens + usage.outputTokens;
  const count = [
    `${steps} ${steps === 1 ? 'step' : 'steps'}`,
    `${(ms / 1_000).toFixed(1)} s`,
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(usage.money === undefined ? [] : [formatMoney(usage.money)]),
  ].join(', ');
  return [
    { text: '' },
    { text: `${bold(colour(`${words[status]}${proof}`))} ${dim(`(${count})`)}` },
    ...(reason === undefined ? [] : [{ text: `  ${cleanText(reason, 1_000)}` }]),
    ...evidence.map((line) => ({ text: dim(`  ${cleanText(line, 400)}`) })),
    ...(answer ? [{ text: `${bold('Answer:')} ${answer.replace(control, '')}`, isAnswer: true }] : []),
    ...(report === undefined ? [] : [{ text: `${bold('Report:')} ${report}` }]),
  ];
}

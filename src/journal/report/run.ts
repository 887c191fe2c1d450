import { type Html, html } from './html.js';
import { renderJsonBlock } from './json-block.js';
import { formatCount, formatDollars, formatTime, formatTimestamp, type StepTimes, totalTime } from './metrics.js';
import { renderBar, renderTimes } from './step.js';
import type { RunTimeline } from './timeline.js';
import { runVerdict } from './verdicts.js';

/** Longer tasks use a smaller font. */
const maxTitleLength = 160;
const maxDataLength = 20_000;
const maxPolicyLength = 4_000;
const shownDigestLength = 12;

/** The task, its status, the answer and the evidence. */
export function renderRunHead(run: RunTimeline, index: number, count: number): Html {
  const { word, tone } = runVerdict(run);
  const { result } = run;
  const task = run.task ?? 'Session without a task';
  const size = task.length > maxTitleLength ? 'long' : 'short';
  const title = index === 0 ? html`<h1 class="${size}">${task}</h1>` : html`<h2 class="task ${size}">${task}</h2>`;
  return html`<section class="head">
${count > 1 ? html`<p class="eyebrow">Task ${index + 1} of ${count}</p>` : undefined}
${title}
<p class="verdict"><span class="pill ${tone}">${word}</span>${renderKeyFacts(run)}</p>
${result?.answer ? html`<div class="answer"><h2>Answer</h2><p>${result.answer}</p></div>` : undefined}
${result?.reason && result.status === 'done' ? html`<div class="answer"><h2>Reason</h2><p>${result.reason}</p></div>` : undefined}
${result?.data === undefined || result.data === null || result.data === result.answer ? undefined : renderJsonBlock('data', 'Answer as data', result.data, maxDataLength)}
${result && result.evidence.length > 0 ? html`<div class="evidence"><h2>Evidence</h2><ul>${result.evidence.map((line) => html`<li>${line}</li>`)}</ul></div>` : undefined}
</section>`;
}

function renderKeyFacts(run: RunTimeline): Html {
  const { result, steps } = run;
  const ms = durationOf(run);
  const usage = usageOf(run);
  const tokens = usage.inputTokens + usage.outputTokens;
  const facts = [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    ...(ms === undefined ? [] : [formatTime(ms)]),
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(usage.cost ? [formatDollars(usage.cost)] : []),
    ...(run.model ? [`model: ${run.model}`] : []),
    ...(result ? [] : [`last entry ${formatTimestamp(run.lastAt)}`]),
  ];
  return html`${facts.map((fact) => html` <span class="fact">${fact}</span>`)}`;
}

function formatTokens({ inputTokens, outputTokens, cachedTokens, imageTokens, reasoningTokens }: Usage): string {
  const part = (count: number | undefined, what: string): string[] => (count ? [`${formatCount(count)} ${what}`] : []);
  const within = (parts: string[]): string => (parts.length > 0 ? ` (${parts.join(', ')})` : '');
  const sent = within([...part(cachedTokens, 'cached'), ...part(imageTokens, 'for pictures')]);
  return `${formatCount(inputTokens)} in${sent}, ${formatCount(outputTokens)} out${within(part(reasoningTokens, 'of reasoning'))}`;
}

function formatCost({ cost, inputTokens, outputTokens }: Usage): string {
  if (cost !== undefined) return formatDollars(cost);
  return inputTokens + outputTokens === 0 ? 'none' : 'unknown';
}

/** The metrics of a run: time, tokens and cost, with their limits. */
export function renderRunFacts(run: RunTimeline, times: StepTimes): Html {
  const usage = usageOf(run);
  const ms = durationOf(run);
  const rows: [string, Html | string][] = [
    ['Model', run.model ?? 'none'],
    ['Started', formatTimestamp(run.startedAt)],
    ['Duration', ms === undefined ? 'unknown' : formatTime(ms)],
    ['Tokens', formatTokens(usage)],
    ['Cost', formatCost(usage)],
    ...(run.url ? [['Start URL', link(run.url)] satisfies [string, Html]] : []),
    ...(run.result?.url ? [['End URL', link(run.result.url)] satisfies [string, Html]] : []),
    ...run.policies.map((policy): [string, Html] => ['Policy', renderPolicy(policy)]),
    ...(run.id ? [['Run', run.id] satisfies [string, string]] : []),
  ];
  const limits = Object.entries(run.limits).map(([name, limit]) => renderLimit(name, limit, run, ms));
  return html`<section class="facts" aria-label="Metrics${run.task ? html` of: ${run.task.slice(0, 60)}` : undefined}">
<div><h2>Metrics</h2><dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></div>
${limits.length > 0 ? html`<div><h2>Limits</h2><dl>${limits}</dl></div>` : undefined}
<div class="spent"><h2>Time</h2>${renderBar(times, totalTime(times))}<p class="times">${renderTimes(times)}</p></div>
</section>`;
}

function renderPolicy({ name, digest, policy }: RunTimeline['policies'][number]): Html {
  return html`${name ?? 'policy'} <span class="quiet" title="${JSON.stringify(policy).slice(0, maxPolicyLength)}">${(digest ?? '').slice(0, shownDigestLength)}</span>`;
}

/** Labels of limits whose name alone is not clear. */
const limitLabels: Readonly<Record<string, string>> = {
  maxFailures: 'failed calls in a row',
  maxUnreadable: 'unreadable replies in a row',
  maxCostUsd: 'cost',
  timeoutMs: 'time',
  stepTimeoutMs: 'step time',
};

function renderLimit(name: string, limit: unknown, run: RunTimeline, ms: number | undefined): Html {
  const usage = usageOf(run);
  const used: Record<string, number | undefined> = {
    maxSteps: run.steps.length,
    timeoutMs: ms,
    maxTokens: usage.inputTokens + usage.outputTokens,
    maxCostUsd: usage.cost,
    maxModelCalls: run.result?.usage?.modelCalls,
  };
  const label = (limitLabels[name] ?? name)
    .replace(/^max/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  const value = used[name];
  const format = /ms$/i.test(name) ? formatTime : name === 'maxCostUsd' ? formatDollars : formatCount;
  // JSON has no Infinity: a missing limit is null.
  const isLimited = typeof limit === 'number';
  const maximum = isLimited ? format(limit) : 'no limit';
  return html`<div><dt>${label}</dt><dd>${value === undefined ? '' : `${format(value)}${isLimited ? ' of ' : ', '}`}${maximum}</dd></div>`;
}

interface Usage {
  inputTokens: number;
  outputTokens: number;
  cachedTokens?: number | undefined;
  imageTokens?: number | undefined;
  reasoningTokens?: number | undefined;
  cost?: number | undefined;
}

/** The usage in the result, or the sum of the steps. */
function usageOf({ result, steps }: RunTimeline): Usage {
  if (result?.usage) return result.usage;
  const sum: Usage = { inputTokens: 0, outputTokens: 0 };
  for (const { usage } of steps) {
    if (!usage) continue;
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
    if (usage.cost !== undefined) sum.cost = (sum.cost ?? 0) + usage.cost;
  }
  return sum;
}

function durationOf({ result, startedAt, lastAt }: RunTimeline): number | undefined {
  if (result?.ms !== undefined) return result.ms;
  const ms = Date.parse(lastAt) - Date.parse(startedAt);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Only http and https URLs become links. */
function link(url: string): Html {
  return /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="noopener noreferrer">${url}</a>` : html`${url}`;
}

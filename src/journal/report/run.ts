import { formatCount, formatMoment, formatMoney, formatTime, type Times, totalOf } from './figures.js';
import { type Html, html } from './html.js';
import { renderBar, timeWords } from './step.js';
import type { RunTimeline } from './timeline.js';
import { runVerdict } from './verdicts.js';

const longTask = 160;
const mostData = 20_000;

/** The task, how it ended, what was answered and what speaks for it. */
export function renderRunHead(run: RunTimeline, index: number, count: number): Html {
  const { word, tone } = runVerdict(run);
  const { result } = run;
  const task = run.task ?? 'What was done in a session';
  const size = task.length > longTask ? 'long' : 'short';
  const title = index === 0 ? html`<h1 class="${size}">${task}</h1>` : html`<h2 class="task ${size}">${task}</h2>`;
  return html`<section class="head">
${count > 1 ? html`<p class="eyebrow">Task ${index + 1} of ${count}</p>` : undefined}
${title}
<p class="verdict"><span class="pill ${tone}">${word}</span>${renderGlance(run)}</p>
${result?.answer ? html`<div class="answer"><h2>Answer</h2><p>${result.answer}</p></div>` : undefined}
${result?.reason && result.status === 'done' ? html`<div class="answer"><h2>Reason</h2><p>${result.reason}</p></div>` : undefined}
${result?.data === undefined || result.data === null || result.data === result.answer ? undefined : renderData(result.data)}
${result && result.evidence.length > 0 ? html`<div class="evidence"><h2>Evidence</h2><ul>${result.evidence.map((line) => html`<li>${line}</li>`)}</ul></div>` : undefined}
</section>`;
}

function renderGlance(run: RunTimeline): Html {
  const { result, steps } = run;
  const took = tookOf(run);
  const usage = usageOf(run);
  const tokens = usage.inputTokens + usage.outputTokens;
  const facts = [
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
    ...(took === undefined ? [] : [formatTime(took)]),
    ...(tokens > 0 ? [`${formatCount(tokens)} tokens`] : []),
    ...(usage.money ? [formatMoney(usage.money)] : []),
    ...(run.model ? [`model: ${run.model}`] : []),
    ...(result ? [] : [`last line ${formatMoment(run.lastAt)}`]),
  ];
  return html`${facts.map((fact) => html` <span class="fact">${fact}</span>`)}`;
}

function renderData(data: unknown): Html {
  const text = JSON.stringify(data, null, 2);
  const shown = text.length > mostData ? `${text.slice(0, mostData)}\n… (the rest is in the journal)` : text;
  return html`<details class="data"><summary>The answer as data</summary><pre tabindex="0">${shown}</pre></details>`;
}

function tokenWords({ inputTokens, outputTokens, cachedTokens, imageTokens, reasoningTokens }: Used): string {
  const part = (count: number | undefined, what: string): string[] => (count ? [`${formatCount(count)} ${what}`] : []);
  const within = (parts: string[]): string => (parts.length > 0 ? ` (${parts.join(', ')})` : '');
  const sent = within([...part(cachedTokens, 'cached'), ...part(imageTokens, 'for pictures')]);
  return `${formatCount(inputTokens)} in${sent}, ${formatCount(outputTokens)} out${within(part(reasoningTokens, 'of reasoning'))}`;
}

function moneyWords({ money, inputTokens, outputTokens }: Used): string {
  if (money !== undefined) return formatMoney(money);
  return inputTokens + outputTokens === 0 ? 'none' : 'not known';
}

/** The figures of a run: time, tokens, money, and the limits they were held to. */
export function renderRunFacts(run: RunTimeline, times: Times): Html {
  const usage = usageOf(run);
  const took = tookOf(run);
  const rows: [string, Html | string][] = [
    ['Model', run.model ?? 'none'],
    ['Started', formatMoment(run.startedAt)],
    ['Took', took === undefined ? 'unknown' : formatTime(took)],
    ['Tokens', tokenWords(usage)],
    ['Money', moneyWords(usage)],
    ...(run.url ? [['Began at', link(run.url)] satisfies [string, Html]] : []),
    ...(run.result?.url ? [['Ended at', link(run.result.url)] satisfies [string, Html]] : []),
    ...(run.run ? [['Run', run.run] satisfies [string, string]] : []),
  ];
  const limits = Object.entries(run.limits).map(([name, limit]) => limitRow(name, limit, run, took));
  return html`<section class="facts" aria-label="Figures${run.task ? html` of: ${run.task.slice(0, 60)}` : undefined}">
<div><h2>Figures</h2><dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></div>
${limits.length > 0 ? html`<div><h2>Limits</h2><dl>${limits}</dl></div>` : undefined}
<div class="spent"><h2>Where the time went</h2>${renderBar(times, totalOf(times))}<p class="times">${timeWords(times)}</p></div>
</section>`;
}

function limitRow(name: string, limit: unknown, run: RunTimeline, took: number | undefined): Html {
  const usage = usageOf(run);
  const used: Record<string, number | undefined> = {
    steps: run.steps.length,
    ms: took,
    wallClockMs: took,
    tokens: usage.inputTokens + usage.outputTokens,
    money: usage.money,
    modelCalls: run.result?.usage?.modelCalls,
  };
  const words = name
    .replace(/Ms$|^ms$/, ' time')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase();
  const of = used[name];
  const format = (value: number): string => {
    if (/ms$/i.test(name)) return formatTime(value);
    return name === 'money' ? formatMoney(value) : formatCount(value);
  };
  // What has no end is null in JSON.
  const most = typeof limit === 'number' ? format(limit) : 'no limit';
  return html`<div><dt>${words}</dt><dd>${of === undefined ? '' : typeof limit === 'number' ? `${format(of)} of ` : `${format(of)}, `}${most}</dd></div>`;
}

interface Used {
  inputTokens: number;
  outputTokens: number;
  cachedTokens?: number | undefined;
  imageTokens?: number | undefined;
  reasoningTokens?: number | undefined;
  money?: number | undefined;
}

/** What the run says it used, or what its steps add up to. */
function usageOf({ result, steps }: RunTimeline): Used {
  if (result?.usage) return result.usage;
  const sum: Used = { inputTokens: 0, outputTokens: 0 };
  for (const { usage } of steps) {
    if (!usage) continue;
    sum.inputTokens += usage.inputTokens;
    sum.outputTokens += usage.outputTokens;
    if (usage.money !== undefined) sum.money = (sum.money ?? 0) + usage.money;
  }
  return sum;
}

function tookOf({ result, startedAt, lastAt }: RunTimeline): number | undefined {
  if (result?.ms !== undefined) return result.ms;
  const ms = Date.parse(lastAt) - Date.parse(startedAt);
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}

/** Only addresses of the web can be followed; anything else is shown as it is. */
function link(url: string): Html {
  return /^https?:\/\//i.test(url) ? html`<a href="${url}" rel="noopener noreferrer">${url}</a>` : html`${url}`;
}

import { callWords } from './call-words.js';
import { formatCount, formatMoney, formatTime, type Times, timeNames, timesOf, totalOf } from './figures.js';
import { type Html, html } from './html.js';
import { markedNames, renderMarks, renderPicture, type Shelf } from './picture.js';
import type { CallTimeline, Shot, StepTimeline } from './timeline.js';
import { callVerdict, effectWords, seenLines, shorten, stepVerdict, stepWords } from './verdicts.js';

const mostLines = 8;
const mostData = 6_000;

export interface StepPlace {
  shelf: Shelf;
  /** The time of the slowest step: all bars have this scale. */
  longest: number;
  /** What the screen looked like when the next step began. */
  next?: Shot;
}

export function renderStep(step: StepTimeline, place: StepPlace): Html {
  const { word, tone } = stepVerdict(step);
  const { anchor, page } = step;
  const times = timesOf(step);
  const took = step.ms ?? totalOf(times);
  return html`<article class="step" id="${anchor}" tabindex="-1" aria-labelledby="${anchor}-title">
<header><span class="number" aria-hidden="true">${step.number}</span><h3 id="${anchor}-title"><span class="hidden">Step ${step.number}: </span>${stepWords(step)}</h3><p class="end"><span class="tag ${tone}">${word}</span> <span class="took">${formatTime(took)}</span></p></header>
${page && (page.title || page.url) ? html`<p class="where">${page.title ? html`<b>${shorten(page.title, 120)}</b> ` : undefined}<span>${shorten(page.url ?? '', 160)}</span></p>` : undefined}
${step.thought ? html`<blockquote class="thought"><span class="hidden">Thought: </span>${step.thought}</blockquote>` : undefined}
${step.text ? html`<p class="said"><span class="label">Said</span> ${step.text}</p>` : undefined}
${step.unreadable ? html`<p class="fault"><span class="label">Unreadable reply</span> ${step.unreadable}</p>` : undefined}
${renderPictures(step, place)}
${step.calls.map((call) => renderCall(call, step.calls.length > 1))}
${step.approvals.map(({ what, safety, allowed, by }) => html`<p class="aside"><span class="label">Approval</span> ${what}${safety ? ` (${safety.replaceAll('_', ' ')})` : ''}: ${allowed === undefined ? 'nobody answered' : allowed ? 'allowed' : 'refused'}${by ? ` by ${by}` : ''}</p>`)}
${step.notes.map((text) => html`<p class="aside warn"><span class="label">Note to the model</span> ${text}</p>`)}
${step.logs.map((text) => html`<p class="aside"><span class="label">Log</span> ${text}</p>`)}
<footer>${renderBar(times, place.longest)}<p class="times">${timeWords(times)}${usageWords(step)}</p></footer>
</article>`;
}

function renderPictures(step: StepTimeline, { shelf, next }: StepPlace): Html | undefined {
  const { before, after, number } = step;
  const title = step.page?.title ? `: ${shorten(step.page.title, 80)}` : '';
  const names = markedNames(step);
  const later = after ?? (before ? next : undefined);
  if (!before && !later) return undefined;
  return html`<div class="shots">${
    before &&
    renderPicture(shelf, {
      shot: before,
      caption: 'Before',
      alt: `Step ${number}, before${title}${names.length > 0 ? `. Marked: ${names.join(', ')}` : ''}`,
      marks: renderMarks(step, before),
    })
  }${
    later &&
    renderPicture(shelf, {
      shot: later,
      caption: after ? 'After' : 'After, as the next step began',
      alt: `Step ${number}, after`,
      borrowed: !after || after.file === next?.file,
    })
  }</div>`;
}

function renderCall(call: CallTimeline, isOneOfMany: boolean): Html {
  const { word, tone } = callVerdict(call);
  const effect = effectWords(call);
  const lines = seenLines(call);
  const fault = call.ended?.result.error ?? call.acts.at(-1)?.outcome?.error?.message;
  const hint = call.ended?.result.error ? undefined : call.acts.at(-1)?.outcome?.error?.hint;
  return html`<section class="call">${isOneOfMany ? html`<h4>${callWords(call)} <span class="tag ${tone}">${word}</span></h4>` : undefined}
${fault ? html`<p class="fault">${fault}${hint ? ` ${hint}` : ''}</p>` : undefined}
${effect ? html`<p class="effect ${tone === 'warn' || word === 'cut off' ? 'warn' : ''}">${effect}</p>` : undefined}
${lines.length > 0 ? renderLines(lines) : undefined}
${renderDetails(call)}</section>`;
}

function renderLines(lines: readonly string[]): Html {
  const rows = (some: readonly string[]): Html =>
    html`<ul class="seen">${some.map((line) => html`<li>${line}</li>`)}</ul>`;
  const rest = lines.slice(mostLines);
  return html`${rows(lines.slice(0, mostLines))}${rest.length > 0 ? html`<details class="more"><summary>${rest.length} more</summary>${rows(rest)}</details>` : undefined}`;
}

function renderDetails({ call, ended, acts }: CallTimeline): Html {
  const facts = {
    ...(call.tool ? { tool: call.tool, input: call.input } : { action: call.action }),
    ...(ended?.result.data === undefined ? {} : { data: ended.result.data }),
    ...(ended?.target ? { target: ended.target } : {}),
    ...(ended?.result.metadata.code ? { code: ended.result.metadata.code } : {}),
    ...(acts.length > 0
      ? { actions: acts.map(({ intent, outcome }) => ({ ...intent.action, settled: outcome?.settled?.because })) }
      : {}),
  };
  const text = JSON.stringify(facts, null, 2);
  const shown = text.length > mostData ? `${text.slice(0, mostData)}\n… (the rest is in the journal)` : text;
  return html`<details class="raw"><summary>Call and data</summary><pre tabindex="0">${shown}</pre></details>`;
}

/** Where the time went, as lengths. The words beside it say the same. */
export function renderBar(times: Times, longest: number): Html {
  const scale = longest > 0 ? 1000 / longest : 0;
  let left = 0;
  const parts = timeNames.map((name) => {
    const width = Math.round(times[name] * scale * 10) / 10;
    const part = html`<rect class="${name}" x="${left}" y="0" width="${width}" height="6"/>`;
    left += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" x="0" y="0" width="1000" height="6"/>${parts}</svg>`;
}

export function timeWords(times: Times): Html[] {
  return timeNames
    .filter((name) => times[name] >= 0.5)
    .map((name) => html`<span class="time ${name}">${name} ${formatTime(times[name])}</span> `);
}

function usageWords({ usage }: StepTimeline): Html | undefined {
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return undefined;
  const money = usage.money === undefined ? '' : `, ${formatMoney(usage.money)}`;
  return html`<span class="tokens">${formatCount(usage.inputTokens)} tokens in, ${formatCount(usage.outputTokens)} out${money}</span>`;
}

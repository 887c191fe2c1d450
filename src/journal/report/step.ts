import { formatError } from '../../core/errors.js';
import { describeCall } from './describe-call.js';
import { type Html, html } from './html.js';
import { renderJsonBlock } from './json-block.js';
import { formatCount, formatDollars, formatTime, type StepTimes, timeKinds, toTimes, totalTime } from './metrics.js';
import { listMarkedNames, type PictureSet, renderMarks, renderPicture } from './picture.js';
import type { CallTimeline, StepPicture, StepTimeline } from './timeline.js';
import { callVerdict, describeEffect, describeStep, listChanges, shorten, stepVerdict } from './verdicts.js';

const maxChangeLines = 8;
const maxDataLength = 6_000;

export interface StepContext {
  pictures: PictureSet;
  /** The time of the slowest step, which sets the scale of all bars. */
  maxMs: number;
  /** The screen at the start of the next step. */
  next?: StepPicture;
}

export function renderStep(step: StepTimeline, context: StepContext): Html {
  const { word, tone } = stepVerdict(step);
  const { anchor, page } = step;
  const times = toTimes(step);
  const ms = step.ms ?? totalTime(times);
  return html`<article class="step" id="${anchor}" tabindex="-1" aria-labelledby="${anchor}-title">
<header><span class="number" aria-hidden="true">${step.number}</span><h3 id="${anchor}-title"><span class="hidden">Step ${step.number}: </span>${describeStep(step)}</h3><p class="end"><span class="tag ${tone}">${word}</span> <span class="took">${formatTime(ms)}</span></p></header>
${page && (page.title || page.url) ? html`<p class="where">${page.title ? html`<b>${shorten(page.title, 120)}</b> ` : undefined}<span>${shorten(page.url ?? '', 160)}</span></p>` : undefined}
${step.thought ? html`<blockquote class="thought"><span class="hidden">Thought: </span>${step.thought}</blockquote>` : undefined}
${step.text ? html`<p class="text-reply"><span class="label">Text</span> ${step.text}</p>` : undefined}
${step.unreadable ? html`<p class="fault"><span class="label">Unreadable reply</span> ${step.unreadable}</p>` : undefined}
${renderPictures(step, context)}
${step.calls.map((call) => renderCall(call, step.calls.length > 1))}
${step.approvals.map(renderApproval)}
${step.notes.map((text) => html`<p class="aside warn"><span class="label">Note to the model</span> ${text}</p>`)}
${step.logs.map((text) => html`<p class="aside"><span class="label">Log</span> ${text}</p>`)}
<footer>${renderBar(times, context.maxMs)}<p class="times">${renderTimes(times)}${renderUsage(step)}</p></footer>
</article>`;
}

function renderApproval({ description, safety, approved, by }: StepTimeline['approvals'][number]): Html {
  const level = safety ? ` (${safety.replaceAll('_', ' ')})` : '';
  const decision = approved === undefined ? 'no answer' : approved ? 'approved' : 'refused';
  return html`<p class="aside"><span class="label">Approval</span> ${description}${level}: ${decision}${by ? ` by ${by}` : ''}</p>`;
}

function renderPictures(step: StepTimeline, { pictures, next }: StepContext): Html | undefined {
  const { before, after, number } = step;
  const title = step.page?.title ? `: ${shorten(step.page.title, 80)}` : '';
  const names = listMarkedNames(step);
  const later = after ?? (before ? next : undefined);
  if (!before && !later) return undefined;
  return html`<div class="shots">${
    before &&
    renderPicture(pictures, {
      picture: before,
      caption: 'Before',
      alt: `Step ${number}, before${title}${names.length > 0 ? `. Marked: ${names.join(', ')}` : ''}`,
      marks: renderMarks(step, before),
    })
  }${
    later &&
    renderPicture(pictures, {
      picture: later,
      caption: after ? 'After' : 'After (start of the next step)',
      alt: `Step ${number}, after`,
      isRepeated: !after || after.file === next?.file,
    })
  }</div>`;
}

function renderCall(call: CallTimeline, hasTitle: boolean): Html {
  const { word, tone } = callVerdict(call);
  const effect = describeEffect(call);
  const lines = listChanges(call);
  const fault = call.actions.at(-1)?.outcome?.error;
  const error = call.ended?.result.error ?? (fault && formatError(fault));
  return html`<section class="call">${hasTitle ? html`<h4>${describeCall(call)} <span class="tag ${tone}">${word}</span></h4>` : undefined}
${error ? html`<p class="fault">${error}</p>` : undefined}
${effect ? html`<p class="effect ${tone === 'warn' || word === 'interrupted' ? 'warn' : ''}">${effect}</p>` : undefined}
${lines.length > 0 ? renderLines(lines) : undefined}
${renderDetails(call)}</section>`;
}

function renderLines(lines: readonly string[]): Html {
  const rows = (some: readonly string[]): Html =>
    html`<ul class="changes">${some.map((line) => html`<li>${line}</li>`)}</ul>`;
  const rest = lines.slice(maxChangeLines);
  return html`${rows(lines.slice(0, maxChangeLines))}${rest.length > 0 ? html`<details class="more"><summary>${rest.length} more</summary>${rows(rest)}</details>` : undefined}`;
}

function renderDetails({ call, ended, actions }: CallTimeline): Html {
  const details = {
    ...(call.tool ? { tool: call.tool, input: call.input } : { action: call.action }),
    data: ended?.result.data,
    target: ended?.target,
    code: ended?.result.metadata.code,
    ...(actions.length > 0
      ? { actions: actions.map(({ intent, outcome }) => ({ ...intent.action, settled: outcome?.settled?.reason })) }
      : {}),
  };
  return renderJsonBlock('raw', 'Call and data', details, maxDataLength);
}

/** The time by kind, as a bar. */
export function renderBar(times: StepTimes, maxMs: number): Html {
  const scale = maxMs > 0 ? 1000 / maxMs : 0;
  let left = 0;
  const parts = timeKinds.map((name) => {
    const width = Math.round(times[name] * scale * 10) / 10;
    const part = html`<rect class="${name}" x="${left}" y="0" width="${width}" height="6"/>`;
    left += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true"><rect class="track" x="0" y="0" width="1000" height="6"/>${parts}</svg>`;
}

export function renderTimes(times: StepTimes): Html[] {
  return timeKinds
    .filter((name) => times[name] >= 0.5)
    .map((name) => html`<span class="time ${name}">${name} ${formatTime(times[name])}</span> `);
}

function renderUsage({ usage }: StepTimeline): Html | undefined {
  if (!usage || usage.inputTokens + usage.outputTokens === 0) return undefined;
  const cost = usage.cost === undefined ? '' : `, ${formatDollars(usage.cost)}`;
  return html`<span class="tokens">${formatCount(usage.inputTokens)} tokens in, ${formatCount(usage.outputTokens)} out${cost}</span>`;
}

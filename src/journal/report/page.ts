import { createHash } from 'node:crypto';
import type { Entry } from '../entry.js';
import type { Damage } from '../read-journal.js';
import { type Html, html, trusted } from './html.js';
import { sumTimes, toTimes, totalTime } from './metrics.js';
import { createPictureSet, type PictureSet } from './picture.js';
import { findProblems, type Problem } from './problems.js';
import { renderRunFacts, renderRunHead } from './run.js';
import { reportScript } from './script.js';
import { renderStep } from './step.js';
import { reportStyle } from './style.js';
import { buildTimeline, type RunTimeline, type StepTimeline } from './timeline.js';
import { describeStep, runVerdict, shorten, stepVerdict } from './verdicts.js';

/** With more steps, the browser lays out each step only when it comes into view. */
const maxEagerSteps = 30;
const maxShownProblems = 12;

/** Renders the report as one HTML page. `pictures` maps the path of each included picture to its data URL. */
export function renderReport(
  entries: readonly Entry[],
  pictures: ReadonlyMap<string, string>,
  damage: readonly Damage[] = [],
): string {
  const timeline = buildTimeline(entries);
  const steps = timeline.runs.flatMap((run) => run.steps);
  const pictureSet = createPictureSet(pictures);
  const problems = findProblems(timeline, damage);
  const maxMs = Math.max(0, ...steps.map((step) => Math.max(step.ms ?? 0, totalTime(toTimes(step)))));
  const [first] = timeline.runs;
  const last = timeline.runs.at(-1);
  const name = first?.task ?? 'Session without a task';
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src '${hashOf(reportStyle)}'`,
    `script-src '${hashOf(reportScript)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${last ? `${runVerdict(last).word}: ` : ''}${shorten(name, 80)}</title>
<style>${trusted(reportStyle)}</style>
</head>
<body>
<a class="skip" href="#steps">Skip to the steps</a>
<header class="top"><p class="brand"><b>Handrail</b> run report</p></header>
<main>
${timeline.runs.length > 0 ? timeline.runs.map((run, index) => renderRunHead(run, index, timeline.runs.length)) : html`<h1>The journal is empty</h1>`}
${problems.length > 0 ? renderProblems(problems) : undefined}
${steps.length > 0 ? renderFilmStrip(steps, pictureSet) : undefined}
<section id="steps" class="${steps.length > maxEagerSteps ? 'many' : 'few'}" tabindex="-1" aria-labelledby="steps-title">
<div class="line"><h2 id="steps-title">Steps</h2><p class="keys"><kbd>j</kbd> <kbd>k</kbd> or <kbd>←</kbd> <kbd>→</kbd> next and previous, <kbd>Enter</kbd> enlarges a picture</p></div>
${steps.length === 0 ? html`<p class="quiet">No steps.</p>` : undefined}
${timeline.runs.map((run) => renderSteps(run, pictureSet, maxMs, timeline.runs.length > 1))}
</section>
${timeline.runs.map((run) => renderRunFacts(run, sumTimes(run.steps)))}
</main>
<footer class="bottom"><p>Generated from the journal. Secrets were removed before it was written.</p></footer>
<dialog id="large" aria-label="Enlarged picture"><div class="large"></div><p><span class="caption"></span><button type="button" class="close">Close</button></p></dialog>
<script>${trusted(reportScript)}</script>
</body>
</html>
`.markup;
}

function renderSteps({ task, steps }: RunTimeline, pictures: PictureSet, maxMs: number, hasTitle: boolean): Html {
  const shown = steps.map((step, index) => {
    const next = steps[index + 1]?.before;
    return renderStep(step, { pictures, maxMs, next });
  });
  return html`${hasTitle ? html`<p class="turn"><span class="label">Task</span> ${task ?? ''}</p>` : undefined}${shown}`;
}

function renderProblems(problems: readonly Problem[]): Html {
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  const row = ({ kind, text, hint, tone, step }: Problem): Html =>
    html`<li class="${tone}${step ? '' : ' whole'}"><span class="kind">${kind}</span> <span class="text">${shorten(text, 600)}${hint ? html` <span class="hint">${hint}</span>` : undefined}</span>${step ? html` <a href="#${step.anchor}">step ${step.number}</a>` : undefined}</li>`;
  const rest = problems.slice(maxShownProblems);
  return html`<section class="problems" aria-labelledby="problems-title"><h2 id="problems-title">${count}</h2>
<ul>${problems.slice(0, maxShownProblems).map(row)}</ul>
${rest.length > 0 ? html`<details><summary>${rest.length} more</summary><ul>${rest.map(row)}</ul></details>` : undefined}</section>`;
}

function renderFilmStrip(steps: readonly StepTimeline[], pictures: PictureSet): Html {
  const frames = steps.map((step) => {
    const { word, tone } = stepVerdict(step);
    const picture = step.before ?? step.after;
    const id = picture && pictures.idOf(picture.file);
    const label = `Step ${step.number}: ${shorten(describeStep(step), 80)}, ${word}`;
    const image =
      picture && id
        ? html`<img data-thumb="${id}" alt="" width="${picture.screen.width}" height="${picture.screen.height}">`
        : html`<span class="blank"></span>`;
    return html`<li><a href="#${step.anchor}" aria-label="${label}" title="${label}" class="${tone}">${image}<span class="count">${step.number}</span></a></li>`;
  });
  return html`<nav class="strip" aria-label="Film strip"><ol>${frames}</ol></nav>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}

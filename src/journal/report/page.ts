import { createHash } from 'node:crypto';
import type { Entry } from '../entry.js';
import type { Damage } from '../read-journal.js';
import { sumTimes, timesOf, totalOf } from './figures.js';
import { type Html, html, trusted } from './html.js';
import { createShelf, type Shelf } from './picture.js';
import { findProblems, type Problem } from './problems.js';
import { renderRunFacts, renderRunHead } from './run.js';
import { reportScript } from './script.js';
import { renderStep } from './step.js';
import { reportStyle } from './style.js';
import { buildTimeline, type RunTimeline, type StepTimeline } from './timeline.js';
import { runVerdict, shorten, stepVerdict, stepWords } from './verdicts.js';

/** More than these are laid out only when they come into view. */
const fewSteps = 30;

/** The whole report as one page. `pictures` gives the data URL of each picture that is to be in it, by its path. */
export function renderReport(
  entries: readonly Entry[],
  pictures: ReadonlyMap<string, string>,
  damage: readonly Damage[] = [],
): string {
  const story = buildTimeline(entries);
  const steps = story.runs.flatMap((run) => run.steps);
  const shelf = createShelf(pictures);
  const problems = findProblems(story, damage);
  const longest = Math.max(0, ...steps.map((step) => Math.max(step.ms ?? 0, totalOf(timesOf(step)))));
  const [first] = story.runs;
  const last = story.runs.at(-1);
  const name = first?.task ?? 'What was done in a session';
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
${story.runs.length > 0 ? story.runs.map((run, index) => renderRunHead(run, index, story.runs.length)) : html`<h1>An empty journal</h1>`}
${problems.length > 0 ? renderProblems(problems) : undefined}
${steps.length > 0 ? renderStrip(steps, shelf) : undefined}
<section id="steps" class="${steps.length > fewSteps ? 'many' : 'few'}" tabindex="-1" aria-labelledby="steps-title">
<div class="line"><h2 id="steps-title">Steps</h2><p class="keys"><kbd>j</kbd> <kbd>k</kbd> or <kbd>←</kbd> <kbd>→</kbd> next and previous, <kbd>Enter</kbd> enlarges a picture</p></div>
${steps.length === 0 ? html`<p class="quiet">No step was begun.</p>` : undefined}
${story.runs.map((run) => renderSteps(run, shelf, longest, story.runs.length > 1))}
</section>
${story.runs.map((run) => renderRunFacts(run, sumTimes(run.steps)))}
</main>
<footer class="bottom"><p>Made from the journal alone. Secrets were removed before anything was written.</p></footer>
<dialog id="large" aria-label="Enlarged picture"><div class="large"></div><p><span class="caption"></span><button type="button" class="close">Close</button></p></dialog>
<script>${trusted(reportScript)}</script>
</body>
</html>
`.markup;
}

function renderSteps({ task, steps }: RunTimeline, shelf: Shelf, longest: number, isOneOfMany: boolean): Html {
  const shown = steps.map((step, index) => {
    const next = steps[index + 1]?.before;
    return renderStep(step, { shelf, longest, ...(next ? { next } : {}) });
  });
  return html`${isOneOfMany ? html`<p class="turn"><span class="label">Task</span> ${task ?? ''}</p>` : undefined}${shown}`;
}

function renderProblems(problems: readonly Problem[]): Html {
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  const row = ({ kind, text, hint, tone, step }: Problem): Html =>
    html`<li class="${tone}${step ? '' : ' whole'}"><span class="kind">${kind}</span> <span class="text">${shorten(text, 600)}${hint ? html` <span class="hint">${hint}</span>` : undefined}</span>${step ? html` <a href="#${step.anchor}">step ${step.number}</a>` : undefined}</li>`;
  const most = 12;
  const rest = problems.slice(most);
  return html`<section class="problems" aria-labelledby="problems-title"><h2 id="problems-title">${count}</h2>
<ul>${problems.slice(0, most).map(row)}</ul>
${rest.length > 0 ? html`<details><summary>${rest.length} more</summary><ul>${rest.map(row)}</ul></details>` : undefined}</section>`;
}

function renderStrip(steps: readonly StepTimeline[], shelf: Shelf): Html {
  const frames = steps.map((step) => {
    const { word, tone } = stepVerdict(step);
    const shot = step.before ?? step.after;
    const id = shot && shelf.idOf(shot.file);
    const label = `Step ${step.number}: ${shorten(stepWords(step), 80)}, ${word}`;
    const image =
      shot && id
        ? html`<img data-thumb="${id}" alt="" width="${shot.screen.width}" height="${shot.screen.height}">`
        : html`<span class="blank"></span>`;
    return html`<li><a href="#${step.anchor}" aria-label="${label}" title="${label}" class="${tone}">${image}<span class="count">${step.number}</span></a></li>`;
  });
  return html`<nav class="strip" aria-label="Film strip"><ol>${frames}</ol></nav>`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}`;
}

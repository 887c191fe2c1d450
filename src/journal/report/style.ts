/** The style sheet of a report: one column, light and dark, for screen, print and phone. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --sunk: #f3f1ed; --line: #e4e0d8; --ink: #1d1c1a; --soft: #5e5a52; --faint: #6f6a61;
  --accent: #0b6e5f; --mark: #e8590c;
  --good: #17693f; --good-bg: #e4f2e9; --bad: #a61b1b; --bad-bg: #fbe9e7; --warn: #845100; --warn-bg: #fbf0d9; --quiet-bg: #edeae4;
  --observe: #7b8ea6; --model: #5b5bd6; --act: #0b8f7a; --settle: #d9a036; --other: #b9b3a8;
  --sans: -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #151514; --card: #1d1d1b; --sunk: #262523; --line: #35332f; --ink: #ecebe7; --soft: #b5b1a8; --faint: #9a958b;
    --accent: #4fc3ae; --mark: #ff8a4c;
    --good: #7fd6a2; --good-bg: #17311f; --bad: #ff9b91; --bad-bg: #3d1a17; --warn: #f2c063; --warn-bg: #37290d; --quiet-bg: #2c2b28;
    --observe: #8fa3bd; --model: #8f8ff2; --act: #3fb9a3; --settle: #d9a94f; --other: #5d5a53;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { font: 16px/1.55 var(--sans); color: var(--ink); background: var(--paper); scroll-padding-top: 7.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; overflow-wrap: anywhere; }
main, .top, .bottom { max-width: 70rem; margin: 0 auto; padding: 0 1.5rem; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote, pre { margin: 0; padding: 0; }
ul, ol { list-style: none; }
a { color: var(--accent); text-underline-offset: .18em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 9; padding: .5rem 1rem; background: var(--ink); color: var(--paper); border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }
.label, .eyebrow, .head h2:not(.task), .facts h2, .spent h2 { font-size: .75rem; font-weight: 600; letter-spacing: .06em; text-transform: uppercase; color: var(--faint); }
.label { margin-right: .35rem; }
.quiet { color: var(--soft); }

.top { padding-top: 2.25rem; font-size: .875rem; color: var(--faint); }
.brand b { color: var(--ink); font-weight: 650; letter-spacing: -.01em; margin-right: .35rem; }

.head { padding: 1rem 0 0; }
.head + .head { margin-top: 2rem; padding-top: 2rem; border-top: 1px solid var(--line); }
h1, h2.task { font-size: clamp(1.5rem, 1.1rem + 1.7vw, 2.25rem); line-height: 1.2; font-weight: 650; letter-spacing: -.02em; text-wrap: balance; max-width: 52rem; white-space: pre-line; }
h1.long, h2.task.long { font-size: clamp(1.125rem, 1rem + .6vw, 1.375rem); line-height: 1.45; font-weight: 500; letter-spacing: -.005em; text-wrap: wrap; max-width: 56rem; }
.verdict { display: flex; flex-wrap: wrap; align-items: center; gap: .375rem 0; margin-top: 1rem; color: var(--soft); font-size: .9375rem; font-variant-numeric: tabular-nums; }
.pill { padding: .2rem .75rem; border-radius: 99px; font-weight: 600; margin-right: .875rem; }
.fact:not(:last-child)::after { content: "·"; margin: 0 .5rem; color: var(--faint); }
.good { --tone: var(--good); --tone-bg: var(--good-bg); }
.bad { --tone: var(--bad); --tone-bg: var(--bad-bg); }
.warn { --tone: var(--warn); --tone-bg: var(--warn-bg); }
.quiet { --tone: var(--soft); --tone-bg: var(--quiet-bg); }
.pill, .tag { color: var(--tone); background: var(--tone-bg); }
.tag { display: inline-block; padding: .05rem .5rem; border-radius: 5px; font-size: .8125rem; font-weight: 550; white-space: nowrap; }
.answer { margin-top: 1.5rem; padding: .25rem 0 .25rem 1.125rem; border-left: 3px solid var(--tone, var(--accent)); max-width: 52rem; }
.answer p { font-size: 1.125rem; line-height: 1.5; white-space: pre-wrap; }
.evidence { margin-top: 1.25rem; max-width: 52rem; }
.evidence li { position: relative; padding: .125rem 0 .125rem 1.25rem; }
.evidence li::before { content: ""; position: absolute; left: .25rem; top: .8em; width: .4rem; height: .4rem; border-radius: 50%; background: var(--accent); }
.data { margin-top: 1rem; }

.problems { margin-top: 2rem; border: 1px solid var(--line); border-radius: 10px; background: var(--card); overflow: hidden; }
.problems h2 { font-size: 1rem; font-weight: 650; padding: .75rem 1.125rem; border-bottom: 1px solid var(--line); }
.problems li { display: grid; grid-template-columns: 9rem 1fr auto; gap: 0 1rem; padding: .55rem 1.125rem; font-size: .9375rem; }
.problems li + li, .problems details li { border-top: 1px solid var(--line); }
.problems .whole { font-size: 1rem; font-weight: 550; }
.problems .kind { color: var(--tone); font-weight: 600; }
.problems .hint { color: var(--soft); }
.problems a { white-space: nowrap; font-variant-numeric: tabular-nums; }
.problems details > summary { padding: .55rem 1.125rem; border-top: 1px solid var(--line); }
summary { cursor: pointer; color: var(--faint); font-size: .875rem; }
summary:hover { color: var(--ink); }

.strip { position: sticky; top: 0; z-index: 2; margin: 2rem -1.5rem 0; padding: .625rem 0; background: var(--paper); border-bottom: 1px solid var(--line); }
.strip ol { display: flex; gap: .5rem; overflow-x: auto; padding: .3rem 1.5rem; scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
.strip a { position: relative; display: block; width: 6.5rem; height: 4.1rem; border-radius: 5px; overflow: hidden; background: var(--sunk); box-shadow: 0 0 0 1px var(--line); color: inherit; }
.strip li { flex: none; content-visibility: auto; contain-intrinsic-size: 6.5rem 4.1rem; overflow: clip; overflow-clip-margin: 6px; }
.strip img { display: block; width: 100%; height: 100%; object-fit: cover; object-position: top; }
.strip img:not([src]) { visibility: hidden; }
.strip .count { position: absolute; left: 0; bottom: 0; min-width: 1.5rem; padding: 0 .375rem; font-size: .75rem; line-height: 1.25rem; font-weight: 600; text-align: center; border-radius: 0 5px 0 0; background: var(--card); color: var(--ink); font-variant-numeric: tabular-nums; }
.strip .bad .count, .strip .warn .count { background: var(--tone-bg); color: var(--tone); }
.strip .bad, .strip .warn { box-shadow: 0 0 0 1px var(--tone); }
.strip a[aria-current] { box-shadow: 0 0 0 2.5px var(--accent); }

#steps { outline: none; }
.line { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1rem; padding: 1.75rem 0 .5rem; }
.line h2 { font-size: 1.25rem; font-weight: 650; letter-spacing: -.01em; }
.keys { font-size: .8125rem; color: var(--faint); }
kbd { font: .75rem/1 var(--mono); padding: .15rem .35rem; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 4px; background: var(--card); color: var(--soft); }
.turn { margin: 1.25rem 0 .25rem; font-weight: 550; }

.many .step { content-visibility: auto; contain-intrinsic-size: auto 40rem; }
.step { margin: 1rem 0; padding: 1.25rem 1.375rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.step:focus { outline: 2px solid var(--accent); outline-offset: 0; }
.step > header { display: grid; grid-template-columns: auto 1fr auto; gap: 0 .875rem; align-items: baseline; }
.number { min-width: 1.75rem; font-size: 1.0625rem; font-weight: 600; color: var(--faint); font-variant-numeric: tabular-nums; }
h3 { font-size: 1.0625rem; line-height: 1.4; font-weight: 620; letter-spacing: -.005em; }
.end { white-space: nowrap; }
.took { margin-left: .375rem; font-size: .875rem; color: var(--faint); font-variant-numeric: tabular-nums; }
.step > :not(header) { margin-left: 2.625rem; }
.where { font-size: .875rem; color: var(--faint); }
.where b { font-weight: 550; color: var(--soft); margin-right: .25rem; }
.thought { margin-top: .625rem; color: var(--soft); white-space: pre-wrap; max-width: 50rem; }
.text-reply, .aside, .fault, .effect { margin-top: .5rem; max-width: 50rem; }
.aside { font-size: .9375rem; color: var(--soft); }
.aside.warn { color: var(--warn); }
.aside.warn .label { color: inherit; }
.fault { padding: .45rem .75rem; border-radius: 6px; background: var(--bad-bg); color: var(--bad); white-space: pre-wrap; }
.fault .label { color: inherit; }
.call { margin-top: .75rem; }
.call + .call { padding-top: .75rem; border-top: 1px dashed var(--line); }
h4 { font-size: .9375rem; font-weight: 600; }
.effect { font-size: .9375rem; color: var(--soft); }
.effect.warn { color: var(--tone); }
.changes { margin-top: .125rem; font-size: .9375rem; }
.changes li { position: relative; padding-left: 1.125rem; }
.changes li::before { content: "→"; position: absolute; left: 0; color: var(--accent); }
.raw { margin-top: .375rem; }
pre { margin-top: .375rem; padding: .75rem .875rem; max-height: 24rem; overflow: auto; font: .8125rem/1.5 var(--mono); background: var(--sunk); border-radius: 6px; white-space: pre-wrap; }

.shots { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-top: .875rem; }
.shot { min-width: 0; }
.shot:only-child { max-width: 50rem; grid-column: 1 / -1; }
.frame { position: relative; display: block; width: 100%; padding: 0; border: 0; background: var(--sunk); border-radius: 6px; overflow: hidden; box-shadow: 0 0 0 1px var(--line); cursor: zoom-in; font: inherit; color: inherit; text-align: left; }
.frame img { display: block; width: 100%; height: auto; font-size: .8125rem; color: var(--faint); }
.marks { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.marks rect, .marks circle { fill: var(--mark); fill-opacity: .14; stroke: var(--mark); stroke-width: 2.5px; vector-effect: non-scaling-stroke; }
.marks .halo { fill: none; stroke: #fff; stroke-opacity: .85; stroke-width: 6px; }
figcaption { margin-top: .3rem; font-size: .8125rem; color: var(--faint); }
.missing { padding: 2rem 1rem; font-size: .875rem; color: var(--faint); text-align: center; background: var(--sunk); border-radius: 6px; }

.step > footer { margin-top: .875rem; }
.bar { display: block; width: 100%; height: 6px; border-radius: 3px; }
.bar .track { fill: var(--sunk); }
.bar .observe { fill: var(--observe); } .bar .model { fill: var(--model); } .bar .act { fill: var(--act); } .bar .settle { fill: var(--settle); } .bar .other { fill: var(--other); }
.times { display: flex; flex-wrap: wrap; gap: .125rem 1rem; margin-top: .375rem; font-size: .8125rem; color: var(--faint); font-variant-numeric: tabular-nums; }
.time::before { content: ""; display: inline-block; width: .55rem; height: .55rem; margin-right: .35rem; border-radius: 2px; background: var(--swatch); }
.time.observe { --swatch: var(--observe); } .time.model { --swatch: var(--model); } .time.act { --swatch: var(--act); } .time.settle { --swatch: var(--settle); } .time.other { --swatch: var(--other); }
.tokens { margin-left: auto; }

.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 2rem; margin-top: 2.5rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
.facts dl { margin-top: .5rem; font-size: .9375rem; font-variant-numeric: tabular-nums; }
.facts dl > div { display: grid; grid-template-columns: 9rem 1fr; gap: 0 1rem; padding: .2rem 0; }
.facts dt { color: var(--faint); }
.spent { grid-column: 1 / -1; }
.spent .bar { height: 10px; margin-top: .625rem; }
.bottom { padding-top: 2.5rem; padding-bottom: 3rem; font-size: .8125rem; color: var(--faint); }

dialog { width: min(96vw, 100rem); max-width: none; max-height: none; padding: 0; border: 0; border-radius: 10px; background: var(--card); color: var(--ink); overflow: hidden; }
dialog::backdrop { background: rgb(0 0 0 / .7); }
.large { position: relative; width: fit-content; margin: 0 auto; }
.large img { display: block; max-width: 100%; width: auto; height: auto; max-height: 86vh; }
dialog p { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: .625rem 1rem; font-size: .875rem; color: var(--soft); }
.close { padding: .3rem .875rem; border: 1px solid var(--line); border-radius: 6px; background: var(--sunk); color: var(--ink); font: inherit; cursor: pointer; }

@media (max-width: 46rem) {
  main, .top, .bottom { padding-left: 1rem; padding-right: 1rem; }
  .top { padding-top: 1.25rem; }
  html { scroll-padding-top: 5.5rem; }
  .keys { display: none; }
  .strip { margin-left: -1rem; margin-right: -1rem; padding: .25rem 0; }
  .strip ol { padding-left: 1rem; padding-right: 1rem; }
  .strip a { width: 4.75rem; height: 3rem; }
  .strip li { contain-intrinsic-size: 4.75rem 3rem; }
  .problems li { grid-template-columns: 1fr auto; }
  .problems .text { grid-row: 2; grid-column: 1 / -1; }
  .step { padding: 1rem; }
  .step > :not(header) { margin-left: 0; }
  .step > header { grid-template-columns: auto 1fr; }
  .number { min-width: 0; }
  .end { grid-column: 2; }
  .shots, .facts { grid-template-columns: 1fr; }
  .facts { gap: 1.5rem; }
  .facts dl > div { grid-template-columns: 7rem 1fr; }
  .tokens { margin-left: 0; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; }
  html { font-size: 10pt; }
  .strip, .keys, .skip, .raw, dialog { display: none; }
  .many .step { content-visibility: visible; }
  .step { break-inside: avoid; border-color: #ccc; }
  .step > header, .head { break-after: avoid; }
  main, .top, .bottom { max-width: none; padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (prefers-reduced-motion: no-preference) { .frame { transition: box-shadow .15s; } .frame:hover { box-shadow: 0 0 0 2px var(--accent); } }
@media (forced-colors: active) { .bar, .marks { forced-color-adjust: none; } }
`;

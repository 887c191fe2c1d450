import { page } from '../../site.js';

/** A small square page with its instruction at the top, as in public benchmarks. */
export function miniPage(instruction: string, body: string, script = ''): string {
  return page({
    title: 'Task',
    style: `body { margin: 0 } #wrap { width: 220px } #query { background: #ff9; padding: 4px; font-size: 13px } #area { padding: 6px; font-size: 13px; min-height: 170px; position: relative }
      .link { color: #00f; text-decoration: underline; cursor: pointer } .hid { display: none }`,
    body: `<div id="wrap"><div id="query">${instruction}</div><div id="area">${body}</div></div>`,
    script: `const $ = (s) => document.querySelector(s), $$ = (s) => [...document.querySelectorAll(s)]; ${script}`,
  });
}

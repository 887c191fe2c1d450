import type { ActionInput } from '../../../src/index.js';

/** A page that people use all day without a consequence, and what is done on it. */
export interface OrdinaryPage {
  name: string;
  html: string;
  files?: Readonly<Record<string, string>>;
  actions: readonly ActionInput[];
}

export const click = (target: string): ActionInput => ({ type: 'click', target });
export const type = (target: string, text: string): ActionInput => ({ type: 'type', target, text });
export const enter = (target: string, text: string): ActionInput => ({ type: 'type', target, text, submit: true });
export const choose = (target: string, value: string | boolean): ActionInput => ({ type: 'set_value', target, value });
export const keys = (names: string): ActionInput => ({ type: 'key', keys: names });
export const scroll: ActionInput = { type: 'scroll', dx: 0, dy: 600 };

/** A page with `send(path, value, method)`, which sends JSON and shows the status. */
export function app(body: string, script = ''): string {
  return `<!doctype html><meta charset="utf-8"><title>App</title><body>${body}<p id="status"></p><script>
    const send = (path, value, method = 'POST', more = {}) => fetch(path, { method, headers: { 'content-type': 'application/json' }, body: value === undefined ? undefined : JSON.stringify(value), ...more }).then((r) => { document.querySelector('#status').textContent = 'status ' + r.status; }, () => { document.querySelector('#status').textContent = 'failed'; });
    const on = (id, name, f) => document.getElementById(id).addEventListener(name, f);
    ${script}</script>`;
}

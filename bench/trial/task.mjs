/**
 * One task of the trial. `make` chooses the content of the page; `page` runs inside the page and may use only its parameters.
 * @typedef {object} Task
 * @property {string} id also the path of the page: /t/<id>
 * @property {'small' | 'large'} size
 * @property {(random: import('./random.mjs').Random) => Instance} make
 * @property {(kit: import('./kit.mjs').Kit, data: any) => void} page
 * @property {Oracle} handrail
 * @property {Oracle} agentBrowser
 *
 * @typedef {object} Instance
 * @property {string} instruction
 * @property {Record<string, any>} data what the page needs
 * @property {unknown} expected the task is solved if the last result of the page equals this
 * @property {string[]} presses the names of the presses that belong to the task; `name*` allows every name that begins so. Every other press is wrong
 *
 * @typedef {(oracle: import('./oracle.mjs').OracleContext) => Promise<unknown>} Oracle
 *
 * @typedef {{ task: string, kind: 'result' | 'press' | 'place', name?: string, value?: unknown, x?: number, y?: number }} Report what a page sends
 */

/** @param {Instance} instance @param {string} name */
function belongsToTask({ presses }, name) {
  return presses.some((allowed) => (allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed));
}

/**
 * Whether the page's own reports show that the task was solved, and the presses that were wrong.
 * @param {Instance} instance @param {Report[]} reports
 */
export function judge(instance, reports) {
  const result = reports.findLast(({ kind }) => kind === 'result');
  const wrong = reports
    .filter(({ kind, name }) => kind === 'press' && !belongsToTask(instance, name ?? ''))
    .map(({ name }) => name);
  return {
    solved: result !== undefined && JSON.stringify(result.value) === JSON.stringify(instance.expected),
    started: reports.length > 0,
    result: result?.value,
    wrong,
  };
}

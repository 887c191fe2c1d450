import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * cua-driver by its own calls, in the background as Handrail uses it.
 * @param {{ env: Record<string, string> }} desk
 */
export function cuaDriver(desk) {
  let child;
  let lastId = 0;
  const waiting = new Map();

  /** @param {string} tool @param {object} input */
  async function call(tool, input) {
    lastId += 1;
    const answer = await new Promise((resolve, reject) => {
      waiting.set(lastId, { resolve, reject });
      child.send({ id: lastId, tool, input: { session: 'bench', ...input } });
    });
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
    return answer.facts;
  }

  /** @param {RegExp} title */
  async function address(title) {
    const { windows } = await call('list_windows', {});
    const found = windows.find((window) => title.test(window.title));
    if (!found) throw new Error(`No window ${title}.`);
    return { pid: found.pid, window_id: found.window_id };
  }

  /** @param {RegExp} title @param {object} [more] */
  async function state(title, more) {
    return call('get_window_state', { ...(await address(title)), include_screenshot: false, ...more });
  }

  return {
    name: 'cua-driver',
    async open() {
      child = fork(fileURLToPath(new URL('./cua-driver-process.mjs', import.meta.url)), {
        env: desk.env,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      await new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`cua-driver could not be started (${code})`)));
        child.on('message', (told) => {
          if (told.ready) return resolve(undefined);
          waiting.get(told.id)?.resolve(told);
          waiting.delete(told.id);
        });
      });
      child.once('exit', () => {
        for (const { reject } of waiting.values()) reject(new Error('cua-driver ended'));
      });
    },
    look: (/** @type {RegExp} */ title) => state(title),
    picture: (/** @type {RegExp} */ title) => state(title, { include_screenshot: true }),
    /** A look before, the click, a look after: what it takes to tell what a click did. @param {RegExp} title @param {string} label */
    async click(title, label) {
      const before = await state(title);
      const element = before.elements.find((one) => one.label === label && /button/.test(one.role));
      if (!element) throw new Error(`No "${label}".`);
      const { pid, window_id } = before;
      await call('click', { pid, window_id, element_token: element.element_token, delivery_mode: 'background' });
      await state(title);
    },
    /** @param {RegExp} title @param {string} value */
    async write(title, value) {
      const before = await state(title);
      const element = before.elements.find((one) => one.role === 'text');
      const { pid, window_id } = before;
      await call('set_value', { pid, window_id, element_token: element.element_token, value });
      await state(title);
    },
    async close() {
      child?.kill('SIGKILL');
    },
  };
}

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * cua-driver through its own calls, in the background, as Handrail uses it.
 * @param {{ env: Record<string, string> }} desktop
 */
export function cuaDriver(desktop) {
  let child;
  let lastId = 0;
  const waiting = new Map();

  /** @param {string} tool @param {object} input */
  async function call(tool, input) {
    lastId += 1;
    const reply = await new Promise((resolve, reject) => {
      waiting.set(lastId, { resolve, reject });
      child.send({ id: lastId, tool, input: { session: 'bench', ...input } });
    });
    if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
    return reply.data;
  }

  /** @param {RegExp} title */
  async function findWindow(title) {
    const { windows } = await call('list_windows', {});
    const found = windows.find((window) => title.test(window.title));
    if (!found) throw new Error(`There is no window ${title}.`);
    return { pid: found.pid, window_id: found.window_id };
  }

  /** @param {RegExp} title @param {object} [more] */
  async function readState(title, more) {
    return call('get_window_state', { ...(await findWindow(title)), include_screenshot: false, ...more });
  }

  return {
    name: 'cua-driver',
    async open() {
      child = fork(fileURLToPath(new URL('./cua-driver-process.mjs', import.meta.url)), {
        env: desktop.env,
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      await new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`cua-driver could not be started (${code})`)));
        child.on('message', (message) => {
          if (message.ready) return resolve(undefined);
          waiting.get(message.id)?.resolve(message);
          waiting.delete(message.id);
        });
      });
      child.once('exit', () => {
        for (const { reject } of waiting.values()) reject(new Error('cua-driver ended'));
      });
    },
    observe: (/** @type {RegExp} */ title) => readState(title),
    observeWithPicture: (/** @type {RegExp} */ title) => readState(title, { include_screenshot: true }),
    /** Observes before and after the click, which is needed to verify the effect. @param {RegExp} title @param {string} label */
    async click(title, label) {
      const before = await readState(title);
      const element = before.elements.find((one) => one.label === label && /button/.test(one.role));
      if (!element) throw new Error(`There is no "${label}".`);
      const { pid, window_id } = before;
      await call('click', { pid, window_id, element_token: element.element_token, delivery_mode: 'background' });
      await readState(title);
    },
    /** @param {RegExp} title @param {string} value */
    async setText(title, value) {
      const before = await readState(title);
      const element = before.elements.find((one) => one.role === 'text');
      const { pid, window_id } = before;
      await call('set_value', { pid, window_id, element_token: element.element_token, value });
      await readState(title);
    },
    async close() {
      child?.kill('SIGKILL');
    },
  };
}

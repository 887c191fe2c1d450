import { fileURLToPath } from 'node:url';
import { viewport } from '../browser.mjs';
import { within } from '../deadline.mjs';
import { peerEnvironment } from '../environment.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';
import { pick, runner, typed } from './shell.mjs';

const path = fileURLToPath(new URL('../../bin/handrail', import.meta.url));

const roles = { button: 'Button', link: 'Link', textbox: 'TextInput', searchbox: 'TextInput', checkbox: 'Checkbox' };

/**
 * Handrail's command line, from the build of this repository.
 * @param {import('./subject.mjs').Place} place
 * @returns {import('./shell.mjs').Shell & { note(text: string): void }}
 */
export function handrailCli({ browser, scratch }) {
  const name = 'Handrail CLI';
  const cwd = scratch.directory('handrail-cli');
  const env = {
    ...peerEnvironment(name, cwd),
    HANDRAIL_BROWSER: browser,
    HANDRAIL_HOME: scratch.directory('handrail-cli-home'),
    HANDRAIL_RUNTIME: scratch.directory('run'),
  };
  const execute = runner({ env, cwd });
  const run = (/** @type {string[]} */ ...words) => execute(path, words);
  let last = '';
  const note = (/** @type {string} */ text) => {
    last = text;
  };

  return {
    name,
    program: 'handrail',
    run,
    note,
    async start() {
      await run('open', 'about:blank', '--viewport', `${viewport.width}x${viewport.height}`);
    },
    open: (url) => run('open', url),
    async look() {
      note(await run('observe'));
      return last;
    },
    ref: (role, label) => pick(last, new RegExp(`\\[(el_\\d+)\\] ${roles[role]} "${label}"`), `${role} "${label}"`),
    batch: (commands) => run('batch', ...commands.map(typed)),
    skill: () => run('skill'),
    async close() {
      try {
        await within(10_000, `${name} close`, run('close', '--all'));
      } finally {
        endProcesses(ownedProcesses(name));
      }
    },
  };
}

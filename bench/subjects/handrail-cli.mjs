import { fileURLToPath } from 'node:url';
import { viewport } from '../browser.mjs';
import { peerEnvironment } from '../peer-environment.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';
import { withTimeout } from '../timeout.mjs';
import { formatCommand, runner } from './shell.mjs';

const path = fileURLToPath(new URL('../../bin/handrail', import.meta.url));

const roles = { button: 'Button', link: 'Link', textbox: 'TextInput', searchbox: 'TextInput', checkbox: 'Checkbox' };

/**
 * Handrail's command line, from the build of this repository.
 * @param {import('./subject.mjs').Resources} resources
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
  const run = (/** @type {string[]} */ ...args) => execute(path, args);
  /** The outputs, the last first. A reply does not repeat a menu that the last one showed: its ids stay valid. @type {string[]} */
  let outputs = [];
  const note = (/** @type {string} */ text) => {
    outputs = [text, ...outputs];
  };

  return {
    name,
    program: 'handrail',
    run,
    note,
    async start() {
      await run('open', 'about:blank', '--viewport', `${viewport.width}x${viewport.height}`);
    },
    async open(url) {
      const text = await run('open', url);
      note(text);
      return text;
    },
    async snapshot() {
      const text = await run('observe');
      note(text);
      return text;
    },
    ref: (role, label) => {
      // By id, or by name where the map shows no id.
      const pattern = new RegExp(`^(?:\\[(el_\\d+)\\] )?${roles[role]}(?::.*)? (?:(el_\\d+) )?"(${label})"`, 'm');
      const found = outputs.map((text) => pattern.exec(text)).find(Boolean);
      if (!found) throw new Error(`There is no ${role} "${label}" in the last output.`);
      return found[1] ?? found[2] ?? found[3];
    },
    batch: (commands) => run('batch', ...commands.map(formatCommand)),
    skill: () => run('skill'),
    async close() {
      try {
        await withTimeout(10_000, `${name} close`, run('close', '--all'));
      } finally {
        endProcesses(ownedProcesses(name));
      }
    },
  };
}

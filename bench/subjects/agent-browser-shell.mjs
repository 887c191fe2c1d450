import { viewport } from '../browser.mjs';
import { within } from '../deadline.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';
import { agentBrowserEnvironment, agentBrowserProgram } from './agent-browser-program.mjs';
import { pick, runner, typed } from './shell.mjs';

/**
 * The agent-browser command line: its native program.
 * @param {import('./subject.mjs').Place} place
 * @returns {import('./shell.mjs').Shell}
 */
export function agentBrowserShell({ browser, scratch }) {
  const name = 'agent-browser';
  const cwd = scratch.directory(name);
  const path = agentBrowserProgram();
  const execute = runner({ env: agentBrowserEnvironment(name, cwd, browser), cwd });
  const run = (/** @type {string[]} */ ...words) => execute(path, words);
  let last = '';

  return {
    name,
    program: 'agent-browser',
    run,
    async start() {
      await run('open', 'about:blank');
      await run('set', 'viewport', String(viewport.width), String(viewport.height));
    },
    open: (url) => run('open', url),
    async look() {
      last = await run('snapshot', '-i');
      return last;
    },
    ref: (role, label) => `@${pick(last, new RegExp(`${role} "${label}" \\[.*?ref=(\\w+)`), `${role} "${label}"`)}`,
    batch: (commands) => run('batch', '--bail', ...commands.map(typed)),
    skill: () => run('skills', 'get', 'core'),
    async close() {
      try {
        await within(10_000, `${name} close`, run('close'));
      } finally {
        endProcesses(ownedProcesses(name));
      }
    },
  };
}

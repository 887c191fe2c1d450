import { viewport } from '../browser.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';
import { withTimeout } from '../timeout.mjs';
import { agentBrowserEnvironment, agentBrowserProgram } from './agent-browser-program.mjs';
import { formatCommand, pick, runner } from './shell.mjs';

/**
 * The agent-browser command line: its native program.
 * @param {import('./subject.mjs').Resources} resources
 * @returns {import('./shell.mjs').Shell}
 */
export function agentBrowserShell({ browser, scratch }) {
  const name = 'agent-browser';
  const cwd = scratch.directory(name);
  const path = agentBrowserProgram();
  const execute = runner({ env: agentBrowserEnvironment(name, cwd, browser), cwd });
  const run = (/** @type {string[]} */ ...args) => execute(path, args);
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
    async snapshot() {
      last = await run('snapshot', '-i');
      return last;
    },
    ref: (role, label) => `@${pick(last, new RegExp(`${role} "${label}" \\[.*?ref=(\\w+)`), `${role} "${label}"`)}`,
    batch: (commands) => run('batch', '--bail', ...commands.map(formatCommand)),
    skill: () => run('skills', 'get', 'core'),
    async close() {
      try {
        await withTimeout(10_000, `${name} close`, run('close'));
      } finally {
        endProcesses(ownedProcesses(name));
      }
    },
  };
}

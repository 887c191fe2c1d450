import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peerEnvironment } from '../peer-environment.mjs';
import { endProcesses, ownedProcesses } from '../processes.mjs';
import { agentBrowserEnvironment, agentBrowserProgram } from '../subjects/agent-browser-program.mjs';
import { describeCall } from './calls.mjs';

const maxCallMs = 60_000;
const handrailProgram = process.env.HANDRAIL_PROGRAM ?? fileURLToPath(new URL('../../bin/handrail', import.meta.url));

/** @typedef {import('./oracle.mjs').Way & { name: string, task: 'handrail' | 'agentBrowser', documentation: string[], calls: import('./calls.mjs').Call[], close(): Promise<void> }} RecordedWay */

/**
 * Handrail's command line. HANDRAIL_PROGRAM selects another build than the one of this repository.
 * @param {import('../subjects/subject.mjs').Resources} resources @returns {RecordedWay}
 */
export function handrailWay({ browser, scratch }) {
  const owner = 'trial of Handrail';
  const cwd = scratch.directory('trial-handrail');
  const env = {
    ...peerEnvironment(owner, cwd),
    HANDRAIL_BROWSER: browser,
    HANDRAIL_HOME: scratch.directory('trial-handrail-home'),
    HANDRAIL_RUNTIME: scratch.directory('trial-run'),
  };
  const recorder = createRecorder(handrailProgram, { cwd, env });
  return {
    name: 'Handrail',
    task: 'handrail',
    ...recorder,
    batch: ['batch'],
    documentation: ['skill'],
    reference: (id) => id,
    screenshot: ['screenshot', '--image', join(cwd, 'shot.png')],
    clickAt: (x, y) => [['click', `${x},${y}`]],
    close: () => closeAll(recorder, ['close', '--all'], owner),
  };
}

/** @param {import('../subjects/subject.mjs').Resources} resources @returns {RecordedWay} */
export function agentBrowserWay({ browser, scratch }) {
  const owner = 'trial of agent-browser';
  const cwd = scratch.directory('trial-agent-browser');
  const recorder = createRecorder(agentBrowserProgram(), { cwd, env: agentBrowserEnvironment(owner, cwd, browser) });
  return {
    name: 'agent-browser',
    task: 'agentBrowser',
    ...recorder,
    batch: ['batch', '--bail'],
    documentation: ['skills', 'get', 'core'],
    reference: (id) => (/^e\d+$/.test(id) ? `@${id}` : id),
    screenshot: ['screenshot', join(cwd, 'shot.png')],
    clickAt: (x, y) => [
      ['mouse', 'move', String(x), String(y)],
      ['mouse', 'down'],
      ['mouse', 'up'],
    ],
    close: () => closeAll(recorder, ['close', '--all'], owner),
  };
}

/** Runs a program and records every call. @param {string} program @param {{ cwd: string, env: Record<string, string> }} options */
function createRecorder(program, options) {
  /** @type {import('./calls.mjs').Call[]} */
  const calls = [];
  /** @param {string[]} args @returns {Promise<{ output: string, code: number | undefined }>} */
  const execute = (args) =>
    new Promise((resolve) => {
      execFile(program, args, { ...options, maxBuffer: 1 << 28, timeout: maxCallMs }, (error, stdout, stderr) => {
        const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
        const output = `${stdout}${stderr}`;
        calls.push(describeCall(args, '', output, code));
        resolve({ output, code });
      });
    });
  return { calls, execute };
}

/** @param {ReturnType<typeof createRecorder>} recorder @param {string[]} args @param {string} owner */
async function closeAll(recorder, args, owner) {
  try {
    await recorder.execute(args);
  } finally {
    endProcesses(ownedProcesses(owner));
  }
}

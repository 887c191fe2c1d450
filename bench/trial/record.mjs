// Runs a command line and records the call: node record.mjs <program> [arguments]. TRIAL_FOLDER is the folder of calls.jsonl.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCall } from './calls.mjs';

const [program, ...args] = process.argv.slice(2);
const folder = process.env.TRIAL_FOLDER;
if (!program || !folder) {
  process.stderr.write('Set TRIAL_FOLDER to the folder of this trial.\n');
  process.exit(2);
}

let input = '';
if (!process.stdin.isTTY && args[0] === 'batch' && args.every((word, index) => index === 0 || word.startsWith('-')))
  for await (const chunk of process.stdin) input += chunk;

const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
child.stdin.on('error', () => undefined); // the program ended without reading its input
child.stdin.end(input);
let output = '';
for (const [stream, target] of /** @type {const} */ ([
  [child.stdout, process.stdout],
  [child.stderr, process.stderr],
])) {
  stream.setEncoding('utf8');
  stream.on('data', (chunk) => {
    output += chunk;
    target.write(chunk);
  });
}
child.on('error', (error) => {
  process.stderr.write(`${program} did not start: ${error.message}\n`);
  process.exitCode = 127;
});
child.on('close', (code) => {
  const call = { at: new Date().toISOString(), ...describeCall(args, input, output, code ?? undefined) };
  appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify(call)}\n`);
  process.exitCode = code ?? 1;
});

#!/usr/bin/env node
import { runProgram } from './program.js';

// A reader that has left (`| head -1`, a closed terminal) is no error; commands that work longer listen for it themselves.
const leaving = new Set(['EPIPE', 'EIO']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!leaving.has(error.code ?? '')) throw error;
  });
}

process.exitCode = await runProgram(process.argv.slice(2));

#!/usr/bin/env node
import { runProgram } from './program.js';

// A reader that has left (`| head -1`) is no error; commands that work longer listen for it themselves.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runProgram(process.argv.slice(2));

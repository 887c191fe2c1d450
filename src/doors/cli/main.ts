#!/usr/bin/env node
// A reader that has left (`| head -1`, a closed terminal) is no error; commands that work longer listen for it themselves.
const leaving = new Set(['EPIPE', 'EIO']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (!leaving.has(error.code ?? '')) throw error;
  });
}

const { runCommandLine } = await import('./command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2));

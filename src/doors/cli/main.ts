#!/usr/bin/env node
// A reader that has left (`| head -1`, a closed terminal) is no error; commands that work longer listen for it themselves.
const leaving = new Set(['EPIPE', 'EIO']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (leaving.has(error.code ?? '')) return;
    if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${error.message}.\n`);
    process.exit(1);
  });
}

const { runCommandLine } = await import('./command-line.js');
process.exitCode = await runCommandLine(process.argv.slice(2));

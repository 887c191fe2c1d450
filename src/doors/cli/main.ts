#!/usr/bin/env node
// A reader that has left (`| head -1`, a closed terminal) is not an error. Commands that run for longer handle it themselves.
const readerLeft = new Set(['EPIPE', 'EIO']);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (readerLeft.has(error.code ?? '')) return;
    if (stream === process.stdout) process.stderr.write(`The output cannot be written: ${error.message}.\n`);
    process.exit(1);
  });
}

const { runCommandLine } = await import('./dispatch.js');
process.exitCode = await runCommandLine(process.argv.slice(2));

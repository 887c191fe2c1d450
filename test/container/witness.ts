import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ContainerDesk } from '../support/container-desk.js';

/** The window that writes down what reaches it, as a program. */
export const witnessProgram = readFileSync(
  fileURLToPath(new URL('../fixtures/container-witness.py', import.meta.url)),
  'utf8',
);

/** Starts the witness on a desk and waits until it is shown. */
export async function startWitness(desk: ContainerDesk): Promise<void> {
  await desk.start('python3', '-c', witnessProgram);
  await shown(desk);
}

export async function shown(desk: ContainerDesk): Promise<void> {
  const until = performance.now() + 40_000;
  while (!/\d/.test(await desk.run('sh', '-c', 'xdotool search --onlyvisible --name "^Witness$" || true'))) {
    if (performance.now() > until) throw new Error('The witness is not shown.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What the window holds. */
export async function textOf(desk: ContainerDesk): Promise<string> {
  return (await desk.read('/tmp/witness.txt')) ?? '';
}

/** The events since the last call. */
export async function takeEvents(desk: ContainerDesk): Promise<string[]> {
  const lines = (await desk.read('/tmp/witness.log')) ?? '';
  await desk.run('rm', '-f', '/tmp/witness.log');
  return lines.split('\n').filter(Boolean);
}

const askState = `
import gi
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk
mask = Gdk.get_default_root_window().get_pointer()[3]
print(' '.join(sorted(flag for flag in mask.value_nicks)))
`;

/** The modifiers and buttons that are held on the display, from GDK. */
export async function heldOn(desk: ContainerDesk): Promise<string> {
  return (await desk.run('python3', '-c', askState)).trim();
}

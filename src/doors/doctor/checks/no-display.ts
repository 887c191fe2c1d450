import { findProgram } from '../../../environments/processes/find-program.js';
import type { Trial } from '../check.js';

/** One note in place of a trial with a window for each browser. */
export const noDisplay = (): Trial => ({
  name: 'window',
  run: () => ({
    status: 'note',
    message: 'There is no display. Browsers with a window (--headed) were not tested.',
    fix: virtualDisplayHint(),
  }),
});

const installCommands = {
  'apt-get': 'apt-get install -y xvfb',
  dnf: 'dnf install -y xorg-x11-server-Xvfb',
  zypper: 'zypper install -y xvfb-run',
  pacman: 'pacman -S --noconfirm xorg-server-xvfb',
  apk: 'apk add xvfb-run',
} as const;

/** Tells how to get a virtual display on this system. */
export function virtualDisplayHint(): string {
  const run = '`xvfb-run -a npx handrail doctor`';
  if (findProgram('xvfb-run')) return `Use a virtual display: ${run}.`;
  const install = Object.entries(installCommands).find(([manager]) => findProgram(manager))?.[1];
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `Use a virtual display: ${install ? `\`${sudo}${install}\`` : 'install xvfb'}, then ${run}.`;
}

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

const packages = {
  'apt-get': 'apt-get install -y xvfb',
  dnf: 'dnf install -y xorg-x11-server-Xvfb',
  zypper: 'zypper install -y xvfb-run',
  pacman: 'pacman -S --noconfirm xorg-server-xvfb',
  apk: 'apk add xvfb-run',
} as const;

/** How to have a display without a screen. */
export function withDisplay(): string {
  const run = '`xvfb-run -a npx handrail doctor`';
  if (isProgram('xvfb-run')) return `To have one without a screen: ${run}.`;
  const install = Object.entries(packages).find(([manager]) => isProgram(manager))?.[1];
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  return `To have one without a screen: ${install ? `\`${sudo}${install}\`` : 'install xvfb'}, then ${run}.`;
}

function isProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false; // not in this folder: the next one is asked
    }
  });
}

import { existsSync, readFileSync } from 'node:fs';
import { installHint } from '../../../environments/browser/launch/find-browser.js';
import { withDisplay } from '../../terminal/display.js';
import type { Program } from './find-programs.js';

interface Failure {
  headless: boolean;
  wrong: string;
  hint: string | undefined;
}

/** What to do about a browser that does not work. */
export function browserFix(program: Program, { headless, wrong, hint }: Failure, all: readonly Program[]): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (/shared librar|\.so[.\d]*: cannot open/.test(wrong)) {
    return `Install the libraries it needs: \`${sudo}npx playwright-core install-deps chromium\`.`;
  }
  if (/sandbox/i.test(wrong)) return sandboxFix(sudo) ?? hint ?? installHint();
  if (/sharp/.test(wrong)) return 'Install it for this system: `npm install sharp`.';
  if (!headless)
    return `Check that the display ${process.env.DISPLAY ?? ''} is there, or unset DISPLAY. ${withDisplay()}`;
  const other = all.find(({ path }) => path !== program.path)?.path;
  const look = `See what it says itself: \`${program.path} --version\`.`;
  if (program.kind === 'chosen')
    return `${look} Or \`unset HANDRAIL_BROWSER\`${other ? `, and ${other} is used` : ''}.`;
  return other ? `${look} Or take another: \`export HANDRAIL_BROWSER=${other}\`.` : `${look} ${installHint()}`;
}

const switches = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    bad: '1',
    command: 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    bad: '0',
    command: 'sysctl -w kernel.unprivileged_userns_clone=1',
  },
];

/** The switch of this system that keeps browsers from their sandbox. */
function sandboxFix(sudo: string): string | undefined {
  const off = switches.find(({ file, bad }) => existsSync(file) && readFileSync(file, 'utf8').trim() === bad);
  return off && `Allow unprivileged user namespaces: \`${sudo}${off.command}\`.`;
}

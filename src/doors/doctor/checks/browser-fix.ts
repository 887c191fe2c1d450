import { existsSync, readFileSync } from 'node:fs';
import { installHint } from '../../../environments/browser/launch/find-browser.js';
import type { BrowserProgram } from './find-browsers.js';
import { virtualDisplayHint } from './no-display.js';

/** The next step for a browser that does not work. */
export function browserFix(
  program: BrowserProgram,
  { headless, problem, hint }: { headless: boolean; problem: string; hint: string | undefined },
  all: readonly BrowserProgram[],
): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (/shared librar|\.so[.\d]*: cannot open/.test(problem)) {
    return `Install the libraries it needs: \`${sudo}npx playwright-core install-deps chromium\`.`;
  }
  if (/sandbox/i.test(problem)) return sandboxFix(sudo) ?? hint ?? installHint();
  if (/sharp/.test(problem)) return 'Install sharp for this system: `npm install sharp`.';
  if (!headless)
    return `Check that the display ${process.env.DISPLAY ?? ''} exists, or unset DISPLAY. ${virtualDisplayHint()}`;
  const other = all.find(({ path }) => path !== program.path)?.path;
  const inspect = `Start it by hand to see its error: \`${program.path} --version\`.`;
  if (program.kind === 'chosen') return `${inspect} Or \`unset HANDRAIL_BROWSER\`${other ? ` to use ${other}` : ''}.`;
  return other
    ? `${inspect} Or use another browser: \`export HANDRAIL_BROWSER=${other}\`.`
    : `${inspect} ${installHint()}`;
}

const kernelSettings = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    blocking: '1',
    command: 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    blocking: '0',
    command: 'sysctl -w kernel.unprivileged_userns_clone=1',
  },
];

/** The command that changes the kernel setting that blocks the browser sandbox, if one does. */
function sandboxFix(sudo: string): string | undefined {
  const setting = kernelSettings.find(
    ({ file, blocking }) => existsSync(file) && readFileSync(file, 'utf8').trim() === blocking,
  );
  return setting && `Allow unprivileged user namespaces: \`${sudo}${setting.command}\`.`;
}

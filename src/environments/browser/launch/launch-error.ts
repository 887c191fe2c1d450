import { HandrailError, messageOf } from '../../../core/errors.js';
import type { LaunchPlan } from './launch-plan.js';

/** Describes why a browser did not start. */
export function toLaunchError(error: unknown, plan: LaunchPlan): HandrailError {
  const text = messageOf(error);
  const cause = { cause: error };
  if (/already in use|ProcessSingleton|existing browser session/.test(text)) {
    return new HandrailError(
      'profile_locked',
      `The profile ${plan.profile} is in use by another browser.`,
      'Close that browser, or use another profile folder.',
      cause,
    );
  }
  if (/sandboxing failed|No usable sandbox/i.test(text)) {
    return new HandrailError(
      'browser_died',
      'The browser could not start its sandbox on this machine.',
      'Allow unprivileged user namespaces, or pass args: ["--no-sandbox"] if the pages are trusted or the machine is disposable.',
      cause,
    );
  }
  const reason = text.replace(/^[\w.]+: /, '').split('\n', 1)[0];
  const output = /\[err\] (.*)/.exec(text)?.[1];
  return new HandrailError(
    'browser_died',
    `The browser did not start: ${reason}${output ? ` (${output})` : ''}`,
    `Check that \`${plan.executable} --version\` works.`,
    cause,
  );
}

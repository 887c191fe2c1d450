import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import type { HostReply } from './host-process.js';

type ErrorText = readonly [code: ErrorCode, message: string, hint: string];

const raiseHint = 'Use focus_app with raise: true if the window may come to the front, and try again.';
const observeHint = 'Observe again and use a current element.';
const labelHint = 'Use the label of each level as shown.';
const permissionHint =
  'Allow it in System Settings, Privacy & Security, Accessibility and Screen Recording, for the program that runs Handrail.';

const windowGone: ErrorText = ['not_found', 'The window is gone.', observeHint];
const elementGone: ErrorText = ['stale_element', 'The element is gone or has changed.', observeHint];
const notAllowed: ErrorText = [
  'driver_failed',
  'The system does not allow the driver to control programs.',
  permissionHint,
];

/** Errors by the driver's code. */
const errorsByCode: Readonly<Record<string, ErrorText>> = {
  background_unavailable: [
    'background_unavailable',
    'The driver cannot do this in the background for this window.',
    `Act on an element (click, set_value, menu) instead of a point or keys. ${raiseHint}`,
  ],
  background_occluded: ['covered', 'Another window covers this point.', raiseHint],
  background_uipi_blocked: [
    'background_unavailable',
    'The window belongs to a program with higher privileges, which takes no input from others.',
    'Run Handrail with the same privileges, or use another program.',
  ],
  ambiguous_window_target: ['ambiguous', 'Several windows match.', 'Name the window by its title.'],
  window_id_not_found: windowGone,
  window_not_found: windowGone,
  window_owner_pid_mismatch: windowGone,
  snapshot_id_required: elementGone,
  stale_element_token: elementGone,
  stale_snapshot: elementGone,
  element_not_found: elementGone,
  menu_path_unavailable: ['not_found', 'There is no such menu item.', labelHint],
  menu_path_ambiguous: ['ambiguous', 'Several menu items match.', labelHint],
  menu_item_disabled: ['disabled', 'The menu item is disabled.', 'Enable it first.'],
  permission_denied: notAllowed,
  accessibility_permission_denied: notAllowed,
  screen_recording_permission_denied: [
    'driver_failed',
    'The system does not allow the driver to record the screen.',
    permissionHint,
  ],
};

/** Errors by the driver's message, where it has no code. */
const errorsByMessage: readonly [pattern: RegExp, error: ErrorText][] = [
  [/stale or no longer running/i, windowGone],
  [
    /failed to launch|not an executable|no (such )?app/i,
    ['unknown_app', 'There is no such program.', 'List the installed programs.'],
  ],
  [/unknown tool/i, ['unsupported', 'The driver cannot do this on this system.', 'Use another action.']],
];

/** Converts an error reply. An unknown error is reported with the driver's own message, and the action may have happened. */
export function toDriverError(tool: string, { text, code, structured }: HostReply): HandrailError {
  const driverCode = code ?? findCode(structured);
  const known =
    (driverCode === undefined ? undefined : errorsByCode[driverCode]) ??
    errorsByMessage.find(([pattern]) => pattern.test(text))?.[1];
  if (known) return new HandrailError(...known, { cause: text });
  const reason = firstLine(text) || 'it gave no reason.';
  return new HandrailError('driver_failed', `The desktop driver refused ${tool}: ${reason}`, observeHint);
}

function findCode(structured: string | undefined): string | undefined {
  return /"code"\s*:\s*"(\w+)"/.exec(structured ?? '')?.[1];
}

export function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) ?? '';
}

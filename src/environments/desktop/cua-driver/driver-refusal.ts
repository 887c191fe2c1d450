import { type ErrorCode, HandrailError } from '../../../core/errors.js';
import type { DriverAnswer } from './driver-process.js';

type Sentence = readonly [code: ErrorCode, message: string, hint: string];

const raise = 'Use focus_app with raise: true when it may come to the front, and try again.';
const look = 'Observe again and use what is there now.';
const settings =
  'Allow it in System Settings, Privacy & Security, Accessibility and Screen Recording, for the program that runs Handrail.';

const gone: Sentence = ['not_found', 'The window is gone.', look];
const stale: Sentence = ['stale_element', 'The element is gone or has changed.', look];

/** What the driver refuses, in our words. */
const sentences: Readonly<Record<string, Sentence>> = {
  background_unavailable: [
    'background_unavailable',
    'The driver cannot do this in the background for this window.',
    `Act on an element (click, set_value, menu) instead of a place or keys. ${raise}`,
  ],
  background_occluded: ['covered', 'Another window lies in front of this place.', raise],
  background_uipi_blocked: [
    'background_unavailable',
    'The window belongs to a program with higher rights, which takes no input from others.',
    'Run Handrail with the same rights, or use another program.',
  ],
  ambiguous_window_target: ['ambiguous', 'Several windows fit.', 'Say which window by its title.'],
  window_id_not_found: gone,
  window_not_found: gone,
  window_owner_pid_mismatch: gone,
  snapshot_id_required: stale,
  stale_element_token: stale,
  stale_snapshot: stale,
  element_not_found: stale,
  menu_path_unavailable: [
    'not_found',
    'There is no such menu item.',
    'Give the words of each level as they are shown.',
  ],
  menu_path_ambiguous: ['ambiguous', 'Several menu items fit.', 'Give the words of each level as they are shown.'],
  menu_item_disabled: ['disabled', 'The menu item is greyed out.', 'Do first what makes it available.'],
  permission_denied: ['driver_failed', 'The system does not let the driver work.', settings],
  accessibility_permission_denied: ['driver_failed', 'The system does not let the driver work.', settings],
  screen_recording_permission_denied: ['driver_failed', 'The system does not let the driver see the screen.', settings],
};

const texts: readonly [pattern: RegExp, sentence: Sentence][] = [
  [/stale or no longer running/i, gone],
  [
    /failed to launch|not an executable|no (such )?app/i,
    ['unknown_app', 'There is no such program.', 'List the programs there are.'],
  ],
  [/unknown tool/i, ['unsupported', 'The driver cannot do this on this system.', 'Reach the same goal another way.']],
];

/** An answer that says no, as an error. What is not known is told in the driver's own words, and may have happened. */
export function refusal(tool: string, { text, code, structured }: DriverAnswer): HandrailError {
  const named = code ?? codeIn(structured);
  const sentence =
    (named === undefined ? undefined : sentences[named]) ?? texts.find(([pattern]) => pattern.test(text))?.[1];
  if (sentence) return new HandrailError(sentence[0], sentence[1], sentence[2], { cause: text });
  return new HandrailError('driver_failed', `The desktop driver refused ${tool}: ${firstSentence(text)}`, look);
}

function codeIn(structured: string | undefined): string | undefined {
  return /"code"\s*:\s*"(\w+)"/.exec(structured ?? '')?.[1];
}

function firstSentence(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 300) || 'it gave no reason.';
}

import { HandrailError } from '../../core/errors.js';
import { isDesktop as showsDesktop } from '../../core/is-desktop.js';
import type { Turn } from '../../models/model.js';
import type { Instruction } from '../instruction.js';
import { isDesktop, type Run } from '../step.js';

/** A turn with only the elements of the active window, so that phrases do not match other windows. */
export function toWindowTurn(turn: Turn): Turn {
  const { observation } = turn;
  if (!showsDesktop(observation)) return turn;
  const others = new Set(
    (observation.tabs ?? []).filter(({ active }) => !active).map(({ title, url }) => title || url),
  );
  const elements = observation.elements.filter(({ frame }) => frame === undefined || !others.has(frame));
  // A spread would evaluate the lazy text of the observation.
  return { ...turn, observation: Object.create(observation, { elements: { value: elements, enumerable: true } }) };
}

/** The error for "In Mousepad, …" on a page. */
export function noProgramsError(clause: string): HandrailError {
  return new HandrailError(
    'not_understood',
    `The words "${clause}" are not understood: a page has no program windows. No action was taken.`,
    'Name the part of the page: In the settings form, click "Save".',
  );
}

/** Throws before execution when a task needs desktop programs and the screen is a page. */
export function checkNeedsPrograms(run: Run, instructions: readonly Instruction[]): void {
  if (isDesktop(run)) return;
  for (const step of instructions) {
    if (step.kind === 'use_program') throw noProgramsError(step.clause);
    if (step.kind === 'if') checkNeedsPrograms(run, [...step.then, ...step.otherwise]);
    if (step.kind === 'repeat') checkNeedsPrograms(run, step.body);
  }
}

import { HandrailError } from '../../core/errors.js';
import { isDesktop as showsDesktop } from '../../core/is-desktop.js';
import type { Observation } from '../../core/observation.js';
import type { Turn } from '../../models/model.js';
import type { ExecutionState } from '../execution-state.js';
import type { Instruction } from '../instruction.js';

/** Whether the screen is a desktop with windows instead of a page. */
export function isDesktop({ turn }: Pick<ExecutionState, 'turn'>): boolean {
  return showsDesktop(turn.observation);
}

/** A turn with only the elements of the active window, so that phrases do not match other windows. */
export function toWindowTurn(turn: Turn): Turn {
  if (!isDesktop({ turn })) return turn;
  const { observation } = turn;
  const others = otherTitles(observation);
  const elements = observation.elements.filter(({ frame }) => frame === undefined || !others.has(frame));
  return { ...turn, observation: withElements(observation, elements) };
}

function otherTitles({ tabs = [] }: Observation): Set<string> {
  return new Set(tabs.filter(({ active }) => !active).map(({ title, url }) => title || url));
}

/** Overrides the elements. A spread would evaluate the lazy text of the observation. */
function withElements(observation: Observation, elements: Observation['elements']): Observation {
  return Object.create(observation, { elements: { value: elements, enumerable: true } });
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
export function checkNeedsPrograms(state: ExecutionState, instructions: readonly Instruction[]): void {
  if (isDesktop(state)) return;
  for (const step of instructions) {
    if (step.kind === 'use_program') throw noProgramsError(step.clause);
    if (step.kind === 'if') checkNeedsPrograms(state, [...step.then, ...step.otherwise]);
    if (step.kind === 'repeat') checkNeedsPrograms(state, step.body);
  }
}

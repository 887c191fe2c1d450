import { HandrailError } from '../../core/errors.js';
import { isDesktop as showsDesktop } from '../../core/is-desktop.js';
import type { Observation } from '../../core/observation.js';
import type { Turn } from '../../models/model.js';
import type { ExecutionState } from '../execution-state.js';
import type { Instruction } from '../instruction.js';

/** Whether the screen has programs with windows instead of pages. */
export function isDesktop({ turn }: Pick<ExecutionState, 'turn'>): boolean {
  return showsDesktop(turn.observation);
}

/** A turn on the window in use: words mean what is there before they mean what is in other windows. */
export function inWindow(turn: Turn): Turn {
  if (!isDesktop({ turn })) return turn;
  const { observation } = turn;
  const others = otherTitles(observation);
  const elements = observation.elements.filter(({ frame }) => frame === undefined || !others.has(frame));
  return { ...turn, observation: withElements(observation, elements) };
}

function otherTitles({ tabs = [] }: Observation): Set<string> {
  return new Set(tabs.filter(({ active }) => !active).map(({ title, url }) => title || url));
}

/** The text of an observation is made when it is read: it is not to be made by copying it. */
function withElements(observation: Observation, elements: Observation['elements']): Observation {
  return Object.create(observation, { elements: { value: elements, enumerable: true } });
}

/** "In Mousepad, …" on a page: there are no programs to go to. */
export function noPrograms(words: string): HandrailError {
  return new HandrailError(
    'not_understood',
    `The words "${words}" are not understood: a page has no windows of programs; nothing was done.`,
    'Name the part of the page: In the settings form, click "Save".',
  );
}

/** Refuses a task as a whole that goes to programs where there are none. */
export function checkPrograms(world: ExecutionState, instructions: readonly Instruction[]): void {
  if (isDesktop(world)) return;
  for (const step of instructions) {
    if (step.do === 'use_program') throw noPrograms(step.words);
    if (step.do === 'if') checkPrograms(world, [...step.then, ...step.otherwise]);
    if (step.do === 'repeat') checkPrograms(world, step.body);
  }
}

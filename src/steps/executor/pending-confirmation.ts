import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ExecutionState, Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { awaitThing } from '../resolver/find.js';
import { lookFor } from '../resolver/target.js';
import { isField } from '../resolver/want.js';

/** Something that a program may have questions about before it is done: saving, making a folder. */
export interface PendingConfirmation {
  words: string;
  /** Ids of what was on the screen before. */
  before: ReadonlySet<string>;
  /** The dialogs that were answered: they take a moment to close, and stay when they do not take the answer. */
  answered: Set<string>;
  /** Shows that it was done. */
  isDone(): boolean;
}

/** A saved file is in the title at once; a slow program may first have a question. */
const outcomeMs = 4_000;
/** Without anything that would show that it was done, only the absence of a question does. */
const questionMs = 1_500;

/** Notes how things stand before an errand. `sign` says by what it is known to be done. */
export function beginErrand(world: ExecutionState, words: string, sign?: () => boolean): PendingConfirmation {
  const { elements } = world.turn.observation;
  const titles = new Set(windowTitles(world));
  return {
    words,
    before: new Set(elements.map(({ id }) => id)),
    answered: new Set(),
    isDone: sign ?? (() => windowTitles(world).some((title) => !titles.has(title))),
  };
}

export function windowTitles({ turn }: ExecutionState): string[] {
  return (turn.observation.tabs ?? []).map(({ title }) => title.normalize());
}

/** Waits until an errand is done or asks something. A question that nothing in the task answers ends it, in the question's words. */
export async function* seeThrough(world: ExecutionState, errand: PendingConfirmation, patienceMs = questionMs): Script {
  world.errand = undefined;
  const dialog = yield* outcomeOf(world, errand, patienceMs);
  if (!dialog) return;
  if (!(await isAnswered(world, dialog))) throw unanswered(world, errand, dialog);
  world.errand = errand;
}

/** The dialog that an errand comes to; nothing when it is done, or when nothing is asked in time. */
export async function* outcomeOf(
  world: ExecutionState,
  errand: PendingConfirmation,
  patienceMs = outcomeMs,
): Script<Element | undefined> {
  let refusals = 0;
  const look = (): Element | 'done' | undefined => {
    const dialog = standing(world, errand);
    if (dialog && isRefusing(world, dialog)) refusals += 1;
    if (dialog) return isAnsweredAlready(world, errand, dialog) && refusals < 2 ? undefined : dialog;
    return errand.isDone() ? 'done' : undefined;
  };
  const seen = yield* awaitThing(world, `What comes of "${errand.words}"`, look, patienceMs);
  return seen === 'done' ? undefined : (seen ?? standing(world, errand));
}

/** The same with the time that a file takes to be written. */
export function seeWritten(world: ExecutionState, errand: PendingConfirmation): Script {
  return seeThrough(world, errand, outcomeMs);
}

/** The dialog in front that came with an errand. One that is being closed is empty for a moment. */
export function standing({ turn }: ExecutionState, { before }: PendingConfirmation): Element | undefined {
  const own = turn.observation.elements.filter(({ frame }) => frame === undefined);
  if (!own.some(({ role }) => role === 'Button')) return undefined;
  return own.find(({ role, id }) => role === 'Dialog' && !before.has(id));
}

/** Whether the button that would take the answer cannot be pressed: so for one look while a dialog closes, for good when it does not take it. */
function isRefusing({ turn }: ExecutionState, { frame }: Element): boolean {
  return turn.observation.elements.some(
    (one) =>
      one.role === 'Button' &&
      one.frame === frame &&
      one.states.includes('disabled') &&
      /^(?:create|save|ok|open|apply|rename|add)$/iu.test(one.name.trim()),
  );
}

/** What a dialog says and which buttons it has. */
export function told(world: ExecutionState, dialog: Element): string {
  const own = shownIn(world, dialog);
  const buttons = own
    .filter(({ role, name }) => role === 'Button' && name !== '')
    .map(({ name, states }) => `"${name}"${states.includes('disabled') ? ' (cannot be pressed)' : ''}`);
  const said = textsOf(world, dialog).join(' ').slice(0, 300);
  return `the dialog "${dialog.name}" is open${said ? ` and says: ${said}` : ''}${/[.?!:]$/u.test(said) ? '' : '.'} Its buttons: ${buttons.slice(0, 8).join(', ') || 'none'}.`;
}

function textsOf(world: ExecutionState, dialog: Element): string[] {
  return shownIn(world, dialog)
    .filter(({ role, name }) => role === 'Text' && name.trim() !== '')
    .map(({ name }) => name.replace(/\s+/gu, ' ').trim());
}

function shownIn({ turn }: ExecutionState, { frame: own }: Element): Element[] {
  return turn.observation.elements.filter(({ frame, states }) => frame === own && !states.includes('offscreen'));
}

export function noteAnswered(world: ExecutionState, { answered }: PendingConfirmation, dialog: Element): void {
  answered.add(calledSo(world, dialog));
}

export function isAnsweredAlready(world: ExecutionState, { answered }: PendingConfirmation, dialog: Element): boolean {
  return answered.has(calledSo(world, dialog));
}

/** Questions have all the same title, and differ in what they ask. */
function calledSo(world: ExecutionState, dialog: Element): string {
  return dialog.kind === 'alert' ? `${dialog.name}: ${textsOf(world, dialog).join(' ')}` : dialog.name;
}

function unanswered(world: ExecutionState, errand: PendingConfirmation, dialog: Element): HandrailError {
  return new HandrailError(
    'expectation_failed',
    `"${errand.words}" is not done: ${told(world, dialog)}`,
    isAnsweredAlready(world, errand, dialog)
      ? 'It did not take the answer. Use a name that the program takes.'
      : 'Say the answer in the task, after it: Replace it. Keep the format. Or: Click "…", with the words of a button.',
  );
}

const general = new Set<Instruction['do']>(['agree', 'dialog', 'if', 'wait', 'pause', 'verify', 'press', 'whether']);

/** Whether the next instruction is about the dialog that stands there. */
async function isAnswered(world: ExecutionState, dialog: Element): Promise<boolean> {
  const { next } = world;
  if (!next) return false;
  if (general.has(next.do)) return true;
  const own = world.turn.observation.elements.filter(({ frame }) => frame === dialog.frame);
  if (next.do === 'type' || next.do === 'fill' || next.do === 'set') return own.some(isField);
  const target = next.do === 'choose' ? `"${next.options[0] ?? ''}"` : 'target' in next ? next.target : undefined;
  if (target === undefined) return false;
  const { one } = await lookFor(world, target, { kind: 'click' });
  return one !== undefined && own.some(({ id }) => id === one.element.id);
}

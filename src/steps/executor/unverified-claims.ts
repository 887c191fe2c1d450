import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ExecutionState } from '../execution-state.js';
import type { Instruction } from '../instruction.js';

const complains =
  /\b(?:required|invalid|must (?:be|have|contain|match|start|begin)|please (?:enter|fill|select|choose|provide|check|correct)|is not valid|cannot be (?:empty|blank)|can't be (?:empty|blank)|error)\b/iu;

/** A form that is still there with faults was not sent off: kept as a doubt until something asks what the page says. */
export async function noteDoubt(world: ExecutionState, words: string, button: Element | undefined): Promise<void> {
  const { elements, modal } = world.turn.observation;
  if (!button || modal || !elements.some(({ id }) => id === button.id)) return;
  const { elements: faulty } = await world.turn.read({
    what: 'elements',
    css: 'form :is(input, select, textarea):invalid:focus',
  });
  const before = new Set((world.before ?? []).map(({ name }) => name));
  const said = elements.filter(
    ({ name, interactive, kind }) =>
      !interactive &&
      !before.has(name) &&
      name.length <= 160 &&
      (complains.test(name) || kind === 'alert') &&
      complains.test(name),
  );
  const wasFaulty = new Set(
    (world.before ?? []).filter(({ states }) => states.includes('invalid')).map(({ id }) => id),
  );
  const marked = elements.filter(
    ({ id, states, value }) => states.includes('invalid') && !wasFaulty.has(id) && value === undefined,
  );
  const shown = faulty.length > 0 ? faulty : marked;
  if (shown.length === 0 && said.length === 0) return;
  const reasons = [
    ...said.map(({ name }) => `it says "${name}"`),
    ...shown.map(({ name, id }) => `${id} "${name}" is not filled in rightly`),
  ];
  world.doubt = new HandrailError(
    'expectation_failed',
    `"${words}": the form was not taken; ${reasons.slice(0, 4).join(', ')}.`,
    'Fill in what is missing first.',
  );
}

const looks = new Set<Instruction['do']>(['answer', 'verify', 'whether', 'wait', 'if', 'remember', 'copy']);

/** A doubt ends what is to be done, unless the next thing asks after it. */
export function settleDoubt(world: ExecutionState, next: Instruction | undefined): void {
  const { doubt } = world;
  world.doubt = undefined;
  if (doubt && !(next && looks.has(next.do))) throw doubt;
}

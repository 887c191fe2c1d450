import type { Element } from '../../../core/element.js';
import { type ExecutionState, perform, performAll, type Script } from '../../execution-state.js';
import type { Instruction } from '../../instruction.js';
import { type Found, lookFor, notFound, resolve, tell } from '../../resolver/target.js';
import { isField } from '../../resolver/want.js';
import { setPlan, valueText } from './fields.js';
import { pointing } from './pointer.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** Types into the search box of the page and sends it off. */
export async function* search(world: ExecutionState, { value, where, words }: Of<'search'>): Script {
  const text = await valueText(world, value);
  world.searched = text;
  const { elements } = world.turn.observation;
  const door = /\bfor\b|["“']/iu.test(words) ? undefined : (await lookFor(world, words, { kind: 'click' })).one;
  if (door && door.score >= 0.9 && door.element.interactive && !isField(door.element)) {
    yield* perform(world, words, tell(words, door), pointing(world, 'click', door.element));
    return;
  }
  const named = where ? (await lookFor(world, where, { kind: 'field' })).one : undefined;
  const boxes = elements.filter((element) => element.kind === 'searchbox');
  const [box] = boxes;
  const looked = named ? undefined : await lookFor(world, 'search field', { kind: 'field' });
  const found: Found | undefined =
    named ??
    (boxes.length === 1 && box
      ? { element: box, score: 0.95, why: 'the only search box' }
      : (looked?.one ?? firstOf(looked?.several)));
  const fields = elements.filter((element) => isField(element) && !element.states.includes('password'));
  const [field] = fields;
  if (!found && field && fields.length === 1 && searchButton(world, field)) {
    yield* sendSearch(world, words, text, { element: field, score: 0.85, why: 'the only field, by a search button' });
    return;
  }
  if (!found) {
    // A search button beside fields sends them off: that is not how a search box is opened.
    if (fields.length > 0) throw notFound(`a search box, for "${words}"`, []);
    const button = (await lookFor(world, 'search', { kind: 'click' })).one;
    if (!button?.element.interactive || isField(button.element)) throw notFound(`a search box, for "${words}"`, []);
    yield* perform(
      world,
      words,
      `No search box is open: ${tell('search', button)}`,
      pointing(world, 'click', button.element),
    );
    const opened = await resolve(world, 'search field', { kind: 'field' });
    yield* perform(world, words, tell('search field', opened), {
      tool: 'type',
      input: { selector: opened.element.id, text, clear: true, submit: true },
    });
    return;
  }
  yield* sendSearch(world, words, text, found);
}

async function* sendSearch(world: ExecutionState, words: string, text: string, found: Found): Script {
  const { url: before, elements } = world.turn.observation;
  const result = yield* perform(world, words, `${tell('the search box', found)} Typing "${text}" and Enter.`, {
    tool: 'type',
    input: { selector: found.element.id, text, clear: true, submit: true },
  });
  const isSent = world.turn.observation.url !== before || result?.result.metadata.moved;
  const button = isSent ? undefined : searchButton(world, found.element);
  // Enter does nothing in a box whose button does the searching; where the results changed, it did.
  if (button && unchangedButForField(world, found.element, elements))
    yield* perform(
      world,
      words,
      `Enter did nothing: ${button.id} "${button.name}" searches.`,
      pointing(world, 'click', button),
    );
}

function firstOf(several: readonly { element: Element; score: number; why: string }[] | undefined): Found | undefined {
  return several?.[0];
}

function searchButton(world: ExecutionState, field: Element): Element | undefined {
  const near = world.turn.observation.elements.filter(
    ({ role, name, bounds, states }) =>
      role === 'Button' &&
      /^(?:search|go|find|submit|🔍)/iu.test(name) &&
      !states.includes('disabled') &&
      Math.abs(bounds.y - field.bounds.y) < 80,
  );
  return near.length === 1 ? near[0] : undefined;
}

function unchangedButForField(world: ExecutionState, field: Element, before: readonly Element[]): boolean {
  const sign = (elements: readonly Element[]): string =>
    elements
      .filter(({ id }) => id !== field.id)
      .map(({ id, name }) => id + name)
      .join('\n');
  return sign(world.turn.observation.elements) === sign(before);
}

/** Fills in name and password, and sends them off. */
export async function* login(world: ExecutionState, { fields, words }: Of<'login'>): Script {
  const hasPassword = (): Element | undefined =>
    world.turn.observation.elements.find(({ states }) => states.includes('password'));
  if (!hasPassword()) {
    const door = await resolve(world, 'log in', { kind: 'click' });
    yield* perform(
      world,
      words,
      `No password field is there yet: ${tell('log in', door)}`,
      pointing(world, 'click', door.element),
    );
  }
  const plans = fields.map(([label, value]) => ({
    words,
    async make() {
      const text = await valueText(world, value);
      const found = /pass/iu.test(label) ? await secretField(world, label) : await userField(world, label);
      return setPlan(world, label, found, text);
    },
  }));
  yield* performAll(world, plans);
  const secret = hasPassword();
  const buttons = world.turn.observation.elements.filter(
    ({ role, name, states }) =>
      (role === 'Button' || role === 'Link') &&
      !states.includes('disabled') &&
      /^(?:log|sign)[\s-]?(?:in|on)\b|^login$|^signin$|^submit$|^continue$|^enter$|^next$/iu.test(name.trim()),
  );
  const below = buttons.filter(({ bounds, role }) => role === 'Button' && (!secret || bounds.y >= secret.bounds.y - 4));
  const [button] = below.length > 0 ? below : buttons;
  if (button)
    yield* perform(
      world,
      words,
      `${button.id} ${button.role} "${button.name}" sends it off.`,
      pointing(world, 'click', button),
    );
  else
    yield* perform(world, words, 'No button sends it off: Enter does.', { tool: 'press_key', input: { key: 'Enter' } });
}

async function secretField(world: ExecutionState, label: string): Promise<Found> {
  const secrets = world.turn.observation.elements.filter(({ states }) => states.includes('password'));
  const [only] = secrets;
  return secrets.length === 1 && only
    ? { element: only, score: 0.95, why: 'the only password field' }
    : resolve(world, label, { kind: 'field' });
}

async function userField(world: ExecutionState, label: string): Promise<Found> {
  const { one } = await lookFor(world, label, { kind: 'field' });
  if (one) return one;
  for (const other of ['username', 'email', 'user', 'login', 'e-mail address']) {
    const looked = await lookFor(world, other, { kind: 'field' });
    if (looked.one) return looked.one;
  }
  const secret = world.turn.observation.elements.findIndex(({ states }) => states.includes('password'));
  const before = world.turn.observation.elements.slice(0, Math.max(0, secret)).filter(isField);
  const last = before.at(-1);
  return last
    ? { element: last, score: 0.8, why: 'the field before the password' }
    : resolve(world, label, { kind: 'field' });
}

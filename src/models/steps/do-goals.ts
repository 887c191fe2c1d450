import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { foldText } from '../../perception/ground-text.js';
import { choose } from './do-choose.js';
import { fill, setPlan, valueText } from './do-fields.js';
import { point, pointing } from './do-point.js';
import { find } from './find.js';
import type { Instruction } from './instruction.js';
import { readNumberIn } from './numbers.js';
import { withoutKind } from './phrasings.js';
import { rowHolds } from './row-holds.js';
import { ambiguous, type Found, lookFor, notFound, resolve, tell } from './target.js';
import { isField } from './want.js';
import { type Deed, perform, performAll, reply, type Script, type World } from './world.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** Types into the search box of the page and sends it off. */
export async function* search(world: World, { value, where, words }: Of<'search'>): Script {
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

async function* sendSearch(world: World, words: string, text: string, found: Found): Script {
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

function searchButton(world: World, field: Element): Element | undefined {
  const near = world.turn.observation.elements.filter(
    ({ role, name, bounds, states }) =>
      role === 'Button' &&
      /^(?:search|go|find|submit|🔍)/iu.test(name) &&
      !states.includes('disabled') &&
      Math.abs(bounds.y - field.bounds.y) < 80,
  );
  return near.length === 1 ? near[0] : undefined;
}

function unchangedButForField(world: World, field: Element, before: readonly Element[]): boolean {
  const sign = (elements: readonly Element[]): string =>
    elements
      .filter(({ id }) => id !== field.id)
      .map(({ id, name }) => id + name)
      .join('\n');
  return sign(world.turn.observation.elements) === sign(before);
}

/** Fills in name and password, and sends them off. */
export async function* login(world: World, { fields, words }: Of<'login'>): Script {
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

async function secretField(world: World, label: string): Promise<Found> {
  const secrets = world.turn.observation.elements.filter(({ states }) => states.includes('password'));
  const [only] = secrets;
  return secrets.length === 1 && only
    ? { element: only, score: 0.95, why: 'the only password field' }
    : resolve(world, label, { kind: 'field' });
}

async function userField(world: World, label: string): Promise<Found> {
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

/** The button that puts a thing into the cart: in its row, or on its own page. */
export async function* addToCart(world: World, { what, times = 1, words }: Of<'add_to_cart'>): Script {
  const plain = what.replace(/^(?:the|a|an|some)\s+/iu, '');
  const inRow = async (): Promise<Found | undefined> => {
    for (const phrase of [`"Add to cart" in the row with ${plain}`, `add to cart in the row with ${plain}`]) {
      const { one } = await lookFor(world, phrase, { kind: 'click' });
      if (one && one.score >= 0.7 && /add|cart|basket|bag|buy/iu.test(one.element.name)) return one;
    }
    return undefined;
  };
  const only = (): Found | undefined => {
    const all = world.turn.observation.elements.filter(
      ({ role, name }) =>
        role === 'Button' && /\b(?:add to|put in)\b.*\b(?:cart|basket|bag)\b|^(?:buy|buy now)$/iu.test(name),
    );
    const isHere =
      world.turn.observation.elements.some(
        ({ level, name }) => level === 1 && name.toLowerCase().includes(plain.replace(/["“”]/gu, '').toLowerCase()),
      ) || /^(?:it|this|this item|this product|that)$/iu.test(plain);
    return all.length === 1 && all[0] && isHere
      ? { element: all[0], score: 0.9, why: 'the only button of the page for it' }
      : undefined;
  };
  let button = only() ?? (await inRow());
  if (!button) {
    const link = yield* find(world, what, { kind: 'click' });
    yield* perform(
      world,
      words,
      `${tell(what, link)} Its page may have the button.`,
      pointing(world, 'click', link.element),
    );
    button = only() ?? (await inRow()) ?? (await resolve(world, 'Add to cart', { kind: 'click' }));
  }
  const chosen = button;
  yield* performAll(
    world,
    Array.from({ length: Math.min(times, 20) }, () => ({
      words,
      make: async () => ({
        thought: tell(`add ${what} to the cart`, chosen),
        deed: pointing(world, 'click', chosen.element),
      }),
    })),
  );
}

/** By a list of orders where there is one, else by clicking the column's heading. */
export async function* sort(world: World, step: Of<'sort'>): Script {
  const { by, descending, words } = step;
  const bare = by.replace(/["“”]/gu, '');
  const lists = world.turn.observation.elements.filter(
    ({ role, name }) => role === 'Dropdown' && /\b(?:sort|order)\b/iu.test(name),
  );
  const [list] = lists;
  if (list) {
    const way =
      descending === undefined
        ? [bare]
        : descending
          ? [`${bare}: high to low`, `${bare} (high to low)`, `${bare} descending`, `${bare} high to low`, bare]
          : [`${bare}: low to high`, `${bare} (low to high)`, `${bare} ascending`, `${bare} low to high`, bare];
    for (const [index, option] of way.entries()) {
      try {
        return yield* choose(world, { do: 'choose', options: [option], whole: option, from: list.name, words });
      } catch (error) {
        if (!(error instanceof HandrailError) || error.code !== 'unknown_option' || index === way.length - 1)
          throw error;
      }
    }
  }
  const named = (await lookFor(world, `sort by ${bare}`, { kind: 'click' })).one;
  const head = named && named.score >= 0.85 ? named : yield* find(world, `${bare} column header`, { kind: 'click' });
  yield* perform(world, words, tell(by, head), pointing(world, 'click', head.element));
  if (descending) {
    const again = await resolve(world, `${bare} column header`, { kind: 'click' });
    yield* perform(
      world,
      words,
      `${tell(by, again)} Once more, for the other direction.`,
      pointing(world, 'click', again.element),
    );
  }
}

const sending =
  /^(?:submit|send|save|continue|confirm|finish|done|ok|apply|create|register|sign\s*up|next|go|update|place order|request|search|log\s*in|sign\s*in|book|pay)\b/iu;

/** The button that sends a form off. */
export async function* submit(world: World, { target, words }: Of<'submit'>): Script {
  const scope = target ? ` in the ${target.replace(/^the\s+/iu, '')}` : '';
  const named = await lookFor(world, `submit button${scope}`, { kind: 'click' });
  const exact = named.one && named.one.score >= 0.8 && named.one.element.interactive ? named.one : undefined;
  if (exact) {
    yield* perform(world, words, tell('submit', exact), sendingOff(exact.element));
    return;
  }
  const css = 'form button[type=submit], form button:not([type]), form input[type=submit], form input[type=image]';
  const { elements } = await world.turn.read({ what: 'elements', css });
  const usable = elements.filter(({ states }) => !states.includes('disabled'));
  const likely = usable.length > 1 ? usable.filter(({ name }) => sending.test(name.trim())) : usable;
  const focused = world.turn.observation.elements.find(({ states }) => states.includes('focused'));
  const sameForm = likely.length > 1 && focused ? nearestBelow(likely, focused) : likely;
  const [only] = sameForm;
  if (only && sameForm.length === 1) {
    yield* perform(world, words, `${only.id} "${only.name}" is the button that sends the form off.`, sendingOff(only));
    return;
  }
  if (sameForm.length > 1)
    throw ambiguous(
      words,
      sameForm.map((element) => ({ element, score: 1, why: '' })),
    );
  const loose = world.turn.observation.elements.filter(
    ({ role, name }) => role === 'Button' && sending.test(name.trim()),
  );
  const [one] = loose;
  if (one && loose.length === 1)
    yield* perform(world, words, `${one.id} "${one.name}" is the only button that sends.`, sendingOff(one));
  else if (loose.length > 1)
    throw ambiguous(
      words,
      loose.map((element) => ({ element, score: 1, why: '' })),
    );
  else if (focused && isField(focused))
    yield* perform(world, words, 'No button sends it: Enter in the field does.', {
      tool: 'press_key',
      input: { key: 'Enter' },
    });
  else throw notFound('a button that sends the form off', []);
}

/** Sending a form off is more than a click: whoever is in charge may want to be asked. */
function sendingOff({ id }: Element): Deed {
  return { tool: 'submit', input: { selector: id } };
}

function nearestBelow(buttons: readonly Element[], { bounds }: Element): Element[] {
  const below = buttons
    .filter((button) => button.bounds.y >= bounds.y - 4)
    .sort((one, other) => one.bounds.y - other.bounds.y);
  return below.slice(0, 1);
}

/** Closes a dialog, a banner or a menu by its own button, else by Escape. */
export async function* close(world: World, { what, words }: Of<'close'>): Script {
  const { modal, elements } = world.turn.observation;
  const isDialog =
    /\b(?:dialog|popup|pop-up|modal|window|alert|prompt|message|box|banner|notification|overlay)\b/iu.test(what);
  if (modal && isDialog) {
    yield* perform(world, words, `The open ${modal.kind} says "${modal.text.slice(0, 60)}".`, {
      tool: 'handle_dialog',
      input: { accept: modal.kind === 'alert' },
    });
    return;
  }
  const names = /^(?:close|dismiss|×|✕|✖|x|got it|no thanks|hide)(?:\s|$)|^[×✕✖]$/iu;
  const buttons = elements.filter(
    ({ name, description, interactive }) => interactive && (names.test(name.trim()) || names.test(description ?? '')),
  );
  const box = elements.find(({ role }) => role === 'Dialog');
  const inside = box
    ? buttons.filter(
        ({ bounds }) =>
          bounds.x >= box.bounds.x &&
          bounds.y >= box.bounds.y &&
          bounds.x + bounds.width <= box.bounds.x + box.bounds.width + 1 &&
          bounds.y + bounds.height <= box.bounds.y + box.bounds.height + 1,
      )
    : buttons;
  const named = await lookFor(world, `close ${what}`, { kind: 'click' });
  const [first] = inside.length > 0 ? inside : buttons;
  const element =
    named.one && named.one.score >= 0.8 && named.one.element.interactive
      ? named.one.element
      : isDialog &&
          (inside.length === 1 ||
            buttons.length === 1 ||
            (inside.length > 1 && inside.every(({ name }) => names.test(name))))
        ? first
        : undefined;
  if (element) {
    yield* perform(
      world,
      words,
      `${element.id} ${element.role} "${element.name}" closes it.`,
      pointing(world, 'click', element),
    );
    return;
  }
  if (box || /\bmenu\b/iu.test(what)) {
    yield* perform(world, words, 'No button closes it: Escape does.', { tool: 'press_key', input: { key: 'Escape' } });
    return;
  }
  const found = yield* find(world, `close ${what}`, { kind: 'click' });
  yield* perform(world, words, tell(what, found), pointing(world, 'click', found.element));
}

/** Opens or shuts a section; what is so already stays so. */
export async function* unfold(world: World, step: Of<'expand' | 'collapse'>): Script {
  const { elements } = world.turn.observation;
  const [shut, wanted] =
    step.do === 'expand' ? (['collapsed', 'expanded'] as const) : (['expanded', 'collapsed'] as const);
  const isPlain =
    /^(?:the\s+)?(?:sections?|panels?|accordion|details|menu|tree|pie menu|item|pie)(?:\s+below)?$/iu.test(step.target);
  const closed = elements.filter(({ states, interactive }) => states.includes(shut) && interactive);
  const [only] = closed;
  if (isPlain && only && closed.length === 1) {
    yield* perform(
      world,
      step.words,
      `${only.id} "${only.name}" is the only one that is ${shut}.`,
      pointing(world, 'click', only),
    );
    return;
  }
  const looked = await lookFor(world, step.target, { kind: 'expand' });
  const usable =
    isPlain && !looked.one
      ? elements.filter(
          ({ interactive, role }) => interactive && role !== 'Button' && role !== 'Link' && role !== 'TextInput',
        )
      : [];
  const [loose] = usable;
  const found =
    looked.one ??
    (usable.length === 1 && loose
      ? { element: loose, score: 0.7, why: 'the only thing that can be opened' }
      : yield* find(world, step.target, { kind: 'expand' }));
  if (found.element.states.includes(wanted)) return;
  yield* perform(world, step.words, tell(step.target, found), pointing(world, 'click', found.element));
}

/** "employee in Madrid": the kind says nothing that the row does not. */
const inPlace = /^\p{L}+\s+(?:in|at|for|with|on)\s+(?=["“#@\p{Lu}\d])/u;

/** A control named after the verb, by the thing: "Delete" in the row of it. */
export async function* deed(world: World, { verb, what, target, words }: Of<'deed'>): Script {
  const dismissing = verb === 'accept' || verb === 'reject' || verb === 'dismiss' || verb === 'decline';
  const exact = await lookFor(world, target, { kind: 'click' });
  const holds = (element: Element): boolean => rowHolds(element, what, world.turn.observation.elements);
  if (exact.one && exact.one.score >= 0.85 && exact.one.element.interactive && holds(exact.one.element)) {
    yield* perform(world, words, tell(target, exact.one), pointing(world, 'click', exact.one.element));
    return;
  }
  const plain = withoutKind(what.replace(/^(?:the|a|an|my|this|that)\s+/iu, '')).replace(inPlace, '');
  const ordinal = /^(first|second|third|fourth|fifth|last|\d+(?:st|nd|rd|th))\s+(.+)$/iu.exec(plain);
  const phrases = ordinal
    ? [`the ${ordinal[1]} ${verb} button`]
    : [
        `"${verb}" in the row with ${plain}`,
        `${verb} in the row with ${plain}`,
        `${verb} next to ${plain}`,
        ...(/^(?:delete|remove)$/u.test(verb) ? [`"×" next to ${plain}`] : []),
      ];
  let found = await firstNamed(world, phrases, verb, words);
  if (!found && world.acted) {
    const [waited] = yield* reply(world, `"${words}" has nothing to act on yet: waiting for "${plain}".`, [
      { tool: 'wait_for', input: { text: plain.replace(/["“”]/gu, ''), timeout: 2_500 } },
    ]);
    if (waited?.result.success) found = await firstNamed(world, [target, ...phrases], verb, words);
  }
  if (found && holds(found.element)) {
    yield* perform(world, words, tell(target, found), pointing(world, 'click', found.element));
    return;
  }
  const general = await lookFor(world, verb, { kind: 'click' });
  const isGeneral =
    dismissing ||
    /^(?:it|this|form|changes?|document|entry|order|page|file|settings|account|purchase|payment|appointment|message|cart|game|timer|video|music)\b/iu.test(
      plain,
    );
  if (isGeneral && general.one && general.one.score >= 0.7 && general.one.element.interactive) {
    yield* perform(world, words, tell(verb, general.one), pointing(world, 'click', general.one.element));
    return;
  }
  yield* point(world, { do: 'click', target, parts: [target], words });
}

/** The first phrase that means one control; several that are all named after the verb are refused. */
async function firstNamed(
  world: World,
  phrases: readonly string[],
  verb: string,
  words: string,
): Promise<Found | undefined> {
  for (const phrase of phrases) {
    const { one, several } = await lookFor(world, phrase, { kind: 'click' });
    const isNamed = (element: Element): boolean => foldText(element.name).text.includes(foldText(verb).text);
    if (several?.every(({ element }) => isNamed(element))) throw ambiguous(words, several, world);
    if (one && one.score >= 0.65 && one.element.interactive && !isField(one.element)) return one;
  }
  return undefined;
}

/** Buttons that count up and down, until the number is reached. */
export async function* stepTo(world: World, step: Of<'step'>): Script {
  const { words } = step;
  const target = step.target ?? 'counter';
  const { one } = await lookFor(world, target, { kind: 'set' });
  const current = (): number | undefined => readNumberIn(counterText(world, target, one?.element));
  const start = current();
  const goal = step.to ?? (start === undefined || step.by === undefined ? undefined : start + step.by);
  if (one && isField(one.element) && goal !== undefined) {
    yield* performAll(world, [{ words, make: async () => setPlan(world, target, one, String(goal)) }]);
    return;
  }
  if (start === undefined || goal === undefined)
    throw new HandrailError(
      'not_found',
      `"${words}": no number is to be read at "${target}".`,
      'Say which button to click, and how often.',
    );
  const button = stepButton(world, target, goal > start);
  if (!button) throw notFound(`a button that counts ${goal > start ? 'up' : 'down'}`, []);
  for (let tries = 0; tries < 4 && current() !== goal; tries += 1) {
    const away = Math.abs(goal - (current() ?? goal));
    yield* reply(
      world,
      `It shows ${current()}; ${button.id} "${button.name}" counts towards ${goal}.`,
      Array.from({ length: Math.min(away, 30) }, () => pointing(world, 'click', button)),
    );
  }
  if (current() !== goal)
    throw new HandrailError('expectation_failed', `"${words}": it shows ${current()} and not ${goal}.`);
}

function counterText(world: World, target: string, field: Element | undefined): string {
  if (field?.value) return field.value;
  const { elements } = world.turn.observation;
  const bare = target.replace(/^the\s+/iu, '').toLowerCase();
  const labelled = elements.find(({ name }) => name.toLowerCase().includes(bare) && /\d/u.test(name));
  return (
    labelled?.name ?? elements.find(({ name, interactive }) => !interactive && /^-?\d+$/u.test(name.trim()))?.name ?? ''
  );
}

function stepButton(world: World, target: string, up: boolean): Element | undefined {
  const names = up
    ? /^(?:\+|➕|increase|increment|plus|more|add|up|▲|↑)(?:\s|$)/iu
    : /^(?:-|−|–|➖|decrease|decrement|minus|less|fewer|down|▼|↓)(?:\s|$)/iu;
  const all = world.turn.observation.elements.filter(
    ({ name, interactive, role }) => interactive && role !== 'TextInput' && names.test(name.trim()),
  );
  const about = all.filter(({ name }) => name.toLowerCase().includes(target.replace(/^the\s+/iu, '').toLowerCase()));
  return about.length === 1 ? about[0] : all.length === 1 ? all[0] : undefined;
}

/** Opens what was found, and answers or forwards it. */
export async function* mail(world: World, step: Of<'mail'>): Script {
  const { words } = step;
  let control = await lookFor(world, step.act, { kind: 'click' });
  if (!control.one && world.last?.element) {
    yield* perform(
      world,
      words,
      `Opening ${world.last.element.id} "${world.last.element.name}" to ${step.act}.`,
      pointing(world, 'click', world.last.element),
    );
    control = await lookFor(world, step.act, { kind: 'click' });
  }
  const button = control.one ?? (yield* find(world, step.act, { kind: 'click' }));
  yield* perform(world, words, tell(step.act, button), pointing(world, 'click', button.element));
  if (step.to !== undefined) yield* fill(world, [['to', { is: 'text', text: step.to }]], words);
  if (step.text) {
    const text = await valueText(world, step.text);
    const fields = world.turn.observation.elements.filter(
      (element) => isField(element) && !element.states.includes('disabled'),
    );
    const long = fields.filter(({ states }) => states.includes('multiline'));
    const named = fields.filter(({ name }) => /\b(?:message|body|reply|text|comment)\b/iu.test(name));
    const focused = fields.filter(({ states }) => states.includes('focused'));
    const [field] = [long, named, focused, fields].find(({ length }) => length === 1) ?? [];
    if (!field)
      throw ambiguous(
        words,
        fields.map((element) => ({ element, score: 1, why: '' })),
      );
    yield* perform(world, words, `${field.id} "${field.name}" takes the text.`, {
      tool: 'type',
      input: { selector: field.id, text, clear: true },
    });
  }
  const send = yield* find(world, 'send', { kind: 'click' });
  yield* perform(world, words, tell('send', send), pointing(world, 'click', send.element));
}

const composers = ['compose', 'new message', 'new email', 'write'];

/** Opens what one writes a message in, where it is not open yet, and fills it in. */
export async function* compose(world: World, { fields, send, words }: Of<'compose'>): Script {
  const [label] = fields[0] ?? [''];
  const isOpen = (await lookFor(world, label, { kind: 'field' })).one;
  for (const name of isOpen ? [] : composers) {
    const { one } = await lookFor(world, name, { kind: 'click' });
    if (!one || one.score < 0.7) continue;
    yield* perform(world, words, tell(name, one), pointing(world, 'click', one.element));
    break;
  }
  yield* fill(world, fields, words);
  if (send) yield* submit(world, { do: 'submit', words });
}

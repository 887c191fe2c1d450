import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { type ExecutionState, perform, reply, type Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { readOrdinal } from '../parser/pattern.js';
import { listResults } from '../resolver/results.js';
import { ambiguous, type Found, lookFor, notFound, tell } from '../resolver/target.js';
import { pointing } from './browser/pointer.js';

type Seek = Extract<Instruction, { do: 'seek' }>;
type MaybeFound = Found | undefined;

/** Looks for something behind sections, tabs, folders, pages or further down, and clicks it where asked. */
export async function* seek(world: ExecutionState, step: Seek): Script {
  const found = (await there(world, step)) ?? (yield* search(world, step));
  if (!found) {
    const { nearest } = await lookFor(world, step.target, { kind: 'any' });
    throw notFound(step.target, nearest);
  }
  world.last = { phrase: step.target, element: found.element };
  if (!step.click) world.found = found.element;
  if (step.click) yield* perform(world, step.words, tell(step.target, found), pointing(world, 'click', found.element));
  else yield* perform(world, step.words, `${tell(step.target, found)} Found.`, pointing(world, 'hover', found.element));
}

async function there(world: ExecutionState, { target }: Seek): Promise<MaybeFound> {
  const nth = /^(?:the\s+)?(\S+)\s+(?:search\s+)?result$/iu.exec(target);
  const place = nth && readOrdinal(nth[1] ?? '');
  if (place && place > listResults(world.turn.observation.elements).length) return undefined;
  const { one, several } = await lookFor(world, target, { kind: 'any' });
  if (several) throw ambiguous(target, several);
  return one && one.score >= 0.6 ? one : undefined;
}

async function* search(world: ExecutionState, step: Seek): Script<MaybeFound> {
  switch (step.by) {
    case 'scrolling':
      return yield* byScrolling(world, step);
    case 'tabs': {
      const drawn = await drawnTabs(world);
      return (
        (yield* byOpening(world, step, isTab)) ??
        (yield* byTrying(
          world,
          step,
          async () =>
            ({ id, name, interactive }) =>
              drawn.has(id) || (interactive && /^tab\b/iu.test(name)),
        ))
      );
    }
    case 'sections':
      return (yield* byOpening(world, step, isClosed)) ?? (yield* byTrying(world, step, async () => isLoose));
    case 'pages':
      return yield* byPages(world, step);
    case 'tree': {
      const nth = /^(?:the\s+)?(\S+)\s+(?:search\s+)?result$/iu.exec(step.target);
      if (nth) return yield* nthResult(world, step, readOrdinal(nth[1] ?? '') ?? 0);
      return (
        (yield* byOpening(world, step, isClosed)) ??
        (yield* byTrying(world, step, openers)) ??
        (yield* byOpening(world, step, isTab)) ??
        (yield* byPages(world, step, await pageLinks(world))) ??
        (isLong(world) ? yield* byScrolling(world, step) : undefined)
      );
    }
  }
}

function isTab({ role, states }: Element): boolean {
  return role === 'Tab' && !states.includes('selected') && !states.includes('disabled');
}

function isClosed({ states, interactive, role }: Element): boolean {
  return (
    (states.includes('collapsed') ||
      (role === 'Tab' && !states.includes('selected') && !states.includes('expanded'))) &&
    interactive &&
    role !== 'Dropdown'
  );
}

/** Opens one thing after the other, and looks after each. */
async function* byOpening(
  world: ExecutionState,
  step: Seek,
  isShut: (element: Element) => boolean,
): Script<MaybeFound> {
  const opened = new Set<string>();
  for (let count = 0; count < 22; count += 1) {
    const next = world.turn.observation.elements.find((element) => isShut(element) && !opened.has(element.id));
    if (!next) return undefined;
    opened.add(next.id);
    yield* perform(
      world,
      step.words,
      `"${step.target}" is not to be seen: opening ${next.id} ${next.role} "${next.name}".`,
      pointing(world, 'click', next),
    );
    const found = (await there(world, step)) ?? (yield* thereLater(world, step));
    if (found) return found;
  }
  return undefined;
}

/** What slides open takes a moment; to open the next meanwhile would close it again. */
async function* thereLater(world: ExecutionState, step: Seek): Script<MaybeFound> {
  yield* reply(world, 'It may still be opening: waiting a moment.', [{ tool: 'wait', input: { seconds: 0.4 } }]);
  return there(world, step);
}

/** Sections, folders and tabs that do not say what they are: things that can be clicked and lead nowhere else. */
async function* byTrying(
  world: ExecutionState,
  step: Seek,
  which: (world: ExecutionState) => Promise<(element: Element) => boolean>,
): Script<MaybeFound> {
  const tried = new Set<string>();
  for (let count = 0; count < 30; count += 1) {
    const mayOpen = await which(world);
    const next = world.turn.observation.elements.find((element) => mayOpen(element) && !tried.has(element.id));
    if (!next) return undefined;
    tried.add(next.id);
    const [result] = yield* reply(world, `"${step.target}" is not to be seen: trying ${next.id} "${next.name}".`, [
      pointing(world, 'click', next),
    ]);
    if (!result?.result.success) continue;
    const found = await there(world, step);
    if (found) return found;
    const later = next.role === 'MenuItem' ? yield* thereLater(world, step) : undefined;
    if (later) return later;
  }
  return undefined;
}

const controls = new Set<string>(['Link', 'Button', 'TextInput', 'Checkbox', 'Radio', 'Dropdown']);

function isLoose({ interactive, name, role, kind }: Element): boolean {
  return interactive && name !== '' && role !== 'Link' && (!controls.has(role) || kind === 'generic');
}

/** Things that have more inside them, by how the page is built: to click anything else would be to use it. */
async function openers(world: ExecutionState): Promise<(element: Element) => boolean> {
  const css = [
    'li:has(ul, ol) > :not(ul, ol)',
    '[aria-haspopup="true"], [aria-haspopup="menu"], [aria-haspopup="tree"]',
    ':is([class*="folder" i], [class*="collaps" i], [class*="expand" i], [class*="accordion-head" i])',
    'summary',
  ].join(',');
  const { elements } = await world.turn.read({ what: 'elements', css });
  const ids = new Set(elements.map(({ id }) => id));
  return (element) => ids.has(element.id) && element.interactive && element.role !== 'TextInput';
}

/** Links that lead from page to page of a list. */
async function pageLinks(world: ExecutionState): Promise<ReadonlySet<string>> {
  const css = '[class*="pag" i] a, [class*="pag" i] button, [id*="pag" i] a, [id*="pag" i] button, [rel=next]';
  const { elements } = await world.turn.read({ what: 'elements', css });
  return new Set(elements.map(({ id }) => id));
}

/** Links that are drawn as tabs. */
async function drawnTabs(world: ExecutionState): Promise<ReadonlySet<string>> {
  const css =
    '[class*="tab" i] a, [class*="tab" i] button, [class*="tab" i] li, a[class*="tab" i], button[class*="tab" i]';
  const { elements } = await world.turn.read({ what: 'elements', css });
  return new Set(elements.filter(({ interactive }) => interactive).map(({ id }) => id));
}

/** Whether there is more of the page than fits on the screen. */
function isLong({ turn: { observation } }: ExecutionState): boolean {
  return !observation.scroll || observation.scroll.height > observation.screen.height + 4;
}

async function* byScrolling(world: ExecutionState, step: Seek): Script<MaybeFound> {
  let still = 0;
  for (let count = 0; count < 20 && still < 2; count += 1) {
    const results = yield* reply(
      world,
      `"${step.target}" is not to be seen yet: scrolling down.`,
      Array.from({ length: 3 }, () => ({ tool: 'scroll', input: { direction: 'down' } })),
    );
    const found = await there(world, step);
    if (found) return found;
    still = results.some(({ result }) => result.success && result.metadata.effect === 'changed') ? 0 : still + 1;
  }
  return undefined;
}

const nextName = /^(?:next(?:\s+page)?|older|›|»|>|→|next\s*[»›>→]|show more|load more|more)$/iu;

export function nextButton(world: ExecutionState): Element | undefined {
  return world.turn.observation.elements.find(
    ({ name, interactive, states }) => interactive && nextName.test(name.trim()) && !states.includes('disabled'),
  );
}

async function* byPages(world: ExecutionState, step: Seek, among?: ReadonlySet<string>): Script<MaybeFound> {
  let known = among;
  for (let page = 0; page < 20; page += 1) {
    const next = nextButton(world);
    if (!next || (known && !known.has(next.id))) return undefined;
    yield* perform(
      world,
      step.words,
      `"${step.target}" is not on this page: ${next.id} "${next.name}" leads on.`,
      pointing(world, 'click', next),
    );
    const found = await there(world, step);
    if (found) return found;
    if (known) known = await pageLinks(world);
  }
  return undefined;
}

/** The nth result over all pages of results. */
async function* nthResult(world: ExecutionState, step: Seek, place: number): Script<MaybeFound> {
  let before = 0;
  for (let page = 0; page < 20; page += 1) {
    const results = listResults(world.turn.observation.elements);
    const element = place < 0 ? undefined : results[place - before - 1];
    if (element)
      return { element, score: 0.85, why: `result ${place}, ${place - before} of ${results.length} on this page` };
    before += results.length;
    const next =
      nextButton(world) ??
      world.turn.observation.elements.find(({ name, interactive }) => interactive && name.trim() === String(page + 2));
    if (!next || results.length === 0) return undefined;
    yield* perform(
      world,
      step.words,
      `There are ${before} results up to here: ${next.id} "${next.name}" leads to more.`,
      pointing(world, 'click', next),
    );
  }
  throw new HandrailError('not_found', `There is no result ${place}.`);
}

import { HandrailError } from '../../../core/errors.js';
import { answer } from '../../answers/answer.js';
import { type ExecutionState, perform, reply, type Script } from '../../execution-state.js';
import type { Condition, Instruction } from '../../instruction.js';
import { readOrdinal } from '../../parser/pattern.js';
import { find } from '../../resolver/find.js';
import { lookFor, tell } from '../../resolver/target.js';
import { textOf } from '../../resolver/text-of.js';
import { holds } from '../check-condition.js';
import { rowMenu } from '../row.js';
import { valueText } from './fields.js';

type Of<Do extends Instruction['do']> = Extract<Instruction, { do: Do }>;

/** Goes where a link, a tab or a menu of the page leads. */
export async function* open(world: ExecutionState, { target, words }: Of<'open'>): Script {
  const owner = /^(?:the\s+)?(?:[\p{L}-]+\s+)?menu\s+(?:of|for|next\s+to)\s+(.+)$/iu.exec(target)?.[1];
  const menu = owner === undefined ? undefined : rowMenu(world, owner);
  if (menu) {
    yield* perform(world, words, `${menu.id} "${menu.name}" is the menu of ${owner}.`, {
      tool: 'click',
      input: { selector: menu.id },
    });
    return;
  }
  const pages =
    /^(?:the\s+)?(next|previous|prev)\s+page$/iu.exec(target)?.[1] ??
    /^(?:the\s+)?page\s+(?:number\s+)?(\d+)(?:\s+of\s+.*)?$/iu.exec(target)?.[1];
  const phrase = pages ?? target;
  const looked = pages && /^\d+$/u.test(pages) ? await lookFor(world, `"${pages}"`, { kind: 'click' }) : undefined;
  const found = looked?.one ?? (yield* find(world, phrase, { kind: 'click' }));
  yield* perform(world, words, tell(target, found), { tool: 'click', input: { selector: found.element.id } });
}

export async function* scroll(world: ExecutionState, step: Of<'scroll'>): Script {
  const area = /text\s*-?\s*area/iu.test(step.target ?? '')
    ? world.turn.observation.elements.filter(({ states }) => states.includes('multiline'))
    : [];
  const [only] = area;
  const found =
    step.target === undefined
      ? undefined
      : area.length === 1 && only
        ? { element: only, score: 0.95, why: 'the only text area' }
        : yield* find(world, step.target, { kind: 'any' });
  const input = { direction: step.direction, ...(found ? { selector: found.element.id } : {}) };
  yield* perform(
    world,
    step.words,
    found && step.target ? tell(step.target, found) : `Scrolling to the ${step.direction}.`,
    { tool: 'scroll', input },
  );
}

export async function* scrollTo(world: ExecutionState, { target, words }: Of<'scroll_to'>): Script {
  const found = yield* find(world, target, { kind: 'any' });
  yield* perform(world, words, `${tell(target, found)} Pointing at it brings it into view.`, {
    tool: 'hover',
    input: { selector: found.element.id },
  });
}

export async function* upload(world: ExecutionState, { paths, target, words }: Of<'upload'>): Script {
  const { elements, modal } = world.turn.observation;
  const files = elements.filter(({ kind }) => kind === 'file');
  const [only] = files;
  if (modal?.kind === 'file_chooser') {
    yield* reply(world, 'The file chooser is open.', [{ action: { type: 'upload', paths } }]);
    return;
  }
  const found =
    target === undefined && files.length === 1 && only
      ? { element: only, score: 0.95, why: 'the only place for files' }
      : yield* find(world, target ?? 'file', { kind: 'file' });
  yield* perform(world, words, tell(target ?? 'the file field', found), {
    tool: 'upload_file',
    input: { selector: found.element.id, paths },
  });
}

export async function* download(world: ExecutionState, { target, words }: Of<'download'>): Script {
  const plain = target.replace(/^(?:the|a|an)\s+/iu, '');
  for (const phrase of [`download ${plain}`, `"Download" in the row with ${plain}`, `"Download" next to ${plain}`]) {
    const { one } = await lookFor(world, phrase, { kind: 'click' });
    if (!one?.element.interactive || one.score < 0.75) continue;
    yield* clickForFile(world, words, tell(phrase, one), one.element.id);
    return;
  }
  const found = yield* find(world, target, { kind: 'click' });
  yield* clickForFile(world, words, tell(target, found), found.element.id);
}

/** A click that must bring a file. */
async function* clickForFile(world: ExecutionState, words: string, thought: string, selector: string): Script {
  const done = yield* perform(world, words, thought, { tool: 'click', input: { selector } });
  if (!done || done.result.metadata.downloads) return;
  throw new HandrailError(
    'not_found',
    `"${words}": the click on ${selector} downloaded nothing.`,
    'Say which link or button downloads it.',
  );
}

/** A tab of the page by its name, or else one of the browser's tabs. */
export async function* switchTab(world: ExecutionState, { which, words }: Of<'tab'>): Script {
  const { tabs = [] } = world.turn.observation;
  const bare = which
    .replace(/^(?:browser\s+)?(?:tab|window)\s+|\s+(?:browser\s+)?(?:tab|window)$/giu, '')
    .replace(/^(?:number\s+|#)/iu, '')
    .trim();
  const isBrowser = /\bbrowser|window\b/iu.test(which);
  const onPage = isBrowser ? undefined : await lookFor(world, which, { kind: 'click' });
  if (onPage?.one?.element.role === 'Tab' || (onPage?.one && tabs.length < 2)) {
    yield* perform(world, words, tell(which, onPage.one), {
      tool: 'click',
      input: { selector: onPage.one.element.id },
    });
    return;
  }
  const other = tabs.filter(({ active }) => !active);
  const place = readOrdinal(bare.replace(/^(?:the)\s+/iu, ''));
  const words1 = bare.replace(/["“”]/gu, '').toLowerCase();
  const named = tabs.filter(
    ({ title, url }) => title.toLowerCase().includes(words1) || url.toLowerCase().includes(words1),
  );
  const tab = /^(?:new|newest|latest|opened)$/iu.test(bare)
    ? tabs.at(-1)
    : /^(?:other|previous|original|main)$/iu.test(bare)
      ? other.length === 1
        ? other[0]
        : tabs[0]
      : place
        ? tabs.at(place > 0 ? place - 1 : place)
        : named.length === 1
          ? named[0]
          : undefined;
  if (!tab) {
    const found = yield* find(world, which, { kind: 'click' });
    yield* perform(world, words, tell(which, found), { tool: 'click', input: { selector: found.element.id } });
    return;
  }
  if (tab.active) return;
  yield* perform(world, words, `"${which}" is the tab ${tab.id} "${tab.title}".`, {
    tool: 'tabs',
    input: { do: 'select', tab: tab.id },
  });
}

export async function* closeTab(world: ExecutionState, { which, words }: Of<'close_tab'>): Script {
  const { tabs = [] } = world.turn.observation;
  const place = which === undefined ? undefined : readOrdinal(which);
  const tab =
    which === undefined
      ? undefined
      : which === 'new'
        ? tabs.at(-1)
        : which === 'other'
          ? tabs.find(({ active }) => !active)
          : place
            ? tabs.at(place > 0 ? place - 1 : place)
            : undefined;
  yield* perform(world, words, `Closing ${tab ? tab.id : (which ?? 'this tab')}.`, {
    tool: 'tabs',
    input: { do: 'close', ...(tab ? { tab: tab.id } : which ? { tab: which.replace(/["“”]/gu, '') } : {}) },
  });
}

/** The browser's dialog if one is open, else the button of one on the page. */
export async function* dialog(world: ExecutionState, step: Of<'dialog'>): Script {
  const { modal, elements } = world.turn.observation;
  const text = step.text === undefined ? undefined : await valueText(world, step.text);
  if (modal) {
    yield* perform(world, step.words, `The open ${modal.kind} says "${modal.text.slice(0, 80)}".`, {
      tool: 'handle_dialog',
      input: { accept: step.accept || modal.kind === 'alert', ...(text === undefined ? {} : { text }) },
    });
    world.answered = true;
    return;
  }
  const names = step.accept
    ? /^(?:ok|okay|yes|accept|confirm|agree|allow|continue|got it|proceed)\b/iu
    : /^(?:cancel|no|dismiss|reject|decline|close|×|x)\b|^[×✕]$/iu;
  const inside = elements.filter(({ role }) => role === 'Dialog');
  const buttons = elements.filter(
    ({ role, name, bounds }) =>
      role === 'Button' &&
      names.test(name) &&
      inside.some(
        (box) =>
          bounds.x >= box.bounds.x &&
          bounds.y >= box.bounds.y &&
          bounds.x <= box.bounds.x + box.bounds.width &&
          bounds.y <= box.bounds.y + box.bounds.height,
      ),
  );
  const [button] = buttons;
  if (!button) throw new HandrailError('not_found', `"${step.words}": no dialog is open.`, 'Say what opens it first.');
  yield* perform(world, step.words, `${button.id} "${button.name}" is the button of the open dialog.`, {
    tool: 'click',
    input: { selector: button.id },
  });
}

const patience = 10_000;

/** Waits until something is so. */
export async function* wait(world: ExecutionState, condition: Condition, words: string, ms = patience): Script {
  if (condition.is === 'loaded') {
    yield* perform(world, words, 'Waiting until the page has loaded.', {
      tool: 'wait',
      input: { condition: 'page_loaded' },
    });
    return;
  }
  const before = await holds(world, condition);
  if (before.ok) return;
  const text = shownText(condition);
  if (text) {
    const input = condition.is === 'not' ? { gone: text, timeout: ms } : { text, timeout: ms };
    const [result] = yield* reply(world, `Waiting until "${words}": ${before.seen}.`, [{ tool: 'wait_for', input }]);
    if (result?.result.success || (await holds(world, condition)).ok) return;
    throw new HandrailError(
      'wait_timeout',
      `"${words}" did not come true within ${ms} ms: ${before.seen}.`,
      'Wait longer, or for something else.',
    );
  }
  for (let waited = 0; waited < ms; waited += 1_000) {
    yield* reply(world, `Waiting until "${words}": ${before.seen}.`, [{ tool: 'wait', input: { seconds: 1 } }]);
    if ((await holds(world, condition)).ok) return;
  }
  throw new HandrailError(
    'wait_timeout',
    `"${words}" did not come true within ${ms} ms: ${before.seen}.`,
    'Wait longer, or for something else.',
  );
}

/** The words to wait for, where the condition is about words. */
function shownText(condition: Condition): string | undefined {
  const plain = condition.is === 'not' ? condition.one : condition;
  if (plain.is !== 'shown') return undefined;
  const quoted = /["“](.+)["”]/u.exec(plain.what)?.[1];
  return quoted ?? (/^(?:the|a|an)\s/iu.test(plain.what) ? undefined : plain.what);
}

/** Checks that something is so, with a short wait; throws `expectation_failed` when it is not. */
export async function* verify(world: ExecutionState, { condition, words }: Of<'verify'>): Script {
  let held = await holds(world, condition);
  const text = held.ok ? undefined : shownText(condition);
  if (!held.ok && text) {
    const input = condition.is === 'not' ? { gone: text, timeout: 2_000 } : { text, timeout: 2_000 };
    yield* reply(world, `"${words}" does not hold yet (${held.seen}): waiting a moment.`, [
      { tool: 'wait_for', input },
    ]);
    held = await holds(world, condition);
  } else if (!held.ok && world.acted) {
    yield* reply(world, `"${words}" does not hold yet (${held.seen}): waiting a moment.`, [
      { tool: 'wait', input: { seconds: 1 } },
    ]);
    held = await holds(world, condition);
  }
  if (!held.ok)
    throw new HandrailError(
      'expectation_failed',
      `"${words}" is not so: ${held.seen}.`,
      'Look at the page, or change what is expected.',
    );
  world.done.push(`checked that ${held.seen}`);
}

export async function* rememberFact(world: ExecutionState, step: Of<'remember' | 'note'>): Script {
  const value = step.do === 'note' ? step.value : String((await answer(world, step.question)).value);
  world.copied = value;
  yield* perform(world, step.words, `Remembering "${value}" as "${step.key}".`, {
    tool: 'remember',
    input: { key: step.key, value },
  });
}

export async function copyText(world: ExecutionState, { from }: Of<'copy'>): Promise<void> {
  world.copied = /\bword\s+(?:in|of|from)\b/iu.test(from)
    ? String((await answer(world, from)).value)
    : await textOf(world, from);
}

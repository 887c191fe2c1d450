import type { Element } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import { type Answer, answer, answerIfAny } from '../answers/answer.js';
import { type ExecutionState, perform, reply, type Script } from '../execution-state.js';
import type { Instruction } from '../instruction.js';
import { compose, mail } from '../packs/mail/mail.js';
import { addToCart, sort } from '../packs/shop/shop.js';
import { contentWords } from '../parser/question.js';
import { find } from '../resolver/find.js';
import { isDesktop } from '../resolver/on-desktop.js';
import { tell } from '../resolver/target.js';
import { best, travel } from './best-row.js';
import { choose, complete } from './browser/choose.js';
import { setDate } from './browser/dates.js';
import { drag } from './browser/drag.js';
import { check, fill, type } from './browser/fields.js';
import { filter } from './browser/filter.js';
import { close, submit, unfold } from './browser/forms.js';
import { addItems } from './browser/items.js';
import {
  closeTab,
  copyText,
  dialog,
  download,
  open,
  rememberFact,
  scroll,
  scrollTo,
  switchTab,
  upload,
  verify,
  wait,
} from './browser/page.js';
import { menu, point, pointing, press, selectText } from './browser/pointer.js';
import { answerTo } from './browser/reply.js';
import { login, search } from './browser/search.js';
import { set } from './browser/set-value.js';
import { holds } from './check-condition.js';
import { consent } from './consent.js';
import { compute } from './desktop/compute.js';
import { onDesktop, onPage } from './desktop/desktop.js';
import { fillEach } from './each-field.js';
import { findThing } from './find.js';
import { deed, stepTo } from './named-control.js';
import { rename } from './row.js';
import { seek } from './seek.js';
import { noteDoubt, settleDoubt } from './unverified-claims.js';

const mostRounds = 60;
const saysClick = /^(?:\p{L}+\s+)?(?:click|press|tap|hit|push|select|choose|open|go|use|follow|toggle)\b/iu;

/** Carries out instructions one after the other. */
export async function* carryOutAll(world: ExecutionState, instructions: readonly Instruction[]): Script {
  for (const [index, instruction] of instructions.entries()) {
    try {
      settleDoubt(world, instruction);
      world.next = instructions[index + 1];
      const { pending } = world;
      world.pending = undefined;
      yield* carryOut(world, instruction, index === instructions.length - 1);
      if (pending) yield* pending();
      if (instruction.do === 'deed' || (instruction.do === 'click' && !saysClick.test(instruction.words)))
        await noteDoubt(world, instruction.words, world.last?.element);
    } catch (error) {
      throw sentenced(error, instruction.words);
    }
    world.done.push(instruction.words);
  }
}

/** The fault with the sentence it came from. */
function sentenced(error: unknown, words: string): unknown {
  if (!(error instanceof HandrailError) || error.message.includes(words)) return error;
  return new HandrailError(error.code, `${words}: ${error.message}`, error.hint, { cause: error });
}

async function* carryOut(world: ExecutionState, step: Instruction, isLast: boolean): Script {
  const own = isDesktop(world) ? onDesktop(world, step) : undefined;
  if (own) return yield* own;
  switch (step.do) {
    case 'goto':
      yield* perform(world, step.words, `"${step.words}" names an address.`, {
        tool: 'goto',
        input: { url: step.url },
      });
      return;
    case 'open':
      return yield* open(world, step);
    case 'click':
    case 'double_click':
    case 'right_click':
    case 'hover':
    case 'focus':
      return yield* point(world, step);
    case 'menu':
      return yield* menu(world, step);
    case 'press':
      return yield* press(world, step);
    case 'type':
      return yield* type(world, step);
    case 'fill':
      return yield* fill(world, step.fields, step.words, step.form);
    case 'fill_each':
      return yield* fillEach(world, step);
    case 'clear': {
      const found = yield* find(world, step.target, { kind: 'field' });
      yield* perform(world, step.words, tell(step.target, found), {
        tool: 'clear',
        input: { selector: found.element.id },
      });
      return;
    }
    case 'choose':
      return yield* choose(world, step);
    case 'complete':
      return yield* complete(world, step);
    case 'check':
      return yield* check(world, step);
    case 'drag':
    case 'drag_to_position':
    case 'drag_along':
      return yield* drag(world, step);
    case 'scroll':
      return yield* scroll(world, step);
    case 'scroll_to':
      return yield* scrollTo(world, step);
    case 'upload':
      return yield* upload(world, step);
    case 'download':
      return yield* download(world, step);
    case 'pause':
      yield* perform(world, step.words, `Waiting for ${step.seconds} s.`, {
        tool: 'wait',
        input: { seconds: step.seconds },
      });
      return;
    case 'wait':
      return yield* wait(
        world,
        step.condition,
        step.words,
        step.seconds === undefined ? undefined : step.seconds * 1_000,
      );
    case 'back':
    case 'forward':
    case 'refresh':
      yield* perform(world, step.words, `"${step.words}".`, { tool: step.do, input: {} });
      return;
    case 'tab':
      return yield* switchTab(world, step);
    case 'new_tab':
      yield* perform(world, step.words, 'Opening a new tab.', {
        tool: 'tabs',
        input: { do: 'new', ...(step.url ? { url: step.url } : {}) },
      });
      return;
    case 'close_tab':
      return yield* closeTab(world, step);
    case 'dialog':
      return yield* dialog(world, step);
    case 'verify':
      return yield* verify(world, step);
    case 'remember':
    case 'note':
      return yield* rememberFact(world, step);
    case 'answer': {
      const { value } = yield* patientAnswer(world, step.question);
      world.answers.push({ question: step.question, value });
      return;
    }
    case 'whether': {
      const { ok } = await holds(world, step.condition);
      world.answers.push({ question: step.words, value: ok ? 'yes' : 'no' });
      return;
    }
    case 'copy':
      return copyText(world, step);
    case 'if': {
      const { ok } = await holds(world, step.condition);
      return yield* carryOutAll(world, ok ? step.then : step.otherwise);
    }
    case 'repeat':
      return yield* repeat(world, step);
    case 'search':
      return yield* search(world, step);
    case 'login':
      return yield* login(world, step);
    case 'sort':
      return yield* sort(world, step);
    case 'add_to_cart':
      return yield* addToCart(world, step);
    case 'submit':
      return yield* submit(world, step);
    case 'close':
      return yield* close(world, step);
    case 'expand':
    case 'collapse':
      return yield* unfold(world, step);
    case 'set':
      return yield* set(world, step);
    case 'date':
      return yield* setDate(world, step);
    case 'step':
      return yield* stepTo(world, step);
    case 'seek':
      return yield* seek(world, step);
    case 'find':
      return yield* findThing(world, step, isLast);
    case 'add_item':
      return yield* addItems(world, step);
    case 'consent':
      return yield* consent(world, step);
    case 'rename':
      return yield* rename(world, step);
    case 'answer_to':
      return yield* answerTo(world, step);
    case 'filter':
      return yield* filter(world, step);
    case 'compute': {
      const { question, words } = step;
      if (question === undefined || isDesktop(world)) return yield* compute(world, step);
      return yield* carryOut(world, { do: 'answer', question, words }, isLast);
    }
    case 'route':
      return yield* travel(world, step);
    case 'best':
      return yield* best(world, step);
    case 'compose':
      return yield* compose(world, step);
    case 'mail':
      return yield* mail(world, step);
    case 'deed':
      return yield* deed(world, step);
    case 'select_text':
      return yield* selectText(world, step);
    case 'nothing':
      return;
    case 'launch':
    case 'raise':
    case 'use_program':
    case 'new_folder':
    case 'save_as':
    case 'write_file':
    case 'agree':
      return yield* onPage(world, step);
  }
}

/** What was done just before may still be bringing the answer: it is looked for again, for a moment. */
async function* patientAnswer(world: ExecutionState, question: string): Script<Answer> {
  for (let waited = 0; waited < 2 && world.acted; waited += 1) {
    const found = await answerIfAny(world, question);
    if (found) return found;
    yield* reply(world, `"${question}" is not answered yet: waiting a moment.`, [
      { tool: 'wait', input: { seconds: 0.7 } },
    ]);
  }
  const folded = foldedAnswer(world, question);
  if (!folded) return answer(world, question);
  const before = new Set(world.turn.observation.elements.map(({ name }) => name));
  yield* perform(
    world,
    question,
    `${folded.id} "${folded.name}" is shut: opening it.`,
    pointing(world, 'click', folded),
  );
  const precise = await answerIfAny(world, question);
  if (precise) return precise;
  const fresh = world.turn.observation.elements.filter(
    ({ name, interactive }) => !interactive && name !== '' && !before.has(name),
  );
  if (fresh.length === 0) return answer(world, question);
  return { value: fresh.map(({ name }) => name).join(' '), why: `under "${folded.name}"` };
}

/** A shut section that is headed by the question itself. */
function foldedAnswer({ turn }: ExecutionState, question: string): Element | undefined {
  const asked = contentWords(question);
  const headed = turn.observation.elements.filter(({ states, interactive, name }) => {
    const said = new Set(contentWords(name));
    return interactive && states.includes('collapsed') && asked.length > 0 && asked.every((word) => said.has(word));
  });
  return headed.length === 1 ? headed[0] : undefined;
}

async function* repeat(world: ExecutionState, step: Extract<Instruction, { do: 'repeat' }>): Script {
  const { until, times } = step;
  for (let round = 0; round < (times ?? mostRounds); round += 1) {
    if (until && (await holds(world, until)).ok) return;
    yield* carryOutAll(world, step.body);
  }
  if (!until || (await holds(world, until)).ok) return;
  throw new HandrailError(
    'expectation_failed',
    `"${step.words}" was done ${mostRounds} times and still does not hold: ${(await holds(world, until)).seen}.`,
    'Say what else to do.',
  );
}

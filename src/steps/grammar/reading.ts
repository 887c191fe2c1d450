import type { Condition, Operation } from '../instruction.js';
import { readCondition } from '../parser/conditions.js';
import { asPhrase, type Masked } from '../parser/mask.js';
import { readSuperlative } from '../parser/superlatives.js';
import type { Found, Rule } from './form.js';

type Meaning = Operation | Operation[];

const pageTail = /\s+(?:on|from|in)\s+(?:the|this)\s+(?:current\s+)?(?:page|screen|site)$/iu;

function toAnswer({ raw, masked }: Found): Operation | undefined {
  const text = asPhrase(
    masked,
    raw('question')
      .replace(/[\s?.!]+$/u, '')
      .replace(pageTail, ''),
  );
  return superlativeQuestion(text) ?? (text === '' ? undefined : { kind: 'answer', question: text });
}

/** "Which product is the cheapest?", "What is the most expensive product?" */
function superlativeQuestion(text: string): Operation | undefined {
  const [, noun, rest] = /^(?:which|what|who)\s+(.+?)\s+(?:is|are|has|have)\s+(?:the\s+)?(.+)$/iu.exec(text) ?? [];
  const turned =
    noun && (readSuperlative(`${rest} ${noun}`, 'answer') ?? readSuperlative(`${noun} with the ${rest}`, 'answer'));
  return turned || readSuperlative(text.replace(/^(?:what|which|who)(?:['’]s|\s+(?:is|are))\s+/iu, ''), 'answer');
}

const conditionOf = ({ raw, masked }: Found): Condition | undefined => readCondition(raw('clause'), masked);

function toVerify(found: Found): Operation | undefined {
  const condition = conditionOf(found);
  return condition && { kind: 'verify', condition };
}

/** "Make sure the box is checked" sets the checkbox; other conditions are verified. */
function toEnsure(found: Found): Operation | undefined {
  const condition = conditionOf(found);
  const plain = condition?.kind === 'not' ? condition.condition : condition;
  if (plain?.kind !== 'state' || plain.state !== 'checked') return condition && { kind: 'verify', condition };
  return { kind: 'check', targets: [plain.what], whole: plain.what, checked: condition === plain };
}

function toAnswerCondition(clause: string, masked: Masked): Operation | undefined {
  const condition = readCondition(clause, masked);
  return condition && { kind: 'answer_condition', condition };
}

/** "Is the box checked?": tries each place for the verb, "the box is checked". */
function toYesOrNo({ raw, masked }: Found): Operation | undefined {
  const verb = raw('verb');
  if (/^there\s/iu.test(raw('rest')))
    return toAnswerCondition(raw('rest').replace(/^there/iu, `there ${verb}`), masked);
  const words = raw('rest').split(/\s+/u);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const helper = /^does$/iu.test(verb) ? [] : [verb];
    const clause = [...words.slice(0, count), ...helper, ...words.slice(count)].join(' ');
    const step = toAnswerCondition(clause, masked);
    if (step?.kind === 'answer_condition' && step.condition.kind !== 'value') return step;
  }
  return undefined;
}

const shown = ({ phrase }: Found): Condition => ({ kind: 'shown', what: phrase('what') });

const rememberAnswer = ({ phrase, raw, text }: Found): Operation => {
  const bare = phrase('question').replace(/^(?:the|a|an)\s+|["“”]/giu, '');
  return { kind: 'remember_answer', question: phrase('question'), key: raw('key') ? text('key') : bare };
};

const asks =
  "[(within|in|after|for|by|from|at|on|to|until|since) (?=what|which|whom|how\\s)] (what|which|who|whom|whose|when|where|how (many|much|long|old|far|often))(?:['’]s|\\b)\\s*.+";

/** Checking, remembering and answering. */
export const readingRules: readonly Rule<Meaning>[] = [
  [
    [
      '(expect|hope|want) to see [the (text|message)] {what}',
      '(you should see|the page should (show|contain|say|display)) [the (text|message)] {what}',
    ],
    (found) => ({ kind: 'verify', condition: shown(found) }),
  ],
  [
    'does (it|the page|this page|the text) (say|show|contain|have|mention|include|display) {what}',
    (found) => ({ kind: 'answer_condition', condition: shown(found) }),
  ],
  [
    [
      '<verify> [that|whether|if] {clause}',
      '(check|confirm|see|test|look) (that|whether|if) {clause}',
      '(confirm|check) {clause:.+ (is|are|contains?|shows?|says?|equals?|appears?|exists?)\\b.*}',
    ],
    toVerify,
  ],
  ['(make sure|ensure|be sure) [that] {clause}', toEnsure],
  [
    '{clause:.+ (should|must) [not] (be|contain|show|say|equal|read|have|appear|display|include|start|end)\\b.*}',
    toVerify,
  ],

  [
    '(remember|memori[sz]e|note|note down|keep in mind) that [the] {key} (is|=) {value}',
    ({ text }) => ({ kind: 'remember_value', key: text('key'), value: text('value') }),
  ],
  [
    ['(<remember>) {question} as {key}', '(remember|memori[sz]e|note [down]|write down|take note of) {question}'],
    rememberAnswer,
  ],
  ['copy {from} [to (the|your) clipboard]', ({ phrase }) => ({ kind: 'copy_text', from: phrase('from') })],

  [
    '(tell me|say|report|let me know) (if|whether) {clause}',
    ({ raw, masked }) => toAnswerCondition(raw('clause'), masked),
  ],
  [
    [
      '(<tell>|send|find) me (what|which) {question} (is|are|was)',
      '<tell> me [about] {question}',
      '<answer> {question}',
      `{question:${asks}}`,
    ],
    toAnswer,
  ],
  ['{verb:is|are|does} {rest}', toYesOrNo],
];

import type { Condition, Operation } from '../../instruction.js';
import { readCondition } from '../conditions.js';
import { asPhrase, asValue, type Masked } from '../mask.js';
import type { Pattern } from '../pattern.js';
import { readSuperlative } from '../superlatives.js';

const questionTail = /[\s?.!]+$/u;
const pageTail = /\s+(?:on|from|in)\s+(?:the|this)\s+(?:current\s+)?(?:page|screen|site)$/iu;

function toAnswer(question: string, masked: Masked): Operation | undefined {
  const text = asPhrase(masked, question.replace(questionTail, '').replace(pageTail, ''));
  const best = superlativeQuestion(text);
  if (best) return best;
  return text === '' ? undefined : { kind: 'answer', question: text };
}

/** "Which product is the cheapest?", "What is the most expensive product?" */
function superlativeQuestion(text: string): Operation | undefined {
  const which = /^(?:which|what|who)\s+(.+?)\s+(?:is|are|has|have)\s+(?:the\s+)?(.+)$/iu.exec(text);
  const turned =
    which &&
    (readSuperlative(`${which[2]} ${which[1]}`, 'answer') ??
      readSuperlative(`${which[1]} with the ${which[2]}`, 'answer'));
  if (turned) return turned;
  return readSuperlative(text.replace(/^(?:what|which|who)(?:['’]s|\s+(?:is|are))\s+/iu, ''), 'answer');
}

/** Turns "X to be visible" and "X to contain Y" into statements. */
function toStatement(clause: string): string {
  return clause
    .replace(/\s+(not\s+)?to\s+(not\s+)?be\s+/iu, (_, one?: string, other?: string) =>
      (one ?? other) ? ' is not ' : ' is ',
    )
    .replace(
      /\s+to\s+(contain|include|equal|show|say|appear|disappear|display|exist|read|mention|start|end)\b/iu,
      ' $1s',
    )
    .replace(/\s+to\s+have\b/iu, ' has');
}

function toVerify(clause: string, masked: Masked): Operation | undefined {
  const condition = readCondition(toStatement(clause), masked);
  return condition ? { kind: 'verify', condition } : undefined;
}

/** "Make sure the box is checked" sets the checkbox; other conditions are verified. */
function toEnsure(clause: string, masked: Masked): Operation | undefined {
  const condition: Condition | undefined = readCondition(toStatement(clause), masked);
  if (!condition) return undefined;
  const plain = condition.kind === 'not' ? condition.condition : condition;
  if (plain.kind === 'state' && plain.state === 'checked') {
    return { kind: 'check', targets: [plain.what], whole: plain.what, checked: condition.kind !== 'not' };
  }
  return { kind: 'verify', condition };
}

/** Turns "Is the box checked?" into a statement. */
function toCondition(verb: string, rest: string, masked: Masked): Operation | undefined {
  if (/^there\s/iu.test(rest)) return toAnswerCondition(rest.replace(/^there/iu, `there ${verb}`), masked);
  const words = rest.split(/\s+/u);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const helper = /^does$/iu.test(verb) ? 'does' : verb;
    const clause =
      `${words.slice(0, count).join(' ')} ${helper === 'does' ? '' : helper} ${words.slice(count).join(' ')}`.replace(
        /\s+/gu,
        ' ',
      );
    const step = toAnswerCondition(clause, masked);
    if (step?.kind === 'answer_condition' && step.condition.kind !== 'value') return step;
  }
  return undefined;
}

function toAnswerCondition(clause: string, masked: Masked): Operation | undefined {
  const condition = readCondition(clause, masked);
  return condition ? { kind: 'answer_condition', condition } : undefined;
}

/** Checking, remembering and answering. */
export const readPatterns: readonly Pattern[] = [
  [
    /^(?:expect|hope|want)\s+to\s+see\s+(?:the\s+(?:text|message)\s+)?(.+)$/iu,
    ([what = ''], masked) => ({ kind: 'verify', condition: { kind: 'shown', what: asPhrase(masked, what) } }),
  ],
  [
    /^does\s+(?:it|the\s+page|this\s+page|the\s+text)\s+(?:say|show|contain|have|mention|include|display)\s+(.+)$/iu,
    ([what = ''], masked) => ({ kind: 'answer_condition', condition: { kind: 'shown', what: asPhrase(masked, what) } }),
  ],
  [
    /^(?:verify|assert|expect|validate)\s+(?:that\s+|whether\s+|if\s+)?(.+)$/iu,
    ([clause = ''], masked) => toVerify(clause, masked),
  ],
  [
    /^(?:check|confirm|see|test|look)\s+(?:that|whether|if)\s+(.+)$/iu,
    ([clause = ''], masked) => toVerify(clause, masked),
  ],
  [
    /^(?:confirm|check)\s+(.+\s(?:is|are|contains?|shows?|says?|equals?|appears?|exists?)\b.*)$/iu,
    ([clause = ''], masked) => toVerify(clause, masked),
  ],
  [/^(?:make\s+sure|ensure|be\s+sure)\s+(?:that\s+)?(.+)$/iu, ([clause = ''], masked) => toEnsure(clause, masked)],
  [
    /^(?:you\s+should\s+see|the\s+page\s+should\s+(?:show|contain|say|display))\s+(.+)$/iu,
    ([what = ''], masked) => ({
      kind: 'verify',
      condition: { kind: 'shown', what: asPhrase(masked, what.replace(/^the\s+(?:text|message)\s+/iu, '')) },
    }),
  ],
  [
    /^(.+\s(?:should|must)\s+(?:not\s+)?(?:be|contain|show|say|equal|read|have|appear|display|include|start|end)\b.*)$/iu,
    ([clause = ''], masked) =>
      toVerify(
        clause.replace(/\s(?:should|must)\s+(not\s+)?be\s/iu, (_, not?: string) => (not ? ' is not ' : ' is ')),
        masked,
      ),
  ],

  [
    /^(?:remember|memori[sz]e|note|note\s+down|keep\s+in\s+mind)\s+that\s+(?:the\s+)?(.+?)\s+(?:is|=)\s+(.+)$/iu,
    ([key = '', value = ''], masked) => ({
      kind: 'remember_value',
      key: asValue(masked, key),
      value: asValue(masked, value),
    }),
  ],
  [
    /^(?:remember|memori[sz]e|note(?:\s+down)?|write\s+down|record|store)\s+(.+?)\s+as\s+(.+)$/iu,
    ([question = '', key = ''], masked) => ({
      kind: 'remember_answer',
      question: asPhrase(masked, question),
      key: asValue(masked, key),
    }),
  ],
  [
    /^(?:remember|memori[sz]e|note(?:\s+down)?|write\s+down|take\s+note\s+of)\s+(.+)$/iu,
    ([question = ''], masked) => {
      const text = asPhrase(masked, question);
      return {
        kind: 'remember_answer',
        question: text,
        key: text.replace(/^(?:the|a|an)\s+/iu, '').replace(/["“”]/gu, ''),
      };
    },
  ],
  [
    /^copy\s+(.+?)(?:\s+to\s+(?:the|your)\s+clipboard)?$/iu,
    ([from = ''], masked) => ({ kind: 'copy_text', from: asPhrase(masked, from) }),
  ],
  [
    /^(?:find|locate|read|get|take)\s+(the\s+\S+\s+word\s+(?:in|of|from)\s+.+)$/iu,
    ([from = ''], masked) => ({ kind: 'copy_text', from: asPhrase(masked, from) }),
  ],

  [
    /^(?:tell\s+me|say|report|let\s+me\s+know)\s+(?:if|whether)\s+(.+)$/iu,
    ([clause = ''], masked) => toAnswerCondition(clause, masked),
  ],
  [
    /^(?:tell|give|show|send|get|read|find|fetch)\s+me\s+(?:what|which)\s+(.+?)\s+(?:is|are|was)$/iu,
    ([question = ''], masked) => toAnswer(question, masked),
  ],
  [
    /^(?:tell|give|show|get|read|fetch)\s+me\s+(?:about\s+)?(.+)$/iu,
    ([question = ''], masked) => toAnswer(question, masked),
  ],
  [
    /^(?:let\s+me\s+know|find\s+out|report(?:\s+back)?|return|read(?:\s+out|\s+off)?|extract|output|print|answer(?:\s+with)?|say|state|respond\s+with|look\s+up|determine|get|retrieve|fetch|obtain|list)\s+(.+)$/iu,
    ([question = ''], masked) => toAnswer(question, masked),
  ],
  [
    /^((?:(?:within|in|after|for|by|from|at|on|to|until|since)\s+(?=what|which|whom|how\s))?(?:what|which|who|whom|whose|when|where|how\s+(?:many|much|long|old|far|often))(?:['’]s|\b)\s*.+)$/iu,
    ([question = ''], masked) => toAnswer(question, masked),
  ],
  [/^(is|are|does)\s+(.+)$/iu, ([verb = '', rest = ''], masked) => toCondition(verb, rest, masked)],
];

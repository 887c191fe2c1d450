import type { Condition, Step } from '../../instruction.js';
import { readCondition } from '../conditions.js';
import type { Pattern } from '../pattern.js';
import { asPhrase, asValue, type Masked } from '../quotes.js';
import { readSuperlative } from '../superlatives.js';

const questionTail = /[\s?.!]+$/u;
const pageTail = /\s+(?:on|from|in)\s+(?:the|this)\s+(?:current\s+)?(?:page|screen|site)$/iu;

function asking(question: string, masked: Masked): Step | undefined {
  const text = asPhrase(masked, question.replace(questionTail, '').replace(pageTail, ''));
  const best = superlativeQuestion(text);
  if (best) return best;
  return text === '' ? undefined : { do: 'answer', question: text };
}

/** "Which product is the cheapest?", "What is the most expensive product?" */
function superlativeQuestion(text: string): Step | undefined {
  const which = /^(?:which|what|who)\s+(.+?)\s+(?:is|are|has|have)\s+(?:the\s+)?(.+)$/iu.exec(text);
  const turned =
    which &&
    (readSuperlative(`${which[2]} ${which[1]}`, 'answer') ??
      readSuperlative(`${which[1]} with the ${which[2]}`, 'answer'));
  if (turned) return turned;
  return readSuperlative(text.replace(/^(?:what|which|who)(?:['’]s|\s+(?:is|are))\s+/iu, ''), 'answer');
}

/** "X to be visible", "X to contain Y": as plain statements. */
function statement(clause: string): string {
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

function verifying(clause: string, masked: Masked): Step | undefined {
  const condition = readCondition(statement(clause), masked);
  return condition ? { do: 'verify', condition } : undefined;
}

/** "Make sure the box is checked" asks for it to be so, whatever it is now. */
function ensuring(clause: string, masked: Masked): Step | undefined {
  const condition: Condition | undefined = readCondition(statement(clause), masked);
  if (!condition) return undefined;
  const plain = condition.is === 'not' ? condition.one : condition;
  if (plain.is === 'state' && plain.state === 'checked') {
    return { do: 'check', targets: [plain.what], whole: plain.what, checked: condition.is !== 'not' };
  }
  return { do: 'verify', condition };
}

/** "Is the box checked?": the verb goes back to where a statement has it. */
function whether(verb: string, rest: string, masked: Masked): Step | undefined {
  if (/^there\s/iu.test(rest)) return whetherClause(rest.replace(/^there/iu, `there ${verb}`), masked);
  const words = rest.split(/\s+/u);
  for (let count = words.length - 1; count > 0; count -= 1) {
    const helper = /^does$/iu.test(verb) ? 'does' : verb;
    const clause =
      `${words.slice(0, count).join(' ')} ${helper === 'does' ? '' : helper} ${words.slice(count).join(' ')}`.replace(
        /\s+/gu,
        ' ',
      );
    const step = whetherClause(clause, masked);
    if (step?.do === 'whether' && step.condition.is !== 'value') return step;
  }
  return undefined;
}

function whetherClause(clause: string, masked: Masked): Step | undefined {
  const condition = readCondition(clause, masked);
  return condition ? { do: 'whether', condition } : undefined;
}

/** Checking, remembering and answering. */
export const readPatterns: readonly Pattern[] = [
  [
    /^(?:expect|hope|want)\s+to\s+see\s+(?:the\s+(?:text|message)\s+)?(.+)$/iu,
    ([what = ''], masked) => ({ do: 'verify', condition: { is: 'shown', what: asPhrase(masked, what) } }),
  ],
  [
    /^does\s+(?:it|the\s+page|this\s+page|the\s+text)\s+(?:say|show|contain|have|mention|include|display)\s+(.+)$/iu,
    ([what = ''], masked) => ({ do: 'whether', condition: { is: 'shown', what: asPhrase(masked, what) } }),
  ],
  [
    /^(?:verify|assert|expect|validate)\s+(?:that\s+|whether\s+|if\s+)?(.+)$/iu,
    ([clause = ''], masked) => verifying(clause, masked),
  ],
  [
    /^(?:check|confirm|see|test|look)\s+(?:that|whether|if)\s+(.+)$/iu,
    ([clause = ''], masked) => verifying(clause, masked),
  ],
  [
    /^(?:confirm|check)\s+(.+\s(?:is|are|contains?|shows?|says?|equals?|appears?|exists?)\b.*)$/iu,
    ([clause = ''], masked) => verifying(clause, masked),
  ],
  [/^(?:make\s+sure|ensure|be\s+sure)\s+(?:that\s+)?(.+)$/iu, ([clause = ''], masked) => ensuring(clause, masked)],
  [
    /^(?:you\s+should\s+see|the\s+page\s+should\s+(?:show|contain|say|display))\s+(.+)$/iu,
    ([what = ''], masked) => ({
      do: 'verify',
      condition: { is: 'shown', what: asPhrase(masked, what.replace(/^the\s+(?:text|message)\s+/iu, '')) },
    }),
  ],
  [
    /^(.+\s(?:should|must)\s+(?:not\s+)?(?:be|contain|show|say|equal|read|have|appear|display|include|start|end)\b.*)$/iu,
    ([clause = ''], masked) =>
      verifying(
        clause.replace(/\s(?:should|must)\s+(not\s+)?be\s/iu, (_, not?: string) => (not ? ' is not ' : ' is ')),
        masked,
      ),
  ],

  [
    /^(?:remember|memori[sz]e|note|note\s+down|keep\s+in\s+mind)\s+that\s+(?:the\s+)?(.+?)\s+(?:is|=)\s+(.+)$/iu,
    ([key = '', value = ''], masked) => ({ do: 'note', key: asValue(masked, key), value: asValue(masked, value) }),
  ],
  [
    /^(?:remember|memori[sz]e|note(?:\s+down)?|write\s+down|record|store)\s+(.+?)\s+as\s+(.+)$/iu,
    ([question = '', key = ''], masked) => ({
      do: 'remember',
      question: asPhrase(masked, question),
      key: asValue(masked, key),
    }),
  ],
  [
    /^(?:remember|memori[sz]e|note(?:\s+down)?|write\s+down|take\s+note\s+of)\s+(.+)$/iu,
    ([question = ''], masked) => {
      const text = asPhrase(masked, question);
      return { do: 'remember', question: text, key: text.replace(/^(?:the|a|an)\s+/iu, '').replace(/["“”]/gu, '') };
    },
  ],
  [
    /^copy\s+(.+?)(?:\s+to\s+(?:the|your)\s+clipboard)?$/iu,
    ([from = ''], masked) => ({ do: 'copy', from: asPhrase(masked, from) }),
  ],
  [
    /^(?:find|locate|read|get|take)\s+(the\s+\S+\s+word\s+(?:in|of|from)\s+.+)$/iu,
    ([from = ''], masked) => ({ do: 'copy', from: asPhrase(masked, from) }),
  ],

  [
    /^(?:tell\s+me|say|report|let\s+me\s+know)\s+(?:if|whether)\s+(.+)$/iu,
    ([clause = ''], masked) => whetherClause(clause, masked),
  ],
  [
    /^(?:tell|give|show|send|get|read|find|fetch)\s+me\s+(?:what|which)\s+(.+?)\s+(?:is|are|was)$/iu,
    ([question = ''], masked) => asking(question, masked),
  ],
  [
    /^(?:tell|give|show|get|read|fetch)\s+me\s+(?:about\s+)?(.+)$/iu,
    ([question = ''], masked) => asking(question, masked),
  ],
  [
    /^(?:let\s+me\s+know|find\s+out|report(?:\s+back)?|return|read(?:\s+out|\s+off)?|extract|output|print|answer(?:\s+with)?|say|state|respond\s+with|look\s+up|determine|get|retrieve|fetch|obtain|list)\s+(.+)$/iu,
    ([question = ''], masked) => asking(question, masked),
  ],
  [
    /^((?:(?:within|in|after|for|by|from|at|on|to|until|since)\s+(?=what|which|whom|how\s))?(?:what|which|who|whom|whose|when|where|how\s+(?:many|much|long|old|far|often))(?:['’]s|\b)\s*.+)$/iu,
    ([question = ''], masked) => asking(question, masked),
  ],
  [/^(is|are|does)\s+(.+)$/iu, ([verb = '', rest = ''], masked) => whether(verb, rest, masked)],
];

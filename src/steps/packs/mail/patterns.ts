import type { Step } from '../../instruction.js';
import type { Pattern } from '../../parser/pattern.js';
import { asPhrase, asValue, type Masked } from '../../parser/quotes.js';
import { readValue } from '../../parser/value.js';

const letter = '(?:the\\s+|an?\\s+|this\\s+|that\\s+)?(?:e-?mail|mail|message|information|letter)';
const sentBy =
  '(?:(?:that\\s+)?(?:I|you|we)\\s+(?:got|received|have)\\s+from\\s+|(?:sent\\s+)?(?:by|from)\\s+|(?:that\\s+)?)';

function forwarding(whom: string, to: string, masked: Masked): Step[] | undefined {
  const receiver = asValue(masked, to).trim();
  if (!isPerson(receiver) || !isPerson(asValue(masked, whom))) return undefined;
  return [
    { do: 'find', target: `the email by ${asPhrase(masked, whom)}` },
    { do: 'mail', act: 'forward', to: receiver },
  ];
}

function isPerson(text: string): boolean {
  return /^(?:\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*|\S+@\S+)$/u.test(text.trim());
}

/** The many ways to say that somebody's mail should be sent on, answered or marked. */
export const mailPatterns: readonly Pattern[] = [
  [
    new RegExp(
      `^(?:forward|send)\\s+(?:to\\s+)?(\\S+)\\s+${letter}\\s+${sentBy}(\\S+?)(?:\\s+sent\\s+(?:to\\s+)?(?:me|you|us))?$`,
      'iu',
    ),
    ([to = '', whom = ''], masked) => forwarding(whom, to, masked),
  ],
  [
    new RegExp(
      `^(?:forward|send)\\s+${letter}\\s+${sentBy}(\\S+?)(?:\\s+sent\\s+(?:to\\s+)?(?:me|you|us))?\\s+to\\s+(\\S+)$`,
      'iu',
    ),
    ([whom = '', to = ''], masked) => forwarding(whom, to, masked),
  ],
  [
    /^(?:send|forward)\s+(?:it|that|this|them|(?:that|the|this)\s+(?:e-?mail|mail|message))?\s*to\s+(\S+)$/iu,
    ([to = ''], masked) =>
      isPerson(asValue(masked, to)) ? { do: 'mail', act: 'forward', to: asValue(masked, to) } : undefined,
  ],
  [
    new RegExp(`^(?:go|navigate)\\s+to\\s+(${letter}\\s+(?:by|from)\\s+\\S+)$`, 'iu'),
    ([target = ''], masked) => ({ do: 'find', target: asPhrase(masked, target) }),
  ],
  [
    /^(?:respond|answer|write\s+back)\s+to\s+(.+?)\s+(?:with|saying)\s+(?:the\s+)?(?:text|message|words)?\s*(.+)$/iu,
    ([whom = '', text = ''], masked) => [
      ...(/^(?:them|him|her|it)$/iu.test(whom) ? [] : [{ do: 'find' as const, target: asPhrase(masked, whom) }]),
      { do: 'mail', act: 'reply', text: readValue(text, masked) },
    ],
  ],
  [
    new RegExp(`^(?:mark|star|flag)\\s+(${letter}\\s+(?:by|from)\\s+\\S+)(?:\\s+as\\s+(?:important|starred))?$`, 'iu'),
    ([target = ''], masked) => [
      { do: 'find', target: asPhrase(masked, target) },
      { do: 'click', target: 'the star icon', parts: ['the star icon'] },
    ],
  ],
  [
    new RegExp(`^(?:delete|trash|remove)\\s+(${letter}\\s+(?:by|from)\\s+\\S+)$`, 'iu'),
    ([target = ''], masked) => [
      { do: 'deed', verb: 'delete', what: asPhrase(masked, target), target: `delete ${asPhrase(masked, target)}` },
    ],
  ],
];

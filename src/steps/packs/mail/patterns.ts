import type { Field, Operation } from '../../instruction.js';
import { splitFields } from '../../parser/lists.js';
import { asPhrase, asValue, type Masked } from '../../parser/mask.js';
import type { Pattern } from '../../parser/pattern.js';
import { readValue } from '../../parser/value.js';

const letter = '(?:the\\s+|an?\\s+|this\\s+|that\\s+)?(?:e-?mail|mail|message|information|letter)';

const sentBy =
  '(?:(?:that\\s+)?(?:I|you|we)\\s+(?:got|received|have)\\s+from\\s+|(?:sent\\s+)?(?:by|from)\\s+|(?:that\\s+)?)';

function toForward(whom: string, to: string, masked: Masked): Operation[] | undefined {
  const receiver = asValue(masked, to).trim();
  if (!isRecipient(receiver) || !isRecipient(asValue(masked, whom))) return undefined;
  return [
    { kind: 'find', target: `the email by ${asPhrase(masked, whom)}` },
    { kind: 'answer_mail', act: 'forward', to: receiver },
  ];
}

function isRecipient(text: string): boolean {
  return /^(?:\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*|\S+@\S+)$/u.test(text.trim());
}

/** Forwarding, answering and marking the mail of a sender. */
export const mailPatterns: readonly Pattern[] = [
  [
    new RegExp(
      `^(?:forward|send)\\s+(?:to\\s+)?(\\S+)\\s+${letter}\\s+${sentBy}(\\S+?)(?:\\s+sent\\s+(?:to\\s+)?(?:me|you|us))?$`,
      'iu',
    ),
    ([to = '', whom = ''], masked) => toForward(whom, to, masked),
  ],
  [
    new RegExp(
      `^(?:forward|send)\\s+${letter}\\s+${sentBy}(\\S+?)(?:\\s+sent\\s+(?:to\\s+)?(?:me|you|us))?\\s+to\\s+(\\S+)$`,
      'iu',
    ),
    ([whom = '', to = ''], masked) => toForward(whom, to, masked),
  ],
  [
    /^(?:send|forward)\s+(?:it|that|this|them|(?:that|the|this)\s+(?:e-?mail|mail|message))?\s*to\s+(\S+)$/iu,
    ([to = ''], masked) =>
      isRecipient(asValue(masked, to)) ? { kind: 'answer_mail', act: 'forward', to: asValue(masked, to) } : undefined,
  ],
  [
    new RegExp(`^(?:go|navigate)\\s+to\\s+(${letter}\\s+(?:by|from)\\s+\\S+)$`, 'iu'),
    ([target = ''], masked) => ({ kind: 'find', target: asPhrase(masked, target) }),
  ],
  [
    /^(?:respond|answer|write\s+back)\s+to\s+(.+?)\s+(?:with|saying)\s+(?:the\s+)?(?:text|message|words)?\s*(.+)$/iu,
    ([whom = '', text = ''], masked) => [
      ...(/^(?:them|him|her|it)$/iu.test(whom) ? [] : [{ kind: 'find' as const, target: asPhrase(masked, whom) }]),
      { kind: 'answer_mail', act: 'reply', text: readValue(text, masked) },
    ],
  ],
  [
    new RegExp(`^(?:mark|star|flag)\\s+(${letter}\\s+(?:by|from)\\s+\\S+)(?:\\s+as\\s+(?:important|starred))?$`, 'iu'),
    ([target = ''], masked) => [
      { kind: 'find', target: asPhrase(masked, target) },
      { kind: 'click', target: 'the star icon', parts: ['the star icon'] },
    ],
  ],
  [
    new RegExp(`^(?:delete|trash|remove)\\s+(${letter}\\s+(?:by|from)\\s+\\S+)$`, 'iu'),
    ([target = ''], masked) => [
      {
        kind: 'press_named_control',
        verb: 'delete',
        what: asPhrase(masked, target),
        target: `delete ${asPhrase(masked, target)}`,
      },
    ],
  ],
];

const composeForm =
  /^(?:send|compose|write|draft)\s+(?:an?\s+)?(?:new\s+)?(?:message|e-?mail|mail)(?:\s+(?:through|using|via|with|in)\s+the\s+[^\ue100-\uf0ff]*?form)?(?:\s+to\s+(.+?))?(?:\s+(?:with|having)|\s*:)\s+(.+)$/iu;

function toComposeMail(clause: string, masked: Masked): Operation | undefined {
  const match = composeForm.exec(clause);
  const fields = match && splitFields(match[2] ?? '', masked);
  if (!match || !fields) return undefined;
  const to: Field[] = match[1] ? [['to', readValue(match[1], masked)]] : [];
  return { kind: 'compose_mail', fields: [...to, ...fields], send: /^send/iu.test(clause) };
}

/** Writing a new mail. */
export const composePatterns: readonly Pattern[] = [
  [/^((?:send|compose|write|draft)\s+.+)$/iu, ([clause = ''], masked) => toComposeMail(clause, masked)],
];

function findMail(whom: string, masked: Masked): Operation[] {
  if (/^(?:them|him|her|it|this|that|that\s+email|the\s+email|this\s+email)$/iu.test(whom.trim())) return [];
  return [{ kind: 'find', target: asPhrase(masked, whom) }];
}

/** Replying and forwarding, tried after the patterns for controls. */
export const replyPatterns: readonly Pattern[] = [
  [
    /^reply\s+to\s+(.+?)\s+(?:with|saying|by\s+(?:writing|typing))\s+(?:the\s+)?(?:text|message|words)?\s*(.+)$/iu,
    ([whom = '', text = ''], masked) => [
      ...findMail(whom, masked),
      { kind: 'answer_mail', act: 'reply', text: readValue(text, masked) },
    ],
  ],
  [
    /^(?:reply|comment|respond)\s+(?:(?:with|saying)\s+|(?=[\ue100-\uf0ff]))(?:the\s+)?(?:text\s+|message\s+)?(.+)$/iu,
    ([text = ''], masked) => ({ kind: 'answer_mail', act: 'reply', text: readValue(text, masked) }),
  ],
  [
    /^forward\s+(.+?)\s+to\s+(.+)$/iu,
    ([what = '', to = ''], masked) => [
      ...findMail(what, masked),
      { kind: 'answer_mail', act: 'forward', to: asValue(masked, to) },
    ],
  ],
];

import type { Found, Rule } from '../../grammar/form.js';
import { toClick } from '../../grammar/goals.js';
import type { Field, Operation } from '../../instruction.js';
import { splitFields } from '../../parser/lists.js';

type Meaning = Operation | Operation[];

const pronoun = /^(?:them|him|her|it|this|that|that\s+email|the\s+email|this\s+email)$/iu;
const recipient = /^(?:\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*|\S+@\S+)$/u;

function forwardTo(to: string): Operation | undefined {
  return recipient.test(to) ? { kind: 'answer_mail', act: 'forward', to } : undefined;
}

/** "Send Hilde the email from Bruno". */
function toForward({ phrase, text }: Found): Operation[] | undefined {
  const forward = forwardTo(text('to').trim());
  if (!forward || !recipient.test(text('whom').trim())) return undefined;
  return [{ kind: 'find', target: `the email by ${phrase('whom')}` }, forward];
}

/** Finds the mail that an instruction names, unless it is the last one. */
function findMail(whom: string): Operation[] {
  return pronoun.test(whom.trim()) ? [] : [{ kind: 'find', target: whom }];
}

const reply = ({ phrase, raw, value }: Found): Operation[] => [
  ...(raw('whom') ? findMail(phrase('whom')) : []),
  { kind: 'answer_mail', act: 'reply', text: value('text') },
];

/** Fills in the editor for a new mail. Opens it first if necessary. */
function toCompose({ raw, value, masked }: Found): Operation[] | undefined {
  const others = splitFields(raw('fields'), masked);
  if (!others) return undefined;
  const to: Field[] = raw('to') ? [['to', value('to')]] : [];
  const fill: Operation = { kind: 'fill', fields: [...to, ...others] };
  const openers = ['compose', 'new message', 'new email', 'write'];
  const choices = [[fill], ...openers.map((name) => [toClick(name), fill])];
  return [{ kind: 'first_of', choices }, ...(/^send$/iu.test(raw('verb')) ? [{ kind: 'submit' as const }] : [])];
}

const sentBy = '([that] (i|you|we) (got|received|have) from|[sent] (by|from)|that)';
const toMe = '[sent [to] (me|you|us)]';

/** Forwarding, answering and marking the mail of a sender. */
export const mailRules: readonly Rule<Meaning>[] = [
  [
    [
      `(forward|send) [to] {.to} <mail> ${sentBy} {whom:\\S+?} ${toMe}`,
      `(forward|send) [to] {.to} <mail> (i|you|we) (got|received|have) from {whom:\\S+?} ${toMe}`,
      `(forward|send) <mail> ${sentBy} {whom:\\S+?} ${toMe} to {.to}`,
      `(forward|send) <mail> (i|you|we) (got|received|have) from {whom:\\S+?} ${toMe} to {.to}`,
      `(forward|send) <mail> {whom:\\S+?} sent [to] (me|you|us) to {.to}`,
      `(forward|send) [to] {.to} <mail> {whom:\\S+?} sent [to] (me|you|us)`,
    ],
    toForward,
  ],
  [
    '(send|forward) [it|that|this|them|(that|the|this) (e-?mail|mail|message)] to {.to}',
    ({ text }) => forwardTo(text('to')),
  ],
  ['(go|navigate) to {mail:<mail> (by|from) \\S+}', ({ phrase }) => ({ kind: 'find', target: phrase('mail') })],
  ['(respond|answer|write back) to {whom} (with|saying) [the] [text|message|words] {text}', reply],
  [
    '(mark|star|flag) {mail:<mail> (by|from) \\S+} [as (important|starred)]',
    ({ phrase }) => [{ kind: 'find', target: phrase('mail') }, toClick('the star icon')],
  ],
  [
    '(delete|trash|remove) {mail:<mail> (by|from) \\S+}',
    ({ phrase }) => ({
      kind: 'press_named_control',
      verb: 'delete',
      what: phrase('mail'),
      target: `delete ${phrase('mail')}`,
    }),
  ],
];

/** Writing a new mail. */
export const composeRules: readonly Rule<Meaning>[] = [
  [
    [
      '{verb:send|compose|write|draft} [a|an] [new] (message|e-?mail|mail) [(through|using|via|with|in) the \\P{Co}*?form] [to {to}] (with|having) {fields}',
      '{verb:send|compose|write|draft} [a|an] [new] (message|e-?mail|mail) [to {to}] : {fields}',
    ],
    toCompose,
  ],
];

/** Replying and forwarding, tried after the rules for controls. */
export const replyRules: readonly Rule<Meaning>[] = [
  [
    [
      'reply to {whom} (with|saying|by (writing|typing)) [the] [text|message|words] {text}',
      '(reply|comment|respond) (with|saying) [the] [text|message] {text}',
      '(reply|comment|respond) {"text}',
    ],
    reply,
  ],
  [
    'forward {what} to {to}',
    ({ phrase, text }) => [...findMail(phrase('what')), { kind: 'answer_mail', act: 'forward', to: text('to') }],
  ],
];

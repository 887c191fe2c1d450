import type { Found, Rule } from '../grammar/form.js';
import { toClick } from '../grammar/pointer.js';
import type { Field, Operation } from '../instruction.js';
import { splitFields } from '../parser/lists.js';

type Meaning = Operation | Operation[];

const pronoun = /^(?:them|him|her|it|(?:this|that|the)(?:\s+email)?)$/iu;
const recipient = /^(?:\p{Lu}[\p{L}'’-]*(?:\s+\p{Lu}[\p{L}'’-]*)*|\S+@\S+)$/u;

/** Finds the mail that an instruction names, unless it is the last one. */
function findMail(mail: string): Operation[] {
  return mail === '' || pronoun.test(mail) ? [] : [{ kind: 'find', target: mail }];
}

/** Presses the button in the open mail, else in the mail that was found last; then fills in the fields and sends them. */
function answerMail(act: 'reply' | 'forward', field: Field, ...first: Operation[][]): Operation {
  const steps: Operation[] = [toClick(act), { kind: 'fill', fields: [field] }, toClick('send')];
  return { kind: 'first_of', choices: [...first, steps, [toClick('it'), ...steps]] };
}

const replyFields = ['reply', 'write a reply', 'add a reply', 'comment', 'write a comment', 'add a comment'];
const post: Operation = { kind: 'submit', names: ['post', 'send', 'reply', 'submit', 'comment'] };

/** "Send the message X": uses the field of a chat. */
const sendMessage = ({ value }: Found): Operation => {
  const fields = ['message', 'type a message', 'write a message', 'new message'];
  return { kind: 'first_of', choices: fields.map((name) => [{ kind: 'fill', fields: [[name, value('text')]] }, post]) };
};

/** Uses the open field for replies of a page, else the button for replies. */
const reply = ({ phrase, value }: Found): Operation[] => {
  const text = value('text');
  const inOpenField = replyFields.map((name): Operation[] => [{ kind: 'fill', fields: [[name, text]] }, post]);
  return [...findMail(phrase('whom')), answerMail('reply', ['message', text], ...inOpenField)];
};

const forward = ({ phrase, value }: Found): Operation[] => [
  ...findMail(phrase('what')),
  answerMail('forward', ['to', value('to')]),
];

/** "Send Hilde the email from Bruno". */
function toForward({ phrase, text, value }: Found): Operation[] | undefined {
  if (!recipient.test(text('to')) || (phrase('whom') && !recipient.test(text('whom')))) return undefined;
  const mail = phrase('whom') && `the email by ${phrase('whom')}`;
  return [...findMail(mail), answerMail('forward', ['to', value('to')])];
}

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

const fromWhom =
  '[[that] (i|you|we) (got|received|have) from|[sent] (by|from)|that] {whom:\\S+?} [sent [to] (me|you|us)]';

/** Finding, forwarding and writing mail. */
export const mailRules: readonly Rule<Meaning>[] = [
  [
    [
      `(forward|send) [to] {.to} <mail> ${fromWhom}`,
      `(forward|send) <mail> ${fromWhom} to {.to}`,
      '(send|forward) [it|that|this|them|(that|the|this) (e-?mail|mail|message)] to {.to}',
    ],
    toForward,
  ],
  ['(go|navigate) to {mail:<mail> (by|from) \\S+}', ({ phrase }) => ({ kind: 'find', target: phrase('mail') })],
  [
    '(mark|star|flag) {mail:<mail> (by|from) \\S+} [as (important|starred)]',
    ({ phrase }) => [{ kind: 'find', target: phrase('mail') }, toClick('the star icon')],
  ],
  [
    [
      '{verb:send|compose|write|draft} [a|an] [new] (message|e-?mail|mail) [(through|using|via|with|in) the \\P{Co}*?form] [to {to}] (with|having) {fields}',
      '{verb:send|compose|write|draft} [a|an] [new] (message|e-?mail|mail) [to {to}] : {fields}',
    ],
    toCompose,
  ],
  [
    [
      '(reply|respond|answer|write back) to {whom} (with|saying|by (writing|typing)) [the] [text|message|words] {text}',
      '(reply|comment|respond) (with|saying) [the] [text|message] {text}',
      '(reply|comment|respond) {"text}',
    ],
    reply,
  ],
  ['(send|post) (the|a|this) (message|comment) {"text}', sendMessage],
  ['forward {what} to {to}', forward],
];

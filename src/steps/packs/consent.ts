import type { Found, Rule } from '../grammar/form.js';
import type { Operation } from '../instruction.js';

const toAnswer = ({ raw }: Found): Operation => {
  const verb = raw('verb').toLowerCase();
  const isClosing = /^(?:dismiss|close|hide)/u.test(verb);
  const act = /^(?:accept|allow|agree)/u.test(verb) ? 'accept' : isClosing ? 'close' : 'reject';
  return { kind: 'answer_consent', act, verb: raw('cookies') ? undefined : verb };
};

/** Answers to a cookie or consent banner. */
export const consentRules: readonly Rule<Operation>[] = [
  [
    [
      '{verb:accept|allow|agree to|reject|decline|deny|refuse|dismiss|close|hide} {cookies:<cookies>}',
      '{verb:accept|reject|decline|deny|refuse|dismiss} (it|them|all [of (it|them)])',
    ],
    toAnswer,
  ],
];

import type { Rule } from '../../grammar/form.js';
import type { Operation } from '../../instruction.js';

function readConsentAct(verb: string): 'accept' | 'reject' | 'close' {
  if (/^(?:accept|allow|agree)/iu.test(verb)) return 'accept';
  return /^(?:dismiss|close|hide)/iu.test(verb) ? 'close' : 'reject';
}

/** Answers to a consent banner. */
export const consentRules: readonly Rule<Operation>[] = [
  [
    '{verb:accept|allow|agree to|reject|decline|deny|refuse|dismiss|close|hide} <cookies>',
    ({ raw }) => ({ kind: 'answer_consent', act: readConsentAct(raw('verb')) }),
  ],
  [
    '{verb:accept|reject|decline|deny|refuse|dismiss} (it|them|all [of (it|them)])',
    ({ raw }) => ({ kind: 'answer_consent', act: readConsentAct(raw('verb')), verb: raw('verb').toLowerCase() }),
  ],
];

import type { Pattern } from '../../parser/pattern.js';

const cookieThing =
  '(?:all\\s+)?(?:the\\s+|any\\s+|this\\s+)?(?:optional\\s+|non-?essential\\s+|tracking\\s+)?(?:cookies?|consent|gdpr|privacy)(?:\\s+(?:banner|notice|pop-?up|dialog|consent|bar|message|policy\\s+banner|settings?\\s+banner))*';

function readConsentAct(verb: string): 'accept' | 'reject' | 'close' {
  if (/^(?:accept|allow|agree)/iu.test(verb)) return 'accept';
  return /^(?:dismiss|close|hide)/iu.test(verb) ? 'close' : 'reject';
}

/** Answers to a consent banner. */
export const consentPatterns: readonly Pattern[] = [
  [
    new RegExp(`^(accept|allow|agree\\s+to|reject|decline|deny|refuse|dismiss|close|hide)\\s+${cookieThing}$`, 'iu'),
    ([verb = '']) => ({ kind: 'answer_consent', act: readConsentAct(verb) }),
  ],
  [
    /^(accept|reject|decline|deny|refuse|dismiss)\s+(?:it|them|all(?:\s+of\s+(?:it|them))?)$/iu,
    ([verb = '']) => ({ kind: 'answer_consent', act: readConsentAct(verb), verb: verb.toLowerCase() }),
  ],
];

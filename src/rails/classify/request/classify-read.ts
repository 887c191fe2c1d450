import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { RiskAssessment } from '../../../core/risk/risk-class.js';
import { assess, safe } from '../assessment.js';
import { strongEvidence, weakEvidence } from './field-evidence.js';
import type { Field } from './fields.js';
import { readDocument } from './graphql.js';
import { splitIdentifier, splitPath } from './identifiers.js';
import { judgeWords } from './judge-words.js';
import { namedActions } from './operations.js';

const fileExtension =
  /\.(?:js|mjs|css|map|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|wasm|txt|md)$/i;
/** Below these, the rest of a path is a title. */
const titleParts = new Set(
  `wiki docs doc documentation help support faq blog blogs article articles news question questions guide guides tutorial tutorials learn reference man manual tag tags
  topic topics search category categories product products p item items title story stories s recipes book books movie assets static images img icons fonts media legal about`.split(
    /\s+/,
  ),
);
const maxCommandWords = 3;
const idPart = /^(?:\d+|[a-f\d-]{8,}|[\w-]*\d[\w-]*)$/i;

/** Judges a request that by its method only reads: a link that deletes, pays or logs out is not one. */
export function classifyRead(request: OutgoingRequest, url: URL, fields: readonly Field[]): RiskAssessment {
  if (fileExtension.test(url.pathname)) return safe;
  const query = [...url.searchParams];
  const document = url.searchParams.get('query');
  if (document && readDocument(document).some(({ type }) => type === 'mutation'))
    return assess('medium', 'unknown_write', 'the query is a GraphQL mutation');
  const parts = url.pathname.split('/').filter(Boolean);
  const words = splitPath(url.pathname);
  const isTitle = words.slice(0, -1).some((part) => part.some((word) => titleParts.has(word)));
  if (!isTitle) {
    const last = words.at(-1)?.join(' ') ?? '';
    if (query.length > 0 && committing.test(last))
      return assess('medium', 'unknown_write', `the path ends with "${last}"`);
    const verb = words
      .map((part, index) => commandIn(part, index, words, { parts, hasQuery: query.length > 0, request }))
      .find(Boolean);
    if (verb) return verb;
  }
  for (const { verdict, label } of namedActions(fields))
    if (verdict?.says === 'commits') return assess('medium', verdict.riskClass, `the address contains "${label}"`);
  const flag = query.find(([name, value]) => isCommandKey(name, value));
  if (flag) {
    const verdict = judgeWords(splitIdentifier(flag[0]));
    if (verdict?.says === 'commits') return assess('medium', verdict.riskClass, `the address contains "${flag[0]}"`);
  }
  return (request.submitsForm || query.length > 1 ? classifyForm(request, words, fields) : undefined) ?? safe;
}

/** What an address does to the object that its query names. A page to edit or create something is only shown. */
const committing =
  /^(?:(?:confirm|submit|finalize|finalise|activate|deactivate|enable|disable|archive|restore|process|commit|follow|unfollow|like|vote|upvote|downvote|claim|redeem|place|complete) ?(?:order|orders|payment|account|all|now|it)?)$/;

/** Classes whose verbs change something even without anything around them. */
const plainCommands = new Set(['delete', 'sign_out']);
/** These verbs are also the title of a page, so they need an object. */
const alsoNouns =
  /^(?:close|sign|transfer|transfers|invite|invites|invitations|invitation|reply|notify|forward|release|bid|charge|book|reserve|withdrawal|refund|shell|terminal|cancellation|trash|exec)$/;

function commandIn(
  part: readonly string[],
  index: number,
  all: readonly string[][],
  { parts, hasQuery, request }: { parts: readonly string[]; hasQuery: boolean; request: OutgoingRequest },
): RiskAssessment | undefined {
  if (part.length > maxCommandWords) return undefined;
  const verdict = judgeWords(part);
  if (verdict?.says !== 'commits') return undefined;
  const reason = `the path contains "${part.join(' ')}"`;
  const word = verdict.word.split(' ')[0] ?? '';
  const isLast = index === all.length - 1;
  const hasObject =
    hasQuery || parts.slice(0, index).some((one) => idPart.test(one)) || (!isLast && idPart.test(parts.at(-1) ?? ''));
  const isPlain = plainCommands.has(verdict.riskClass) && !alsoNouns.test(word);
  if (isPlain) return assess('medium', verdict.riskClass, reason);
  // A page with the title "Checkout" or "Publish" is reading.
  return hasObject && !(request.kind === 'navigation' && !hasQuery && /^(?:checkout|buy|book|reserve)$/.test(word))
    ? assess('medium', verdict.riskClass, reason)
    : undefined;
}

/** `?delete=5`, `?logout`. Not `?q=delete`. */
function isCommandKey(name: string, value: string): boolean {
  return splitIdentifier(name).length <= 2 && /^(?:|1|true|yes|on|[\w-]*\d[\w-]*)$/i.test(value);
}

/** A form that is sent as an address. */
function classifyForm(
  request: OutgoingRequest,
  words: readonly string[][],
  fields: readonly Field[],
): RiskAssessment | undefined {
  const strong = strongEvidence(fields);
  if (strong) return strong;
  if (!request.submitsForm) return undefined;
  const isCommand = words
    .flat()
    .some((word) =>
      /^(?:order|orders|buy|pay|payment|purchase|transfer|send|contact|subscribe|donate|book|publish|post|checkout|confirm)$/.test(
        word,
      ),
    );
  const weak = weakEvidence(fields, []);
  if (weak && (isCommand || weak.classes.includes('send') || weak.classes.includes('pay'))) return weak;
  const verdict = words
    .map((part) => judgeWords(part))
    .find(
      (one) => one?.says === 'commits' || (one?.says === 'about' && one.riskClass === 'pay' && !one.word.endsWith('s')),
    );
  return verdict && 'riskClass' in verdict
    ? assess('medium', verdict.riskClass, `the form is sent to "${verdict.word}"`)
    : undefined;
}

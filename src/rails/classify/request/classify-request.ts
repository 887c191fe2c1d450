import type { OutgoingRequest, RequestCause } from '../../../core/risk/outgoing-request.js';
import type { RiskAssessment, RiskClass } from '../../../core/risk/risk-class.js';
import { isAtLeast } from '../../../core/safety.js';
import { assess, combine, lowRisk } from '../assessment.js';
import { classifyMessage } from './classify-message.js';
import { classifyRead } from './classify-read.js';
import { amountOf, isLogin, isSearch, strongEvidence, weakEvidence } from './field-evidence.js';
import { type Field, readFields, readJsonBody, toField } from './fields.js';
import { fitsAddress, isReport, sendsOnlyInput } from './fitting-fields.js';
import { type GraphqlOperation, readDocument, readGraphql } from './graphql.js';
import { splitIdentifier } from './identifiers.js';
import { judgeWords, type WordVerdict } from './judge-words.js';
import { assessCause, judgePath, type NamedAction, namedActions } from './operations.js';
import { readCalls } from './remote-calls.js';
import { isReportHost } from './vocabulary.js';

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
/** Methods of WebDAV and CalDAV that only read. */
const queryMethods = new Set(['PROPFIND', 'REPORT', 'SEARCH', 'QUERY']);

/** A classification, and whether the words of the pressed control can still raise it. */
interface Judgement {
  assessment: RiskAssessment;
  /** Certain that it does nothing but read or report. */
  isCertain?: boolean;
}

/** The risk of a request that is about to leave the browser. */
export function classifyRequest(request: OutgoingRequest, cause: RequestCause): RiskAssessment {
  if (!URL.canParse(request.url)) return unknown('its address cannot be read');
  const url = new URL(request.url);
  const json = readJsonBody(request);
  const fields = withQuery(readFields(request, json), url);
  const { assessment, isCertain = false } = judge(request, url, json, fields, cause);
  const own = withAmount(assessment, fields);
  // A page that submits a form by itself does what its user has not seen.
  const isSubmission = request.kind === 'navigation' && !readMethods.has(request.method);
  const isOurs = isSubmission || (cause.afterAction && !cause.isAmbient);
  if (!isOurs) return isVague(own) ? lowRisk : own;
  const hasQuery = request.kind === 'navigation' && url.search !== '';
  const raises = !isCertain && (!readMethods.has(request.method) || hasQuery || request.submitsForm);
  const raised = raises ? assessCause(cause.element?.name, cause.words) : undefined;
  return raised ? combine(own, raised) : own;
}

/** Nothing is known of it but that it writes. */
function isVague({ classes }: RiskAssessment): boolean {
  return classes.every((name) => name === 'unknown_write');
}

function unknown(reason: string): RiskAssessment {
  return assess('medium', 'unknown_write', reason);
}

function withQuery(fields: Field[], url: URL): Field[] {
  const known = new Set(fields.map(({ name }) => name));
  for (const [name, value] of url.searchParams) if (!known.has(name)) fields.push(toField(name, value));
  return fields;
}

function withAmount(assessment: RiskAssessment, fields: readonly Field[]): RiskAssessment {
  const amount = assessment.amount ?? (isAtLeast(assessment.safety, 'medium') ? amountOf(fields) : undefined);
  return amount ? { ...assessment, amount } : assessment;
}

function judge(
  request: OutgoingRequest,
  url: URL,
  json: unknown,
  fields: readonly Field[],
  cause: RequestCause,
): Judgement {
  const method = request.method.toUpperCase();
  if (request.kind === 'message') return { assessment: classifyMessage(request) };
  if (readMethods.has(method)) return { assessment: classifyRead(request, url, fields) };
  if (queryMethods.has(method)) return { assessment: lowRisk, isCertain: true };
  return judgeCalls(request, url, json) ?? judgeWrite(request, url, fields, cause);
}

/** GraphQL and remote calls name what they do, whatever the address is. */
function judgeCalls(request: OutgoingRequest, url: URL, json: unknown): Judgement | undefined {
  const operations = readGraphql(json, url.pathname) ?? readGraphqlText(request) ?? readGraphqlFields(request);
  if (operations && operations.length > 0) return merge(operations.map(judgeOperation));
  const calls = readCalls(request, json);
  if (calls && calls.length > 0) return merge(calls.map((name) => judgeCall(name, 'the call')));
  return undefined;
}

function readGraphqlText({ contentType, body = '' }: OutgoingRequest): GraphqlOperation[] | undefined {
  return /graphql/i.test(contentType) && !/json/i.test(contentType) ? readDocument(body) : undefined;
}

/** A document or a JSON list of operations as a field of a form. */
function readGraphqlFields({ fields }: OutgoingRequest): GraphqlOperation[] | undefined {
  const found = fields.flatMap(({ name, value }) => {
    if (name === 'query' || name === 'mutation') return readDocument(value).filter(({ type }) => type !== 'query');
    return name === 'operations' ? readDocument(value.replaceAll('\\n', ' ')) : [];
  });
  return found.length > 0 ? found : undefined;
}

function judgeOperation({ type, names }: GraphqlOperation): Judgement {
  if (type === 'mutation') return merge(names.map((name) => judgeCall(name, 'the GraphQL mutation')));
  const verdict = names.map((name) => judgeWords(splitIdentifier(name))).find((one) => one?.says === 'commits');
  const isVerbFirst = names.some(
    (name) => verdict?.says === 'commits' && splitIdentifier(name)[0] === verdict.word.split(' ')[0],
  );
  if (verdict?.says === 'commits' && isVerbFirst)
    return { assessment: assess('medium', verdict.riskClass, `the GraphQL query is named "${verdict.word}"`) };
  return { assessment: lowRisk, isCertain: true };
}

function judgeCall(name: string, what: string): Judgement {
  const verdict = judgeWords(splitIdentifier(name));
  const reason = `${what} is named "${name.slice(0, 60)}"`;
  if (verdict?.says === 'commits' || verdict?.says === 'about')
    return { assessment: assess('medium', verdict.riskClass, reason) };
  if (!verdict || verdict.says === 'writes') return { assessment: unknown(reason) };
  if (verdict.says === 'login') return { assessment: { safety: 'low_risk', classes: ['credentials'] } };
  return { assessment: lowRisk, isCertain: verdict.says !== 'harmless' };
}

function merge(all: readonly Judgement[]): Judgement {
  const [first, ...others] = all;
  if (!first) return { assessment: unknown('its operation has no name') };
  return {
    assessment: others.reduce((result, { assessment }) => combine(result, assessment), first.assessment),
    isCertain: all.every(({ isCertain }) => isCertain),
  };
}

function judgeWrite(request: OutgoingRequest, url: URL, fields: readonly Field[], cause: RequestCause): Judgement {
  const path = judgePath(url.pathname);
  const actions = namedActions(fields);
  const own = (says: WordVerdict['says']) => actions.find(({ verdict }) => verdict?.says === says);
  const strong = strongEvidence(fields);
  const committed = commitOf(path, actions, url) ?? deletion(request, path, fields);
  if (committed) return { assessment: strong ? combine(committed, strong) : committed };
  if (strong) return { assessment: strong };
  if (isReportHost(url.hostname)) return { assessment: lowRisk, isCertain: true };
  const isSubmission = request.kind === 'navigation';
  const isAmbient = path?.says === 'ambient' || own('ambient') !== undefined;
  if (!isSubmission && isAmbient && fitsAddress(fields, 'ambient', cause))
    return { assessment: lowRisk, isCertain: true };
  if (isSqlRead(fields) || own('reads') || own('harmless')) return { assessment: lowRisk };
  const isLoginAddress = own('login') || (path?.says === 'login' && !own('writes'));
  if (isLogin(fields) || (isLoginAddress && fitsAddress(fields, 'login', cause)))
    return { assessment: { safety: 'low_risk', classes: ['credentials'] } };
  const isVagueAction = own('writes') !== undefined && path?.says === 'reads';
  const isRead = path?.says === 'reads' && fitsAddress(fields, 'reads', cause);
  if ((isRead || path?.says === 'harmless') && !own('about') && !isVagueAction) return { assessment: lowRisk };
  if (isSearch(fields)) return { assessment: lowRisk };
  if (!isSubmission && path === undefined && actions.every(({ verdict }) => verdict === undefined) && isReport(fields))
    return { assessment: lowRisk };
  const written = describeWrite(request, path, actions, fields, cause);
  return { assessment: !isSubmission && keepsInput(request, written, path, fields, cause) ? lowRisk : written };
}

/** Whether it completes or saves what is being typed: suggestions for a word, a note that is saved with each letter. */
function keepsInput(
  { method }: OutgoingRequest,
  { classes }: RiskAssessment,
  path: WordVerdict | undefined,
  fields: readonly Field[],
  cause: RequestCause,
): boolean {
  if (!sendsOnlyInput(fields, cause)) return false;
  const replaces = /^(?:PUT|PATCH)$/i.test(method);
  return classes.every((name) => name === 'unknown_write' || (replaces && name === 'send' && path?.says !== 'about'));
}

function describeWrite(
  request: OutgoingRequest,
  path: WordVerdict | undefined,
  actions: readonly NamedAction[],
  fields: readonly Field[],
  cause: RequestCause,
): RiskAssessment {
  const found: RiskAssessment[] = [];
  const weak = weakEvidence(fields, request.submitsForm ? cause.fieldHints : []);
  if (weak) found.push(weak);
  const action = actions.find(({ verdict }) => verdict?.says === 'about');
  if (action?.verdict?.says === 'about')
    found.push(assess('medium', action.verdict.riskClass, `it says "${action.label.slice(0, 60)}"`));
  if (path?.says === 'about') found.push(assess('medium', path.riskClass, `the path contains "${path.word}"`));
  const [first, ...others] = found;
  if (!first) return unknown(`it sends data with ${request.method.toUpperCase()}, and its purpose is not known`);
  return others.reduce(combine, first);
}

/** Deleting an account or a project, and granting access, cannot be undone. */
const grave =
  /\b(?:account|project|repository|repo|workspace|organization|organisation|team|database|db|user|users|site|domain|bucket|cluster|server)\b/;

function commitOf(
  path: WordVerdict | undefined,
  actions: readonly NamedAction[],
  url: URL,
): RiskAssessment | undefined {
  const named = actions.find(({ verdict }) => verdict?.says === 'commits');
  if (named?.verdict?.says === 'commits')
    return toAssessment(named.verdict.riskClass, `it says "${named.label.slice(0, 60)}"`, named.label);
  if (path?.says !== 'commits') return undefined;
  const reads = actions.some(({ verdict }) => verdict?.says === 'reads' || verdict?.says === 'harmless');
  if (reads && path.riskClass !== 'delete') return undefined;
  return toAssessment(path.riskClass, `the path contains "${path.word}"`, url.pathname);
}

function toAssessment(riskClass: RiskClass, reason: string, text: string): RiskAssessment {
  const isGrave =
    riskClass === 'install' ||
    riskClass === 'script' ||
    (riskClass === 'delete' && grave.test(splitIdentifier(text).join(' ')));
  return assess(isGrave ? 'high' : 'medium', riskClass, reason);
}

/** The method DELETE, also as a field of a form. */
function deletion(
  { method, url }: OutgoingRequest,
  path: WordVerdict | undefined,
  fields: readonly Field[],
): RiskAssessment | undefined {
  const override = fields.find(
    ({ name, value }) => /^(?:_method|x-http-method-override)$/i.test(name) && /^delete$/i.test(value),
  );
  if (method.toUpperCase() !== 'DELETE' && !override) return undefined;
  if (path?.says === 'harmless' || path?.says === 'ambient') return lowRisk;
  if (path?.says === 'login') return assess('medium', 'sign_out', 'it ends the session');
  return toAssessment(
    'delete',
    override ? `it says "${override.name}=${override.value}"` : 'its method is DELETE',
    new URL(url).pathname,
  );
}

function isSqlRead(fields: readonly Field[]): boolean {
  return fields.some(
    ({ words, value }) => words.includes('sql') && /^\s*(?:select|show|explain|describe|desc)\b/i.test(value),
  );
}

import type { Action } from '../core/action.js';
import { isRecord } from '../core/is-record.js';
import type { Outcome } from '../core/outcome.js';
import type { OutgoingRequest } from '../core/risk/outgoing-request.js';
import { isAtLeast } from '../core/safety.js';
import type { View } from '../core/view.js';
import { addressTexts } from '../rails/flow/address-texts.js';
import type { FlowFinding } from '../rails/flow/data-flow.js';
import { type Origin, originOf } from '../rails/flow/origin.js';
import type { NewProposal } from '../rails/gate.js';
import type { PerformOptions } from './judging/check-gates.js';
import type { SessionState } from './session-state.js';
import { isCopy, isPaste, type Typed, textsOf } from './texts-of-action.js';

/** Data of another origin that an action or a request moves, and where to. */
export interface DataMove {
  finding: FlowFinding;
  to: Origin;
  texts: readonly string[];
}

/** What was typed piece by piece is compared as a whole, too. */
const maxTypedCharacters = 400;

/** Notes what a view shows: its texts belong to its origin. */
export function noteShownTexts({ flow }: SessionState, { url, app, elements, modal, title }: View): void {
  const origin = originOf(url, app);
  if (origin === undefined) return;
  for (const { name, value, text, description } of elements)
    for (const one of [name, value, text, description]) if (one !== undefined) flow.note(origin, [one]);
  flow.note(origin, [title ?? '', modal?.text ?? '']);
}

const maxReadDepth = 6;

/** Notes what was read or computed at the current origin. */
export function noteReadTexts({ flow, lastView, clipboard }: SessionState, result: unknown, isClipboard = false): void {
  const current = originOf(lastView?.url, lastView?.app);
  flow.note(isClipboard ? (clipboard.origin ?? 'the clipboard') : current, stringsIn(result, maxReadDepth));
}

function stringsIn(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.split('\n');
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((one) => stringsIn(one, depth - 1));
  return isRecord(value) ? Object.values(value).flatMap((one) => stringsIn(one, depth - 1)) : [];
}

/** Notes what an action delivered: files, the value of a script, a copied text. */
export function noteOutcome(state: SessionState, action: Action, outcome: Outcome): void {
  const { flow, lastView } = state;
  const origin = originOf(lastView?.url, lastView?.app);
  for (const change of outcome.changes)
    if (change.kind === 'download' && change.path) flow.noteFile(origin, change.path);
  if (outcome.value !== undefined) noteReadTexts(state, outcome.value);
  if (action.type === 'clipboard') state.clipboard = { text: action.text };
  else if (isCopy(action, state.elements)) state.clipboard = origin === undefined ? {} : { origin };
}

/** Data of another origin that an action is about to move to the current one, or to the address that it opens. */
export function findDataMove(state: SessionState, action: Action, options: PerformOptions): DataMove | undefined {
  const typed = textsOf(action);
  if (!typed && !isPaste(action)) return undefined;
  const { flow, lastView } = state;
  const here = originOf(lastView?.url, lastView?.app);
  if (isPaste(action)) return here === undefined ? undefined : findPasted(state, here, options);
  if (!typed) return undefined;
  const to = typed.kind === 'address' ? originOf(normalize(typed.url), undefined) : here;
  if (to === undefined) return undefined;
  const known = [to];
  const named = namedTexts(state, options);
  const texts = textsToCompare(state, typed, to);
  for (const path of typed.kind === 'files' ? typed.texts : []) {
    const finding = flow.findFile(path, known);
    if (finding) return { finding, to, texts: [] };
  }
  const finding = flow.find(texts, known, named);
  return finding && { finding, to, texts };
}

function findPasted(state: SessionState, to: Origin, options: PerformOptions): DataMove | undefined {
  const { origin, text } = state.clipboard;
  if (origin !== undefined && origin !== to)
    return { finding: { from: [origin], sample: 'the clipboard' }, to, texts: [] };
  const finding = text === undefined ? undefined : state.flow.find([text], [to], namedTexts(state, options));
  return finding && { finding, to, texts: [text ?? ''] };
}

/** The texts of an action. Pieces that follow one another are joined, without and with a space. */
function textsToCompare(state: SessionState, { kind, texts, url }: Typed, to: Origin): readonly string[] {
  if (kind === 'address') return addressTexts(normalize(url));
  if (kind === 'files') return texts;
  const before = state.typedPieces.get(to) ?? [];
  const pieces = [...before, ...texts];
  while (pieces.length > 1 && pieces.join('').length > maxTypedCharacters) pieces.shift();
  state.typedPieces.set(to, pieces);
  return before.length === 0 ? texts : [...texts, pieces.join(''), pieces.join(' ')];
}

function normalize(url: string): string {
  return URL.canParse(url) ? url : `https://${url}`;
}

function namedTexts({ rails }: SessionState, options: PerformOptions): readonly string[] {
  return [...(rails.userTexts?.() ?? []), ...(options.rails?.userTexts?.() ?? [])];
}

/** Data of another origin than the page's own in the fields of a request that an action caused. */
export function findSentData(
  state: SessionState,
  { url, documentUrl, fields, submitsForm }: OutgoingRequest,
  options: PerformOptions,
): DataMove | undefined {
  const to = originOf(url, undefined);
  const page = originOf(documentUrl, undefined);
  if (to === undefined || fields.length === 0 || to === page) return undefined;
  const texts = fields.map(({ value }) => value);
  // A page can send what it knows at any time by a script. A form sends it because a model submitted it.
  const known = page === undefined || submitsForm ? [to] : [to, page];
  const finding = state.flow.find(texts, known, namedTexts(state, options));
  return finding && { finding, to, texts };
}

/** Adds the class and the evidence of a move of data. */
export function withDataMove<P extends NewProposal>(proposal: P, move: DataMove | undefined): P {
  if (!move) return proposal;
  const { from, sample } = move.finding;
  const clause = `${JSON.stringify(printable(sample))} was read on ${from.map(printable).join(' and ')} and goes to ${printable(move.to)}`;
  return {
    ...proposal,
    safety: isAtLeast(proposal.safety, 'high') ? proposal.safety : 'high',
    classes: [...(proposal.classes ?? []), 'cross_origin_data'],
    evidence: proposal.evidence ? `${clause}; ${proposal.evidence}` : clause,
    dataFrom: from,
  };
}

/** Page text without what changes how a line is shown. */
function printable(text: string): string {
  return text.replace(/[^\p{L}\p{N}\p{P}\p{S}\p{M} ]/gu, ' ');
}

/** After the gates allowed a move, the target knows the data. */
export function noteMoved({ flow, typedPieces }: SessionState, move: DataMove | undefined): void {
  if (!move) return;
  flow.note(move.to, [...move.texts, move.finding.sample]);
  typedPieces.delete(move.to);
}

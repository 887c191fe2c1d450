import type { Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { parseKeys } from '../../../core/keys.js';
import type { PageDocument } from '../frames/page-document.js';
import type { ActionContext, ActionOf, LocatedTarget } from './action-context.js';
import { ensureEdited, refuseUnlessEdited } from './edit-result.js';
import { locateTarget, recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';

export async function prepareType(context: ActionContext, action: ActionOf<'type'>): Promise<PreparedAction> {
  if (action.text === '' && !action.clear && !action.submit) {
    throw new HandrailError(
      'invalid_action',
      'There is no text to type.',
      'Pass text, or clear: true to empty the field.',
    );
  }
  if (!action.text.isWellFormed()) {
    throw new HandrailError(
      'invalid_action',
      'The text contains half of a surrogate pair.',
      'Pass whole Unicode characters.',
    );
  }
  const target = action.target && (await locateField(context, action.target));
  const document = target?.document ?? (await findFocusedDocument(context));
  return preparedAction(() => typeInto(context, action, document, target), {
    documents: await recordedDocuments(context, document),
    awaitsLateEffects: action.submit ?? false,
    mustReceiveInput: target?.number !== undefined && action.text !== '',
    typesText: action.text !== '',
  });
}

async function typeInto(
  { input, limits, signal }: ActionContext,
  { text, clear = false, submit }: ActionOf<'type'>,
  document: PageDocument,
  target: LocatedTarget | undefined,
): Promise<void> {
  if (!target?.facts || hasNativePicker(target)) {
    const edited = await document.call('selectTyped', { text, ...toChoice(target) }, limits.observe, signal);
    if (edited) return refuseUnlessEdited(edited);
  }
  if (target && !target.facts?.focused) await input.click(target);
  ensureEdited(await document.call('placeCaret', { all: clear, number: target?.number }, limits.observe, signal));
  if (clear) await input.pressChord(parseKeys('Delete'));
  const isInserted =
    text.length > maxTypedCharacters && (await document.call('insertLongText', { text }, limits.action, signal)).ok;
  if (!isInserted) await input.typeText(text);
  if (submit) await input.pressChord(parseKeys('Enter'));
}

/** The collector inserts longer text at once, if the field allows it. */
const maxTypedCharacters = 2_000;

/** Lists and dates open a picker of the operating system, which no screenshot shows: the text is applied as a choice instead. */
function hasNativePicker({ facts }: LocatedTarget): boolean {
  return facts?.tag === 'SELECT' || /^(date|time|datetime-local|month|week|color)$/.test(facts?.type ?? '');
}

function toChoice(target: LocatedTarget | undefined): { number?: number; point?: { x: number; y: number } } {
  if (!target) return {};
  return target.number === undefined ? { point: { x: target.x, y: target.y } } : { number: target.number };
}

async function locateField(context: ActionContext, target: Target): Promise<LocatedTarget> {
  const located = await locateTarget(context, target, 'use');
  if (!located.facts || located.facts.editable || located.facts.tag === 'SELECT') return located;
  throw new HandrailError(
    'not_editable',
    `${'element' in target ? target.element : 'This point'} takes no text.`,
    'Choose a text field; use set_value for lists, dates and sliders.',
  );
}

async function findFocusedDocument({ targets, limits }: ActionContext): Promise<PageDocument> {
  for (const document of await targets.documents())
    if (await document.call('isFocusEditable', undefined, limits.observe)) return document;
  throw new HandrailError('not_editable', 'No text field has the focus.', 'Pass a target, or click a field first.');
}

import type { Target } from '../../../core/action.js';
import { HandrailError } from '../../../core/errors.js';
import { parseKeys } from '../../../core/keys/keys.js';
import { mentionsSecret } from '../../../core/secrets/secret-reference.js';
import { isDocumentGone, type PageDocument } from '../frames/page-document.js';
import type { ActionContext, ActionOf, LocatedTarget } from './action-context.js';
import { ensureEdited, refuseUnlessEdited } from './edit-result.js';
import { type CaretPosition, insertEditorText, replaceEditorText } from './editor-input.js';
import { locateTarget, recordedDocuments } from './locate-target.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';
import { replaceLines } from './replace-lines.js';
import { typeSecret } from './type-secret.js';

/** `caretAfter`: where the caret of an editor is left after its text was replaced. */
export async function prepareType(
  context: ActionContext,
  action: ActionOf<'type'>,
  caretAfter: CaretPosition = 'end',
): Promise<PreparedAction> {
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
  const document = target?.document ?? (await findTypingDocument(context));
  // What is at a point is known only when it was clicked: it can be a field in a frame.
  const isPoint = target !== undefined && target.number === undefined;
  return preparedAction(() => typeInto(context, action, document, target, caretAfter), {
    documents: await recordedDocuments(context, document, ...(isPoint ? await context.targets.documents() : [])),
    awaitsLateEffects: Boolean(action.submit),
    mustReceiveInput: target?.number !== undefined && action.text !== '' && !mentionsSecret(action.text),
    typed: {
      text: action.text,
      isPassword: target?.facts?.type === 'password',
      hasTarget: target !== undefined,
    },
  });
}

async function typeInto(
  context: ActionContext,
  { text, clear = false, submit }: ActionOf<'type'>,
  document: PageDocument,
  target: LocatedTarget | undefined,
  caretAfter: CaretPosition,
): Promise<void> {
  const { input, limits, signal } = context;
  if (mentionsSecret(text)) {
    const isElement = target?.number !== undefined;
    if (target && !isElement) await input.click(target);
    const owner = isElement ? document : await findFocusedField(context);
    if (!owner) throw noField();
    return typeSecret(context, { type: 'type', text, clear, submit }, owner, target?.number);
  }
  if (!target?.facts || hasNativePicker(target)) {
    const edited = await document.call('selectTyped', { text, ...toChoice(target) }, limits.observeTimeoutMs, signal);
    if (edited) return refuseUnlessEdited(edited);
  }
  if (target && !target.facts?.focused) await input.click(target);
  const field = await findField(context, document, target, clear);
  if (!field && text.includes('\t')) throw noTab();
  if (field && (await field.call('isEditorFocused', { number: target?.number }, limits.observeTimeoutMs, signal))) {
    if (clear) await replaceEditorText(context, field, text, caretAfter);
    else await insertEditorText(context, field, text, target !== undefined);
  } else {
    if (field)
      ensureEdited(
        await field.call('placeCaret', { all: clear, number: target?.number }, limits.observeTimeoutMs, signal),
      );
    const hasLines = clear && /[\r\n]/.test(text);
    const area =
      hasLines && field ? await field.call('readTextArea', undefined, limits.observeTimeoutMs, signal) : undefined;
    if (field && area !== undefined) await replaceLines(context, field, text);
    else {
      if (clear) await input.pressChord(parseKeys('Delete'));
      await insertText(context, document, text);
    }
  }
  if (!submit) return;
  const isWatched =
    submit === 'form' && (await (field ?? document).call('watchSubmit', undefined, limits.observeTimeoutMs, signal));
  await input.pressChord(parseKeys('Enter'));
  if (isWatched) await finishSubmit(context, field ?? document);
}

/** Submits the form unless Enter did. A document that is gone was left by the submission. */
async function finishSubmit({ limits, signal }: ActionContext, document: PageDocument): Promise<void> {
  try {
    ensureEdited(await document.call('finishSubmit', undefined, limits.observeTimeoutMs, signal));
  } catch (error) {
    if (!isDocumentGone(error)) throw error;
  }
}

async function insertText(
  { input, limits, signal }: ActionContext,
  document: PageDocument,
  text: string,
): Promise<void> {
  const isInserted =
    text.length > maxTypedCharacters &&
    (await document.call('insertLongText', { text }, limits.actionTimeoutMs, signal)).ok;
  if (!isInserted) await input.typeText(text);
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
  const listens = await context.targets.listensToKeys(located.document);
  const { tag, takesKeys } = located.facts;
  // Like a point: it is clicked, and the keys go to the script that listens to them. That of a canvas listens only while it has the focus.
  if (takesKeys && (listens || tag === 'CANVAS')) return { ...located, number: undefined };
  throw new HandrailError(
    'not_editable',
    `${'element' in target ? target.element : 'This point'} takes no text.`,
    listens
      ? 'Choose a text field. The page listens to keys: type without a target sends them.'
      : 'Choose a text field.',
  );
}

/** The document of the field that receives the text. Undefined if no field has the focus and the page itself listens to keys. */
async function findField(
  context: ActionContext,
  document: PageDocument,
  target: LocatedTarget | undefined,
  clear: boolean,
): Promise<PageDocument | undefined> {
  if (target?.number !== undefined) return document;
  const field = await findFocusedField(context);
  if (field) return field;
  if (clear || !(await findListener(context))) throw noField();
  return undefined;
}

/** The document that receives keys: with the focus in a field, or with a script that listens to keys (a game, a terminal). */
async function findTypingDocument(context: ActionContext): Promise<PageDocument> {
  const found = (await findFocusedField(context)) ?? (await findListener(context));
  if (!found) throw noField();
  return found;
}

async function findFocusedField({ targets, limits }: ActionContext): Promise<PageDocument | undefined> {
  for (const document of await targets.documents())
    if (await document.call('isFocusEditable', undefined, limits.observeTimeoutMs)) return document;
  return undefined;
}

async function findListener({ targets }: ActionContext): Promise<PageDocument | undefined> {
  for (const document of await targets.documents()) if (await targets.listensToKeys(document)) return document;
  return undefined;
}

function noField(): HandrailError {
  return new HandrailError(
    'not_editable',
    'No text field has the focus, and the page does not listen to keys.',
    'Pass a target, or click a field first.',
  );
}

function noTab(): HandrailError {
  return new HandrailError(
    'invalid_action',
    'The text contains a tab, and no text field has the focus.',
    'Pass a target, or press the Tab key.',
  );
}

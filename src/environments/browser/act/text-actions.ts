import type { Action } from '../../../core/action.js';
import { type ErrorCode, errorCodes, HandrailError } from '../../../core/errors.js';
import { type KeyChord, parseKeySequence, parseKeys } from '../../../core/keys.js';
import type { Edited } from '../../../perception/page-protocol.js';
import type { CdpDocument } from '../frames/document-link.js';
import { readyLook } from '../observe/cached-look.js';
import { type ActionContext, doing, NothingDone, type PreparedAction } from './action-context.js';
import { heldModifiers, holdOrRelease } from './held-keys.js';
import { pressChord, releaseKey, typeText } from './keyboard.js';
import { type Aim, documentOfElement, locate, mainDocument } from './locate.js';
import { click, clickAt } from './pointer-actions.js';
import { checkUploads } from './upload-paths.js';

type Of<T extends Action['type']> = Extract<Action, { type: T }>;

function toError(edited: Extract<Edited, { ok: false }>): HandrailError {
  const code: ErrorCode = errorCodes.find((known) => known === edited.code) ?? 'internal';
  return new HandrailError(code, edited.message, edited.hint);
}

function ensure(edited: Edited): void {
  if (!edited.ok) throw toError(edited);
}

/** What is refused here was not begun. */
function ensureDone(edited: Edited): void {
  if (edited.ok) return;
  const { code, message, hint } = toError(edited);
  throw new NothingDone(code, message, hint);
}

/** The document that has the keyboard's focus. */
async function focusedDocument(hands: ActionContext): Promise<CdpDocument> {
  const main = mainDocument(hands);
  const visit = async (document: CdpDocument): Promise<CdpDocument | undefined> => {
    if (await document.ask('focusTakesText', undefined, hands.limits.look)) return document;
    for (const frameId of hands.tab.frames.childrenOf(document.frameId)) {
      const child = hands.tab.frames.document(frameId);
      const found = child && (await visit(child));
      if (found) return found;
    }
    return undefined;
  };
  const found = await visit(main);
  if (!found) {
    throw new HandrailError(
      'not_editable',
      'Nothing that takes text has the focus.',
      'Give a target, or click a field first.',
    );
  }
  return found;
}

export async function type(hands: ActionContext, action: Of<'type'>): Promise<PreparedAction> {
  if (action.text === '' && !action.clear && !action.submit) {
    throw new HandrailError(
      'invalid_action',
      'There is no text to type.',
      'Give text, or clear: true to empty the field.',
    );
  }
  if (!action.text.isWellFormed()) {
    throw new HandrailError(
      'invalid_action',
      'The text holds half of a surrogate pair.',
      'Give whole Unicode characters.',
    );
  }
  const aim = action.target && (await locateField(hands, action.target));
  const document = aim?.document ?? (await focusedDocument(hands));
  const { session } = hands.tab;
  const go = async () => {
    if ((!aim?.facts || isDrawnBySystem(aim)) && (await chosen(hands, document, action.text, aim))) return;
    if (aim && !aim.facts?.focused) await clickAt(hands.tab, aim);
    const caret = { all: action.clear ?? false, ...(aim?.number === undefined ? {} : { number: aim.number }) };
    ensure(await document.ask('placeCaret', caret, hands.limits.look, hands.signal));
    if (action.clear) await pressChord(session, parseKeys('Delete'));
    if (!(await insertLong(document, action.text, hands))) await typeText(session, action.text);
    if (action.submit) await pressChord(session, parseKeys('Enter'));
  };
  return doing(go, {
    documents: [...new Set([mainDocument(hands), document])],
    patient: action.submit ?? false,
    isNoticed: aim?.number !== undefined && action.text !== '',
    typed: action.text !== '',
  });
}

function isDrawnBySystem({ facts }: Aim): boolean {
  return facts?.tag === 'SELECT' || /^(date|time|datetime-local|month|week|color)$/.test(facts?.type ?? '');
}

/** A list takes what is typed as a choice, a date as a whole: opened, they would be drawn by the system, where no picture shows them. */
async function chosen(
  hands: ActionContext,
  document: CdpDocument,
  text: string,
  aim: Aim | undefined,
): Promise<boolean> {
  const place =
    aim === undefined ? {} : aim.number === undefined ? { point: { x: aim.x, y: aim.y } } : { number: aim.number };
  const edited = await document.ask('chooseTyped', { text, ...place }, hands.limits.look, hands.signal);
  if (edited) ensureDone(edited);
  return edited !== undefined;
}

/** From here on a text is written in one go where that is possible. */
const long = 2_000;

async function insertLong(document: CdpDocument, text: string, { limits, signal }: ActionContext): Promise<boolean> {
  if (text.length <= long) return false;
  return (await document.ask('insertLong', { text }, limits.action, signal)).ok;
}

async function locateField(hands: ActionContext, target: NonNullable<Of<'type'>['target']>): Promise<Aim> {
  const aim = await locate(hands, target, 'use');
  if (aim.facts && !aim.editable && aim.facts.tag !== 'SELECT') {
    throw new HandrailError(
      'not_editable',
      `${'element' in target ? target.element : 'This place'} takes no text.`,
      'Choose a text field; use set_value for lists, dates and sliders.',
    );
  }
  return aim;
}

export async function key(hands: ActionContext, action: Of<'key'>): Promise<PreparedAction> {
  const chords: KeyChord[] = parseKeySequence(action.keys);
  if (action.phase) return holdOrRelease(hands, action, chords);
  const { tab } = hands;
  const hold = action.holdMs ? () => passes(hands, action.holdMs ?? 0) : undefined;
  const go = async () => {
    for (const chord of chords)
      await pressChord(tab.session, chord, { repeat: action.repeat, hold, before: heldModifiers(tab) });
  };
  return doing(go, { documents: [mainDocument(hands)], patient: true, byItself: true, focuses: true });
}

/** Waits for a time to pass, whatever the page does meanwhile; not past the end of the page. */
async function passes({ tab, signal }: ActionContext, ms: number): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0 && !tab.closed && !tab.crashed; left = until - performance.now())
    await tab.bell.next(left, signal);
}

/** Sets a value directly; what has none is clicked or typed into, as a person would. */
export async function setValue(hands: ActionContext, action: Of<'set_value'>): Promise<PreparedAction> {
  if (!('element' in action.target)) {
    throw new HandrailError(
      'invalid_action',
      'set_value needs an element.',
      'Give { element: "el_N" } from the last observation.',
    );
  }
  const { document, number } = documentOfElement(hands, action.target.element);
  const documents = [...new Set([mainDocument(hands), document])];
  const prepare = (need: 'use' | 'reach') =>
    document.ask(
      'prepare',
      { number, need, most: 1_000, look: need === 'use' && document === mainDocument(hands) },
      hands.limits.look + 1_000,
      hands.signal,
    );
  const usable = await prepare('use');
  if (usable.ok) readyLook(document, usable);
  const prepared = usable.ok ? usable : await prepare('reach');
  const hidden = !prepared.ok && prepared.code === 'not_visible';
  if (!prepared.ok && !hidden) await locate(hands, action.target, 'use'); // throws the sentence for it
  const isNative =
    prepared.ok &&
    (prepared.tag === 'SELECT' ||
      prepared.tag === 'OPTION' ||
      /^(range|color|date|time|datetime-local|month|week|number)$/.test(prepared.type));
  if (isNative || hidden) {
    const go = async () =>
      ensureDone(await document.ask('setValue', { number, value: action.value }, hands.limits.look, hands.signal));
    return doing(go, { documents });
  }
  if (prepared.ok && prepared.checked !== undefined) return setChecked(hands, action, prepared.checked, prepared.type);
  if (prepared.ok && prepared.editable) {
    const given = Array.isArray(action.value) ? action.value.join('\n') : String(action.value);
    // A field of one line takes no line breaks, as when one is pasted into it; typed, they would send the form off.
    const text = prepared.tag === 'INPUT' ? given.replace(/[\r\n]+/g, '') : given;
    if (!usable.ok) await locate(hands, action.target, 'use'); // throws the sentence for it
    return replaceText(hands, action.target, text, { document, number });
  }
  throw new HandrailError(
    'unsupported',
    `${action.target.element} has no value to set.`,
    'Click it and choose from what opens.',
  );
}

/** Puts a text in the place of what a field holds, at once; a key that goes up tells pages that wait for one. */
async function replaceText(
  hands: ActionContext,
  target: Of<'set_value'>['target'],
  text: string,
  { document, number }: { document: CdpDocument; number: number },
): Promise<PreparedAction> {
  const last = [...text].at(-1);
  if (last === undefined || /[\t\r\n]/.test(text) || !text.isWellFormed())
    return type(hands, { type: 'type', target, text, clear: true });
  const { session } = hands.tab;
  const go = async () => {
    ensure(await document.ask('placeCaret', { all: true, number }, hands.limits.look, hands.signal));
    await Promise.all([session.send('Input.insertText', { text }), releaseKey(session, last)]);
  };
  return doing(go, { documents: [...new Set([mainDocument(hands), document])], isNoticed: true });
}

async function setChecked(
  hands: ActionContext,
  action: Of<'set_value'>,
  checked: boolean,
  inputType: string,
): Promise<PreparedAction> {
  const wanted = action.value === true || /^(true|on|yes|checked|1)$/i.test(String(action.value));
  const unwanted = action.value === false || /^(false|off|no|unchecked|0)$/i.test(String(action.value));
  if (!wanted && !unwanted) {
    throw new HandrailError(
      'unknown_option',
      `${JSON.stringify(action.value)} does not say whether it is to be checked.`,
      'Give true or false.',
    );
  }
  if (wanted === checked) return doing(async () => undefined, { documents: [mainDocument(hands)] });
  if (inputType === 'radio' && unwanted) {
    throw new HandrailError('invalid_action', 'A radio button cannot be unchecked.', 'Check another one of its group.');
  }
  return click(hands, { type: 'click', target: action.target });
}

/** Gives files to a file field, or to the file chooser that is open. */
export async function upload(hands: ActionContext, action: Of<'upload'>): Promise<PreparedAction> {
  const paths = await checkUploads(action.paths, hands.uploadFolders);
  const open = hands.tab.modal?.chooser;
  if (!action.target) {
    if (!open)
      throw new HandrailError(
        'no_modal',
        'No file chooser is open.',
        'Give the file field as target, or click what opens the chooser.',
      );
    checkCount(paths, open.multiple);
    const go = async () => {
      await open.setFiles(paths);
      hands.tab.modal = undefined;
    };
    return doing(go, { documents: [mainDocument(hands)], patient: true });
  }
  if (!('element' in action.target)) {
    throw new HandrailError('invalid_action', 'upload needs an element.', 'Give { element: "el_N" } of a file field.');
  }
  const { document, number } = documentOfElement(hands, action.target.element);
  const { session, contextId } = document;
  const { result } = await session.send('Runtime.evaluate', {
    expression: `__handrail__.elementOf(${number})`,
    contextId,
  });
  const { result: facts } = await session.send('Runtime.evaluate', {
    expression: `(() => { const field = __handrail__.elementOf(${number}); return field instanceof HTMLInputElement && field.type === 'file' ? (field.multiple ? 2 : 1) : 0; })()`,
    contextId,
  });
  if (!facts.value) {
    throw new HandrailError(
      'not_editable',
      `${action.target.element} is not a file field.`,
      'Click it: when a file chooser opens, upload without a target.',
    );
  }
  checkCount(paths, facts.value === 2);
  const go = async () => {
    if (paths.length === 0)
      return ensure(await document.ask('clearFiles', { number }, hands.limits.look, hands.signal));
    await document.ask('begin', undefined, hands.limits.look);
    await session.send('DOM.setFileInputFiles', { files: paths, objectId: result.objectId });
  };
  return doing(go, { documents: [...new Set([mainDocument(hands), document])] });
}

function checkCount(paths: readonly string[], multiple: boolean): void {
  if (paths.length <= 1 || multiple) return;
  throw new HandrailError('invalid_action', 'The page takes one file only.', 'Give one path.');
}

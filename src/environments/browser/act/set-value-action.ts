import type { ElementId } from '../../../core/element.js';
import { HandrailError, joinSentences } from '../../../core/errors.js';
import { mentionsSecret } from '../../../core/secrets/secret-reference.js';
import type { PreparedTarget } from '../../../perception/page/protocol.js';
import type { ActionContext, ActionOf, ElementReference } from './action-context.js';
import { refuseUnlessEdited } from './edit-result.js';
import { locateTarget, recordedDocuments } from './locate-target.js';
import { prepareClick } from './pointer-actions.js';
import { type PreparedAction, preparedAction } from './prepared-action.js';
import { prepareType } from './type-action.js';

type SetValue = ActionOf<'set_value'>;
type Usable = Extract<PreparedTarget, { ok: true }>;

const maxPrepareMs = 1_000;
const nativeTypes = /^(range|color|date|time|datetime-local|month|week|number)$/;

/** Sets native controls directly, clicks checkboxes, and replaces the text of fields. */
export async function prepareSetValue(context: ActionContext, action: SetValue): Promise<PreparedAction> {
  if (!('element' in action.target)) {
    throw new HandrailError(
      'invalid_action',
      'set_value needs an element.',
      'Pass { element: "el_N" } from the last observation.',
    );
  }
  const { targets } = context;
  const id = action.target.element;
  const element = await targets.resolve(id);
  const usable = await targets.prepare(element, 'use', maxPrepareMs);
  const prepared = usable.ok ? usable : await targets.prepare(element, 'reach', maxPrepareMs);
  if (typeof action.value === 'string' && mentionsSecret(action.value))
    return prepareType(context, { type: 'type', target: action.target, text: action.value, clear: true });
  const isHidden = !prepared.ok && prepared.code === 'not_visible';
  if (isHidden || (prepared.ok && isNative(prepared))) return setDirectly(context, action, element);
  // Locating the target again throws the error that describes why it cannot be used.
  if (!prepared.ok) await locateTarget(context, action.target, 'use');
  if (prepared.ok && prepared.checked !== undefined)
    return setChecked(context, action, prepared.checked, prepared.type);
  if (prepared.ok && prepared.editable) {
    if (!usable.ok) await locateTarget(context, action.target, 'use');
    return replaceText(context, action, element, prepared);
  }
  throw new HandrailError(
    'unsupported',
    `${id} has no value to set.`,
    'Use select, or click it and choose from what opens.',
  );
}

function isNative({ tag, type }: Usable): boolean {
  return tag === 'SELECT' || tag === 'OPTION' || nativeTypes.test(type);
}

async function setDirectly(
  context: ActionContext,
  { value, target }: SetValue,
  { document, number }: ElementReference,
): Promise<PreparedAction> {
  const { limits, signal } = context;
  const execute = async () => {
    const edited = await document.call('setValue', { number, value }, limits.observeTimeoutMs, signal);
    const isOption = !edited.ok && (edited.code === 'unknown_option' || edited.code === 'ambiguous');
    if (isOption && 'element' in target) edited.message = joinSentences(edited.message, nameField(context, target));
    refuseUnlessEdited(edited);
  };
  return preparedAction(execute, { documents: await recordedDocuments(context, document) });
}

function nameField({ ids }: ActionContext, { element }: { element: ElementId }): string {
  const name = ids.lastSeen(element)?.name;
  return `The field is ${element}${name ? ` "${name}"` : ''}.`;
}

async function replaceText(
  context: ActionContext,
  { target, value }: SetValue,
  element: ElementReference,
  { tag, isEditor }: Usable,
): Promise<PreparedAction> {
  const given = Array.isArray(value) ? value.join('\n') : String(value);
  // A one-line field drops line breaks, as on paste. Typed, they would submit the form.
  const text = tag === 'INPUT' ? given.replace(/[\r\n]+/g, '') : given;
  if (isEditor || text === '' || /[\t\r\n]/.test(text) || !text.isWellFormed())
    return prepareType(context, { type: 'type', target, text, clear: true }, 'start');
  return preparedAction(() => context.input.replaceText(element, text), {
    documents: await recordedDocuments(context, element.document),
    mustReceiveInput: true,
  });
}

async function setChecked(
  context: ActionContext,
  { value, target }: SetValue,
  checked: boolean,
  inputType: string,
): Promise<PreparedAction> {
  const wanted = value === true || /^(true|on|yes|checked|1)$/i.test(String(value));
  const unwanted = value === false || /^(false|off|no|unchecked|0)$/i.test(String(value));
  if (!wanted && !unwanted) {
    throw new HandrailError(
      'unknown_option',
      `${JSON.stringify(value)} is neither checked nor unchecked.`,
      'Pass true or false.',
    );
  }
  if (wanted === checked) return preparedAction(async () => undefined, { documents: await recordedDocuments(context) });
  if (inputType === 'radio' && unwanted) {
    throw new HandrailError('invalid_action', 'A radio button cannot be unchecked.', 'Check another one of its group.');
  }
  return prepareClick(context, { type: 'click', target });
}

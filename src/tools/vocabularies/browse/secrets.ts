import { type Element, isElementId, isSecretField } from '../../../core/element.js';
import { isSecretName } from '../../../core/secrets/secret-names.js';
import type { ToolContext } from '../../context.js';

/** Masks a text in this answer and, if its field holds a secret, in all later ones of the session. Returns whether it is masked. */
export async function hideIfSecret(
  text: string,
  id: string,
  element: Element | undefined,
  context: ToolContext,
): Promise<boolean> {
  const isSecret = await holdsSecret(id, element, context);
  if (isSecret) context.hide(text, 'session');
  // The field at a position is unknown.
  const isHidden = isSecret || !isElementId(id);
  if (isHidden) context.hide(text);
  return isHidden;
}

/** True for a password field or a field with a secret name. */
async function holdsSecret(id: string, element: Element | undefined, { read }: ToolContext): Promise<boolean> {
  if (element) return isSecretField(element) || isSecretName(element.name);
  if (!isElementId(id)) return false;
  const { attributes } = await read({ what: 'attributes', element: id });
  const { type: kind, name = '', 'aria-label': label = '' } = attributes;
  return kind === 'password' || isSecretName(name) || isSecretName(label);
}

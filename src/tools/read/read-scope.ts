import { type Element, type ElementId, isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { isSelectorFor } from '../target/resolve.js';

const tagNames =
  /^(?:article|aside|body|dl|fieldset|figure|footer|form|h[1-6]|header|html|iframe|img|li|main|nav|ol|p|pre|section|table|tbody|td|textarea|th|tr|ul)$/i;

/** The roles of elements that mean the same as a tag. */
const landmarkRoles: Record<string, string> = { main: 'main', nav: 'navigation', aside: 'complementary' };

/** The scope of a read: an element, or everything that a selector matches. A bare tag name counts as a selector. */
export async function resolveScope(
  target: string | undefined,
  context: ToolContext,
): Promise<{ element?: ElementId; css?: string }> {
  if (target === undefined) return {};
  const css = toCss(target, context);
  return css === undefined ? { element: (await resolveElement(target, context)).id } : { css };
}

/** Whether a target is a selector, not a phrase. */
export function isCssScope(target: string, context: Pick<ToolContext, 'isPage'>): boolean {
  return toCss(target, context) !== undefined;
}

function toCss(target: string, context: Pick<ToolContext, 'isPage'>): string | undefined {
  const text = target.trim();
  if (isElementId(text)) return undefined;
  const landmark = context.isPage ? landmarkRoles[text.toLowerCase()] : undefined;
  if (landmark) return `${text}, [role=${landmark}]:not(:has(${text}), ${text} *)`;
  const isTag = context.isPage && tagNames.test(text);
  return isTag || isSelectorFor(text, context) ? text.replace(/^css\s*[=:]\s*/i, '') : undefined;
}

/** Resolves a target to one element. */
export async function resolveElement(
  text: string,
  context: ToolContext,
): Promise<{ id: ElementId; element?: Element }> {
  const css = toCss(text, context);
  const { target, element } = await context.resolve(css === undefined ? text : `css=${css}`, 'point');
  if ('element' in target) return { id: target.element, element };
  throw new HandrailError(
    'invalid_input',
    `${text} is a position on the screen, not an element.`,
    'Pass an element id, a selector or a phrase.',
  );
}

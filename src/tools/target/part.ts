import { type Element, type ElementId, isElementId } from '../../core/element.js';
import { HandrailError } from '../../core/errors.js';
import type { ToolContext } from '../context.js';
import { isMeantAsSelector } from './resolve.js';

const tagNames =
  /^(?:article|aside|body|dl|fieldset|figure|footer|form|h[1-6]|header|html|iframe|img|li|main|nav|ol|p|pre|section|table|tbody|td|textarea|th|tr|ul)$/i;

/** Where to read: an element, or all that a selector matches. The bare name of a tag is a selector here, since nothing is done to it. */
export async function partOf(
  asked: string | undefined,
  context: ToolContext,
): Promise<{ element?: ElementId; css?: string }> {
  if (asked === undefined) return {};
  const css = cssOf(asked, context);
  return css === undefined ? { element: (await elementOf(asked, context)).id } : { css };
}

function cssOf(asked: string, context: Pick<ToolContext, 'isPage'>): string | undefined {
  const text = asked.trim();
  if (isElementId(text)) return undefined;
  const isTag = context.isPage && tagNames.test(text);
  return isTag || isMeantAsSelector(text, context) ? text.replace(/^css\s*[=:]\s*/i, '') : undefined;
}

/** The one element that is meant. */
export async function elementOf(asked: string, context: ToolContext): Promise<{ id: ElementId; element?: Element }> {
  const css = cssOf(asked, context);
  const { target, element } = await context.resolve(css === undefined ? asked : `css=${css}`);
  if ('element' in target) return { id: target.element, ...(element ? { element } : {}) };
  throw new HandrailError(
    'invalid_input',
    `${asked} is a place on the screen, not an element.`,
    'Name an element id, a selector or a phrase.',
  );
}

import { HandrailError } from '../../../core/errors.js';

/** The error for a page that must not be observed or controlled. */
export function refusedPage(reason: string): HandrailError {
  return new HandrailError(
    'denied',
    `The page is not allowed: ${reason}`,
    'Navigate to another page, or close the tab.',
  );
}

/** The URL of a refused page without what the page put into it. */
export function withoutContent(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, host } = new URL(url);
  return host === '' ? protocol : `${protocol}//${host}`;
}

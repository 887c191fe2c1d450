import { html } from '../html.mjs';

/** @param {number} status @param {string} message */
export function problemPage(status, message) {
  const heading = status === 404 ? 'Not found' : status >= 500 ? 'Something went wrong' : 'That did not work';
  const content = html`<h1>${heading}</h1>
<p>${message}</p>
<p><a href="/">Back to the shop</a></p>`;
  return { title: heading, content };
}

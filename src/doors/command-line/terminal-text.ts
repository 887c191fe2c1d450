/** Control characters of a terminal, and marks that change the direction of a text. Lines and tabs stay. */
const unsafe = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a page without what could control a terminal. A placeholder shows where something was. */
export function toTerminalText(text: string): string {
  return text.replace(unsafe, '\ufffd');
}

/** The same in JSON, where an escape keeps the character. */
export function toTerminalJson(json: string): string {
  return json.replace(unsafe, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

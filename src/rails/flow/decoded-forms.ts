const maxForms = 12;
const maxDepth = 2;
/** What a control character or a broken sequence leaves in a decoded text. */
const unreadable = /[^\P{C}\n\r\t]|\ufffd/u;

/** A text and what it encodes: percent escapes, base64, hexadecimal, also in one another. */
export function decodedForms(text: string): string[] {
  const forms = new Set([text]);
  let last = [text];
  for (let depth = 0; depth < maxDepth && last.length > 0 && forms.size < maxForms; depth += 1) {
    const next = last.flatMap(decodeOnce).filter((form) => form !== '' && !forms.has(form));
    for (const form of next) if (forms.size < maxForms) forms.add(form);
    last = next;
  }
  return [...forms];
}

function decodeOnce(text: string): string[] {
  const encoded = text.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? [];
  const hexadecimal = text.match(/(?:[0-9a-f]{2}[\s:,-]?){6,}/gi) ?? [];
  return [
    ...(/%[0-9a-f]{2}/i.test(text) ? [decodePercent(text)] : []),
    ...encoded.map((part) => decodeBytes(Buffer.from(part, 'base64'))),
    ...hexadecimal.map((part) => decodeBytes(Buffer.from(part.replace(/[^0-9a-f]/gi, ''), 'hex'))),
  ].filter((form) => form !== '');
}

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** The text of the bytes; empty if they are no text. */
function decodeBytes(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return unreadable.test(text) ? '' : text;
}

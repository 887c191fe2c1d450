/** Shorter encoded parts match too much harmless text. */
const minEncodedLength = 4;
const minLineLength = 8;
const minReversedLength = 4;

/** The forms in which a secret can appear: plain, line by line, reversed, escaped, in base64 at any offset, and in hex. */
export function secretForms(secret: string): string[] {
  const forms = new Set<string>();
  const lines = secret.split(/\r?\n/).filter((line) => line.trim().length >= minLineLength);
  for (const plain of [secret, secret.trim(), ...lines]) {
    if (!plain) continue;
    for (const spelled of [plain, plain.normalize('NFC'), plain.normalize('NFD')]) {
      forms.add(spelled);
      if (spelled.length >= minReversedLength) forms.add([...spelled].reverse().join(''));
      for (const encoded of encodedForms(Buffer.from(spelled, 'utf8'))) forms.add(encoded);
      for (const escaped of escapedForms(spelled.toWellFormed())) forms.add(escaped);
    }
  }
  return [...forms].filter(Boolean);
}

/** Decoding a text finds most of these, except where the text before merges with the first character: `%0` and `0+%23`. */
function escapedForms(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const json = JSON.stringify(secret);
  return [
    percent,
    encodeURIComponent(percent),
    new URLSearchParams({ a: secret }).toString().slice(2),
    json.slice(1, -1),
    JSON.stringify(json).slice(3, -3),
    secret.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    secret.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign),
  ];
}

function encodedForms(bytes: Buffer): string[] {
  const forms = [bytes.toString('base64')];
  for (const before of [0, 1, 2]) forms.push(...insideBase64(bytes, before));
  if (bytes.length >= minEncodedLength) forms.push(bytes.toString('hex'), bytes.toString('hex').toUpperCase());
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

/** The base64 characters that depend only on the secret, with `before` bytes before it in its group of three. */
function insideBase64(bytes: Buffer, before: number): string[] {
  const coded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  const first = before === 0 ? 0 : before + 1;
  const inside = coded.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
  const unpadded = before === 0 ? coded.replace(/=+$/, '') : '';
  return [inside, unpadded].filter((form) => form.length >= minEncodedLength);
}

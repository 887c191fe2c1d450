import { HandrailError } from '../../../core/errors.js';

const maxBytes = 120;
const maxExtensionBytes = 24;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$)\s*(\.|$)/i;

/** A file name from a page's suggestion: without path, not hidden or reserved, at most 120 bytes, and not `taken`. */
export function safeFileName(suggested: string, taken: (name: string) => boolean): string {
  const { stem, extension } = split(clean(suggested));
  for (let number = 1; number <= 10_000; number++) {
    const name = cutToFit(stem, number === 1 ? '' : ` (${number})`, extension);
    if (!taken(name)) return name;
  }
  throw new HandrailError('bad_path', `There are already 10000 files named ${stem}${extension}.`, 'Empty the folder.');
}

function clean(suggested: string): string {
  const last = suggested.split(/[/\\]/).findLast((part) => trim(part) !== '') ?? '';
  const name = trim(
    last
      // Removes control characters, text-direction overrides and soft hyphens. Keeps the joiners inside emoji and words.
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu, '')
      .replace(/[<>:"|?*\p{Cs}]/gu, '_'),
  );
  if (name === '') return 'download';
  return reserved.test(name) ? `_${name}` : name;
}

function trim(name: string): string {
  return name.replace(/^[.\-\s]+|[.\s]+$/g, '');
}

function split(name: string): { stem: string; extension: string } {
  const extension = /(\.tar)?\.[^.\s]+$/i.exec(name)?.[0] ?? '';
  if (extension === '' || extension.length === name.length || Buffer.byteLength(extension) > maxExtensionBytes) {
    return { stem: name, extension: '' };
  }
  return { stem: name.slice(0, -extension.length), extension };
}

function cutToFit(stem: string, suffix: string, extension: string): string {
  const room = maxBytes - Buffer.byteLength(suffix + extension);
  let kept = '';
  let bytes = 0;
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    kept += character;
  }
  return (kept === stem && suffix === '' ? stem : kept.replace(/[.\s]+$/, '')) + suffix + extension;
}

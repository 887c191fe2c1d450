import { HandrailError } from '../../../core/errors.js';
import { alignmentOf, type BasicCode, type BusType, basicAlignment, deepest, parseSignature } from './bus-type.js';
import { type BusValue, isVariant } from './bus-values.js';

/** Bytes in the making; little-endian. */
interface Draft {
  bytes: Buffer;
  length: number;
}

/** The bytes of values that have the types of `signature`. Throws when they do not fit it. */
export function writeValues(signature: string, values: readonly BusValue[]): Buffer {
  const types = parseSignature(signature);
  if (types.length !== values.length) throw misfit(signature, `${values.length} values`);
  const draft: Draft = { bytes: Buffer.alloc(256), length: 0 };
  types.forEach((type, index) => {
    writeOne(draft, type, values[index], 0);
  });
  return draft.bytes.subarray(0, draft.length);
}

function writeOne(draft: Draft, type: BusType, value: BusValue | undefined, depth: number): void {
  if (depth > deepest) throw misfit('a nest of values', 'deeper than a message bus takes');
  if (type.kind === 'basic') writeBasic(draft, type.code, value);
  else if (type.kind === 'variant') {
    if (!isVariant(value)) throw misfit('v', value);
    const [inner, ...more] = parseSignature(value.signature);
    if (!inner || more.length) throw misfit('v', value.signature);
    writeBasic(draft, 'g', value.signature);
    writeOne(draft, inner, value.value, depth + 1);
  } else if (type.kind === 'struct') {
    if (!Array.isArray(value) || value.length !== type.fields.length) throw misfit('a struct', value);
    align(draft, 8);
    type.fields.forEach((field, index) => {
      writeOne(draft, field, value[index], depth + 1);
    });
  } else writeMany(draft, type, value, depth);
}

function writeMany(
  draft: Draft,
  type: Extract<BusType, { kind: 'array' | 'dict' }>,
  value: BusValue | undefined,
  depth: number,
): void {
  const place = reserveLength(draft, type.kind === 'dict' ? 8 : alignmentOf(type.of));
  if (type.kind === 'dict') {
    if (!(value instanceof Map)) throw misfit('a dictionary', value);
    for (const [key, inner] of value) {
      align(draft, 8);
      writeBasic(draft, type.key, key);
      writeOne(draft, type.value, inner, depth + 1);
    }
  } else {
    if (!Array.isArray(value)) throw misfit('an array', value);
    for (const inner of value) writeOne(draft, type.of, inner, depth + 1);
  }
  draft.bytes.writeUInt32LE(draft.length - place.from, place.at);
}

/** The length of an array does not count the gap before its first element. */
function reserveLength(draft: Draft, alignment: number): { at: number; from: number } {
  align(draft, 4);
  const at = take(draft, 4);
  align(draft, alignment);
  return { at, from: draft.length };
}

function writeBasic(draft: Draft, code: BasicCode, value: BusValue | undefined): void {
  align(draft, basicAlignment(code));
  if (typeof value === 'string') {
    writeText(draft, code, value);
    return;
  }
  if (typeof value === 'boolean') {
    if (code !== 'b') throw misfit(code, value);
    const at = take(draft, 4);
    draft.bytes.writeUInt32LE(value ? 1 : 0, at);
    return;
  }
  if (typeof value === 'bigint') {
    const at = take(draft, 8);
    if (code === 'x') draft.bytes.writeBigInt64LE(value, at);
    else if (code === 't') draft.bytes.writeBigUInt64LE(value, at);
    else throw misfit(code, value);
    return;
  }
  if (typeof value !== 'number') throw misfit(code, value);
  // The bytes may be others once room was taken.
  const at = take(draft, basicAlignment(code));
  if (code === 'd') draft.bytes.writeDoubleLE(value, at);
  else if (code === 'y') draft.bytes.writeUInt8(value, at);
  else if (code === 'n') draft.bytes.writeInt16LE(value, at);
  else if (code === 'q') draft.bytes.writeUInt16LE(value, at);
  else if (code === 'i') draft.bytes.writeInt32LE(value, at);
  else if (code === 'u' || code === 'h') draft.bytes.writeUInt32LE(value, at);
  else throw misfit(code, value);
}

function writeText(draft: Draft, code: BasicCode, text: string): void {
  const size = Buffer.byteLength(text);
  const before = take(draft, code === 'g' ? 1 : 4);
  if (code === 'g') draft.bytes.writeUInt8(size, before);
  else if (code === 's' || code === 'o') draft.bytes.writeUInt32LE(size, before);
  else throw misfit(code, text);
  if (text.includes('\0')) throw misfit(code, 'a text with a zero character in it');
  const at = take(draft, size + 1);
  draft.bytes.write(text, at);
  draft.bytes[at + size] = 0;
}

function align(draft: Draft, to: number): void {
  const gap = (to - (draft.length % to)) % to;
  if (!gap) return;
  const at = take(draft, gap);
  draft.bytes.fill(0, at, at + gap);
}

function take(draft: Draft, size: number): number {
  const at = draft.length;
  if (at + size > draft.bytes.length) {
    const wider = Buffer.alloc(Math.max(draft.bytes.length * 2, at + size));
    draft.bytes.copy(wider, 0, 0, at);
    draft.bytes = wider;
  }
  draft.length = at + size;
  return at;
}

function misfit(type: string, value: BusValue | undefined): HandrailError {
  return new HandrailError('internal', `${String(value).slice(0, 80)} cannot be sent over a message bus as ${type}.`);
}

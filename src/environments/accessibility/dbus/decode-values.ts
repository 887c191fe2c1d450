import { HandrailError } from '../../../core/errors.js';
import { alignmentOf, type BasicCode, type BusType, basicAlignment, maxDepth, parseSignature } from './bus-type.js';
import type { BusKey, BusValue } from './bus-values.js';

interface Reader {
  bytes: Buffer;
  view: DataView;
  isLittle: boolean;
  offset: number;
}

/** Decodes the values of a signature. Throws `display_died` for bytes that do not match it. */
export function decodeValues(signature: string, bytes: Buffer, isLittle = true): BusValue[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader: Reader = { bytes, view, isLittle, offset: 0 };
  try {
    return parseSignature(signature).map((type) => decodeOne(reader, type, 0));
  } catch (error) {
    if (error instanceof RangeError) throw malformed(error);
    throw error;
  }
}

function decodeOne(reader: Reader, type: BusType, depth: number): BusValue {
  if (depth > maxDepth) throw malformed();
  if (type.kind === 'basic') return decodeBasic(reader, type.code);
  if (type.kind === 'variant') {
    const signature = decodeText(reader, 1);
    const [inner, ...more] = parseSignature(signature);
    if (!inner || more.length) throw malformed();
    return { signature, value: decodeOne(reader, inner, depth + 1) };
  }
  if (type.kind === 'struct') {
    align(reader, 8);
    return type.fields.map((field) => decodeOne(reader, field, depth + 1));
  }
  const size = decodeNumber(reader, 'u');
  align(reader, type.kind === 'dict' ? 8 : alignmentOf(type.of));
  const end = reader.offset + size;
  if (end > reader.bytes.length) throw malformed();
  if (type.kind === 'dict') {
    const entries = new Map<BusKey, BusValue>();
    while (reader.offset < end) {
      align(reader, 8);
      const key = decodeBasic(reader, type.key);
      entries.set(key, decodeOne(reader, type.value, depth + 1));
    }
    return entries;
  }
  const items: BusValue[] = [];
  while (reader.offset < end) items.push(decodeOne(reader, type.of, depth + 1));
  return items;
}

function decodeBasic(reader: Reader, code: BasicCode): BusKey {
  if (code === 's' || code === 'o') return decodeText(reader, 4);
  if (code === 'g') return decodeText(reader, 1);
  if (code === 'b') return decodeNumber(reader, 'u') !== 0;
  if (code !== 'x' && code !== 't') return decodeNumber(reader, code);
  const start = take(reader, 8, 8);
  return code === 'x'
    ? reader.view.getBigInt64(start, reader.isLittle)
    : reader.view.getBigUint64(start, reader.isLittle);
}

function decodeNumber(reader: Reader, code: 'y' | 'n' | 'q' | 'i' | 'u' | 'h' | 'd'): number {
  const alignment = basicAlignment(code);
  const start = take(reader, alignment, alignment);
  if (code === 'y') return reader.view.getUint8(start);
  if (code === 'n') return reader.view.getInt16(start, reader.isLittle);
  if (code === 'q') return reader.view.getUint16(start, reader.isLittle);
  if (code === 'i') return reader.view.getInt32(start, reader.isLittle);
  if (code === 'd') return reader.view.getFloat64(start, reader.isLittle);
  return reader.view.getUint32(start, reader.isLittle);
}

function decodeText(reader: Reader, lengthBytes: 1 | 4): string {
  const size = lengthBytes === 1 ? decodeNumber(reader, 'y') : decodeNumber(reader, 'u');
  const start = take(reader, size + 1, 1);
  if (start + size >= reader.bytes.length) throw malformed();
  return reader.bytes.toString('utf8', start, start + size);
}

function align(reader: Reader, to: number): void {
  reader.offset += (to - (reader.offset % to)) % to;
}

function take(reader: Reader, size: number, alignment: number): number {
  align(reader, alignment);
  const start = reader.offset;
  reader.offset += size;
  return start;
}

function malformed(cause?: unknown): HandrailError {
  return new HandrailError('display_died', 'The message bus sent a malformed message.', undefined, { cause });
}

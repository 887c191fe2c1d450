import { HandrailError } from '../../../core/errors.js';
import { alignmentOf, type BasicCode, type BusType, basicAlignment, deepest, parseSignature } from './bus-type.js';
import type { BusKey, BusValue } from './bus-values.js';

interface Place {
  bytes: Buffer;
  view: DataView;
  little: boolean;
  at: number;
}

/** The values that `bytes` hold, by their signature. Throws on bytes that hold something else. */
export function readValues(signature: string, bytes: Buffer, little = true): BusValue[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const place: Place = { bytes, view, little, at: 0 };
  try {
    return parseSignature(signature).map((type) => readOne(place, type, 0));
  } catch (error) {
    if (error instanceof RangeError) throw garbled(error);
    throw error;
  }
}

function readOne(place: Place, type: BusType, depth: number): BusValue {
  if (depth > deepest) throw garbled();
  if (type.kind === 'basic') return readBasic(place, type.code);
  if (type.kind === 'variant') {
    const signature = readText(place, 1);
    const [inner, ...more] = parseSignature(signature);
    if (!inner || more.length) throw garbled();
    return { signature, value: readOne(place, inner, depth + 1) };
  }
  if (type.kind === 'struct') {
    align(place, 8);
    return type.fields.map((field) => readOne(place, field, depth + 1));
  }
  const size = readNumber(place, 'u');
  align(place, type.kind === 'dict' ? 8 : alignmentOf(type.of));
  const end = place.at + size;
  if (end > place.bytes.length) throw garbled();
  if (type.kind === 'dict') {
    const entries = new Map<BusKey, BusValue>();
    while (place.at < end) {
      align(place, 8);
      const key = readBasic(place, type.key);
      entries.set(key, readOne(place, type.value, depth + 1));
    }
    return entries;
  }
  const items: BusValue[] = [];
  while (place.at < end) items.push(readOne(place, type.of, depth + 1));
  return items;
}

function readBasic(place: Place, code: BasicCode): BusKey {
  if (code === 's' || code === 'o') return readText(place, 4);
  if (code === 'g') return readText(place, 1);
  if (code === 'b') return readNumber(place, 'u') !== 0;
  if (code !== 'x' && code !== 't') return readNumber(place, code);
  const at = take(place, 8, 8);
  return code === 'x' ? place.view.getBigInt64(at, place.little) : place.view.getBigUint64(at, place.little);
}

function readNumber(place: Place, code: 'y' | 'n' | 'q' | 'i' | 'u' | 'h' | 'd'): number {
  const alignment = basicAlignment(code);
  const at = take(place, alignment, alignment);
  if (code === 'y') return place.view.getUint8(at);
  if (code === 'n') return place.view.getInt16(at, place.little);
  if (code === 'q') return place.view.getUint16(at, place.little);
  if (code === 'i') return place.view.getInt32(at, place.little);
  if (code === 'd') return place.view.getFloat64(at, place.little);
  return place.view.getUint32(at, place.little);
}

function readText(place: Place, lengthBytes: 1 | 4): string {
  const size = lengthBytes === 1 ? readNumber(place, 'y') : readNumber(place, 'u');
  const at = take(place, size + 1, 1);
  if (at + size >= place.bytes.length) throw garbled();
  return place.bytes.toString('utf8', at, at + size);
}

function align(place: Place, to: number): void {
  place.at += (to - (place.at % to)) % to;
}

function take(place: Place, size: number, alignment: number): number {
  align(place, alignment);
  const at = place.at;
  place.at += size;
  return at;
}

function garbled(cause?: unknown): HandrailError {
  return new HandrailError('display_died', 'The message bus sent something that is no message.', undefined, { cause });
}

import { HandrailError } from '../../../core/errors.js';
import { alignmentOf, type BasicCode, type BusType, basicAlignment, maxDepth, parseSignature } from './bus-type.js';
import { type BusValue, isVariant } from './bus-values.js';

/** Little-endian bytes that grow. */
interface Writer {
  bytes: Buffer;
  length: number;
}

/** Encodes values of the types of `signature`. Throws when they do not match it. */
export function encodeValues(signature: string, values: readonly BusValue[]): Buffer {
  const types = parseSignature(signature);
  if (types.length !== values.length) throw mismatch(signature, `${values.length} values`);
  const writer: Writer = { bytes: Buffer.alloc(256), length: 0 };
  types.forEach((type, index) => {
    encodeOne(writer, type, values[index], 0);
  });
  return writer.bytes.subarray(0, writer.length);
}

function encodeOne(writer: Writer, type: BusType, value: BusValue | undefined, depth: number): void {
  if (depth > maxDepth) throw mismatch('nested values', 'deeper than D-Bus allows');
  if (type.kind === 'basic') encodeBasic(writer, type.code, value);
  else if (type.kind === 'variant') {
    if (!isVariant(value)) throw mismatch('v', value);
    const [inner, ...more] = parseSignature(value.signature);
    if (!inner || more.length) throw mismatch('v', value.signature);
    encodeBasic(writer, 'g', value.signature);
    encodeOne(writer, inner, value.value, depth + 1);
  } else if (type.kind === 'struct') {
    if (!Array.isArray(value) || value.length !== type.fields.length) throw mismatch('a struct', value);
    align(writer, 8);
    type.fields.forEach((field, index) => {
      encodeOne(writer, field, value[index], depth + 1);
    });
  } else encodeContainer(writer, type, value, depth);
}

function encodeContainer(
  writer: Writer,
  type: Extract<BusType, { kind: 'array' | 'dict' }>,
  value: BusValue | undefined,
  depth: number,
): void {
  const length = reserveLength(writer, type.kind === 'dict' ? 8 : alignmentOf(type.of));
  if (type.kind === 'dict') {
    if (!(value instanceof Map)) throw mismatch('a dictionary', value);
    for (const [key, inner] of value) {
      align(writer, 8);
      encodeBasic(writer, type.key, key);
      encodeOne(writer, type.value, inner, depth + 1);
    }
  } else {
    if (!Array.isArray(value)) throw mismatch('an array', value);
    for (const inner of value) encodeOne(writer, type.of, inner, depth + 1);
  }
  writer.bytes.writeUInt32LE(writer.length - length.contentStart, length.offset);
}

/** Reserves the length field of an array. The length excludes the padding before the first element. */
function reserveLength(writer: Writer, alignment: number): { offset: number; contentStart: number } {
  align(writer, 4);
  const offset = take(writer, 4);
  align(writer, alignment);
  return { offset, contentStart: writer.length };
}

function encodeBasic(writer: Writer, code: BasicCode, value: BusValue | undefined): void {
  align(writer, basicAlignment(code));
  if (typeof value === 'string') {
    encodeText(writer, code, value);
    return;
  }
  if (typeof value === 'boolean') {
    if (code !== 'b') throw mismatch(code, value);
    const offset = take(writer, 4);
    writer.bytes.writeUInt32LE(value ? 1 : 0, offset);
    return;
  }
  if (typeof value === 'bigint') {
    const offset = take(writer, 8);
    if (code === 'x') writer.bytes.writeBigInt64LE(value, offset);
    else if (code === 't') writer.bytes.writeBigUInt64LE(value, offset);
    else throw mismatch(code, value);
    return;
  }
  if (typeof value !== 'number') throw mismatch(code, value);
  const offset = take(writer, basicAlignment(code));
  if (code === 'd') writer.bytes.writeDoubleLE(value, offset);
  else if (code === 'y') writer.bytes.writeUInt8(value, offset);
  else if (code === 'n') writer.bytes.writeInt16LE(value, offset);
  else if (code === 'q') writer.bytes.writeUInt16LE(value, offset);
  else if (code === 'i') writer.bytes.writeInt32LE(value, offset);
  else if (code === 'u' || code === 'h') writer.bytes.writeUInt32LE(value, offset);
  else throw mismatch(code, value);
}

function encodeText(writer: Writer, code: BasicCode, text: string): void {
  const size = Buffer.byteLength(text);
  const lengthOffset = take(writer, code === 'g' ? 1 : 4);
  if (code === 'g') writer.bytes.writeUInt8(size, lengthOffset);
  else if (code === 's' || code === 'o') writer.bytes.writeUInt32LE(size, lengthOffset);
  else throw mismatch(code, text);
  if (text.includes('\0')) throw mismatch(code, 'a text with a zero character');
  const offset = take(writer, size + 1);
  writer.bytes.write(text, offset);
  writer.bytes[offset + size] = 0;
}

function align(writer: Writer, to: number): void {
  const gap = (to - (writer.length % to)) % to;
  if (!gap) return;
  const offset = take(writer, gap);
  writer.bytes.fill(0, offset, offset + gap);
}

function take(writer: Writer, size: number): number {
  const offset = writer.length;
  if (offset + size > writer.bytes.length) {
    const wider = Buffer.alloc(Math.max(writer.bytes.length * 2, offset + size));
    writer.bytes.copy(wider, 0, 0, offset);
    writer.bytes = wider;
  }
  writer.length = offset + size;
  return offset;
}

function mismatch(type: string, value: BusValue | undefined): HandrailError {
  return new HandrailError('internal', `${String(value).slice(0, 80)} cannot be encoded as the D-Bus type ${type}.`);
}

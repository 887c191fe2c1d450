import { HandrailError } from '../../../core/errors.js';

/** The type of one D-Bus value: a basic type, or a container of other types. */
export type BusType =
  | { kind: 'basic'; code: BasicCode }
  | { kind: 'variant' }
  | { kind: 'array'; of: BusType }
  | { kind: 'dict'; key: BasicCode; value: BusType }
  | { kind: 'struct'; fields: BusType[] };

const basicCodes = ['y', 'b', 'n', 'q', 'i', 'u', 'x', 't', 'd', 's', 'o', 'g', 'h'] as const;
export type BasicCode = (typeof basicCodes)[number];

/** The specification allows 32 nested arrays and 32 nested structs. */
export const maxDepth = 64;

const maxCachedSignatures = 500;
const cache = new Map<string, BusType[]>();

/** Parses the types of a signature: 'a{sv}u' is a dictionary and a number. Throws for an invalid signature. */
export function parseSignature(signature: string): BusType[] {
  const cached = cache.get(signature);
  if (cached) return cached;
  const types: BusType[] = [];
  let offset = 0;
  while (offset < signature.length) {
    const [type, next] = parseType(signature, offset, 0);
    types.push(type);
    offset = next;
  }
  if (cache.size < maxCachedSignatures) cache.set(signature, types);
  return types;
}

function parseType(signature: string, offset: number, depth: number): [BusType, number] {
  const code = signature[offset];
  if (depth > maxDepth) throw badSignature(signature);
  if (isBasic(code)) return [{ kind: 'basic', code }, offset + 1];
  if (code === 'v') return [{ kind: 'variant' }, offset + 1];
  if (code === '(') return parseStruct(signature, offset + 1, depth);
  if (code !== 'a') throw badSignature(signature);
  if (signature[offset + 1] !== '{') {
    const [of, next] = parseType(signature, offset + 1, depth + 1);
    return [{ kind: 'array', of }, next];
  }
  const key = signature[offset + 2];
  if (!isBasic(key)) throw badSignature(signature);
  const [value, next] = parseType(signature, offset + 3, depth + 1);
  if (signature[next] !== '}') throw badSignature(signature);
  return [{ kind: 'dict', key, value }, next + 1];
}

function parseStruct(signature: string, from: number, depth: number): [BusType, number] {
  const fields: BusType[] = [];
  let offset = from;
  while (signature[offset] !== ')') {
    const [field, next] = parseType(signature, offset, depth + 1);
    fields.push(field);
    offset = next;
  }
  if (!fields.length) throw badSignature(signature);
  return [{ kind: 'struct', fields }, offset + 1];
}

/** Values of a type start at a multiple of this many bytes. */
export function alignmentOf(type: BusType): number {
  if (type.kind === 'struct') return 8;
  if (type.kind === 'variant') return 1;
  if (type.kind !== 'basic') return 4;
  return basicAlignment(type.code);
}

export function basicAlignment(code: BasicCode): number {
  if (code === 'y' || code === 'g') return 1;
  if (code === 'n' || code === 'q') return 2;
  if (code === 'x' || code === 't' || code === 'd') return 8;
  return 4;
}

function isBasic(code: string | undefined): code is BasicCode {
  return basicCodes.some((basic) => basic === code);
}

function badSignature(signature: string): HandrailError {
  return new HandrailError('internal', `"${signature.slice(0, 80)}" is not a valid D-Bus signature.`);
}

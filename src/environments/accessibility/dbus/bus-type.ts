import { HandrailError } from '../../../core/errors.js';

/** The shape of one value on a message bus: a basic type, or one made of others. */
export type BusType =
  | { kind: 'basic'; code: BasicCode }
  | { kind: 'variant' }
  | { kind: 'array'; of: BusType }
  | { kind: 'dict'; key: BasicCode; value: BusType }
  | { kind: 'struct'; fields: BusType[] };

const basicCodes = ['y', 'b', 'n', 'q', 'i', 'u', 'x', 't', 'd', 's', 'o', 'g', 'h'] as const;
export type BasicCode = (typeof basicCodes)[number];

/** As the specification has it: 32 arrays and 32 structs deep. */
export const deepest = 64;

const known = new Map<string, BusType[]>();

/** The types that a signature lists: 'a{sv}u' is a dictionary and a number. */
export function parseSignature(signature: string): BusType[] {
  const before = known.get(signature);
  if (before) return before;
  const types: BusType[] = [];
  let at = 0;
  while (at < signature.length) {
    const [type, next] = parseOne(signature, at, 0);
    types.push(type);
    at = next;
  }
  if (known.size < 500) known.set(signature, types);
  return types;
}

function parseOne(signature: string, at: number, depth: number): [BusType, number] {
  const code = signature[at];
  if (depth > deepest) throw badSignature(signature);
  if (isBasic(code)) return [{ kind: 'basic', code }, at + 1];
  if (code === 'v') return [{ kind: 'variant' }, at + 1];
  if (code === '(') return parseStruct(signature, at + 1, depth);
  if (code !== 'a') throw badSignature(signature);
  if (signature[at + 1] !== '{') {
    const [of, next] = parseOne(signature, at + 1, depth + 1);
    return [{ kind: 'array', of }, next];
  }
  const key = signature[at + 2];
  if (!isBasic(key)) throw badSignature(signature);
  const [value, next] = parseOne(signature, at + 3, depth + 1);
  if (signature[next] !== '}') throw badSignature(signature);
  return [{ kind: 'dict', key, value }, next + 1];
}

function parseStruct(signature: string, from: number, depth: number): [BusType, number] {
  const fields: BusType[] = [];
  let at = from;
  while (signature[at] !== ')') {
    const [field, next] = parseOne(signature, at, depth + 1);
    fields.push(field);
    at = next;
  }
  if (!fields.length) throw badSignature(signature);
  return [{ kind: 'struct', fields }, at + 1];
}

/** Values of a type begin at a multiple of this many bytes. */
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
  return new HandrailError('internal', `"${signature.slice(0, 80)}" is not a signature of a message bus.`);
}

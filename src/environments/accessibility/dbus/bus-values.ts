/** A value of a message bus: 64-bit numbers are bigints, dictionaries are Maps, structs and arrays are lists. */
export type BusValue = boolean | number | bigint | string | BusVariant | BusValue[] | Map<BusKey, BusValue>;

export type BusKey = boolean | number | bigint | string;

/** A value that brings its own type. */
export interface BusVariant {
  signature: string;
  value: BusValue;
}

export function isVariant(value: BusValue | undefined): value is BusVariant {
  return typeof value === 'object' && 'signature' in value;
}

/** The value inside a variant, or the value itself. */
export function unwrap(value: BusValue | undefined): BusValue | undefined {
  return isVariant(value) ? unwrap(value.value) : value;
}

/** A text, or nothing where the other side sent something else. */
export function textOf(value: BusValue | undefined): string {
  const inner = unwrap(value);
  return typeof inner === 'string' ? inner : '';
}

export function numberOf(value: BusValue | undefined): number {
  const inner = unwrap(value);
  if (typeof inner === 'number') return inner;
  return typeof inner === 'bigint' ? Number(inner) : 0;
}

export function listOf(value: BusValue | undefined): BusValue[] {
  const inner = unwrap(value);
  return Array.isArray(inner) ? inner : [];
}

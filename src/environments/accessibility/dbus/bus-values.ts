/** A D-Bus value. 64-bit integers are bigints, dictionaries are Maps, structs and arrays are lists. */
export type BusValue = boolean | number | bigint | string | BusVariant | BusValue[] | Map<BusKey, BusValue>;

export type BusKey = boolean | number | bigint | string;

/** A value with its own type. */
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

/** The text, or an empty text for a value of another type. */
export function toText(value: BusValue | undefined): string {
  const inner = unwrap(value);
  return typeof inner === 'string' ? inner : '';
}

/** The number, or 0 for a value of another type. */
export function toNumber(value: BusValue | undefined): number {
  const inner = unwrap(value);
  if (typeof inner === 'number') return inner;
  return typeof inner === 'bigint' ? Number(inner) : 0;
}

/** The list, or an empty list for a value of another type. */
export function toList(value: BusValue | undefined): BusValue[] {
  const inner = unwrap(value);
  return Array.isArray(inner) ? inner : [];
}

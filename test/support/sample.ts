/** True in `npm run long`, which runs every case. */
export const isLongJob = Boolean(process.env.HANDRAIL_LONG);

/** The number that selects the sampled cases; vitest.config.ts sets it from the commit. */
export const seed = Number(process.env.HANDRAIL_TEST_SEED ?? 0);

/**
 * One in `interval` of many similar cases, and at least one. The seed selects which, so the selection rotates with the commit and every case
 * has its turn. Two files with the same cases and a different `shift` take different ones. `npm run long` takes all of them.
 */
export function sample<const T>(cases: readonly T[], interval: number, shift = 0): T[] {
  if (isLongJob || cases.length === 0) return [...cases];
  const offset = (seed + shift) % Math.min(interval, cases.length);
  return cases.filter((_, index) => index % interval === offset);
}

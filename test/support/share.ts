/** The longer job was asked for: everything is tried. */
export const isLongJob = Boolean(process.env.HANDRAIL_LONG);

/** Every so many-th of many like cases; all of them in the longer job, `npm run long`. */
export function share<const T>(cases: readonly T[], of: number): T[] {
  return isLongJob ? [...cases] : cases.filter((_, index) => index % of === 0);
}

/** How much harm a thing can do, from reading only to what may hurt: read, click, submit a form, touch files, sign in or run code. */
export const safetyLevels = ['safe', 'low_risk', 'medium', 'high', 'dangerous'] as const;
export type Safety = (typeof safetyLevels)[number];

export function isAtLeast(level: Safety, least: Safety): boolean {
  return safetyLevels.indexOf(level) >= safetyLevels.indexOf(least);
}

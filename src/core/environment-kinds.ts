/** The kinds of screens that a session can be on. */
export const environmentKinds = ['browser', 'desktop', 'container'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

/** The kinds of environments that a session can control. */
export const environmentKinds = ['browser', 'desktop', 'container'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

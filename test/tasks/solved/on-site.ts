import { expect } from 'vitest';
import type { SolvedTask } from '../task.js';

type Check = SolvedTask['check'];

/** Makes every check. */
export const all =
  (checks: readonly Check[]): Check =>
  (witness, result) => {
    for (const check of checks) check(witness, result);
  };

/** The tasks on one site: for each name the task and its checks. */
export const onSite = (
  site: string,
  tasks: Record<string, readonly [task: string, ...checks: Check[]]>,
): SolvedTask[] =>
  Object.entries(tasks).map(([name, [task, ...checks]]) => ({
    name,
    site,
    task,
    check: all(checks),
  }));

/** The site recorded an event with exactly these details, in this order. */
export const recorded =
  (event: string, ...details: unknown[]): Check =>
  ({ all }) =>
    expect(all(event)).toEqual(details);

/** The site recorded this event with this detail, and no other event. */
export const onlyRecorded =
  (event: string, detail: unknown): Check =>
  ({ events }) =>
    expect(events).toEqual([{ event, detail }]);

/** The site recorded an event this many times. */
export const times =
  (event: string, expected: number): Check =>
  ({ count }) =>
    expect(count(event)).toBe(expected);

/** The last event of a kind has exactly this detail. */
export const lastWas =
  (event: string, detail: unknown): Check =>
  ({ last }) =>
    expect(last(event)).toEqual(detail);

/** The detail of the last event of a kind contains these properties. */
export const lastHas =
  (event: string, part: object): Check =>
  ({ last }) =>
    expect(last(event)).toMatchObject(part);

/** The answer of the run is exactly this text. */
export const answerIs =
  (text: string): Check =>
  (_, { answer }) =>
    expect(answer).toBe(text);

/** The answer of the run contains this text. */
export const answerHas =
  (part: string): Check =>
  (_, { answer }) =>
    expect(answer).toContain(part);

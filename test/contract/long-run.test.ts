import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Intent, Policy } from '../../src/testing/index.js';
import { sample } from '../support/sample.js';
import { type AdapterCase, versions } from './cases.js';
import { changingScreen, smallScreen } from './drawn-screen.js';
import { canSay, play } from './play.js';

const steps = 200;
const fact = 'The door code is 4711.';
const remember: Intent = { do: 'remember', fact };
const wait: Intent = { do: 'wait', seconds: 1 };

function policyOf(one: AdapterCase): Policy {
  const screen = changingScreen(smallScreen);
  const canWait = canSay(one, [wait]);
  return ({ turn }) => {
    if (turn > steps) return [{ do: 'done', answer: 'That was all.' }];
    if (turn === 1 && canSay(one, [remember])) return [remember];
    if (turn % 10 === 7 && canWait) return [wait];
    return [{ do: 'click', at: screen.at(turn % 2 ? 'One' : 'Two') }];
  };
}

const most = (numbers: readonly number[]): number => Math.max(...numbers);
/** About the same size at the end as in the middle; only numbers may be longer. */
const stays = (sizes: readonly number[]): void =>
  expect(most(sizes.slice(120))).toBeLessThanOrEqual(most(sizes.slice(60, 120)) * 1.15);

describe.each(sample(versions, 6))(`$name, in a run of ${steps} steps,`, (one) => {
  it('keeps the rules, the size, the start and the facts', async () => {
    const { result, server, screen } = await play(one, policyOf(one), {
      screen: changingScreen(smallScreen),
      limits: { maxSteps: steps + 10, maxModelCalls: steps + 10 },
    });
    expect(server.violations).toEqual([]);
    expect(result).toMatchObject({ status: 'done', steps: steps + 1 });
    expect(screen.hits.length).toBeGreaterThan(steps * 0.8);
    const heard = server.requests.map(({ body }, index) => server.inputs[index]?.context ?? body);
    const bodies = heard.map(textOf);

    stays(server.requests.map(({ bytes }) => bytes));
    stays(bodies.map((body) => body.length));

    for (const { pictures } of server.inputs) {
      expect(pictures.length).toBeLessThanOrEqual(one.maxPictures ?? 100);
      if (one.needsEveryPicture) continue;
      const twins = pictures.filter(({ bytes }, index) => pictures[index - 1]?.bytes.equals(bytes));
      expect(twins, 'the same picture twice in a row').toEqual([]);
    }

    if (canSay(one, [remember])) expect(bodies.at(-1)).toContain(fact);

    const shares = prefixShares(heard);
    const kept = shares.filter((share) => share >= 0.5).length / shares.length;
    expect(kept, 'requests that begin as the one before').toBeGreaterThan(0.7);
  });
});

/** A body as text: pictures by their hash, without the cache marks that move with the end of a conversation. */
function textOf(body: unknown): string {
  return JSON.stringify(body, (key, value: unknown) => {
    if (key === 'cache_control') return undefined;
    if (typeof value !== 'string' || value.length < 300) return value;
    return value.replace(/[A-Za-z0-9+/=]{300,}/g, (picture) => createHash('md5').update(picture).digest('hex'));
  });
}

/** How much of each request's conversation is the unchanged start of the next one. */
function prefixShares(bodies: readonly unknown[]): number[] {
  const path = pathToLongest(bodies.at(-1));
  const conversations = bodies.map((body) => listAt(body, path).map(textOf));
  return conversations.slice(1).map((next, index) => {
    const before = conversations[index] ?? [];
    const firstOther = before.findIndex((message, at) => message !== next[at]);
    return (firstOther < 0 ? before.length : firstOther) / Math.max(1, before.length);
  });
}

/** The conversation in a body: its longest list that is not the tools. */
function pathToLongest(body: unknown): string[] {
  const paths = pathsToLists(body).filter(([first]) => first !== 'tools');
  return paths.toSorted((one, other) => listAt(body, other).length - listAt(body, one).length)[0] ?? [];
}

function pathsToLists(value: unknown): string[][] {
  if (Array.isArray(value)) return [[]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => pathsToLists(inner).map((path) => [name, ...path]));
}

function listAt(body: unknown, path: readonly string[]): unknown[] {
  let value = body;
  for (const name of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return Array.isArray(value) ? value : [];
}

import type { Effect } from '../../../src/core/outcome.js';
import type { ElementId, Outcome, Session } from '../../../src/index.js';
import type { Witness } from '../witness/witness.js';
import { clickGo, type EffectCase, type Stage } from './case.js';

export interface Judged {
  outcome: Outcome;
  /** What the page and the server say, apart from what the session says. */
  really: 'changed' | 'unchanged' | 'later';
  why: string;
  ms: number;
}

/** Long enough for a scroll or a frame that the outcome did not wait for. */
const moment = 150;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Carries a case out and asks the page what really happened. */
export async function runCase(session: Session, witness: Witness, one: EffectCase): Promise<Judged> {
  const key = one.name.replace(/[^a-z0-9]+/gi, '-');
  const url = witness.page(key, one.body.replaceAll('KEY', key).replaceAll('OTHER', witness.otherSite));
  one.serve?.(witness, key);
  await tidy(session);
  await session.perform({ type: 'navigate', url });
  await witness.open(key, one.documents ?? 1);
  if (one.age) await pause(one.age);
  const stage = await look(session, witness, key, url);
  for (const action of one.first?.(stage) ?? []) await session.perform(action);
  const action = (one.action ?? clickGo)(one.first ? await look(session, witness, key, url) : stage);
  const statesBefore = await witness.states(key);
  const begun = Date.now();
  const outcome = await session.perform(action);
  const ended = Date.now();
  const statesAfter = await witness.states(key);
  const seen = [
    ...witness
      .deeds(key)
      .filter(({ at }) => at >= begun - 2 && at <= ended)
      .map(({ what }) => `did ${what}`),
    ...witness
      .asked(`/do/${key}`)
      .filter(({ at }) => at >= begun && at <= ended)
      .map(({ method, path }) => `${method} ${path}`),
    ...difference(statesBefore, statesAfter),
  ];
  await pause(one.linger ?? moment);
  const later = [
    ...witness
      .deeds(key)
      .filter(({ at }) => at > ended)
      .map(({ what }) => `later ${what}`),
    ...difference(statesAfter, await witness.states(key)).map((what) => `later ${what}`),
  ];
  const really = seen.length > 0 ? 'changed' : later.length > 0 ? 'later' : 'unchanged';
  return { outcome, really, why: [...seen, ...later].join('; ').slice(0, 300), ms: ended - begun };
}

/** A point at which no case has an element. */
const corner = { x: 1_270, y: 710 };

/** Leaves nothing of the case before: no dialog, no second tab, no pointer over the next page. */
async function tidy(session: Session): Promise<void> {
  for (;;) {
    const { modal, tabs = [] } = await session.observe({ budget: 100 });
    const extra = tabs.find((tab) => tab.id !== tabs[0]?.id);
    if (modal?.clearedBy === 'dialog') await session.perform({ type: 'dialog', accept: true });
    else if (extra) await session.perform({ type: 'tab', do: 'close', tab: extra.id });
    else return void (await session.perform({ type: 'move', target: corner }));
  }
}

async function look(session: Session, witness: Witness, key: string, url: string): Promise<Stage> {
  const { elements } = await session.observe({ budget: 500 });
  const find = (name: string) => {
    const found =
      elements.find((element) => element.name === name) ?? elements.find((element) => element.name.startsWith(name));
    if (!found)
      throw new Error(`${key}: no element "${name}" among ${elements.map((element) => element.name).join(', ')}`);
    return found;
  };
  return {
    id: (name): ElementId => find(name).id,
    at: (name) => {
      const { bounds } = find(name);
      return { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
    },
    witness,
    key,
    url,
  };
}

function difference(before: Map<number, string[]>, after: Map<number, string[]>): string[] {
  const found: string[] = [];
  for (const [id, lines] of after) {
    const old = before.get(id);
    if (!old) found.push('a document came');
    else if (lines.length > 0 && old.join('\n') !== lines.join('\n'))
      found.push(`state ${lines.find((line, index) => line !== old[index])?.slice(0, 120) ?? 'fewer nodes'}`);
  }
  if ([...before.keys()].some((id) => !after.has(id))) found.push('a document went');
  return found;
}

/** Which effects are true for what really happened. */
export function trueEffects(one: EffectCase, { really }: Judged): Effect[] {
  if (one.effects) return one.effects;
  return really === 'later' ? ['unknown'] : [really];
}

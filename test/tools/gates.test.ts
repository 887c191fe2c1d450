import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { askFrom, createSession, defineTool, type Gate, type Proposal } from '../../src/index.js';
import { paperScreen } from '../agent/paper-screen.js';

const noted: string[] = [];

/** Its effect is `none` by its own word only. */
const note = defineTool({
  name: 'note',
  description: 'Writes a note to another program.',
  input: z.object({ text: z.string() }),
  effect: 'none',
  run: ({ text }) => noted.push(text),
});

const press = defineTool({
  name: 'press_first',
  description: 'Presses the first button.',
  input: z.object({}),
  effect: 'page',
  async run(_, { perform, resolve }) {
    const { target } = await resolve('One');
    await perform({ type: 'click', target });
  },
});

function open(gate: Gate, approve?: (proposal: Proposal) => boolean) {
  const paper = paperScreen(['One', 'Two']);
  return { paper, session: createSession(paper.session.environment, { gate, approve }) };
}

const nameOf = ({ action }: Proposal) => (action.type === 'tool' ? action.tool : action.type);

describe('A gate', () => {
  it('is asked about each call of a tool of the program, whatever its level, and can deny it', async () => {
    const seen: string[] = [];
    const { session } = open((proposal) => {
      seen.push(`${nameOf(proposal)} ${proposal.safety}`);
      return 'deny';
    });
    expect(await session.call(note, { text: 'secretly' })).toMatchObject({ fault: { code: 'denied' } });
    expect(await session.call(press, {})).toMatchObject({ fault: { code: 'denied' } });
    expect(seen).toEqual(['note safe', 'press_first low_risk']);
    expect(noted).toEqual([]);
  });

  it('that asks from level medium on does not ask about a safe tool of the program', async () => {
    const { session } = open(askFrom('medium'));
    expect((await session.call(note, { text: 'one' })).success).toBe(true);
    expect(noted).toEqual(['one']);
  });

  it('that allows the call of a tool can still ask about its actions', async () => {
    const approved: string[] = [];
    const { session, paper } = open(
      ({ action }) => (action.type === 'tool' ? 'allow' : 'ask'),
      (proposal) => approved.push(nameOf(proposal)) === 0,
    );
    expect(await session.call(press, {})).toMatchObject({ fault: { code: 'denied' } });
    expect(approved).toEqual(['click']);
    expect(paper.done).toEqual([]);
  });

  it('that asks about the call of a tool does not ask again about its actions of the same level', async () => {
    const approved: string[] = [];
    const { session, paper } = open(
      () => 'ask',
      (proposal) => approved.push(nameOf(proposal)) > 0,
    );
    expect(await session.call(press, {})).toMatchObject({ success: true });
    expect(approved).toEqual(['press_first']);
    expect(paper.done).toEqual(['click el_1']);
  });

  it('is asked about the actions of built-in tools, not about their harmless calls', async () => {
    const seen: string[] = [];
    const { session } = open((proposal) => {
      seen.push(nameOf(proposal));
      return 'allow';
    });
    await session.call('click', { selector: 'One' });
    expect(seen).toEqual(['click']);
  });
});

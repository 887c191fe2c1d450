import { describe, expect, it } from 'vitest';
import { changingScreen, drawScreen } from '../../contract/drawn-screen.js';
import { click, done, here, said } from './intents.js';
import { askGemini, calls, modernModel, responsesIn, withGemini } from './play.js';

const ended = (finishReason: string, parts?: object[]) => ({
  raw: { candidates: [{ finishReason, ...(parts ? { content: { role: 'model', parts } } : {}) }] },
});

describe('what Google rejects', () => {
  it.each(['generateContent', 'interactions'] as const)(
    '%s: a declined call is taken back, and the next task goes on',
    async (api) => {
      const script = [[click('One')], [click('Three', { safety: 'It buys.' })], [click('Two')], done];
      const options = { model: modernModel, api };
      await withGemini(
        script,
        { options, approve: async () => false, screen: changingScreen() },
        async ({ agent, server, screen }) => {
          const first = await agent.send('Buy it.');
          expect([first.status, screen.hits]).toEqual(['refused', ['One']]);
          const second = await agent.send('Do something else.');
          expect([second.status, screen.hits, server.violations]).toEqual(['done', ['One', 'Two'], []]);
          expect(server.inputs[2]?.text).toMatch(/did not approve this: It buys\.[\s\S]*Do something else/);
        },
      );
    },
  );

  it.each(['generateContent', 'interactions'] as const)(
    '%s: a call to confirm that was skipped is not sent back without a yes',
    async (api) => {
      const leaving = drawScreen(['One', 'Two', 'Three'], (_, screen) => {
        screen.url = `${screen.url}/on`;
      });
      const script = [[click('One'), click('Two', { safety: 'It buys.' })], [click('Three')], done];
      const { result, screen, server } = await askGemini(script, {
        options: { model: modernModel, api },
        screen: leaving,
        approve: 'all',
      });
      expect([result.status, screen.hits, server.violations]).toEqual(['done', ['One', 'Three'], []]);
      expect(server.inputs[1]?.text).toMatch(/click[\s\S]*not done/);
    },
  );

  it.each(['blocked', 'deny', 'escalate'])(
    'the decision "%s" stops the run before anything is done',
    async (decision) => {
      const args = { ...here, safety_decision: { decision, explanation: 'This is a scam.' } };
      const script = [calls(['hover_at', here], ['click_at', args]), done];
      await withGemini(script, { approve: 'all' }, async ({ agent, server, screen }) => {
        const result = await agent.send('Click.');
        expect(result).toMatchObject({
          status: 'refused',
          reason: expect.stringMatching(`${decision}.*This is a scam`),
        });
        expect(screen.done).toEqual([]);
        expect(await agent.send('And now?')).toMatchObject({ status: 'done' });
        expect(server.violations).toEqual([]);
      });
    },
  );

  it.each([{ decision: 7 }, { decision: null }, {}, { decision: ['require_confirmation'] }, 7, true, ''])(
    'a decision that nobody can read, %j, is nothing that a person could agree to',
    async (decision) => {
      const explained = typeof decision === 'object' ? { ...decision, explanation: 'This is a scam.' } : decision;
      const args = { ...here, safety_decision: explained };
      const asked: unknown[] = [];
      const approve = async (what: unknown) => asked.push(what) > 0;
      const { result, screen } = await askGemini([calls(['click_at', args]), done], { approve });
      expect(result).toMatchObject({ status: 'refused', reason: expect.stringContaining('Google stopped click_at') });
      expect([screen.done, asked]).toEqual([[], []]);
    },
  );

  it.each(['regular', 'allow', 'ALLOWED'])('the decision "%s" allows the call', async (decision) => {
    const args = { ...here, safety_decision: { decision } };
    const { screen, result } = await askGemini([calls(['click_at', args]), done]);
    expect([result.status, screen.hits]).toEqual(['done', ['One']]);
  });

  it.each(['generateContent', 'interactions'] as const)(
    '%s: what was done before a declined call is told with the next task',
    async (api) => {
      const script = [[click('One'), click('Two', { safety: 'It buys.' })], done];
      const options = { model: modernModel, api };
      await withGemini(script, { options, approve: async () => false }, async ({ agent, server, screen }) => {
        expect((await agent.send('Buy it.')).status).toBe('refused');
        expect((await agent.send('Do something else.')).status).toBe('done');
        expect([screen.hits, server.violations]).toEqual([['One'], []]);
        expect(server.inputs[1]?.text).toMatch(
          /These calls ran: click\(.*300.*\)\. The user did not approve this: It buys\./,
        );
      });
    },
  );

  it.each([
    ['a blocked question', { raw: { promptFeedback: { blockReason: 'JAILBREAK' } } }, /JAILBREAK/],
    ['a blocked answer', ended('SAFETY'), /SAFETY/],
    ['a recitation', ended('RECITATION', [{ text: 'Once upon' }]), /RECITATION.*Once upon/],
    ['private data', ended('SPII'), /SPII/],
  ])('%s ends the run with its reason, and the next task runs', async (_, answer, reason) => {
    await withGemini([answer, done], {}, async ({ agent, server }) => {
      expect(await agent.send('Do it.')).toMatchObject({ status: 'refused', reason: expect.stringMatching(reason) });
      expect(await agent.send('Do something else.')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
    });
  });

  it('a malformed call alone is requested again, a limited number of times', async () => {
    const { result, server } = await askGemini([
      ended('MALFORMED_FUNCTION_CALL'),
      ended('MALFORMED_FUNCTION_CALL', []),
      done,
    ]);
    expect([result.status, server.requests.length]).toEqual(['done', 3]);
    const [first, second] = server.requests;
    expect(second?.body).toEqual(first?.body);
    const never = await askGemini(Array.from({ length: 9 }, () => ended('MALFORMED_FUNCTION_CALL')));
    expect(never.result).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
    expect(never.server.requests).toHaveLength(3);
  });

  it('the last call of a reply that was cut off is not executed, and reported', async () => {
    const half = [
      { functionCall: { name: 'click_at', args: here } },
      { functionCall: { name: 'type_text_at', args: { ...here, text: 'transfer 10' } } },
    ];
    const { screen, wires, result, server } = await askGemini([ended('MAX_TOKENS', half), done]);
    expect(screen.done.map(({ type }) => type)).toEqual(['click']);
    expect(responsesIn(wires[1])).toMatchObject([
      { name: 'click_at' },
      { name: 'type_text_at', response: { error: expect.stringContaining('cut off') } },
    ]);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });

  it('content without a role, or with invalid parts, is sent back as Google accepts it', async () => {
    const call = { functionCall: { name: 'click_at', args: here } };
    const content = { parts: [null, {}, { thought: true }, { text: 5 }, call, 'click'] };
    const { wires, screen, result, server } = await askGemini([{ raw: { candidates: [{ content }] } }, done]);
    expect(wires[1]?.contents[1]).toEqual({ role: 'model', parts: [call] });
    expect([screen.hits, result.status, server.violations]).toEqual([['One'], 'done', []]);
  });

  it.each([
    ['without a name', {}, /no name/],
    ['that is none', 'click_at', /no name/],
    ['with arguments that are none', { name: 'click_at', args: [1, 2] }, /arguments of click_at are not an object/],
  ])('a function call %s is reported, and not sent back', async (_, functionCall, words) => {
    const good = { functionCall: { name: 'click_at', args: here } };
    const { wires, screen, result, server } = await askGemini([said(good, { functionCall }), done]);
    expect(JSON.stringify(wires[1]?.contents)).toMatch(words);
    expect(wires[1]?.contents.some(({ role }) => role === 'model')).toBe(false);
    expect([screen.done, result.status, server.violations]).toEqual([[], 'done', []]);
  });

  it('a reply that was cut off is reported', async () => {
    const { result, wires, server } = await askGemini([ended('MAX_TOKENS', [{ text: 'The answ' }]), done]);
    expect(JSON.stringify(wires[1]?.contents.at(-1))).toContain('cut off');
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});

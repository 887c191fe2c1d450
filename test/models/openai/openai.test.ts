import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../../src/index.js';
import type { OpenaiOptions } from '../../../src/models/openai/openai.js';
import type { Intent, Policy } from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { noteTool } from '../../contract/note-tool.js';
import { type Body, bodies, conversation, done, ofType, on } from './play.js';

const ways: [string, OpenaiOptions][] = [
  ['computer', { model: 'gpt-5.6' }],
  ['computer, nothing stored', { model: 'gpt-5.6', store: false }],
  ['computer_use_preview', { model: 'computer-use-preview' }],
];

const note = noteTool((words) => {
  if (words === 'secret') throw new Error('That is not to be noted.');
});

describe.each(ways)('openai, %s', (_, way) => {
  it('keeps every rule in a run of several turns, with one screenshot for each call', async () => {
    const screen = drawScreen();
    const turns: Intent[][] = [
      [{ do: 'screenshot' }],
      [on(screen, 'Two')],
      [
        { do: 'type', text: 'hello', at: screen.at('One'), enter: true },
        { do: 'scroll', at: screen.at('One'), direction: 'down', pixels: 100 },
      ],
      done,
    ];
    await conversation(turns, { screen, way, systemPrompt: 'Be polite.' }, async ({ agent, server }) => {
      const result = await agent.send('Click Two');
      expect(server.violations).toEqual([]);
      expect(result).toMatchObject({ status: 'done', answer: 'All done.' });
      expect(screen.hits).toEqual(['Two', 'One']);
      expect(screen.done.map(({ type }) => type)).toEqual(['click', 'click', 'type', 'key', 'scroll']);
      const isPreview = way.model === 'computer-use-preview';
      for (const body of bodies(server)) {
        expect(body).toMatchObject({ store: way.store ?? true, instructions: expect.stringContaining('Be polite.') });
        expect(body.prompt_cache_key).toBe(bodies(server)[0]?.prompt_cache_key);
        const size = { display_width: 800, display_height: 600, environment: 'browser' };
        expect(body.tools).toContainEqual(isPreview ? { type: 'computer_use_preview', ...size } : { type: 'computer' });
        expect(body.truncation).toBe(isPreview ? 'auto' : undefined);
        for (const { output } of ofType(body, 'computer_call_output'))
          expect(output).toMatchObject({ type: 'computer_screenshot', ...(isPreview ? {} : { detail: 'original' }) });
      }
      const last = bodies(server).at(-1);
      if (way.store === false) {
        expect(last).toMatchObject({ include: ['reasoning.encrypted_content'] });
        expect(last?.previous_response_id).toBeUndefined();
        const kinds = ['reasoning', 'computer_call', 'computer_call_output'];
        expect(last?.input.slice(1).map(({ type }) => type)).toEqual([...kinds, ...kinds, ...kinds]);
      } else {
        expect(last?.previous_response_id).toMatch(/^resp_/);
        expect(last?.input.map(({ type }) => type)).toEqual(Array(isPreview ? 4 : 1).fill('computer_call_output'));
      }
    });
  });

  it('executes nothing that needs approval before it is given, and acknowledges it then', async () => {
    const screen = drawScreen();
    const asked: string[] = [];
    const turns = [[on(screen, 'One', 'This sends money.')], [on(screen, 'Two')], done];
    const approve: AgentOptions['approve'] = (proposal) => {
      asked.push(`${screen.hits.length} ${proposal.reason}`);
      return true;
    };
    await conversation(turns, { screen, way, approve }, async ({ agent, server }) => {
      expect(await agent.send('Pay')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect([asked, screen.hits]).toEqual([[expect.stringMatching(/^0 .*This sends money\./)], ['One', 'Two']]);
      const outputs = ofType(bodies(server).at(-1) as Body, 'computer_call_output');
      expect(bodies(server)[1]?.input.at(-1)).toMatchObject({
        acknowledged_safety_checks: [{ code: 'malicious_instructions', message: 'This sends money.' }],
      });
      expect(outputs.at(-1)).not.toHaveProperty('acknowledged_safety_checks');
    });
  });

  it.each([
    ['says no', () => false],
    ['is not there', undefined],
  ])('executes nothing when that user %s, and accepts another task', async (_person, approve) => {
    const screen = drawScreen();
    const turns = [[on(screen, 'Three')], [on(screen, 'One', 'This sends money.')], [on(screen, 'Two')], done];
    const options = { screen, way, ...(approve ? { approve } : {}) };
    await conversation(turns, options, async ({ agent, server }) => {
      expect(await agent.send('Pay')).toMatchObject({ status: 'refused' });
      expect(screen.hits).toEqual(['Three']);
      expect(await agent.send('Then click Two')).toMatchObject({ status: 'done' });
      expect(screen.hits).toEqual(['Three', 'Two']);
      expect(server.violations).toEqual([]);
      expect(JSON.stringify(bodies(server))).not.toContain('acknowledged_safety_checks');
      expect(server.inputs.at(-2)?.text).toMatch(/did not approve[\s\S]*Then click Two/);
    });
  });

  it('withdraws a call whose approval was never requested', async () => {
    const screen = drawScreen();
    const first: Intent[] = [
      { do: 'tool', name: 'note', input: { words: 'secret' } },
      on(screen, 'One', 'This sends money.'),
    ];
    const turns = [[on(screen, 'Three')], first, [on(screen, 'Two')], done];
    await conversation(turns, { screen, way, tools: [note], approve: 'all' }, async ({ agent, server }) => {
      expect(await agent.send('Pay')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(screen.hits).toEqual(['Three', 'Two']);
      expect(server.inputs[2]?.text).toMatch(/note\(.*not to be noted[\s\S]*click\(.*not executed/);
      expect(JSON.stringify(bodies(server))).not.toContain('acknowledged_safety_checks');
    });
  });

  it('calls the caller’s functions, and sends their pictures', async () => {
    const turns: Intent[][] = [
      [{ do: 'tool', name: 'note', input: { words: 'a' } }],
      [
        { do: 'tool', name: 'screenshot', input: {} },
        { do: 'tool', name: 'note', input: { words: 'secret' } },
      ],
      [{ do: 'tool', name: 'fly', input: {} }],
      done,
    ];
    await conversation(turns, { way, tools: [note, 'screenshot'] }, async ({ agent, server }) => {
      expect(await agent.send('Note a')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      expect(server.inputs.map(({ tools }) => tools)).toEqual(Array(4).fill(['screenshot', 'note']));
      expect(server.inputs[1]?.results).toMatchObject([{ text: '{"words":"a"}', failed: false }]);
      expect(server.inputs[2]?.results).toMatchObject([
        { pictures: 1, failed: false },
        { failed: true, text: expect.stringContaining('not to be noted') },
      ]);
      expect(server.inputs[3]?.results).toMatchObject([{ failed: true, text: expect.stringContaining('Valid: ') }]);
    });
  });

  it('sends an unchanged screen once, if no computer call needs it', async () => {
    const noted: Intent[] = [{ do: 'tool', name: 'note', input: { words: 'a' } }];
    const turns = [noted, done, done];
    await conversation(turns, { way, tools: [note] }, async ({ agent, server }) => {
      expect(await agent.send('Note a')).toMatchObject({ status: 'done' });
      expect(await agent.send('And now?')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      const pictures = bodies(server).map((body) => JSON.stringify(body).split('data:image/png').length - 1);
      expect(pictures).toEqual(way.store === false ? [1, 1, 1] : [1, 0, 0]);
    });
  });

  it('restarts where a long run is cut, and continues from there', async () => {
    const screen = drawScreen(['One', 'Two'], (_name, own) => {
      own.face += 1;
      own.names[2] = `Other ${own.face}`;
    });
    const policy: Policy = ({ turn }) => (turn > 70 ? done : [on(screen, turn % 2 ? 'One' : 'Two')]);
    const limits = { maxSteps: 80, maxModelCalls: 80 };
    await conversation(policy, { screen, way, limits }, async ({ agent, server }) => {
      expect(await agent.send('Click on and on')).toMatchObject({ status: 'done' });
      expect(server.violations).toEqual([]);
      const anew = bodies(server).flatMap((body, index) => (body.previous_response_id === undefined ? [index] : []));
      if (way.store === false) expect(anew).toHaveLength(71);
      else expect(anew).toEqual([0, 30, 60]);
      const cut = bodies(server)[way.store === false ? 31 : 30];
      expect(JSON.stringify(cut?.input[0])).toMatch(/Click on and on.*So far, in \d+ steps/);
      const pictures = bodies(server).map((body) => ofType(body, 'computer_call_output').length);
      expect(Math.max(...pictures)).toBeLessThanOrEqual(way.store === false ? 20 : 12);
    });
  });

  it('describes a dialog, and lets Enter answer it', async () => {
    const screen = drawScreen();
    screen.modal = { kind: 'confirm', text: 'Sure?', clearedBy: 'dialog' };
    await conversation([[{ do: 'key', keys: 'enter' }], done], { screen, way }, async ({ agent, server }) => {
      expect(await agent.send('Say yes')).toMatchObject({ status: 'done' });
      expect(server.inputs[0]?.text).toMatch(/Its text: "<screen (\d+)>Sure\?<\/screen \1>"/);
      expect(screen.done).toEqual([{ type: 'dialog', accept: true }]);
    });
  });
});

it('counts tokens and cost as the provider does', async () => {
  const raw = {
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }],
    usage: {
      input_tokens: 1_500,
      input_tokens_details: { cached_tokens: 1_000, cache_write_tokens: 0 },
      output_tokens: 60,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 1_560,
    },
  };
  await conversation([{ raw }], { way: { model: 'gpt-5.6' } }, async ({ agent }) => {
    const { usage } = await agent.send('Is it?');
    expect(usage).toMatchObject({ inputTokens: 1_500, cachedTokens: 1_000, outputTokens: 60, reasoningTokens: 20 });
    expect(usage.cost).toBeCloseTo((500 * 4 + 1_000 * 0.4 + 60 * 20) / 1_000_000, 10);
  });
});

import { describe, expect, it } from 'vitest';
import { scripted } from '../../../src/exports/testing.js';
import { createAgent } from '../../../src/index.js';
import type { Intent } from '../../../src/testing/index.js';
import { drawnSize, drawScreen } from '../../contract/drawn-screen.js';
import { noteTool } from '../../contract/note-tool.js';
import { click, done } from '../intents.js';
import { type Body, bodies, calling, completion, lively, openai, pictureCount, withChat } from './wire.js';

describe('what is sent', () => {
  it('answers each call with a text, then shows the picture in a message of the user', async () => {
    const script = [[click('One'), click('Two')], [done]];
    await withChat({ rules: openai, vision: true, script }, async ({ agent, server }) => {
      expect((await agent.send('Click both.')).status).toBe('done');
      expect(server.violations).toEqual([]);
      const [first, second] = bodies(server);
      expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
      const [one, two] = second?.messages.filter(({ role }) => role === 'tool') ?? [];
      expect([typeof one?.content, typeof two?.content]).toEqual(['string', 'string']);
      expect(second?.messages.at(-1)?.content).toMatchObject([
        { type: 'text' },
        { type: 'image_url', image_url: { url: expect.stringMatching(/^data:image\/png;base64,/) } },
      ]);
      expect(first).toMatchObject({ temperature: 0, parallel_tool_calls: false, model: 'test' });
      expect(server.inputs[0]?.pictures[0]).toMatchObject({ type: 'image/png', ...drawnSize });
    });
  });

  it('puts the picture into the result if the server accepts it', async () => {
    const rules = { flavour: 'vllm', resultPictures: true } as const;
    const script = [[click('One')], [done]];
    await withChat({ rules, vision: true, toolImages: 'inline', script }, async ({ agent, server }) => {
      expect((await agent.send('Click One.')).status).toBe('done');
      expect(bodies(server)[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
      expect(server.inputs[1]?.results[0]?.pictures).toBe(1);
      expect(server.violations).toEqual([]);
    });
  });

  it('sends the UI map and the tools without vision to a model without vision', async () => {
    const script = [[click('One')], [done]];
    const names = (body: Body | undefined): string[] => body?.tools?.map((tool) => tool.function.name) ?? [];
    await withChat({ rules: { ...openai, vision: false }, script }, async ({ agent, server }) => {
      await agent.send('Click One.');
      const [first, second] = bodies(server);
      expect(String(first?.messages[1]?.content)).toContain('[el_1] Button "One"');
      expect(names(first)).toContain('click');
      expect(names(first)).not.toContain('screenshot');
      expect(second?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
      expect(server.violations).toEqual([]);
    });
    await withChat({ rules: openai, vision: true, script }, async ({ agent, server }) => {
      await agent.send('Click One.');
      expect(names(bodies(server)[0])).toContain('screenshot');
      expect(pictureCount(bodies(server)[0])).toBe(1);
    });
  });

  it('does not repeat an unchanged map or picture', async () => {
    const script = [[click('One')], [click('Two')], [done]];
    await withChat({ rules: openai, vision: true, screen: drawScreen(), script }, async ({ agent, server }) => {
      await agent.send('Click.');
      expect(bodies(server).map(pictureCount)).toEqual([1, 1, 1]);
      const sent = JSON.stringify(bodies(server)[2]);
      expect(sent.split('[el_1] Button')).toHaveLength(2);
      expect(sent).toContain('The picture is the same as before.');
    });
  });

  it('keeps at most three pictures and maps, and the start of the request stays the same', async () => {
    const screen = lively();
    screen.onHit = (_, it) => {
      it.face += 1;
      it.names[2] = `Three after ${it.face}`;
    };
    const script = [...Array.from({ length: 60 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    await withChat(
      { rules: openai, vision: true, screen, script, agent: { limits: { maxSteps: 100 } } },
      async ({ agent, server }) => {
        expect((await agent.send('Click on and on.')).status).toBe('done');
        expect(server.violations).toEqual([]);
        const all = bodies(server);
        const counts = all.map(pictureCount);
        expect(Math.max(...counts)).toBe(3);
        expect(Math.min(...counts.slice(3))).toBeGreaterThanOrEqual(2);
        const maps = all.map((body) => JSON.stringify(body).split('[el_1] Button').length - 1);
        expect(Math.max(...maps)).toBeLessThanOrEqual(3);
        const changed = all.slice(1).map((body, index) => newIn(all[index], body));
        expect(changed.filter((count) => count > 12).length).toBeLessThanOrEqual(2);
        const sizes = server.requests.map(({ bytes }) => bytes);
        expect(Math.max(...sizes.slice(45))).toBeLessThan(1.2 * Math.max(...sizes.slice(20, 45)));
      },
    );
  });

  it('shows a requested region once, and the whole screen not twice', async () => {
    const region = { x: 0, y: 0, width: 400, height: 300 };
    const part: Intent = { do: 'tool', name: 'screenshot', input: { region } };
    for (const toolImages of ['user-message', 'text-protocol'] as const) {
      const script = [[part], [{ do: 'screenshot' } as Intent], [done]];
      await withChat({ rules: openai, vision: true, toolImages, script }, async ({ agent, server }) => {
        expect((await agent.send('Look.')).status).toBe('done');
        expect(server.inputs.map(({ pictures }) => pictures.map(({ width }) => width))).toEqual([
          [800],
          [800, 400],
          [800],
        ]);
        expect(server.violations).toEqual([]);
      });
    }
  });

  it('sends at most the configured number of pictures', async () => {
    const script = [...Array.from({ length: 6 }, (_, index) => [click(index % 2 ? 'One' : 'Two')]), [done]];
    await withChat({ rules: openai, vision: true, script, agent: { maxPictures: 1 } }, async ({ agent, server }) => {
      await agent.send('Click.');
      expect(bodies(server).map(pictureCount)).toEqual(Array(7).fill(1));
    });
  });
});

/** How many messages at the end differ from the previous request. */
function newIn(before: Body | undefined, after: Body): number {
  const old = before?.messages.map((message) => JSON.stringify(message)) ?? [];
  const now = after.messages.map((message) => JSON.stringify(message));
  const same = now.findIndex((message, index) => message !== old[index]);
  return now.length - (same < 0 ? now.length : same);
}

describe('coordinates', () => {
  const at = (x: number, y: number) => calling('click', JSON.stringify({ selector: `${x},${y}` }));

  it.each([
    ['pixels', 300, 170, /pixels of the picture/, '(300,70)'],
    ['0-1000', 375, 283, /from 0 to 1000/, '(375,117)'],
  ] as const)('in %s are told, and mean the same on the screen and in the map', async (space, x, y, words, place) => {
    const script = [at(x, y), [done]];
    await withChat({ rules: openai, vision: true, space, script }, async ({ agent, server, screen }) => {
      await agent.send('Click Two.');
      expect(screen.hits).toEqual(['Two']);
      const [first] = bodies(server);
      expect(String(first?.messages[0]?.content)).toMatch(words);
      expect(JSON.stringify(first)).toContain(place);
    });
  });

  it('depend on the model’s name by default', async () => {
    for (const model of ['qwen3-vl:8b', 'google/gemini-4-argon', 'glm-4.5v'])
      await withChat({ rules: openai, model, script: [at(375, 283), [done]] }, async ({ agent, screen }) => {
        await agent.send('Click Two.');
        expect([model, ...screen.hits]).toEqual([model, 'Two']);
      });
    await withChat({ rules: openai, model: 'gpt-6-sol', script: [at(300, 170), [done]] }, async ({ agent, screen }) => {
      await agent.send('Click Two.');
      expect(screen.hits).toEqual(['Two']);
    });
  });

  it.each([
    ['960,200', 300, 170],
    ['<think>Right of (10, 10).</think>The middle is at (750, 250).', 375, 283],
    ['[720, 200, 780, 300]', 375, 283],
    ['There is no square.', 300, 170],
  ])('are detected with a drawn picture: %s', async (content, x, y) => {
    const script = [completion({ content }), at(x, y), [done]];
    await withChat({ rules: openai, vision: true, space: 'detect', script }, async ({ agent, server, screen }) => {
      expect((await agent.send('Click Two.')).status).toBe('done');
      expect([screen.hits, server.violations]).toEqual([['Two'], []]);
      expect(server.inputs[0]?.pictures).toMatchObject([{ type: 'image/png', width: 1_280, height: 800 }]);
      expect(server.requests).toHaveLength(3);
    });
  });

  it('of computer_use are converted, too', async () => {
    const script = [calling('computer_use', '{"action":"click","coordinate":[375,283]}'), [done]];
    const agent = { tools: ['computer_use'] };
    await withChat({ rules: openai, vision: true, space: '0-1000', script, agent }, async (wire) => {
      await wire.agent.send('Click Two.');
      expect(wire.screen.hits).toEqual(['Two']);
    });
  });
});

it('calls the caller’s tools, by tool call and as text', async () => {
  const heard: string[] = [];
  const note = noteTool((words) => heard.push(words));
  for (const tools of [true, false]) {
    const script: Intent[][] = [[{ do: 'tool', name: 'note', input: { words: `tools ${tools}` } }], [done]];
    await withChat(
      { rules: { flavour: 'ollama', tools }, script, agent: { tools: ['browser', note] } },
      async ({ agent }) => {
        expect((await agent.send('Note it.')).status).toBe('done');
      },
    );
  }
  expect(heard).toEqual(['tools true', 'tools false']);
});

it('continues after another model, whose calls it is told', async () => {
  const steps = scripted([{ calls: [{ id: 'x', tool: 'click', input: { selector: 'el_1' } }] }]);
  const script = [[click('Two')], [done]];
  await withChat({ rules: openai, vision: true, script }, async ({ model, screen, server }) => {
    await using agent = createAgent({ model: steps, fallback: model, session: screen.session, journal: false });
    expect((await agent.send('Click One, then Two.')).status).toBe('done');
    expect([screen.hits, server.violations]).toEqual([['One', 'Two'], []]);
    expect(JSON.stringify(bodies(server)[0]?.messages)).toContain('el_1');
  });
});

it('a text without a call is rejected once, then accepted as the answer', async () => {
  const script = [completion({ content: 'I think I am done.' }), completion({ content: 'Yes, done.' })];
  await withChat({ rules: openai, toolImages: 'text-protocol', script }, async ({ agent, server }) => {
    expect(await agent.send('Click One.')).toMatchObject({ status: 'done', answer: 'Yes, done.' });
    expect(server.inputs[1]?.text).toContain('There is no call in it');
  });
});

it('fills in a schema from text', async () => {
  const content = 'Here it is:\n```json\n{"price": 12.5}\n```';
  const script = [completion({ content }, 'stop', { usage: { prompt_tokens: 5, completion_tokens: 2 } })];
  await withChat({ rules: { flavour: 'ollama' }, script }, async ({ model, server }) => {
    const schema = { type: 'object', properties: { price: { type: 'number' } } };
    const filled = await model.fill?.({ schema, text: 'It costs 12.50.' }, new AbortController().signal);
    expect(filled).toMatchObject({ value: { price: 12.5 }, usage: { inputTokens: 5, outputTokens: 2 } });
    expect(server.violations).toEqual([]);
  });
});

it('sends attachments: pictures as pictures, text as text', async () => {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const attachments = [
    { name: 'dot.png', type: 'image/png', bytes },
    { name: 'list.txt', type: 'text/plain', bytes: Buffer.from('Buy a mug.') },
  ];
  await withChat({ rules: openai, vision: true, script: [[done]] }, async ({ agent, server }) => {
    expect((await agent.send('Do what the list says.', { attachments })).status).toBe('done');
    expect(server.inputs[0]?.pictures.map(({ type }) => type)).toEqual(['image/png', 'image/png']);
    expect(server.inputs[0]?.text).toContain('Buy a mug.');
  });
});

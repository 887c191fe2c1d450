import { describe, expect, it } from 'vitest';
import { downgrade, type ServerCapabilities } from '../../../src/models/chat-completions/capabilities.js';
import { chatFlavours, type Intent } from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { bodies, pictureCount, withChat } from './wire.js';

const click = (name: string): Intent => ({ do: 'click', at: drawScreen().at(name) });
const done: Intent = { do: 'done', answer: 'It is done.' };
const run = [[click('One')], [click('Two')], [done]];
const twice = [...run, ...run];

describe('what a server does not accept is learned once', () => {
  it.each(chatFlavours)('pictures: %s', async (flavour) => {
    await withChat(
      { rules: { flavour, vision: false }, vision: true, script: twice },
      async ({ agent, server, screen, model }) => {
        expect(model.vision?.picture).toBeDefined();
        expect((await agent.send('Click.')).status).toBe('done');
        expect(server.violations).toHaveLength(1);
        expect(bodies(server).map(pictureCount)).toEqual([1, 0, 0, 0]);
        expect(model.vision?.picture).toBeUndefined();
        expect((await agent.send('Once more.')).status).toBe('done');
        expect(server.violations).toHaveLength(1);
        expect(screen.hits).toEqual(['One', 'Two', 'One', 'Two']);
      },
    );
  });

  it.each(['ollama', 'lmstudio', 'vllm'] as const)('tools: %s', async (flavour) => {
    await withChat(
      { rules: { flavour, tools: false }, vision: true, script: twice },
      async ({ agent, server, screen }) => {
        expect((await agent.send('Click.')).status).toBe('done');
        expect((await agent.send('Once more.')).status).toBe('done');
        expect(server.violations).toHaveLength(1);
        const [first, ...later] = bodies(server);
        expect(first?.tools).toBeDefined();
        expect(
          later.every(({ tools, parallel_tool_calls }) => tools === undefined && parallel_tool_calls === undefined),
        ).toBe(true);
        expect(JSON.stringify(later[0]?.messages[0])).toContain('- click: ');
        expect(later.every((body) => pictureCount(body) > 0)).toBe(true);
        expect(screen.hits).toEqual(['One', 'Two', 'One', 'Two']);
      },
    );
  });

  it('a user after a tool, as with Mistral', async () => {
    await withChat(
      { rules: { flavour: 'mistral' }, vision: true, script: twice },
      async ({ agent, server, screen }) => {
        expect((await agent.send('Click.')).status).toBe('done');
        expect((await agent.send('Once more.')).status).toBe('done');
        expect(server.violations.map(({ message }) => message)).toEqual(["Unexpected role 'user' after role 'tool'"]);
        expect(bodies(server).map(({ tools }) => tools !== undefined)).toEqual([true, true, ...Array(5).fill(false)]);
        expect(screen.hits).toEqual(['One', 'Two', 'One', 'Two']);
      },
    );
  });

  it.each(['lmstudio', 'vllm'] as const)('pictures in results: %s', async (flavour) => {
    await withChat(
      { rules: { flavour }, vision: true, toolImages: 'inline', script: twice },
      async ({ agent, server, screen }) => {
        expect((await agent.send('Click.')).status).toBe('done');
        expect((await agent.send('Once more.')).status).toBe('done');
        expect(server.violations).toHaveLength(1);
        expect(bodies(server).at(-1)?.tools).toBeDefined();
        expect(screen.hits).toEqual(['One', 'Two', 'One', 'Two']);
      },
    );
  });

  it('all of them at once: only text remains', async () => {
    const rules = { flavour: 'ollama', tools: false, vision: false } as const;
    await withChat({ rules, vision: true, script: run }, async ({ agent, server, screen }) => {
      expect((await agent.send('Click.')).status).toBe('done');
      expect(server.violations).toHaveLength(2);
      expect(screen.hits).toEqual(['One', 'Two']);
    });
  });

  it('a system message, as with Gemma', async () => {
    const faults = [{ status: 400, message: 'System role not supported' }];
    await withChat({ rules: { flavour: 'vllm' }, script: run, faults }, async ({ agent, server }) => {
      expect((await agent.send('Click.')).status).toBe('done');
      const [first, second] = bodies(server).map(({ messages }) => messages[0]);
      expect([first?.role, second?.role]).toEqual(['system', 'user']);
      expect(String(second?.content)).toContain(String(first?.content));
    });
  });

  it('two options that only some servers know', async () => {
    const faults = [
      { status: 400, message: "Unsupported parameter: 'parallel_tool_calls' is not supported with this model." },
      {
        status: 400,
        message:
          "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      },
    ];
    await withChat({ rules: { flavour: 'openai' }, script: run, faults }, async ({ agent, server }) => {
      expect((await agent.send('Click.')).status).toBe('done');
      expect(bodies(server).map((body) => ['parallel_tool_calls' in body, 'temperature' in body])).toEqual([
        [true, true],
        [false, true],
        ...Array(3).fill([false, false]),
      ]);
    });
  });

  it('an unrelated error message causes no downgrade', async () => {
    const faults = [{ status: 400, message: 'Your account is not active.' }];
    await withChat({ rules: { flavour: 'openai' }, vision: true, script: run, faults }, async ({ agent, server }) => {
      expect(await agent.send('Click.')).toMatchObject({ status: 'failed', error: { code: 'model_failed' } });
      expect(server.requests).toHaveLength(1);
    });
  });
});

it.each([
  [401, 'Incorrect API key provided.', /Incorrect API key/, /Check the key/],
  [404, 'model "test" not found, try pulling it first', /not found, try pulling/, /name of the model and the base URL/],
])('%i is reported with a hint, and not retried', async (status, message, sentence, fix) => {
  const faults = Array(5).fill({ status, message });
  await withChat({ rules: { flavour: 'ollama' }, vision: true, script: run, faults }, async ({ agent, server }) => {
    const { error, reason } = await agent.send('Click.');
    expect([error?.code, error?.message, error?.hint]).toEqual([
      'model_failed',
      expect.stringMatching(sentence),
      expect.stringMatching(fix),
    ]);
    expect(reason).not.toContain('test-key');
    expect(server.requests).toHaveLength(1);
  });
});

it('a text-only model never needs a user after a tool, in one task or in two', async () => {
  const rules = { flavour: 'mistral', vision: false } as const;
  const ending: Intent = { do: 'tool', name: 'complete', input: { summary: 'Clicked.' } };
  const script = [[click('One')], [ending], [click('Two')], [done]];
  await withChat({ rules, script }, async ({ agent, server, screen }) => {
    expect((await agent.send('Click One.')).status).toBe('done');
    expect((await agent.send('Click Two.')).status).toBe('done');
    expect([screen.hits, server.violations]).toEqual([['One', 'Two'], []]);
  });
});

const whole: ServerCapabilities = {
  toolImages: 'user-message',
  pictures: true,
  system: true,
  oneCallOption: true,
  temperature: true,
};
const refusal = (status: number, message: string) => Object.assign(new Error(message), { status });

it.each([
  [400, 'this model does not support image input (ref: 1)'],
  [400, 'Model do not support image input. Request id: 1'],
  [400, 'Invalid content type. image_url is only supported by certain models.'],
  [404, 'No endpoints found that support image input'],
  [400, 'Failed to deserialize the JSON body: messages[7]: unknown variant `image_url`, expected `text` at line 1'],
  [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
  [400, 'At most 0 image(s) may be provided in one request.'],
  [400, 'Llama-3 is not a multimodal model'],
])('%i %s: no pictures', (status, message) => {
  expect(downgrade(whole, refusal(status, message))).toEqual({ ...whole, pictures: false });
});

it.each([
  [400, 'registry.ollama.ai/library/gemma:2b does not support tools'],
  [404, 'No endpoints found that support tool use. Try disabling "click".'],
  [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  [400, "Unexpected role 'user' after role 'tool'"],
  [400, 'Conversation roles must alternate user/assistant/user/assistant/...'],
])('%i %s: no tools', (status, message) => {
  expect(downgrade(whole, refusal(status, message))).toEqual({ ...whole, toolImages: 'text-protocol' });
});

it.each([
  [400, 'The image is too large and could not be processed.'],
  [400, 'prompt is too long: 250000 tokens > 200000 maximum'],
  [401, 'This key may not use a model that does not support tools'],
  [429, 'Too many images: does not support image input at this rate'],
])('%i %s: no downgrade', (status, message) => {
  expect(downgrade(whole, refusal(status, message))).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Reply } from '../../src/exports/models.js';
import { call, scripted } from '../../src/exports/testing.js';
import { createAgent, HandrailError } from '../../src/index.js';
import { plainTool } from '../tools/tool-facts.js';
import { paperScreen } from './paper-screen.js';
import { click, complete, renames, tryRun } from './try-run.js';

describe('A fallback model', () => {
  it('takes over when the first cannot continue', async () => {
    const { result, events } = await tryRun([new HandrailError('not_understood', 'What is "frob"?')], {
      fallback: scripted([click('One'), complete('One')], { name: 'second' }),
    });
    expect(result).toMatchObject({ status: 'done', steps: 3 });
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'note', text: expect.stringContaining('second continues the task') }),
    );
  });
});

describe('A conversation', () => {
  it('keeps its history, its memory and its session', async () => {
    const paper = paperScreen(['One', 'Two'], renames);
    const heard: string[] = [];
    const seen: number[] = [];
    await using agent = createAgent({
      session: paper.session,
      journal: false,
      model: scripted([
        { calls: [call('remember', { key: 'colour', value: 'blue' })] },
        complete(),
        ({ history, memory }) => {
          seen.push(history.filter(({ role }) => role === 'user').length);
          return complete(memory.get('colour')) as Partial<Reply>;
        },
      ]),
    });
    agent.on(({ type }) => heard.push(type));
    expect((await agent.send('Remember blue.')).status).toBe('done');
    expect((await agent.send('Which colour?')).answer).toBe('blue');
    expect(seen).toEqual([2]);
    expect(heard.filter((type) => type === 'run_ended')).toHaveLength(2);
    await expect(agent.send('  ')).rejects.toThrow('The task is empty');
  });

  it('accepts a new tool between two tasks', async () => {
    const greet = plainTool('greet(name="Ada")', {
      name: 'greet',
      input: z.object({ name: z.string() }),
      output: z.string(),
      run: async ({ name }) => `Hello ${name}`,
    });
    const told: unknown[] = [];
    await using agent = createAgent({
      session: paperScreen(['One']).session,
      journal: false,
      model: scripted([
        complete(),
        { calls: [call('greet', { name: 'Ada' })] },
        ({ history, tools }) => {
          const last = history.at(-1);
          told.push(tools.some(({ name }) => name === 'greet'));
          if (last?.role === 'results') told.push(last.results[0]?.result.data);
          return complete() as Partial<Reply>;
        },
      ]),
    });
    await agent.send('One.');
    agent.tools.register(greet);
    await agent.send('Two.');
    expect(told).toEqual([true, 'Hello Ada']);
  });

  it('runs one task at a time, and none after close', async () => {
    const agent = createAgent({
      session: paperScreen(['One']).session,
      journal: false,
      model: scripted([() => new Promise(() => undefined)]),
    });
    const controller = new AbortController();
    const first = agent.send('One.', { signal: controller.signal });
    await expect(agent.send('Two.')).rejects.toThrow('The agent is running a task');
    controller.abort();
    expect((await first).status).toBe('cancelled');
    await agent.close();
    expect((await agent.send('Three.')).error?.code).toBe('closed');
  });

  it('rejects unknown models and tools', () => {
    expect(() => createAgent({ model: 'gpt-0' })).toThrow('There is no model "gpt-0"');
    expect(() => createAgent({ tools: ['clik'] })).toThrow('Did you mean click?');
    expect(
      createAgent({ tools: ['click'] })
        .tools.names()
        .sort(),
    ).toEqual(['click', 'complete', 'fail']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Intent } from '../../../src/testing/index.js';
import { type DrawnScreen, drawScreen } from '../../contract/drawn-screen.js';
import { play } from '../../contract/play.js';
import { done, in7b, in15 } from './fara-cases.js';

interface Spoken {
  role: string;
  content: string | { type: string; text?: string }[];
}

const messagesOf = (body: unknown): Spoken[] => (body as { messages: Spoken[] }).messages;

const textOf = ({ content }: Spoken = { role: '', content: '' }): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');

/** Each click changes the picture. */
const lively = (): DrawnScreen =>
  drawScreen(['One', 'Two'], (_, drawn) => {
    drawn.face += 1;
    drawn.names[1] = `Two after ${drawn.face}`;
  });

describe('A conversation in Fara’s own formats', () => {
  it('is a system prompt, the task after a picture, and the URL with each picture', async () => {
    const drawn = lively();
    drawn.url = `http://drawn.test/${'long/'.repeat(30)}?secret=1#x`;
    const turns: Intent[][] = [[{ do: 'click', at: drawn.at('One') }], [done]];
    const { server } = await play(in7b, turns, { screen: drawn, systemPrompt: 'Be polite.' });
    const messages = messagesOf(server.requests.at(-1)?.body);
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(textOf(messages[0])).toMatch(/^You are a helpful assistant\.\n\n.*Be polite\..*812x588.*<tool_call>/s);
    expect(textOf(messages[1])).toBe('Click what is to be clicked.');
    const [address = '', ...rest] = textOf(messages[3]).split('\n');
    expect(address).toBe(`Current URL: ${`http://drawn.test/${'long/'.repeat(30)}`.slice(0, 100)} ...`);
    expect(rest.at(-1)).toBe('Here is the next screenshot. Think about what to do next.');
    expect(server.violations).toEqual([]);
  });

  it('keeps facts and three pictures when a long run is cut', async () => {
    const drawn = lively();
    const turns: Intent[][] = [
      [{ do: 'remember', fact: 'The code is 4711.' }],
      ...Array.from({ length: 48 }, (): Intent[] => [{ do: 'click', at: drawn.at('One') }]),
      [done],
    ];
    const { result, server } = await play(in7b, turns, { screen: drawn, limits: { maxSteps: 60 } });
    expect([result.status, server.violations]).toEqual(['done', []]);
    const messages = messagesOf(server.requests.at(-1)?.body);
    expect(messages.length).toBeLessThan(84);
    expect(textOf(messages[1])).toContain('The code is 4711.');
    expect(server.inputs.at(-1)?.pictures).toHaveLength(3);
  });

  it('sends an unchanged screen once, with its latest message', async () => {
    const { server } = await play(in7b, [[{ do: 'wait', seconds: 0 }], [{ do: 'wait', seconds: 0 }], [done]]);
    expect(server.inputs.map(({ pictures }) => pictures.length)).toEqual([1, 1, 1]);
    expect(server.violations).toEqual([]);
  });

  it('sends the answer of a user, or that no user can answer', async () => {
    const turns: Intent[][] = [[{ do: 'ask', question: 'Which size?' }], [done]];
    const { server } = await play(in15, turns, { ask: async (question) => `${question} Large.` });
    expect(server.inputs[1]?.text).toContain('Answer of the user: Which size? Large.');
    const alone = await play(in15, turns);
    expect(alone.server.inputs[1]?.text).toMatch(/failed: No user can answer/);
  });

  it('continues past a critical point only with approval', async () => {
    const turns: Intent[][] = [[{ do: 'click', at: drawScreen().at('One'), safety: 'It sends money.' }], [done]];
    const agreeing = await play(in7b, turns, { approve: 'all' });
    expect(agreeing.server.inputs[1]?.text).toContain('The user has approved this critical point.');
    expect(agreeing.screen.hits).toEqual(['One']);
    const alone = await play(in7b, turns);
    expect([alone.result.status, alone.screen.hits]).toEqual(['refused', []]);
  });

  it('describes a dialog, which Enter answers', async () => {
    const drawn = drawScreen();
    drawn.modal = { kind: 'confirm', text: 'Continue with it?', clearedBy: 'dialog' };
    const { server } = await play(in7b, [[{ do: 'key', keys: 'Enter' }], [done]], { screen: drawn });
    expect(drawn.done).toEqual([{ type: 'dialog', accept: true }]);
    expect(server.inputs[1]?.text).toContain('Continue with it?');
  });

  it.each([
    ['{"answer_to_the_question": "Twelve."}', 'Answer from the page: Twelve.'],
    ['It has twelve moons, as the text says.', 'Answer from the page: It has twelve moons, as the text says.'],
  ])('answers a question about the page by reading it: %s', async (answer, heard) => {
    const drawn = drawScreen();
    Object.assign(drawn.session, {
      read: async ({ what }: { what: string }) => (what === 'data' ? { blocks: [] } : { text: 'There are 12 moons.' }),
    });
    const asked = { action: 'read_page_answer_question', question: 'How many moons?' };
    const raw = (content: string) => ({ raw: { choices: [{ message: { content } }] } });
    const { server, result } = await play(
      in15,
      (told) => {
        if (told.turn === 1)
          return raw(`Hm.\n<tool_call>\n${JSON.stringify({ name: 'computer_use', arguments: asked })}\n</tool_call>`);
        return told.text.includes('<text>') ? raw(answer) : [done];
      },
      { screen: drawn },
    );
    expect(server.inputs[1]?.text).toContain('There are 12 moons.');
    expect(server.inputs[2]?.text.replace(/<\/?screen \d+>/g, '')).toContain(heard);
    expect(server.inputs[2]?.text).toMatch(/Answer from the page: <screen (\d+)>.*<\/screen \1>/);
    expect([result.status, server.violations]).toEqual(['done', []]);
  });
});

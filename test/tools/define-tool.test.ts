import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { call, scripted } from '../../src/exports/testing.js';
import { defineTool, type Proposal, run, type ToolData, type ToolInput } from '../../src/index.js';

const sent: string[] = [];
const sendNote = defineTool({
  name: 'send_note',
  description: 'Sends a note to the team.',
  input: z.object({ text: z.string() }),
  run: async ({ text }) => {
    sent.push(text);
    return { length: text.length };
  },
});

const wrong = (fields: object) => () =>
  defineTool({ name: 'x', description: 'X.', run: async () => 1, ...fields } as never);

describe('A tool with name, description, input and run', () => {
  it('has defaults for the rest, and the types of input and result', () => {
    expect(sendNote).toMatchObject({ title: 'Send note', safety: 'medium', effect: 'outside', idempotent: false });
    expect(sendNote.examples).toEqual(['send_note(text=…)']);
    expectTypeOf<ToolInput<typeof sendNote>>().toEqualTypeOf<{ text: string }>();
    expectTypeOf<ToolData<typeof sendNote>>().toEqualTypeOf<{ length: number }>();
    expectTypeOf(sendNote.name).toEqualTypeOf<'send_note'>();
  });

  it('needs approval, because its effect is not known', async () => {
    const script = () =>
      scripted([{ calls: [call(sendNote, { text: 'Hi' })] }, { calls: [call('complete', { summary: 'Sent.' })] }]);
    const options = { task: 'Send it.', tools: [sendNote], url: 'about:blank', journal: false } as const;
    const refused = await run({ ...options, model: script() });
    expect(sent).toEqual([]);
    expect(refused.evidence.join(' ')).toContain('send_note');
    const asked: Proposal[] = [];
    const approve = (proposal: Proposal) => asked.push(proposal) > 0;
    await run({ ...options, model: script(), approve });
    expect(sent).toEqual(['Hi']);
    expect(asked).toMatchObject([{ action: { type: 'tool', tool: 'send_note', input: { text: 'Hi' } } }]);
  });

  it('needs no approval if it declares that it changes nothing', () => {
    const fields = { name: 'look', description: 'Looks.', input: z.object({}), run: async () => 'seen' } as const;
    expect(defineTool({ ...fields, effect: 'none' }).safety).toBe('safe');
    expect(defineTool({ ...fields, effect: 'page', safety: undefined }).safety).toBe('low_risk');
  });

  it.each([
    ['a JSON Schema', { type: 'object', properties: {} }, /is a JSON Schema\./],
    ['a schema of zod 3', { _def: { typeName: 'ZodObject' }, parse: () => 1 }, /is a schema of zod 3\./],
    ['a plain object', { text: z.string() }, /is a plain object with zod schemas\./],
    ['another zod schema', z.string(), /is a zod schema of type string, not an object\./],
    ['a text', 'text', /is a string, not a zod schema\./],
  ])('rejects %s as input', (_, input, message) => expect(wrong({ input })).toThrow(message));
});

import { describe, expect, it } from 'vitest';
import { body, type Spoil, useServer } from './refuses.js';
import { type Block, firstRequest, january, nextRequest, november, picture, toolset, type Wire } from './wire.js';

const { send, refuses } = useServer();

const tool =
  (fields: object): Spoil =>
  ({ body }) =>
    void Object.assign(body.tools[0] ?? {}, fields);

const header =
  (fields: Record<string, string>): Spoil =>
  ({ headers }) =>
    void Object.assign(headers, fields);

describe('the head of a request', () => {
  const heads: [string, Spoil, number, RegExp | string][] = [
    ['no key', ({ headers }) => void delete headers['x-api-key'], 401, /x-api-key/],
    ['no version', ({ headers }) => void delete headers['anthropic-version'], 400, /anthropic-version/],
    ['another version', header({ 'anthropic-version': '2020-01-01' }), 400, /2020-01-01/],
    ['another path', (wire) => void Object.assign(wire, { path: '/v1/complete' }), 404, /Not Found/],
    ['no such model', body({ model: 'gpt-6' }), 404, 'model: gpt-6'],
    ['no limit', body({ max_tokens: undefined }), 400, 'max_tokens: Field required'],
    ['temperature', body({ temperature: 0 }), 400, /temperature/],
    ['top_p', body({ top_p: 1 }), 400, /top_p/],
    ['top_k', body({ top_k: 4 }), 400, /top_k/],
    ['a field that is none', body({ betas: ['x'] }), 400, 'betas: Extra inputs are not permitted'],
    ['clearing without its header', body({ context_management: { edits: [] } }), 400, /context_management: Extra/],
    ['thinking switched off', body({ thinking: { type: 'disabled' } }), 400, /"disabled" is not supported/],
    [
      'thinking by budget',
      body({ thinking: { type: 'enabled', budget_tokens: 2_000 } }),
      400,
      /"enabled" is not supported/,
    ],
    [
      'binding without its header',
      body({ thinking: { type: 'adaptive', block_binding: {} } }),
      400,
      /block_binding: Extra/,
    ],
    [
      'any tool',
      body({ tool_choice: { type: 'any' } }),
      400,
      'tool_choice: type "tool" and "any" are not supported for this model.',
    ],
    ['one tool', body({ tool_choice: { type: 'tool', name: 'x' } }), 400, /^tool_choice/],
    [
      'more than 32 MB',
      ({ body: own }) => void Object.assign(own, { metadata: { user_id: 'x'.repeat(33_000_000) } }),
      413,
      /maximum size/,
    ],
  ];
  it.each(heads)('is rejected: %s', async (_, spoil, status, words) => {
    await refuses(await firstRequest(), spoil, status, words);
  });

  it('is accepted with a bearer token or a key, in both versions; sampling only in the earlier one', async () => {
    const wire = await firstRequest();
    const bearer = { authorization: 'Bearer test-key', 'anthropic-version': '2023-06-01' };
    const early = { ...wire, headers: bearer, body: { ...wire.body, temperature: 0.5 } };
    expect([(await send(wire)).status, (await send(early)).status]).toEqual([200, 200]);
  });
});

describe('tools', () => {
  const entries: [string, object, RegExp | string][] = [
    ['a name', { name: 'computer' }, /\.name: Extra/],
    ['a width', { display_width_px: 100 }, /display_width_px/],
    ['a height', { display_height_px: 80 }, /display_height_px/],
    ['a display', { display_number: 1 }, /display_number/],
    ['zoom by its old name', { enable_zoom: true }, /enable_zoom/],
    ['strict', { strict: true }, /strict/],
    ['examples', { input_examples: [] }, /input_examples/],
    ['late loading of all', { defer_loading: true }, /defer_loading/],
    ['a member that is none', { configs: { fly: { enabled: true } } }, /configs\.fly/],
    ['late loading of some', { configs: { zoom: { defer_loading: true } } }, /defer_loading must be the same/],
    ['other callers', { allowed_callers: ['code_execution'] }, /allowed_callers/],
  ];
  it.each(entries)('a toolset is refused with %s', async (_, fields, words) => {
    await refuses(await firstRequest(), tool(fields), 400, words);
  });

  it('a toolset is rejected with all members disabled', async () => {
    const { computerMembers } = await import('../../../src/testing/anthropic/tools.js');
    const configs = Object.fromEntries(computerMembers.map((member) => [member, { enabled: false }]));
    await refuses(await firstRequest(), tool({ configs }), 400, /at least one member/);
  });

  it.each([
    ['claude-opus-5-5', toolset, november, 'computer-use-2025-11-24'],
    ['claude-opus-4-7', november, toolset, ''],
    ['claude-sonnet-4-5', january, november, 'computer-use-2025-11-24'],
  ])('%s has its own versions', async (model, own, other, beta) => {
    const spoil: Spoil = (wire) => {
      wire.body.tools = [other];
      if (beta) wire.headers['anthropic-beta'] = beta;
    };
    const words = `'${model}' does not support tool types: ${other.type}. Did you mean one of `;
    await refuses(await firstRequest(model, own), spoil, 400, new RegExp(`^${words.replace(/\./g, '\\.')}`));
  });

  it.each([
    ['claude-opus-4-7', november],
    ['claude-sonnet-4-5', january],
  ])('%s needs a header for its tool', async (model, own) => {
    const words = `tools.0: Input tag '${own.type}' found using 'type' does not match any of the expected tags: `;
    const spoil: Spoil = ({ headers }) => void delete headers['anthropic-beta'];
    await refuses(await firstRequest(model, own), spoil, 400, new RegExp(`^${words}`));
  });

  it('names are unique and valid', async () => {
    const own = { name: 'computer', description: 'x', input_schema: { type: 'object' } };
    const add =
      (one: object): Spoil =>
      (wire) =>
        void wire.body.tools.push({ ...own, ...one });
    const wire = await firstRequest('claude-opus-4-7', november);
    await refuses(wire, add({}), 400, /must be unique/);
    await refuses(wire, add({ name: 'a b' }), 400, /String should match/);
    await refuses(wire, add({ name: 'fine', input_schema: {} }), 400, /input_schema/);
    await refuses(wire, tool({ display_width_px: undefined }), 400, /display_width_px: Field required/);
    await refuses(await firstRequest('claude-sonnet-4-5', january), tool({ enable_zoom: true }), 400, /enable_zoom/);
  });
});

describe('tool results', () => {
  const second = async (): Promise<Wire> => {
    const wire = await firstRequest();
    return nextRequest(wire, (await send(wire)).answer);
  };
  const results = ({ body: { messages } }: Wire): Block[] => messages.at(-1)?.content ?? [];
  const failing =
    (index: number, fields: object): Spoil =>
    (wire) =>
      void Object.assign(results(wire)[index] ?? {}, fields);
  const words = (text: string): Block[] => [{ type: 'text', text }];
  const sentence = 'Not executed: an earlier computer action in this turn failed.';

  it('are rejected when one is missing, with the provider’s message', async () => {
    const wire = await second();
    const id = String(results(wire)[1]?.tool_use_id);
    const missing = `messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
    await refuses(wire, (one) => void results(one).splice(1, 1), 400, missing);
    await refuses(
      wire,
      (one) => void results(one).unshift({ type: 'text', text: 'first' }),
      400,
      /without `tool_result`/,
    );
  });

  it.each<[string, Spoil, RegExp]>([
    ['twice', (wire) => void results(wire).push(...results(wire).slice(0, 1)), /single result/],
    [
      'to nothing',
      (wire) => void results(wire).push({ type: 'tool_result', tool_use_id: 'toolu_x', content: 'x' }),
      /unexpected `tool_use_id`/,
    ],
    ['without its toolset', failing(0, { toolset_name: undefined }), /toolset_name/],
    ['with another toolset', failing(0, { toolset_name: 'browser' }), /toolset_name/],
    ['as an error without a word', failing(2, { is_error: true, content: [] }), /cannot be empty/],
    ['as an error with an empty text', failing(2, { is_error: true, content: '' }), /cannot be empty/],
    ['with something that is no text or image', failing(2, { content: [{ type: 'document' }] }), /document blocks/],
    ['as if nothing had failed before', failing(0, { is_error: true, content: words('No.') }), /every later one/],
  ])('are rejected: %s', async (_, spoil, said) => {
    await refuses(await second(), spoil, 400, said);
  });

  it('are rejected as errors with pictures, and with another text than "Not executed"', async () => {
    const image = await picture(10, 10);
    await refuses(
      await second(),
      failing(2, { is_error: true, content: [...words('No.'), image] }),
      400,
      /must be type "text"/,
    );
    const failed = await second();
    failing(0, { is_error: true, content: words('It is not there.') })(failed);
    for (const index of [1, 2]) failing(index, { is_error: true, content: words(sentence) })(failed);
    await refuses(failed, failing(2, { content: words('Not executed.') }), 400, /every later one/);
    await refuses(failed, failing(1, { is_error: undefined }), 400, /every later one/);
  });
});

describe('pictures', () => {
  const shown = async (width: number, height: number): Promise<Spoil> => {
    const image = await picture(width, height);
    return (wire) => void wire.body.messages[0]?.content.push(image);
  };
  it('are rejected if they are too large for the model', async () => {
    await refuses(await firstRequest(), await shown(2_577, 100), 400, /too large/);
    await refuses(await firstRequest(), await shown(2_200, 2_000), 400, /too large/);
    await refuses(await firstRequest(), await shown(8_001, 10), 400, /too large|8000/);
  });

  it('are rejected on earlier models only if the request says so', async () => {
    const wire = await firstRequest('claude-sonnet-4-5', january);
    const large = await picture(1_600, 400);
    wire.body.messages[0]?.content.push(large);
    const strict: Spoil = (one) =>
      void Object.assign(one.body.messages[0]?.content.at(-1) ?? {}, { transformations: { oversized_image: 'error' } });
    await refuses(wire, strict, 400, /too large/);
  });

  it('are rejected above 2000 pixels if there are more than twenty', async () => {
    const wire = await firstRequest();
    wire.body.messages[0]?.content.push(await picture(2_100, 100));
    const small = await picture(20, 20);
    const many: Spoil = (one) => void one.body.messages[0]?.content.push(...Array.from({ length: 19 }, () => small));
    await refuses(wire, many, 400, /many-image requests: 2000/);
  });

  it('are rejected if they are invalid or of another type', async () => {
    const change =
      (fields: object): Spoil =>
      ({ body: { messages } }) => {
        const image = messages[0]?.content.at(-1);
        if (image) image.source = { ...(image.source as object), ...fields };
      };
    await refuses(await firstRequest(), change({ data: 'AAAA' }), 400, /Could not process/);
    await refuses(await firstRequest(), change({ media_type: 'image/webp' }), 400, /specified as image\/webp/);
    await refuses(await firstRequest(), change({ data: 'A'.repeat(10_000_001) }), 400, /10 MB/);
  });
});

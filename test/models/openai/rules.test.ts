import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContractServer, type Intent, openaiContract, serveContract } from '../../../src/testing/index.js';

type Item = Record<string, unknown>;
interface Answer {
  id: string;
  output: Item[];
}

const clickOnce: Intent[] = [{ do: 'click', at: { x: 0.5, y: 0.5 } }];
const computer = { type: 'computer' };
const preview = { type: 'computer_use_preview', display_width: 1024, display_height: 768, environment: 'browser' };
const fromPreview = { model: 'computer-use-preview', tools: [preview], truncation: 'auto' };

let server: ContractServer;
let next: Intent[] = clickOnce;
let screenshot: Item;
beforeAll(async () => {
  server = await serveContract(openaiContract, () => next);
  const image = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  const url = `data:image/png;base64,${image.toString('base64')}`;
  screenshot = { type: 'computer_screenshot', image_url: url, detail: 'original' };
});
afterAll(() => server.close());

async function post(body: unknown, { path = '/v1/responses', key = 'Bearer test-key' } = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: key },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const told: unknown = await response.json();
  return { status: response.status, told };
}

const base = { model: 'gpt-5.6', tools: [computer], input: 'Click it.' };

async function begin(intents: Intent[] = clickOnce, more: Item = {}): Promise<Answer> {
  next = intents;
  const { status, told } = await post({ ...base, ...more });
  expect(status).toBe(200);
  next = clickOnce;
  return told as Answer;
}

const callIn = ({ output }: Answer): Item => output.find(({ type }) => type !== 'reasoning') ?? {};
const outputFor = (call: Item, more: Item = {}): Item => ({
  type: 'computer_call_output',
  call_id: call.call_id,
  output: screenshot,
  ...more,
});

async function refuses(body: unknown, status: number, message: string, how: Parameters<typeof post>[1] = {}) {
  const before = server.violations.length;
  const answer = await post(body, how);
  expect(answer).toMatchObject({ status, told: { error: { message: expect.stringContaining(message) } } });
  expect(server.violations).toHaveLength(before + 1);
}

describe('what the contract of OpenAI rejects', () => {
  it('a request without a key, a model, an input, a valid path or JSON', async () => {
    await refuses(base, 401, "You didn't provide an API key.", { key: '' });
    await refuses(base, 404, 'Invalid URL (POST /v1/chat)', { path: '/v1/chat' });
    await refuses('{"model":', 400, 'We could not parse the JSON body of your request.');
    await refuses({ ...base, model: undefined }, 400, "Missing required parameter: 'model'.");
    await refuses({ ...base, input: [] }, 400, "Missing required parameter: 'input'.");
  });

  it('invalid tools', async () => {
    const withTool = (tool: Item, more: Item = {}): Item => ({ ...base, ...more, tools: [tool] });
    await refuses(withTool({ ...computer, display_width: 800 }), 400, "Unknown parameter: 'tools[0].display_width'.");
    await refuses(
      withTool(computer, { model: 'computer-use-preview' }),
      400,
      "Hosted tool 'computer' is not supported",
    );
    await refuses(withTool(preview), 400, "Hosted tool 'computer_use_preview' is not supported with gpt-5.6.");
    for (const field of ['display_width', 'display_height', 'environment'])
      await refuses(
        { ...base, ...fromPreview, tools: [{ ...preview, [field]: undefined }] },
        400,
        `Missing required parameter: 'tools[0].${field}'.`,
      );
    await refuses({ ...base, ...fromPreview, tools: [{ ...preview, display_width: 0.5 }] }, 400, 'expected an integer');
    await refuses(
      { ...base, ...fromPreview, tools: [{ ...preview, environment: 'moon' }] },
      400,
      "'ubuntu', and 'browser'",
    );
    await refuses({ ...base, ...fromPreview, truncation: undefined }, 400, "'truncation' to be 'auto'");
    await refuses(withTool({ type: 'function', name: 'a b', parameters: {} }), 400, "Invalid 'tools[0].name'");
    await refuses(withTool({ type: 'function', name: 'a' }), 400, "Missing required parameter: 'tools[0].parameters'.");
    await refuses(withTool({ type: 'telepathy' }), 400, "Invalid value: 'telepathy'.");
  });

  it('to continue from a response that is not stored', async () => {
    await refuses({ ...base, previous_response_id: 'resp_0' }, 400, "Previous response with id 'resp_0' not found.");
    const unkept = await begin(clickOnce, { store: false });
    const input = [outputFor(callIn(unkept))];
    await refuses({ ...base, previous_response_id: unkept.id, input }, 400, `with id '${unkept.id}' not found.`);
  });

  it('calls without an output, with two, and outputs without a call', async () => {
    const asked = await begin();
    const call = callIn(asked);
    const on = (input: Item[]): Item => ({ ...base, previous_response_id: asked.id, input });
    const said = { role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] };
    await refuses(on([said]), 400, `No tool output found for computer call ${call.call_id}.`);
    await refuses(on([said, outputFor(call)]), 400, `No tool output found for computer call ${call.call_id}.`);
    await refuses(
      on([outputFor(call), outputFor(call)]),
      400,
      `Duplicate tool output for computer call ${call.call_id}.`,
    );
    await refuses(
      on([outputFor({ call_id: 'call_0' })]),
      400,
      'No tool call found for computer call output with call_id call_0.',
    );
    const wrong = { type: 'function_call_output', call_id: call.call_id, output: 'Done.' };
    await refuses(on([wrong]), 400, `No tool call found for function call output with call_id ${call.call_id}.`);
    const tool = { type: 'function', name: 'note', parameters: {} };
    const noted = await begin([{ do: 'tool', name: 'note', input: {} }], { tools: [computer, tool] });
    await refuses(
      { ...base, previous_response_id: noted.id, input: [said] },
      400,
      `No tool output found for function call ${callIn(noted).call_id}.`,
    );
    expect(await post(on([outputFor(call), said]))).toMatchObject({ status: 200 });
  });

  it('safety checks that are not acknowledged, and what is acknowledged without one', async () => {
    const plain = await begin();
    for (const given of [null, [], [{ id: 'cu_sc_1' }]])
      await refuses(
        {
          ...base,
          previous_response_id: plain.id,
          input: [outputFor(callIn(plain), { acknowledged_safety_checks: given })],
        },
        400,
        '`acknowledged_safety_checks` is not supported for the "computer" tool.',
      );
    for (const way of [{}, fromPreview]) {
      const checked = await begin([{ do: 'click', at: { x: 0, y: 0 }, safety: 'Really?' }], way);
      const call = callIn(checked);
      const checks = call.pending_safety_checks as Item[];
      const id = String(checks[0]?.id);
      const on = (more: Item): Item => ({
        ...base,
        ...way,
        previous_response_id: checked.id,
        input: [outputFor(call, more)],
      });
      await refuses(on({}), 400, `Computer tool has unacknowledged safety check for ['${id}']`);
      await refuses(on({ acknowledged_safety_checks: [...checks, { id: 'cu_sc_0' }] }), 400, "id 'cu_sc_0'");
      expect(await post(on({ acknowledged_safety_checks: checks }))).toMatchObject({ status: 200 });
    }
  });

  it('invalid pictures', async () => {
    const asked = await begin();
    const on = (output: Item): Item => ({
      ...base,
      previous_response_id: asked.id,
      input: [outputFor(callIn(asked), { output })],
    });
    await refuses(
      on({ ...screenshot, image_url: 'data:image/png;base64,AAAA' }),
      400,
      'does not represent a valid image',
    );
    await refuses(on({ ...screenshot, image_url: undefined }), 400, "'input[0].output.image_url'");
    await refuses(on({ ...screenshot, detail: 'sharp' }), 400, "Invalid value: 'sharp'.");
    await refuses(on({ ...screenshot, type: 'input_image' }), 400, "'computer_screenshot'");
    for (const detail of ['low', 'high', 'auto', 'original', undefined])
      expect(await post(on({ ...screenshot, detail }))).toMatchObject({ status: 200 });
  });

  it('items of the model that are changed', async () => {
    const include = ['reasoning.encrypted_content'];
    const { output } = await begin(clickOnce, { store: false, include });
    const [thought = {}, call = {}] = output;
    const on = (...items: Item[]): Item => ({
      ...base,
      store: false,
      include,
      input: [{ role: 'user', content: 'Click it.' }, ...items],
    });
    const reasoning = `'${thought.id}'`;
    await refuses(on(call, outputFor(call)), 400, `was provided without its required 'reasoning' item: ${reasoning}.`);
    await refuses(
      on(thought),
      400,
      `Item ${reasoning} of type 'reasoning' was provided without its required following item.`,
    );
    await refuses(on(outputFor(call), thought, call), 400, 'No tool call found');
    await refuses(on(thought, call, outputFor(call), call), 400, `Duplicate item found with id ${call.id}.`);
    await refuses(on(thought, { ...call, actions: [] }, outputFor(call)), 400, 'was changed');
    const blind = await begin(clickOnce, { store: false });
    await refuses(
      on(...blind.output, outputFor(callIn(blind))),
      404,
      'Items are not persisted when `store` is set to false.',
    );
    expect(await post(on(thought, call, outputFor(call)))).toMatchObject({ status: 200 });
  });
});

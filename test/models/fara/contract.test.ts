import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Contract, type ContractRequest, serveContract } from '../../../src/testing/index.js';
import { drawScreen } from '../../contract/drawn-screen.js';
import { faraCases } from '../../contract/fara-cases.js';
import { play } from '../../contract/play.js';

interface Part {
  type: string;
  text?: string;
  image_url?: { url: string };
}
interface Message {
  role: string;
  content: string | Part[];
}
interface Body {
  [field: string]: unknown;
  messages: Message[];
}
interface Sent {
  path: string;
  headers: Record<string, string>;
  body: Body;
}

/** Changes the request. */
type Wrong = (sent: Sent, pictures: { small: string; other: string }) => void;

const last = ({ messages }: Body): Part[] => {
  const content = messages.at(-1)?.content;
  return Array.isArray(content) ? content : [];
};
const swapText = (message: Message | undefined, from: string | RegExp, to: string): void => {
  if (!message) return;
  if (typeof message.content === 'string') message.content = message.content.replace(from, to);
  else for (const part of message.content) if (part.text) part.text = part.text.replace(from, to);
};
const show = (body: Body, url: string): void => {
  for (const part of last(body)) if (part.image_url) part.image_url.url = url;
};

const everywhere: Record<string, [Wrong, number, RegExp]> = {
  'no key': [({ headers }) => delete headers.authorization, 401, /key is missing/],
  'another address': [(sent) => Object.assign(sent, { path: '/elsewhere' }), 404, /There is no POST .elsewhere/],
  'a tools field': [({ body }) => Object.assign(body, { tools: [] }), 400, /Unknown field: tools/],
  'another temperature': [({ body }) => Object.assign(body, { temperature: 1 }), 400, /temperature must be 0/],
  'another number of tokens': [({ body }) => Object.assign(body, { max_tokens: 5 }), 400, /max_tokens/],
  'no messages': [({ body }) => Object.assign(body, { messages: [] }), 400, /There are no messages/],
  'a message of a tool': [
    ({ body }) => body.messages.push({ role: 'tool', content: 'x' }),
    400,
    /Unexpected role tool/,
  ],
  'two messages of the user in a row': [
    ({ body }) => body.messages.push({ role: 'user', content: [...last(body)] }),
    400,
    /Roles must alternate/,
  ],
  'an answer at the end': [
    ({ body }) => body.messages.push({ role: 'assistant', content: 'x' }),
    400,
    /must be from the user/,
  ],
  'an empty answer': [
    ({ body }) => {
      for (const message of body.messages) if (message.role === 'assistant') message.content = '';
    },
    400,
    /must be a text/,
  ],
  'parts the other way round': [({ body }) => void last(body).reverse(), 400, /must come before/],
  'no picture at the end': [
    ({ body }) =>
      void last(body).splice(
        last(body).findIndex(({ image_url }) => image_url),
        1,
      ),
    400,
    /must show the screen/,
  ],
  'two pictures in a message': [
    ({ body }) => last(body).push(...last(body).filter(({ image_url }) => image_url)),
    400,
    /at most one image/,
  ],
  'more than three pictures': [
    ({ body }, { other }) => {
      const [answer, said] = body.messages.slice(-2);
      if (!answer || !said) return;
      for (const face of ['a', 'b', 'c', 'd']) {
        const content = structuredClone(last(body));
        body.messages.push(structuredClone(answer), { role: 'user', content });
        if (face !== 'd') show(body, `${other}${face === 'a' ? '' : 'A'.repeat(face === 'b' ? 4 : 8)}`);
      }
    },
    400,
    /At most 3 image/,
  ],
  'a picture of another size': [({ body }, { small }) => show(body, small), 400, /300x200/],
  'a picture that is none': [({ body }) => show(body, 'data:image/png;base64,AAAA'), 400, /is not a PNG/],
  'a picture that is not a PNG': [({ body }) => show(body, 'data:image/jpeg;base64,AAAA'), 400, /data URL of a PNG/],
  'the same picture twice': [
    ({ body }) => {
      const [answer] = body.messages.slice(-2);
      if (answer) body.messages.push(structuredClone(answer), { role: 'user', content: structuredClone(last(body)) });
    },
    400,
    /twice in a row/,
  ],
};

const scored: typeof everywhere = {
  'another prompt': [({ body }) => swapText(body.messages[0], 'You are FARA', 'You are'), 400, /must be the prompt/],
  'a system prompt': [({ body }) => body.messages.unshift({ role: 'system', content: 'x' }), 400, /must be the prompt/],
  'another resolution': [
    ({ body }) => swapText(body.messages[0], /resolution: \d+/, 'resolution: 5'),
    400,
    /prompt says|stated resolution/,
  ],
  'a name of a model': [({ body }) => Object.assign(body, { model: 'x' }), 400, /Unknown field: model/],
};

const native: typeof everywhere = {
  'no system prompt': [({ body }) => void body.messages.shift(), 400, /must be the system prompt/],
  'a second system prompt': [
    ({ body }) => body.messages.push({ role: 'system', content: 'x' }),
    400,
    /at the beginning/,
  ],
  'another beginning': [
    ({ body }) => swapText(body.messages[0], 'You are a helpful assistant.', 'Hello.'),
    400,
    /must start with/,
  ],
  'no word of critical points': [
    ({ body }) => swapText(body.messages[0], /critical point/gi, 'thing'),
    400,
    /critical points/,
  ],
  'no resolution': [
    ({ body }) => swapText(body.messages[0], /resolution is \d+x\d+/, 'resolution is large'),
    400,
    /must state the resolution/,
  ],
  'another resolution': [
    ({ body }) => swapText(body.messages[0], /resolution is \d+/, 'resolution is 5'),
    400,
    /prompt says|stated resolution/,
  ],
  'functions that are no JSON': [
    ({ body }) => swapText(body.messages[0], '<tools>\n{', '<tools>\n'),
    400,
    /must be JSON/,
  ],
  'no computer_use': [
    ({ body }) => swapText(body.messages[0], '"name":"computer_use"', '"name":"other"'),
    400,
    /must be computer_use/,
  ],
  'a function without parameters': [
    ({ body }) => swapText(body.messages[0], '"parameters":{', '"else":{'),
    400,
    /needs name, description and parameters/,
  ],
  'an address with a query': [
    ({ body }) => swapText(body.messages.at(-1), /(Current URL: \S+)/, '$1?a=b'),
    400,
    /without a query/,
  ],
  'a long address': [
    ({ body }) => swapText(body.messages.at(-1), /(Current URL: \S+)/, `$1${'x'.repeat(100)}`),
    400,
    /at most 100/,
  ],
  'another ending': [
    ({ body }) => swapText(body.messages.at(-1), /Here is the next screenshot\..*/, 'Go on.'),
    400,
    /must end with the sentence/,
  ],
  'no model': [({ body }) => delete body.model, 404, /does not exist/],
};

describe.each(faraCases)('The contract of $name', (one) => {
  let good: ContractRequest;
  let pictures: { small: string; other: string };
  const rules = { ...everywhere, ...(one.name === 'fara/thought-action' ? scored : native) };

  beforeAll(async () => {
    const screen = drawScreen(['One'], (_, drawn) => {
      drawn.face += 1;
    });
    const { server } = await play(one, [[{ do: 'click', at: screen.at('One') }], [{ do: 'done', answer: 'x' }]], {
      screen,
    });
    expect(server.violations).toEqual([]);
    good = server.requests.at(-1) as ContractRequest;
    const size = server.inputs.at(-1)?.pictures.at(-1) ?? { width: 0, height: 0 };
    const draw = async (width: number, height: number): Promise<string> => {
      const background = { r: 9, g: 200, b: 9 };
      const bytes = await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer();
      return `data:image/png;base64,${bytes.toString('base64')}`;
    };
    pictures = { small: await draw(300, 200), other: await draw(size.width, size.height) };
  });

  /** Sends the valid request with one change. */
  async function send(wrong: Wrong): Promise<{ status: number; violations: string[] }> {
    const contract: Contract = one.contract;
    await using server = await serveContract(contract, () => [{ do: 'done', answer: 'x' }]);
    const sent: Sent = structuredClone({
      path: good.path,
      headers: { authorization: 'Bearer test-key', 'content-type': 'application/json' },
      body: good.body as Body,
    });
    wrong(sent, pictures);
    const { path, headers, body } = sent;
    const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, violations: server.violations.map(({ message }) => message) };
  }

  it('accepts a valid request', async () => {
    expect(await send(() => undefined)).toEqual({ status: 200, violations: [] });
  });

  it.each(Object.entries(rules))('rejects %s', async (_, [wrong, status, sentence]) => {
    expect(await send(wrong)).toEqual({ status, violations: [expect.stringMatching(sentence)] });
  });
});

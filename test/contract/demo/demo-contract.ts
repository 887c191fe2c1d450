import { isRecord } from '../../../src/core/is-record.js';
import {
  type Contract,
  ContractViolation,
  type Intent,
  type ModelInput,
  readPictureText,
  type ScreenPoint,
} from '../../../src/testing/index.js';

interface Memory {
  calls: number;
}

export const demoContract: Contract<Memory> = {
  name: 'demo',
  createState: () => ({ calls: 0 }),
  readRequest({ body, path }) {
    if (path !== '/next') throw new ContractViolation(404, `There is no ${path}.`);
    const messages = isRecord(body) && Array.isArray(body.messages) ? body.messages.filter(isRecord) : [];
    if (messages[0]?.from !== 'user') throw new ContractViolation(400, 'The first message must be from the user.');
    for (const [index, message] of messages.entries()) {
      if (message.from !== 'model') continue;
      const asked = isRecord(message.said) && Array.isArray(message.said.do) ? message.said.do.filter(isRecord) : [];
      const answers = messages[index + 1]?.results;
      const given = Array.isArray(answers) ? answers.filter(isRecord) : [];
      for (const { id, ask } of asked) {
        const answer = given.find((one) => one.id === id);
        if (!answer) throw new ContractViolation(400, `The call ${String(id)} was not answered.`);
        if (ask !== undefined && !answer.failed && answer.agreed !== true)
          throw new ContractViolation(400, `Nobody agreed to ${String(id)}.`);
      }
    }
    const pictures = messages.flatMap(({ picture }) => (typeof picture === 'string' ? [readPictureText(picture)] : []));
    if (pictures.length > 8) throw new ContractViolation(400, 'At most 8 pictures.');
    const since = messages.slice(messages.findLastIndex(({ from }) => from === 'model') + 1);
    const results = since.flatMap((message) =>
      Array.isArray(message.results) ? message.results.filter(isRecord) : [],
    );
    return {
      turn: 0,
      pictures,
      text: since.map(({ text, modal }) => [text, modal].filter(Boolean).join('\n')).join('\n'),
      results: results.map(({ id, text, failed }) => ({
        id: String(id),
        text: String(text),
        failed: failed === true,
        pictures: 0,
      })),
      tools: isRecord(body) && Array.isArray(body.tools) ? body.tools.map(String) : [],
    };
  },
  respond(intents, told, memory) {
    const say = intents.find((intent) => intent.do === 'done');
    const refusal = intents.find((intent) => intent.do === 'refuse');
    const used = { in: 1_000, out: 50 };
    if (refusal?.do === 'refuse') return { refusal: refusal.reason, used };
    const calls: Record<string, unknown>[] = intents
      .filter(({ do: what }) => what !== 'done')
      .map((intent) => {
        memory.calls += 1;
        return {
          id: `c${memory.calls}`,
          ...callOf(intent, told),
          ...('safety' in intent && intent.safety ? { ask: intent.safety } : {}),
        };
      });
    if (say?.do === 'done' && calls.length > 0)
      calls.push({ id: `c${memory.calls + 1}`, call: 'complete', input: { summary: say.answer } });
    return { ...(say?.do === 'done' && calls.length === 0 ? { say: say.answer } : {}), do: calls, used };
  },
  errorBody: (status, message) => ({ error: { status, message } }),
};

function callOf(intent: Intent, told: ModelInput): { call: string; [field: string]: unknown } {
  const { width = 0, height = 0 } = told.pictures.at(-1) ?? {};
  const at = ({ x, y }: ScreenPoint) => ({
    x: Math.min(width - 1, Math.floor(x * width)),
    y: Math.min(height - 1, Math.floor(y * height)),
  });
  switch (intent.do) {
    case 'click':
      return { call: 'click', ...at(intent.at) };
    case 'type':
      return { call: 'type', text: `${intent.text}${intent.enter ? '\n' : ''}`, ...(intent.at ? at(intent.at) : {}) };
    case 'key':
      return { call: 'key', keys: intent.keys };
    case 'scroll':
      return { call: 'scroll', ...at(intent.at), by: intent.direction === 'up' ? -intent.pixels : intent.pixels };
    case 'wait':
      return { call: 'wait', seconds: intent.seconds };
    case 'navigate':
      return { call: 'navigate', url: intent.url };
    case 'tool':
      return { call: intent.name, input: intent.input };
    case 'remember':
      return { call: 'remember', input: { key: 'fact', value: intent.fact } };
    case 'fail':
      return { call: 'fail', input: { reason: intent.reason } };
    default:
      throw new Error(`The demo model cannot ${intent.do}.`);
  }
}

import { isRecord } from '../../../src/core/record.js';
import { pixels } from '../../../src/core/space.js';
import {
  keyActions,
  lastSeen,
  readArguments,
  targetAt,
  toCalls,
  unknownCall,
} from '../../../src/models/adapter/arguments.js';
import type { UserMessage } from '../../../src/models/adapter/conversation.js';
import { imageRetentionOf } from '../../../src/models/adapter/image-retention.js';
import { modalWords, throughModal } from '../../../src/models/adapter/modal.js';
import { type ProviderAdapter, unreadable } from '../../../src/models/adapter/provider-adapter.js';
import type { Call, CallResult, ScreenSnapshot, Turn } from '../../../src/models/model.js';

/** The plainest dialect there could be: the shared suites are tried on it first. */
export function demoDialect(url: string): ProviderAdapter {
  return {
    name: 'demo/plain',
    capabilities: ['vision', 'tool_calling', 'computer_use'],
    vision: { picture: { type: 'png', size: ({ width, height }) => ({ width: width / 2, height: height / 2 }) } },
    historyWindow: { most: 40, keep: 20 },
    request(conversation, turn, tight) {
      const fates = imageRetentionOf(
        conversation,
        tight ? { kind: 'last', keep: 1 } : { kind: 'batched', keep: 3, every: 5 },
      );
      const show = (seen: ScreenSnapshot | undefined): object => {
        const said = [modalWords(seen?.modal)].filter((words) => words !== undefined);
        const isSent = seen?.picture && fates.get(seen) === 'sent';
        return {
          ...(said.length > 0 ? { modal: said.join() } : {}),
          ...(isSent ? { picture: seen.picture?.bytes.toString('base64') } : {}),
        };
      };
      const told = ({ text, attachments, seen }: UserMessage): object => ({
        from: 'user',
        text: [text, ...attachments.map(({ name }) => `There is a file: ${name}.`)].join('\n\n'),
        ...show(seen),
      });
      const { opening, summary, exchanges } = conversation;
      return {
        system: turn.systemPrompt ?? 'You act on a screen.',
        tools: turn.tools.map(({ name }) => name),
        messages: [
          told({ ...opening, text: [opening.text, summary].filter(Boolean).join('\n\n') }),
          ...exchanges.flatMap(({ reply, results, notes, said, seen }) => [
            { from: 'model', said: reply.raw ?? null },
            { from: 'results', results: results.map(answerTo), text: notes.join('\n'), ...show(seen) },
            ...said.map(({ text }) => ({ from: 'user', text })),
          ]),
        ],
      };
    },
    async send(request, signal) {
      const response = await fetch(`${url}/next`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal,
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text);
      throw Object.assign(new Error(text), { status: response.status, headers: response.headers });
    },
    read(answer, turn) {
      if (!isRecord(answer)) return unreadable('The answer is no object.');
      if (typeof answer.refusal === 'string') return { calls: [], refusal: answer.refusal, raw: answer };
      const text = typeof answer.say === 'string' ? answer.say : undefined;
      const asked = (Array.isArray(answer.do) ? answer.do : []).map(withId);
      if (asked.length === 0 && !text) return unreadable('It says nothing and asks for nothing.', answer);
      const seen = lastSeen(turn.history, turn.observation.screen);
      const calls = asked.flatMap((one) => readCall(one, seen, turn));
      return { calls: throughModal(calls, seen.modal), raw: { ...answer, do: asked }, ...(text ? { text } : {}) };
    },
    usage(answer) {
      const used = isRecord(answer) && isRecord(answer.used) ? answer.used : undefined;
      if (!used) return undefined;
      const count = (value: unknown): number => (Number.isFinite(value) ? Math.max(0, Number(value)) : 0);
      return { inputTokens: count(used.in), outputTokens: count(used.out) };
    },
  };
}

function answerTo({ call, result, confirmed }: CallResult): object {
  const came = result.data === undefined ? (result.metadata.seen ?? 'Done.') : JSON.stringify(result.data);
  const text = result.success ? came : (result.error ?? 'It failed.');
  return { id: call.id, text, failed: !result.success, ...(confirmed ? { agreed: true } : {}) };
}

const names = ['click', 'type', 'key', 'scroll', 'wait', 'navigate'];

/** A call that came without an id of its own gets one, which is then also what is sent back. */
function withId(one: unknown, index: number): Record<string, unknown> & { id: string } {
  const given = isRecord(one) ? one : {};
  return { ...given, id: typeof given.id === 'string' && given.id ? given.id : `call_${index}` };
}

function readCall(given: ReturnType<typeof withId>, seen: ScreenSnapshot, turn: Turn): Call[] {
  const { id } = given;
  const name = typeof given.call === 'string' ? given.call : '';
  const confirm = typeof given.ask === 'string' ? { confirm: given.ask } : {};
  const input = readArguments(name, given);
  const at = (): { x: number; y: number } => targetAt(name, pixels, input.raw.box ?? [given.x, given.y], seen);
  return toCalls(id, name, () => {
    if (name === 'click') return { id, ...confirm, action: { type: 'click', target: at() } };
    if (name === 'type') {
      const target = input.has('x') ? { target: at() } : {};
      return { id, ...confirm, action: { type: 'type', text: input.text('text'), ...target } };
    }
    if (name === 'key') return keyActions(given.keys).map((action) => ({ id, ...confirm, action }));
    if (name === 'scroll') return { id, action: { type: 'scroll', target: at(), dx: 0, dy: input.number('by') } };
    if (name === 'wait')
      return { id, action: { type: 'wait', for: { seconds: Math.max(0, Math.min(5, input.number('seconds'))) } } };
    if (name === 'navigate') return { id, action: { type: 'navigate', url: input.text('url') || 'about:blank' } };
    const tool = turn.tools.find((candidate) => candidate.name === name);
    if (!tool) throw unknownCall(name, [...names, ...turn.tools.map((known) => known.name)]);
    return { id, tool: name, input: isRecord(given.input) ? given.input : {} };
  });
}

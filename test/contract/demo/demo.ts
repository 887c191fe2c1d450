import { pixelSpace } from '../../../src/core/coordinate-space.js';
import { isRecord } from '../../../src/core/is-record.js';
import { readArguments } from '../../../src/models/adapter/arguments.js';
import { toCalls, unknownCall } from '../../../src/models/adapter/calls.js';
import type { UserMessage } from '../../../src/models/adapter/conversation.js';
import { latestSnapshot, toTarget } from '../../../src/models/adapter/coordinates.js';
import { planImageRetention } from '../../../src/models/adapter/image-retention.js';
import { keyActions } from '../../../src/models/adapter/keys.js';
import { describeModal, routeToModal } from '../../../src/models/adapter/modal.js';
import { type ProviderAdapter, unreadableReply } from '../../../src/models/adapter/provider-adapter.js';
import type { Call, CallResult, ScreenSnapshot, Turn } from '../../../src/models/model.js';

/** The simplest possible adapter: the shared suites run on it first. */
export function demoAdapter(url: string): ProviderAdapter {
  return {
    name: 'demo/plain',
    capabilities: ['vision', 'tool_calling', 'computer_use'],
    vision: { picture: { type: 'png', size: ({ width, height }) => ({ width: width / 2, height: height / 2 }) } },
    historyWindow: { maxExchanges: 40, keepExchanges: 20 },
    buildRequest(conversation, turn, minimal) {
      const retention = planImageRetention(
        conversation,
        minimal ? { kind: 'last', keep: 1 } : { kind: 'batched', keep: 3, every: 5 },
      );
      const show = (snapshot: ScreenSnapshot | undefined): object => ({
        modal: describeModal(snapshot?.modal),
        picture:
          snapshot?.picture && retention.get(snapshot) === 'send'
            ? snapshot.picture.bytes.toString('base64')
            : undefined,
      });
      const userMessage = ({ text, attachments, snapshot }: UserMessage): object => ({
        from: 'user',
        text: [text, ...attachments.map(({ name }) => `There is a file: ${name}.`)].join('\n\n'),
        ...show(snapshot),
      });
      const { opening, summary, exchanges } = conversation;
      return {
        system: turn.systemPrompt ?? 'You act on a screen.',
        tools: turn.tools.map(({ name }) => name),
        messages: [
          userMessage({ ...opening, text: [opening.text, summary].filter(Boolean).join('\n\n') }),
          ...exchanges.flatMap(({ reply, results, notes, userMessages, snapshot }) => [
            { from: 'model', said: reply.raw ?? null },
            { from: 'results', results: results.map(toResult), text: notes.join('\n'), ...show(snapshot) },
            ...userMessages.map(({ text }) => ({ from: 'user', text })),
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
    readReply(response, turn) {
      if (!isRecord(response)) return unreadableReply('The response is not an object.');
      if (typeof response.refusal === 'string') return { calls: [], refusal: response.refusal, raw: response };
      const text = typeof response.say === 'string' && response.say ? response.say : undefined;
      const requests = (Array.isArray(response.do) ? response.do : []).map(withId);
      if (requests.length === 0 && !text) return unreadableReply('The reply has no text and no call.', response);
      const snapshot = latestSnapshot(turn);
      const calls = requests.flatMap((request) => readCall(request, snapshot, turn));
      return { calls: routeToModal(calls, snapshot.modal), raw: { ...response, do: requests }, text };
    },
    readUsage(response) {
      const used = isRecord(response) && isRecord(response.used) ? response.used : undefined;
      if (!used) return undefined;
      const count = (value: unknown): number => (Number.isFinite(value) ? Math.max(0, Number(value)) : 0);
      return { inputTokens: count(used.in), outputTokens: count(used.out) };
    },
  };
}

function toResult({ call, result, confirmed }: CallResult): object {
  const outcome = result.data === undefined ? (result.metadata.outcomeText ?? 'Done.') : JSON.stringify(result.data);
  const text = result.success ? outcome : (result.error ?? 'It failed.');
  return { id: call.id, text, failed: !result.success, ...(confirmed ? { agreed: true } : {}) };
}

const names = ['click', 'type', 'key', 'scroll', 'wait', 'navigate'];

/** Gives a call without an id its own, which is also sent back. */
function withId(request: unknown, index: number): Record<string, unknown> & { id: string } {
  const fields = isRecord(request) ? request : {};
  return { ...fields, id: typeof fields.id === 'string' && fields.id ? fields.id : `call_${index}` };
}

function readCall(request: ReturnType<typeof withId>, snapshot: ScreenSnapshot, turn: Turn): Call[] {
  const { id } = request;
  const name = typeof request.call === 'string' ? request.call : '';
  const confirm = typeof request.ask === 'string' ? { confirm: request.ask } : {};
  const args = readArguments(name, request);
  const target = () => toTarget(name, pixelSpace, args.raw.box ?? [request.x, request.y], snapshot);
  return toCalls(id, name, () => {
    if (name === 'click') return { ...confirm, action: { type: 'click', target: target() } };
    if (name === 'type') {
      const at = args.has('x') ? { target: target() } : {};
      return { ...confirm, action: { type: 'type', text: args.text('text'), ...at } };
    }
    if (name === 'key') return keyActions(request.keys).map((action) => ({ ...confirm, action }));
    if (name === 'scroll') return { type: 'scroll', target: target(), dx: 0, dy: args.number('by') };
    if (name === 'wait') return { type: 'wait', for: { seconds: Math.max(0, Math.min(5, args.number('seconds'))) } };
    if (name === 'navigate') return { type: 'navigate', url: args.text('url') || 'about:blank' };
    const tool = turn.tools.find((candidate) => candidate.name === name);
    if (!tool) throw unknownCall(name, [...names, ...turn.tools.map((known) => known.name)]);
    return { tool: name, input: isRecord(request.input) ? request.input : {} };
  });
}

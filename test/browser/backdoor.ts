import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { eventually, profileOf } from './launch-witness.js';

/** Opens a second way into a browser of ours. Give it to `args` of a session. */
export const backdoorArgument = '--remote-debugging-port=0';

export interface Target {
  id: string;
  type: string;
  url: string;
  title: string;
}

export interface Backdoor {
  readonly http: string;
  targets(): Promise<Target[]>;
  /** Sends one command to the page at this address, beside whoever else drives it. */
  send(url: string, method: string, params?: object): Promise<Record<string, unknown>>;
  /** The same, for what lasts only as long as whoever asked for it stays. */
  hold(url: string, method: string, params?: object): Promise<Hold>;
}

export interface Hold {
  /** Says one more thing on the same line, and does not wait for the answer. */
  say(method: string, params?: object): void;
  release(): void;
}

/** A way in that Handrail knows nothing of: what a person, an extension or another tool could do to the same browser. */
export async function backdoor(browserPid: number): Promise<Backdoor> {
  let port = '';
  await eventually(() => {
    port = readPort(browserPid);
    return port !== '';
  }, 5_000);
  return backdoorAt(`http://127.0.0.1:${port}`);
}

export function backdoorAt(http: string): Backdoor {
  const targets = async () => (await (await fetch(`${http}/json/list`)).json()) as Target[];
  return {
    http,
    targets,
    async send(url, method, params = {}) {
      const target = (await targets()).find((one) => one.type === 'page' && one.url === url);
      if (!target) throw new Error(`There is no page ${url}.`);
      return (await command(`${http}/devtools/page/${target.id}`, method, params)).result;
    },
    async hold(url, method, params = {}) {
      const target = (await targets()).find((one) => one.type === 'page' && one.url === url);
      if (!target) throw new Error(`There is no page ${url}.`);
      const { socket } = await command(`${http}/devtools/page/${target.id}`, method, params, true);
      return {
        say: (further, parameters = {}) =>
          socket?.write(frame(JSON.stringify({ id: 2, method: further, params: parameters }))),
        release: () => socket?.destroy(),
      };
    },
  };
}

interface Answer {
  result: Record<string, unknown>;
  socket?: Socket;
}

function readPort(pid: number): string {
  try {
    return readFileSync(join(profileOf(pid), 'DevToolsActivePort'), 'utf8').split('\n', 1)[0] ?? '';
  } catch {
    return ''; // not written yet
  }
}

/** One command over a WebSocket of its own. Resolves with the answer, or with nothing when the page goes away over it. */
function command(address: string, method: string, params: object, keep = false): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const opening = request(address, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      },
    });
    opening.on('error', reject);
    opening.on('upgrade', (_, socket: Socket, head) => {
      let data: Buffer = head;
      let isAnswered = false;
      const read = () => {
        const text = firstMessage(data);
        if (text === undefined) return;
        const answer = JSON.parse(text);
        if (answer.id !== 1 || isAnswered) {
          data = rest(data);
          return read();
        }
        isAnswered = true;
        if (!keep || answer.error) socket.destroy();
        if (answer.error) reject(new Error(answer.error.message));
        else resolve({ result: answer.result ?? {}, socket });
      };
      socket.on('data', (chunk) => {
        data = Buffer.concat([data, chunk]);
        read();
      });
      socket.on('error', () => resolve({ result: {} }));
      socket.on('close', () => resolve({ result: {} }));
      socket.write(frame(JSON.stringify({ id: 1, method, params })));
      if (!keep) setTimeout(() => socket.destroy(), 3_000).unref();
    });
    opening.end();
  });
}

function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const mask = randomBytes(4);
  const head =
    body.length < 126
      ? Buffer.from([0x81, 0x80 | body.length])
      : Buffer.from([0x81, 0xfe, body.length >> 8, body.length & 255]);
  const masked = body.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([head, mask, masked]);
}

function measure(data: Buffer): { start: number; end: number } | undefined {
  if (data.length < 2) return undefined;
  const short = (data[1] ?? 0) & 127;
  if (short < 126) return { start: 2, end: 2 + short };
  if (short === 126) return data.length < 4 ? undefined : { start: 4, end: 4 + data.readUInt16BE(2) };
  return data.length < 10 ? undefined : { start: 10, end: 10 + Number(data.readBigUInt64BE(2)) };
}

function firstMessage(data: Buffer): string | undefined {
  const place = measure(data);
  return place && data.length >= place.end ? data.subarray(place.start, place.end).toString() : undefined;
}

function rest(data: Buffer): Buffer {
  return data.subarray(measure(data)?.end ?? data.length);
}

import { isRecord } from '../../../core/is-record.js';
import type { OutgoingRequest } from '../../../core/risk/outgoing-request.js';
import type { RiskAssessment } from '../../../core/risk/risk-class.js';
import { assess, combine, lowRisk } from '../assessment.js';
import { strongEvidence, weakEvidence } from './field-evidence.js';
import { readFields } from './fields.js';
import { readGraphql } from './graphql.js';
import { splitIdentifier } from './identifiers.js';
import { judgeWords } from './judge-words.js';

/** Messages that keep a connection open or follow other users. */
const connectionWords =
  /^(?:ping|pong|hello|hi|ack|connect|connected|connection init|connection ack|init|join|leave|sub|unsub|subscribe|unsubscribe|unsubscribed|nosub|start|stop|complete|cursor|cursors|pointer|mouse|mousemove|move|scroll|focus|blur|selection|awareness|sync|sync step ?\d?|presence.*|typing.*|(?:start|stop) typing|is typing|user typing|heartbeat|phx join|phx leave|auth|authenticate|login|identify|resume|resize|keepalive|alive|status|viewport|handshake|register|noop|read|seen|delivered|poll|refresh|hover)$/;
const nameKeys = [
  'event',
  'action',
  'op',
  'cmd',
  'command',
  'method',
  'target',
  'msg',
  'messageType',
  'kind',
  'type',
  't',
];

/** The risk of one message over a WebSocket. */
export function classifyMessage(request: OutgoingRequest): RiskAssessment {
  if (request.body === undefined) return unknownMessage;
  const text = request.body.trim();
  // The pings of engine.io and of plain text.
  if (/^(?:[2356]|2probe|3probe|0?40[^[]*|h|o|ping|pong|)$/i.test(text)) return lowRisk;
  const stomp = /^(CONNECT|STOMP|SUBSCRIBE|UNSUBSCRIBE|SEND|ACK|NACK|BEGIN|COMMIT|ABORT|DISCONNECT)\r?\n/.exec(
    text,
  )?.[1];
  if (stomp !== undefined && stomp !== 'SEND') return lowRisk;
  const json = parse(withoutRecordEnd(text).replace(/^\d{1,3}(?:\/[\w/]+,)?(?=[[{])/, ''));
  if (json === undefined) return unknownMessage;
  const operations = readGraphql(isRecord(json) ? json.payload : undefined, '');
  if (operations?.every(({ type }) => type !== 'mutation')) return lowRisk;
  const names = operations ? operations.flatMap((one) => [...one.names]) : namesOf(json);
  const fields = readFields({ ...request, fields: [] }, json);
  const strong = strongEvidence(fields);
  const named = names.map(classifyMessageName);
  const consequential = named.filter(
    (one) => one !== undefined && one.safety === 'medium' && !one.classes.includes('unknown_write'),
  );
  if (strong || consequential.length > 0)
    return [...consequential, strong].filter((one) => one !== undefined).reduce(combine);
  if (names.length > 0 && named.every((one) => one === lowRisk)) return lowRisk;
  if (named.some((one) => one === lowRisk) && named.every((one) => one === lowRisk || one === undefined))
    return lowRisk;
  return weakEvidence(fields, []) ?? unknownMessage;
}

const unknownMessage = assess('medium', 'unknown_write', 'it sends a message whose purpose is not known');

const recordEnd = '\u001e';

/** SignalR ends each message with this character. */
function withoutRecordEnd(text: string): string {
  return text.endsWith(recordEnd) ? text.slice(0, -1) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // binary, or another format
  }
}

const maxNames = 8;

/** The values that name a message: `{"type":"cursor"}`, `["event",{…}]`, `[null,"4","topic","event",{}]`. */
function namesOf(json: unknown): string[] {
  if (Array.isArray(json)) {
    const inner = json.length === 1 && typeof json[0] === 'string' ? parse(json[0]) : undefined;
    if (inner !== undefined) return namesOf(inner);
    const texts = json.filter((one): one is string => typeof one === 'string' && !/^\d*$|:/.test(one));
    const event = json.length >= 4 ? texts.at(-1) : texts[0];
    const nested = json.filter(isRecord).flatMap((one) => (event === 'event' ? namesOf(one) : []));
    return event === undefined ? nested : [event, ...nested];
  }
  if (!isRecord(json)) return [];
  const own = nameKeys.flatMap((key) => (typeof json[key] === 'string' ? [json[key]] : []));
  return own.slice(0, maxNames);
}

function classifyMessageName(name: string): RiskAssessment | undefined {
  const words = splitIdentifier(name);
  if (connectionWords.test(words.join(' '))) return lowRisk;
  const verdict = judgeWords(words);
  switch (verdict?.says) {
    case 'commits':
    case 'about':
      return assess('medium', verdict.riskClass, `the message is named "${name.slice(0, 60)}"`);
    case 'reads':
    case 'harmless':
    case 'ambient':
    case 'login':
      return lowRisk;
    case 'writes':
      return assess('medium', 'unknown_write', `the message is named "${name.slice(0, 60)}"`);
    default:
      return undefined;
  }
}

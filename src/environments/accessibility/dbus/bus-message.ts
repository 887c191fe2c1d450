import { HandrailError } from '../../../core/errors.js';
import { type BusValue, isVariant, listOf, numberOf, textOf } from './bus-values.js';
import { readValues } from './read-values.js';
import { writeValues } from './write-values.js';

export const messageTypes = { call: 1, answer: 2, error: 3, signal: 4 } as const;

export interface BusMessage {
  type: number;
  serial: number;
  path: string;
  interface: string;
  member: string;
  errorName: string;
  answers: number;
  sender: string;
  /** Read only when somebody wants it: most signals are not looked into. */
  body(): BusValue[];
}

/** A question to an object of a program. */
export interface BusCall {
  to: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: readonly BusValue[];
}

const fields = { path: 1, interface: 2, member: 3, errorName: 4, answers: 5, to: 6, sender: 7, signature: 8 } as const;
const protocolVersion = 1;
const littleEndian = 'l'.charCodeAt(0);
const fixedHeader = 16;
const noAnswerWanted = 1;
/** The specification allows 128 MB; nothing that Handrail asks for comes near this. */
const largest = 32 * 1024 * 1024;

/** The bytes of a call. */
export function writeCall(call: BusCall, serial: number): Buffer {
  const body = writeValues(call.signature ?? '', call.body ?? []);
  const header: BusValue[] = [
    [fields.path, { signature: 'o', value: call.path }],
    [fields.interface, { signature: 's', value: call.interface }],
    [fields.member, { signature: 's', value: call.member }],
    [fields.to, { signature: 's', value: call.to }],
  ];
  if (call.signature) header.push([fields.signature, { signature: 'g', value: call.signature }]);
  const head = writeValues('yyyyuua(yv)', [
    littleEndian,
    messageTypes.call,
    0,
    protocolVersion,
    body.length,
    serial,
    header,
  ]);
  return Buffer.concat([head, Buffer.alloc(padding(head.length)), body]);
}

/** The answer to whoever calls us: there is nothing to call. Without it they would wait. */
export function writeRefusal(message: BusMessage, serial: number): Buffer {
  const header: BusValue[] = [
    [fields.errorName, { signature: 's', value: 'org.freedesktop.DBus.Error.UnknownMethod' }],
    [fields.answers, { signature: 'u', value: message.serial }],
    [fields.to, { signature: 's', value: message.sender }],
  ];
  const head = writeValues('yyyyuua(yv)', [
    littleEndian,
    messageTypes.error,
    noAnswerWanted,
    protocolVersion,
    0,
    serial,
    header,
  ]);
  return Buffer.concat([head, Buffer.alloc(padding(head.length))]);
}

/** How long the message that begins here is; undefined while too little of it has come. Throws when it is larger than any should be. */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < fixedHeader) return undefined;
  const little = bytes[0] === littleEndian;
  const bodyLength = little ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  const fieldsLength = little ? bytes.readUInt32LE(12) : bytes.readUInt32BE(12);
  const head = fixedHeader + fieldsLength;
  const length = head + padding(head) + bodyLength;
  if (length > largest)
    throw new HandrailError('display_died', `The message bus sent a message of ${length} bytes; ${largest} are taken.`);
  return length;
}

/** A whole message, as `messageLength` cut it. */
export function readMessage(bytes: Buffer): BusMessage {
  const little = bytes[0] === littleEndian;
  const fieldsLength = little ? bytes.readUInt32LE(12) : bytes.readUInt32BE(12);
  const headLength = fixedHeader + fieldsLength;
  const head = readValues('yyyyuua(yv)', bytes.subarray(0, headLength), little);
  const found = new Map<number, BusValue>();
  for (const field of listOf(head[6])) {
    const [code, value] = listOf(field);
    if (isVariant(value)) found.set(numberOf(code), value.value);
  }
  const signature = textOf(found.get(fields.signature));
  const body = bytes.subarray(headLength + padding(headLength));
  return {
    type: numberOf(head[1]),
    serial: numberOf(head[5]),
    path: textOf(found.get(fields.path)),
    interface: textOf(found.get(fields.interface)),
    member: textOf(found.get(fields.member)),
    errorName: textOf(found.get(fields.errorName)),
    answers: numberOf(found.get(fields.answers)),
    sender: textOf(found.get(fields.sender)),
    body: () => readValues(signature, body, little),
  };
}

function padding(length: number): number {
  return (8 - (length % 8)) % 8;
}

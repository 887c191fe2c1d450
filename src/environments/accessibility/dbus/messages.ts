import { HandrailError } from '../../../core/errors.js';
import { type BusValue, isVariant, toList, toNumber, toText } from './bus-values.js';
import { decodeValues } from './decode-values.js';
import { encodeValues } from './encode-values.js';

export const messageTypes = { call: 1, reply: 2, error: 3, signal: 4 } as const;

export interface BusMessage {
  type: number;
  serial: number;
  path: string;
  interface: string;
  member: string;
  errorName: string;
  replySerial: number;
  sender: string;
  /** Decodes the body. Most signals are never decoded. */
  body(): BusValue[];
}

/** A method call to an object of a program. */
export interface BusCall {
  to: string;
  path: string;
  interface: string;
  member: string;
  signature?: string;
  body?: readonly BusValue[];
}

const fields = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  sender: 7,
  signature: 8,
} as const;
const headerSignature = 'yyyyuua(yv)';
const protocolVersion = 1;
const littleEndian = 'l'.charCodeAt(0);
const fixedHeaderLength = 16;
const noReplyExpected = 1;
/** The specification allows 128 MB. No reply to Handrail comes near this. */
const maxMessageLength = 32 * 1024 * 1024;

export function encodeCall(call: BusCall, serial: number): Buffer {
  const header: BusValue[] = [
    [fields.path, { signature: 'o', value: call.path }],
    [fields.interface, { signature: 's', value: call.interface }],
    [fields.member, { signature: 's', value: call.member }],
    [fields.destination, { signature: 's', value: call.to }],
  ];
  if (call.signature) header.push([fields.signature, { signature: 'g', value: call.signature }]);
  const body = encodeValues(call.signature ?? '', call.body ?? []);
  return encodeMessage({ type: messageTypes.call, flags: 0, serial }, header, body);
}

/** Encodes the error reply to a program that calls Handrail, which has no methods. Without it the program would wait. */
export function encodeRefusal(message: BusMessage, serial: number): Buffer {
  const header: BusValue[] = [
    [fields.errorName, { signature: 's', value: 'org.freedesktop.DBus.Error.UnknownMethod' }],
    [fields.replySerial, { signature: 'u', value: message.serial }],
    [fields.destination, { signature: 's', value: message.sender }],
  ];
  return encodeMessage({ type: messageTypes.error, flags: noReplyExpected, serial }, header, Buffer.alloc(0));
}

function encodeMessage(
  { type, flags, serial }: { type: number; flags: number; serial: number },
  fieldValues: BusValue[],
  body: Buffer,
): Buffer {
  const values = [littleEndian, type, flags, protocolVersion, body.length, serial, fieldValues];
  const header = encodeValues(headerSignature, values);
  return Buffer.concat([header, Buffer.alloc(paddingAfter(header.length)), body]);
}

/** The length of the message that starts here. Undefined while its header is incomplete. Throws for a message that is too long. */
export function messageLength(bytes: Buffer): number | undefined {
  if (bytes.length < fixedHeaderLength) return undefined;
  const isLittle = bytes[0] === littleEndian;
  const bodyLength = isLittle ? bytes.readUInt32LE(4) : bytes.readUInt32BE(4);
  const header = headerLength(bytes, isLittle);
  const length = header + paddingAfter(header) + bodyLength;
  if (length > maxMessageLength)
    throw new HandrailError(
      'display_died',
      `The message bus sent a message of ${length} bytes; the maximum is ${maxMessageLength}.`,
    );
  return length;
}

/** Decodes one whole message. */
export function decodeMessage(bytes: Buffer): BusMessage {
  const isLittle = bytes[0] === littleEndian;
  const header = headerLength(bytes, isLittle);
  const values = decodeValues(headerSignature, bytes.subarray(0, header), isLittle);
  const found = new Map<number, BusValue>();
  for (const field of toList(values[6])) {
    const [code, value] = toList(field);
    if (isVariant(value)) found.set(toNumber(code), value.value);
  }
  const signature = toText(found.get(fields.signature));
  const body = bytes.subarray(header + paddingAfter(header));
  return {
    type: toNumber(values[1]),
    serial: toNumber(values[5]),
    path: toText(found.get(fields.path)),
    interface: toText(found.get(fields.interface)),
    member: toText(found.get(fields.member)),
    errorName: toText(found.get(fields.errorName)),
    replySerial: toNumber(found.get(fields.replySerial)),
    sender: toText(found.get(fields.sender)),
    body: () => decodeValues(signature, body, isLittle),
  };
}

function headerLength(bytes: Buffer, isLittle: boolean): number {
  return fixedHeaderLength + (isLittle ? bytes.readUInt32LE(12) : bytes.readUInt32BE(12));
}

function paddingAfter(length: number): number {
  return (8 - (length % 8)) % 8;
}

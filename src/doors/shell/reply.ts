import { statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Fault, formatError, HandrailError } from '../../core/errors.js';
import type { Picture } from '../../core/observation.js';
import { reasonOf } from '../../journal/file-reason.js';
import type { ToolResult } from '../../tools/tool.js';
import { replyText } from '../replies/result-text.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import { exitCodes, faultCode } from '../terminal/exit-codes.js';
import type { Shell, ShellReply } from './command.js';

/** Longer texts are cut unless the caller asks for all of it. */
const mostCharacters = 20_000;

/** The result of a tool as what the command prints. */
export async function toReply(result: ToolResult, held: ManagedSession, shell: Shell): Promise<ShellReply> {
  const { success, data, error, pictures = [], metadata } = result;
  const files: string[] = [];
  for (const picture of pictures) files.push(await placePicture(picture, held, shell));
  const code = success ? exitCodes.done : faultCode(metadata.code);
  const more = shell.full ? 'name a part of the page to read the rest' : '--full prints all';
  const read = replyText(result).replace(/\n… cut$/, `\n… cut here: ${more}`);
  const text = [read, ...files.map((file) => `picture: ${file}`)].filter(Boolean).join('\n');
  const { effect, seen, settleMs } = metadata;
  return {
    ok: success,
    text: success ? cut(text, shell.full) : text,
    code,
    data: {
      success,
      ...(data === undefined ? {} : { data: withoutBytes(data) }),
      ...(error === undefined ? {} : { error, code: metadata.code }),
      ...(effect ? { effect } : {}),
      ...(seen ? { seen } : {}),
      ...(typeof settleMs === 'number' ? { settleMs } : {}),
      ...(files.length > 0 ? { pictures: files } : {}),
    },
  };
}

/** What is wrong and what to do next. */
export function faultReply(fault: Fault): ShellReply {
  const { code, message, hint } = fault;
  return {
    ok: false,
    text: `${code}: ${message}${hint ? `\n  ${hint}` : ''}`,
    code: faultCode(code),
    data: { success: false, error: formatError(fault), code },
  };
}

/** Where the caller wants it, or in the session's folder. */
export async function placePicture(picture: Picture, held: ManagedSession, { image, folder }: Shell): Promise<string> {
  if (image === undefined) return held.keep(picture);
  const path = resolve(folder, image);
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    if (there && !there.isFile()) throw new Error('it is no file'); // a pipe would keep everybody waiting
    writeFileSync(path, picture.bytes);
    return path;
  } catch (error) {
    const message = `The picture cannot be written to ${path}: ${reasonOf(error)}.`;
    throw new HandrailError('bad_path', message, 'Name another file.', { cause: error });
  }
}

function cut(text: string, isFull: boolean): string {
  if (isFull || text.length <= mostCharacters) return text;
  const end = text.lastIndexOf('\n', mostCharacters);
  const kept = text.slice(0, end > mostCharacters / 2 ? end : mostCharacters);
  return `${kept}\n… ${text.length - kept.length} characters left out: --full prints all`;
}

function withoutBytes(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('picture' in data)) return data;
  const { picture: _, ...rest } = data;
  return rest;
}

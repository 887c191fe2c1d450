import { resolve } from 'node:path';
import { type Fault, formatError, formatFault, HandrailError } from '../../core/errors.js';
import type { Picture } from '../../core/observation.js';
import { writeOutputFile } from '../../environments/processes/output-file.js';
import { describeFileError } from '../../journal/file-error.js';
import { quoteText } from '../../perception/quote-text.js';
import { listHeadings } from '../../tools/read/markdown-sections.js';
import type { ToolResult } from '../../tools/tool.js';
import { exitCodeForFault, exitCodes } from '../command-line/exit-codes.js';
import { formatToolResult } from '../replies/result-text.js';
import type { ManagedSession } from '../session-manager/managed-session.js';
import type { CommandContext, CommandReply } from './command.js';

/** Longer texts are cut unless the caller passes --full. */
const maxTextLength = 6_000;

/** The reply to a tool call. Stores the pictures of the result. */
export async function toolReply(
  result: ToolResult,
  session: ManagedSession,
  context: CommandContext,
): Promise<CommandReply> {
  const { success, data, error, pictures = [], metadata } = result;
  const files: string[] = [];
  for (const picture of pictures) files.push(await savePicture(picture, session, context));
  const hint = context.full ? 'name a part of the page to read the rest' : '--full prints the whole text';
  const body = formatToolResult(result).replace(/\n… cut$/, `\n… cut here: ${hint}`);
  const text = [body, ...files.map((file) => `picture: ${file}`)].filter(Boolean).join('\n');
  const { code, effect, outcomeText, settleMs } = metadata;
  return {
    ok: success,
    text: success && !context.full ? cut(text, metadata.tool) : text,
    code: success ? exitCodes.done : exitCodeForFault(code),
    data: {
      success,
      data: withoutPicture(data),
      ...(error === undefined ? {} : { error, code }),
      effect,
      outcomeText,
      settleMs,
      pictures: files.length > 0 ? files : undefined,
    },
  };
}

/** The reply for a fault: code and message, then the next step. */
export function faultReply(fault: Fault): CommandReply {
  const { code } = fault;
  return {
    ok: false,
    text: formatFault(fault),
    code: exitCodeForFault(code),
    data: { success: false, error: formatError(fault), code },
  };
}

/** Writes a picture to the file the caller named, else to the session's folder. Returns its path. */
export async function savePicture(
  picture: Picture,
  session: ManagedSession,
  { image, overwrite, folder }: CommandContext,
): Promise<string> {
  if (image === undefined) return session.storePicture(picture);
  const path = resolve(folder, image);
  try {
    writeOutputFile(path, picture.bytes, { overwrite });
    return path;
  } catch (error) {
    if (error instanceof HandrailError) throw error;
    const message = `The picture cannot be written to ${path}: ${describeFileError(error)}.`;
    throw new HandrailError('bad_path', message, 'Name another file.', { cause: error });
  }
}

function cut(text: string, tool: string): string {
  if (text.length <= maxTextLength) return text;
  const end = text.lastIndexOf('\n', maxTextLength);
  const start = text.slice(0, end > maxTextLength / 2 ? end : maxTextLength);
  const rest = text.slice(start.length);
  return `${start}\n… ${rest.length} characters cut: --full prints the whole text${tool === 'read_page' ? nameSections(rest) : ''}`;
}

const maxSections = 12;
const maxHeadingLength = 60;

/** How to read the sections of a cut text. */
function nameSections(rest: string): string {
  const headings = listHeadings(rest);
  if (headings.length === 0) return '';
  const names = headings.slice(0, maxSections).map((heading) => quoteText(heading, maxHeadingLength));
  const more = headings.length > maxSections ? `, … ${headings.length - maxSections} more` : '';
  return `, read_page with a heading one section: ${names.join(', ')}${more}`;
}

function withoutPicture(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('picture' in data)) return data;
  const { picture: _, ...rest } = data;
  return rest;
}

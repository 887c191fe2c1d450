import { fieldOf } from '../adapter/json.js';
import { httpStatus } from '../adapter/retry.js';

/** Where the picture of a tool result is placed. */
export const toolImages = ['user-message', 'inline', 'text-protocol'] as const;
export type ToolImages = (typeof toolImages)[number];

/** What a server accepts. It starts with what is requested and only becomes less. */
export interface ServerCapabilities {
  /** `user-message`: after the tool messages. `inline`: in them. `text-protocol`: the server has no tools, calls are written as JSON. */
  toolImages: ToolImages;
  pictures: boolean;
  /** A separate system message. */
  system: boolean;
  /** The option `parallel_tool_calls: false`. */
  oneCallOption: boolean;
  /** The option `temperature: 0`. */
  temperature: boolean;
}

/** The capabilities without the one that the server's error message rejects; undefined if it rejects none of them. */
export function downgrade(capabilities: ServerCapabilities, error: unknown): ServerCapabilities | undefined {
  const message = rejectionMessage(error);
  if (message === undefined) return undefined;
  const { oneCallOption, temperature, system, toolImages: images, pictures } = capabilities;
  if (oneCallOption && /parallel_tool_calls/i.test(message)) return { ...capabilities, oneCallOption: false };
  if (temperature && /temperature/i.test(message)) return { ...capabilities, temperature: false };
  if (system && rejectsSystem.test(message)) return { ...capabilities, system: false };
  if (images === 'inline' && rejectsPictureInResult.test(message))
    return { ...capabilities, toolImages: 'user-message' };
  if (images !== 'text-protocol' && (rejectsTools.test(message) || rejectsUserAfterTool.test(message)))
    return { ...capabilities, toolImages: 'text-protocol' };
  if (pictures && rejectsPictures.test(message)) return { ...capabilities, pictures: false };
  return undefined;
}

const rejectsSystem = /system (role|messages?) (is |are )?not supported|does not support system/i;

/** Ollama, LM Studio, OpenRouter, vLLM without a tool call parser, llama.cpp without templates. */
const rejectsTools =
  /do(es)? not support (tools|tool[ _]?(use|calling)|function[ _]calling)|support tool use|tool choice requires|tools? (param\w*|is|are|calling is) not (supported|allowed)|(tools|function calling) (is|are) unsupported|function calling is not (enabled|supported)|requires? --jinja/i;

/** Mistral, and templates with strictly alternating roles. */
const rejectsUserAfterTool =
  /unexpected role ['"]?user['"]? after role ['"]?tool|roles must alternate|expected last role user or tool/i;

const rejectsPictureInResult =
  /invalid ['"]?messages['"]? in payload|only text tool_result|tool.{0,60}(text|string)|image|content.{0,20}(is|must be).{0,10}(list|string)|multimodal/i;

/** Does not match a message about a picture that is too large: a smaller request solves that. */
const rejectsPictures =
  /do(es)? not support (any )?(image|vision|multi-?modal)|image(_url| input|s)?\b.{0,40}(not (currently )?(supported|enabled|allowed)|unsupported|only supported by)|support image input|not a multi-?modal model|at most 0 image|unknown variant `?image_url|missing data required for image|content must be a string|mmproj/i;

/** Whether the server would reject the same request again. */
export function isRejected(error: unknown): boolean {
  const status = httpStatus(error);
  return status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** The message of a server that rejects a request. Some servers use status 500 for it. */
function rejectionMessage(error: unknown): string | undefined {
  const status = httpStatus(error);
  if (!(error instanceof Error) || status === undefined || (status < 500 && !isRejected(error))) return undefined;
  const inner = fieldOf('error' in error ? error.error : undefined, 'message');
  return `${error.message} ${typeof inner === 'string' ? inner : ''}`.slice(0, 4_000);
}

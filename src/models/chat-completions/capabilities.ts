import { isRecord } from '../../core/record.js';

/** Where a picture stands that belongs to what a tool came to. */
export const toolImages = ['user-message', 'inline', 'text-protocol'] as const;
export type ToolImages = (typeof toolImages)[number];

/** What a server can be sent. Begins with what is asked for and only ever becomes less. */
export interface ServerCapabilities {
  /** `user-message`: after the tool messages. `inline`: in them. `text-protocol`: there are no tools, calls are written as JSON. */
  toolImages: ToolImages;
  pictures: boolean;
  /** A message of its own for what is said before everything else. */
  system: boolean;
  /** Whether `parallel_tool_calls: false` and `temperature: 0` are understood. */
  oneAtATime: boolean;
  temperature: boolean;
}

/** The same with one thing less, when a server's own words say that it does not take it. Nothing when they say something else. */
export function downgrade(manner: ServerCapabilities, error: unknown): ServerCapabilities | undefined {
  const said = sentenceOf(error);
  if (said === undefined) return undefined;
  if (manner.oneAtATime && /parallel_tool_calls/i.test(said)) return { ...manner, oneAtATime: false };
  if (manner.temperature && /temperature/i.test(said)) return { ...manner, temperature: false };
  if (manner.system && /system (role|messages?) (is |are )?not supported|does not support system/i.test(said))
    return { ...manner, system: false };
  if (manner.toolImages === 'inline' && noPictureInResults.test(said)) return { ...manner, toolImages: 'user-message' };
  if (manner.toolImages !== 'text-protocol' && (noTools.test(said) || noUserAfterTool.test(said)))
    return { ...manner, toolImages: 'text-protocol' };
  if (manner.pictures && noPictures.test(said)) return { ...manner, pictures: false };
  return undefined;
}

/** Ollama, LM Studio, OpenRouter, vLLM started without a parser for calls, llama.cpp without templates. */
const noTools =
  /do(es)? not support (tools|tool[ _]?(use|calling)|function[ _]calling)|support tool use|tool choice requires|tools? (param\w*|is|are|calling is) not (supported|allowed)|(tools|function calling) (is|are) unsupported|function calling is not (enabled|supported)|requires? --jinja/i;

/** Mistral, and templates that want roles to alternate. */
const noUserAfterTool =
  /unexpected role ['"]?user['"]? after role ['"]?tool|roles must alternate|expected last role user or tool/i;

const noPictureInResults =
  /invalid ['"]?messages['"]? in payload|only text tool_result|tool.{0,60}(text|string)|image|content.{0,20}(is|must be).{0,10}(list|string)|multimodal/i;

/** What is said of a picture that is only too large is not meant: that is mended by sending less. */
const noPictures =
  /do(es)? not support (any )?(image|vision|multi-?modal)|image(_url| input|s)?\b.{0,40}(not (currently )?(supported|enabled|allowed)|unsupported|only supported by)|support image input|not a multi-?modal model|at most 0 image|unknown variant `?image_url|missing data required for image|content must be a string|mmproj/i;

/** The server would answer the same question in the same way again. */
export function isRefused(error: unknown): boolean {
  const status = statusOf(error);
  return status !== undefined && status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
}

/** What the server said, where it is the server that refused; some do so with 500. */
function sentenceOf(error: unknown): string | undefined {
  const status = statusOf(error);
  if (!(error instanceof Error) || status === undefined || (status < 500 && !isRefused(error))) return undefined;
  const inner = 'error' in error ? error.error : undefined;
  const more = isRecord(inner) && typeof inner.message === 'string' ? inner.message : '';
  return `${error.message} ${more}`.slice(0, 4_000);
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

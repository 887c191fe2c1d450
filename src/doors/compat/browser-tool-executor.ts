import { errorCodes, HandrailError } from '../../core/errors.js';
import type { Environment } from '../../core/view.js';
import { createSession, type Session } from '../../session/session.js';
import { callTool, type ToolHost } from '../../tools/call/call-tool.js';
import { createRegistry, inputSchema, outputSchema } from '../../tools/registry.js';
import type { JsonSchema } from '../../tools/tool.js';
import { browseTools } from '../../tools/vocabularies/browse/browse.js';

export interface BrowserToolSchema {
  name: string;
  description: string;
  parameters: JsonSchema;
  returns: JsonSchema;
  idempotent: boolean;
  cache_ttl_secs: null;
  rate_limit: null;
}

const registry = createRegistry(browseTools);

/** Runs the seven `browse_*` tools on a session, or on an environment for which it creates a session. */
export class BrowserToolExecutor {
  readonly #host: ToolHost;

  constructor(backend: Session | Environment) {
    const session = 'perform' in backend ? backend : createSession(backend);
    this.#host = { session, memory: new Map(), knownElement: session.knownElement };
  }

  /** Name, parameters and return value of each tool. */
  static toolSchemas(): BrowserToolSchema[] {
    return browseTools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      parameters: inputSchema(tool),
      returns: outputSchema(tool),
      idempotent: tool.idempotent,
      cache_ttl_secs: null,
      rate_limit: null,
    }));
  }

  /** Returns the value of a call. Throws HandrailError. */
  async execute(tool: string, params: unknown = {}): Promise<unknown> {
    if (!registry.get(tool)) throw new HandrailError('unknown_tool', `Unknown browser tool: ${tool}`);
    const { success, data, error, metadata } = await callTool(registry, tool, params, this.#host);
    if (success) return data;
    const code = errorCodes.find((known) => known === metadata.code) ?? 'internal';
    throw new HandrailError(code, error ?? 'The call failed.');
  }
}

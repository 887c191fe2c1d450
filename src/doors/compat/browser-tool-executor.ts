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

  /** Handrail observes by itself: a `pipeline` is rejected. */
  constructor(backend: Session | Environment, pipeline?: undefined) {
    if (pipeline !== undefined)
      throw new HandrailError(
        'invalid_option',
        'BrowserToolExecutor takes no pipeline: Handrail creates the UI map itself.',
        'Remove the second argument. For another kind of screen, pass an Environment of your own as the backend.',
      );
    if (typeof backend !== 'object' || backend === null)
      throw new HandrailError(
        'invalid_option',
        'BrowserToolExecutor needs a session or an environment.',
        'Pass await openSession().',
      );
    const session = 'perform' in backend ? backend : createSession(backend);
    // The caller receives only the value of a call, so no text about the outcome.
    this.#host = { session, memory: new Map(), knownElement: session.knownElement, renderOutcome: () => '' };
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

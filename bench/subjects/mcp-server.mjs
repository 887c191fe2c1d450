import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { peerEnvironment } from '../peer-environment.mjs';
import { endProcesses, ownedProcesses, withDescendants } from '../processes.mjs';
import { withTimeout } from '../timeout.mjs';

/** Longer than every timeout of the benchmark, which decides when a call takes too long. */
const callTimeoutMs = 600_000;

/** @typedef {{ command?: string, args: string[], directory: string, environment?: Record<string, string> }} ServerOptions `command`: default Node */

/** An MCP server that `open` starts and `close` ends. @param {string} name @param {() => ServerOptions} options */
export function mcpSubject(name, options) {
  let server;
  return {
    name,
    async open() {
      server = await startMcpServer({ owner: name, ...options() });
    },
    tools: () => server.tools(),
    /** @param {string} tool @param {Record<string, unknown>} input @returns {Promise<string>} */
    call: (tool, input) => server.call(tool, input),
    async close() {
      await server?.close();
      server = undefined;
    },
  };
}

/**
 * Starts an MCP server over stdio and connects to it with the official client.
 * @param {ServerOptions & { owner: string }} options
 */
async function startMcpServer({ owner, command = process.execPath, args, directory, environment = {} }) {
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...peerEnvironment(owner, directory), ...environment },
    cwd: directory,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'handrail-bench', version: '1.0.0' });
  await withTimeout(30_000, `${owner} start`, client.connect(transport));

  return {
    /** @param {string} tool @param {Record<string, unknown>} input @returns {Promise<string>} the text of the result */
    async call(tool, input) {
      const result = await client.callTool({ name: tool, arguments: input }, undefined, { timeout: callTimeoutMs });
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      if (result.isError) throw new Error(`${tool}: ${text.replaceAll('\n', ' ')}`);
      return text;
    },

    /** All tools that the server lists. @returns {Promise<object[]>} */
    async tools() {
      const found = [];
      let cursor;
      do {
        const page = await client.listTools(cursor ? { cursor } : {});
        found.push(...page.tools);
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    },

    /** Closes the server, and ends its remaining processes. */
    async close() {
      const started = withDescendants(ownedProcesses(owner));
      try {
        await withTimeout(10_000, `${owner} close`, client.close());
      } finally {
        const left = new Set(ownedProcesses(owner));
        endProcesses(started.filter((id) => left.has(id)));
      }
    },
  };
}

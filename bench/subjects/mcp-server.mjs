import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { within } from '../deadline.mjs';
import { peerEnvironment } from '../environment.mjs';
import { endProcesses, ownedProcesses, withDescendants } from '../processes.mjs';

/** Longer than every cap of the bench: the bench decides what takes too long. */
const callTimeout = 600_000;

/**
 * Starts an MCP server over stdio and speaks to it as any client would.
 * @param {{ owner: string, command?: string, args: string[], directory: string, environment?: Record<string, string> }} options `command`: Node unless said
 */
export async function startMcpServer({ owner, command = process.execPath, args, directory, environment = {} }) {
  const transport = new StdioClientTransport({
    command,
    args,
    env: { ...peerEnvironment(owner, directory), ...environment },
    cwd: directory,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'handrail-bench', version: '1.0.0' });
  await within(30_000, `${owner} start`, client.connect(transport));

  return {
    /** @param {string} tool @param {Record<string, unknown>} input @returns {Promise<string>} the text of the answer */
    async call(tool, input) {
      const answer = await client.callTool({ name: tool, arguments: input }, undefined, { timeout: callTimeout });
      const text = answer.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      if (answer.isError) throw new Error(`${tool}: ${text.replaceAll('\n', ' ')}`);
      return text;
    },

    /** Every tool as the server lists it, page by page. @returns {Promise<object[]>} */
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

    /** Ends the server and, when it does not end its browser in time, that too. */
    async close() {
      const started = withDescendants(ownedProcesses(owner));
      try {
        await within(10_000, `${owner} close`, client.close());
      } finally {
        const left = new Set(ownedProcesses(owner));
        endProcesses(started.filter((id) => left.has(id)));
      }
    },
  };
}

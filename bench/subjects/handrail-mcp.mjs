import { fileURLToPath } from 'node:url';
import { startMcpServer } from './mcp-server.mjs';

const program = fileURLToPath(new URL('../../dist/doors/cli/main.js', import.meta.url));

/**
 * Handrail over MCP, with one tool set.
 * @param {import('./subject.mjs').Resources & { tools: string }} resources
 */
export function handrailMcp({ browser, scratch, tools }) {
  const name = `Handrail MCP (${tools})`;
  const directory = scratch.directory(`handrail-mcp-${tools}`);
  let server;
  return {
    name,
    async open() {
      server = await startMcpServer({
        owner: name,
        args: [program, 'mcp', '--tools', tools, '--approve', 'all'],
        directory,
        environment: { HANDRAIL_BROWSER: browser, HANDRAIL_HOME: directory },
      });
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

import { agentBrowserEnvironment, agentBrowserProgram } from './agent-browser-program.mjs';
import { startMcpServer } from './mcp-server.mjs';

/**
 * agent-browser's own MCP server. `profile` is its tool set; its default is `core`.
 * @param {import('./subject.mjs').Resources & { profile?: string }} resources
 */
export function agentBrowserMcp({ browser, scratch, profile = 'core' }) {
  const name = `agent-browser MCP (${profile})`;
  const directory = scratch.directory(`agent-browser-mcp-${profile}`);
  let server;
  return {
    name,
    async open() {
      server = await startMcpServer({
        owner: name,
        command: agentBrowserProgram(),
        args: ['mcp', '--tools', profile],
        directory,
        environment: agentBrowserEnvironment(name, directory, browser),
      });
    },
    tools: () => server.tools(),
    async close() {
      await server?.close();
      server = undefined;
    },
  };
}

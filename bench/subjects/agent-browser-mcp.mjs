import { agentBrowserEnvironment, agentBrowserProgram } from './agent-browser-program.mjs';
import { mcpSubject } from './mcp-server.mjs';

/**
 * agent-browser's own MCP server. `profile` is its tool set; its default is `core`.
 * @param {import('./subject.mjs').Resources & { profile?: string }} resources
 */
export function agentBrowserMcp({ browser, scratch, profile = 'core' }) {
  const name = `agent-browser MCP (${profile})`;
  const directory = scratch.directory(`agent-browser-mcp-${profile}`);
  return mcpSubject(name, () => ({
    command: agentBrowserProgram(),
    args: ['mcp', '--tools', profile],
    directory,
    environment: agentBrowserEnvironment(name, directory, browser),
  }));
}

import { fileURLToPath } from 'node:url';
import { mcpSubject } from './mcp-server.mjs';

const program = fileURLToPath(new URL('../../dist/doors/cli/main.js', import.meta.url));

/**
 * Handrail over MCP, with one tool set.
 * @param {import('./subject.mjs').Resources & { tools: string }} resources
 */
export function handrailMcp({ browser, scratch, tools }) {
  const name = `Handrail MCP (${tools})`;
  const directory = scratch.directory(`handrail-mcp-${tools}`);
  return mcpSubject(name, () => ({
    args: [program, 'mcp', '--tools', tools, '--approve', 'all'],
    directory,
    environment: { HANDRAIL_BROWSER: browser, HANDRAIL_HOME: directory },
  }));
}

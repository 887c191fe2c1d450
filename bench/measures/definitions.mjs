import { agentBrowserMcp } from '../subjects/agent-browser-mcp.mjs';
import { chromeDevtoolsMcp } from '../subjects/chrome-devtools-mcp.mjs';
import { handrailMcp } from '../subjects/handrail-mcp.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { tokens } from '../tokens.mjs';
import { atMost } from './measure.mjs';

/** The maximum tokens of each tool set. */
const maxTokens = { computer_use: 900, browse: 700, browser: 4_000 };

/** @type {import('./measure.mjs').Measure} */
export const definitions = {
  key: 'i',
  title: 'Tool definitions: what a client receives before the first call',
  async run({ resources, reportFailure }) {
    const candidates = [
      ...Object.keys(maxTokens).map((tools) => handrailMcp({ ...resources, tools })),
      playwrightMcp(resources),
      chromeDevtoolsMcp(resources),
      agentBrowserMcp(resources),
      agentBrowserMcp({ ...resources, profile: 'all' }),
    ];
    const servers = await openAll(candidates, reportFailure);
    try {
      /** @type {Record<string, ReturnType<typeof count>>} */
      const counted = {};
      for (const server of servers) {
        try {
          counted[server.name] = count(await server.tools());
        } catch (error) {
          reportFailure(server.name, error);
        }
      }
      return toResult(counted);
    } finally {
      await closeAll(servers);
    }
  },
};

/** Counts tokens for a model (name, description and input) and for a client (the whole list). @param {{ name: string, description?: string, inputSchema: object }[]} tools */
function count(tools) {
  const forModel = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tools: tools.length, model: tokens(JSON.stringify(forModel)), all: tokens(JSON.stringify({ tools })) };
}

/** @param {Record<string, ReturnType<typeof count>>} counted @returns {import('./measure.mjs').Result} */
function toResult(counted) {
  const own = (/** @type {string} */ tools) => counted[`Handrail MCP (${tools})`]?.model;
  return {
    raw: counted,
    tables: [
      {
        title: 'Tool definitions, tokens',
        columns: ['server', 'tools', 'name, description, input', 'the whole list'],
        rows: Object.entries(counted).map(([name, { tools, model, all }]) => [name, tools, model, all]),
      },
    ],
    targets: Object.entries(maxTokens).map(([tools, limit]) =>
      atMost(`definitions: ${tools}`, own(tools), limit, 'tokens'),
    ),
  };
}

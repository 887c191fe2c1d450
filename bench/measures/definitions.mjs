import { agentBrowserMcp } from '../subjects/agent-browser-mcp.mjs';
import { chromeDevtoolsMcp } from '../subjects/chrome-devtools-mcp.mjs';
import { handrailMcp } from '../subjects/handrail-mcp.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';
import { closeAll, openAll } from '../subjects/subject.mjs';
import { tokens } from '../tokens.mjs';
import { atMost } from './measure.mjs';

/** Tokens of each set of tools, at most. */
const limits = { computer_use: 900, browse: 700, browser: 4_000 };

/** @type {import('./measure.mjs').Measure} */
export const definitions = {
  key: 'i',
  title: 'Tool definitions: what a client is told before anything is done',
  async run({ place, failed }) {
    const wanted = [
      ...Object.keys(limits).map((tools) => handrailMcp({ ...place, tools })),
      playwrightMcp(place),
      chromeDevtoolsMcp(place),
      agentBrowserMcp(place),
      agentBrowserMcp({ ...place, profile: 'all' }),
    ];
    const servers = await openAll(wanted, failed);
    try {
      /** @type {Record<string, ReturnType<typeof count>>} */
      const counted = {};
      for (const server of servers) {
        try {
          counted[server.name] = count(await server.tools());
        } catch (error) {
          failed(server.name, error);
        }
      }
      return toResult(counted);
    } finally {
      await closeAll(servers);
    }
  },
};

/** A model is told of name, description and input; a client gets the rest as well. @param {{ name: string, description?: string, inputSchema: object }[]} tools */
function count(tools) {
  const told = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tools: tools.length, model: tokens(JSON.stringify(told)), all: tokens(JSON.stringify({ tools })) };
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
    targets: Object.entries(limits).map(([tools, limit]) =>
      atMost(`definitions: ${tools}`, own(tools), limit, 'tokens'),
    ),
  };
}

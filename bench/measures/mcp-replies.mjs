import { chromeDevtoolsMcp } from '../subjects/chrome-devtools-mcp.mjs';
import { handrailMcp } from '../subjects/handrail-mcp.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';

/** What each MCP server says about a click on the still page. @param {import('./measure.mjs').Context} context */
export async function mcpReplies({ place, origin, failed }) {
  const url = `${origin}/still?subject=mcp`;
  /** @type {Record<string, string>} */
  const said = {};
  for (const [server, once] of [
    own(place, url),
    peer(playwrightMcp(place), url),
    peer(chromeDevtoolsMcp(place), url),
  ]) {
    try {
      await server.open();
      said[server.name] = await once();
    } catch (error) {
      failed(server.name, error);
    } finally {
      await server.close();
    }
  }
  return said;
}

/** @param {import('../subjects/subject.mjs').Place} place @param {string} url @returns {[ReturnType<typeof handrailMcp>, () => Promise<string>]} */
function own(place, url) {
  const server = handrailMcp({ ...place, tools: 'browser' });
  return [
    server,
    async () => {
      await server.call('navigate', { url });
      return server.call('click', { selector: 'Count' });
    },
  ];
}

/** @param {import('../subjects/subject.mjs').Subject} server @param {string} url @returns {[import('../subjects/subject.mjs').Subject, () => Promise<string>]} */
function peer(server, url) {
  return [
    server,
    async () => {
      await server.navigate(url);
      await server.observe();
      return (await server.click('Count')).text;
    },
  ];
}

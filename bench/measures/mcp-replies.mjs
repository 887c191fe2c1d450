import { chromeDevtoolsMcp } from '../subjects/chrome-devtools-mcp.mjs';
import { handrailMcp } from '../subjects/handrail-mcp.mjs';
import { playwrightMcp } from '../subjects/playwright-mcp.mjs';

/** The reply of each MCP server to a click on the static page. @param {import('./measure.mjs').Context} context */
export async function mcpReplies({ resources, origin, reportFailure }) {
  const url = `${origin}/still?subject=mcp`;
  /** @type {Record<string, string>} */
  const replies = {};
  for (const [server, once] of [
    own(resources, url),
    peer(playwrightMcp(resources), url),
    peer(chromeDevtoolsMcp(resources), url),
  ]) {
    try {
      await server.open();
      replies[server.name] = await once();
    } catch (error) {
      reportFailure(server.name, error);
    } finally {
      await server.close();
    }
  }
  return replies;
}

/** @param {import('../subjects/subject.mjs').Resources} resources @param {string} url @returns {[ReturnType<typeof handrailMcp>, () => Promise<string>]} */
function own(resources, url) {
  const server = handrailMcp({ ...resources, tools: 'browser' });
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

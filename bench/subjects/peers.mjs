import { agentBrowser } from './agent-browser.mjs';
import { chromeDevtoolsMcp } from './chrome-devtools-mcp.mjs';
import { playwrightMcp } from './playwright-mcp.mjs';

/**
 * The tools that Handrail is compared with. `label` names the variant of Playwright MCP, which sends a snapshot only on request.
 * @param {import('./subject.mjs').Resources} resources @param {string} label
 */
export function peers(resources, label) {
  return [
    playwrightMcp({ ...resources, label, args: ['--snapshot-mode', 'none'] }),
    chromeDevtoolsMcp(resources),
    agentBrowser(resources),
  ];
}

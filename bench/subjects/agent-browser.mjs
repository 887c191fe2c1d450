import { agentBrowserShell } from './agent-browser-shell.mjs';

/**
 * agent-browser as a subject like the others.
 * @param {import('./subject.mjs').Resources} resources
 * @returns {import('./subject.mjs').Subject}
 */
export function agentBrowser(resources) {
  const shell = agentBrowserShell(resources);
  return {
    name: shell.name,
    open: shell.start,
    async navigate(url) {
      await shell.open(url);
    },
    observe: async () => ({ text: await shell.snapshot() }),
    click: async (label) => ({ text: await shell.run('click', shell.ref('button', label)) }),
    close: shell.close,
  };
}

import { agentBrowserShell } from './agent-browser-shell.mjs';

/**
 * agent-browser as a subject like the others.
 * @param {import('./subject.mjs').Place} place
 * @returns {import('./subject.mjs').Subject}
 */
export function agentBrowser(place) {
  const shell = agentBrowserShell(place);
  return {
    name: shell.name,
    open: shell.start,
    async navigate(url) {
      await shell.open(url);
    },
    observe: async () => ({ text: await shell.look() }),
    click: async (label) => ({ text: await shell.run('click', shell.ref('button', label)) }),
    close: shell.close,
  };
}

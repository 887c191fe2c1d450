import { viewport } from '../browser.mjs';

/** The default policy. The pages of the bench are on this machine, at several ports. */
const localPages = { addresses: { loopback: 'allow' } };

/**
 * Handrail as a library, from the build of this repository.
 * @param {{ label?: string, cdp?: string }} [options] `cdp`: the endpoint of a running browser
 * @returns {import('./subject.mjs').Subject & { session(): object }}
 */
export function handrail({ label, cdp } = {}) {
  let session;
  let last;

  return {
    name: label ? `Handrail (${label})` : 'Handrail',
    session: () => session,
    async open() {
      const { openSession } = await import('../../dist/index.js');
      session = await openSession({ environment: 'browser', viewport, policy: localPages, ...(cdp ? { cdp } : {}) });
    },
    async navigate(url) {
      requireOk(await session.perform({ type: 'navigate', url }));
    },
    async observe(options = {}) {
      last = await session.observe({ picture: false, ...options });
      if (last.elements.length === 0 || /^INCOMPLETE:/m.test(last.text))
        throw new Error('The observation is empty or incomplete.');
      return { text: last.text, bytes: last.image?.bytes.length, observation: last };
    },
    async click(name) {
      const element = last?.elements.find((candidate) => candidate.name === name);
      if (!element) throw new Error(`There is no "${name}" in the last observation.`);
      const outcome = requireOk(await session.perform({ type: 'click', target: { element: element.id } }));
      return { text: outcome.observation?.text ?? '', outcome };
    },
    async close() {
      await session?.close();
      session = undefined;
    },
  };
}

/** Throws if the action was not executed: the sample then counts as failed. @param {{ ok: boolean, error?: { code: string, message: string } }} outcome */
function requireOk(outcome) {
  if (!outcome.ok) throw new Error(`${outcome.error?.code}: ${outcome.error?.message}`);
  return outcome;
}

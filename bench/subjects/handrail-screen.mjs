/**
 * Handrail on a desktop or in a container.
 * @param {string} label @param {object} options of openSession
 */
export function handrailScreen(label, options) {
  let session;
  let last;
  const outcomes = [];

  /** @param {(element: object) => boolean} matches */
  async function find(matches) {
    last ??= await session.observe({ picture: false });
    const element = last.elements.find(matches);
    if (!element) throw new Error('The element is not in the last observation.');
    return element;
  }

  /** @param {object} action */
  async function perform(action) {
    const outcome = await session.perform(action);
    if (!outcome.ok) throw new Error(`${outcome.error?.code}: ${outcome.error?.message}`);
    outcomes.push(outcome);
  }

  return {
    name: `Handrail (${label})`,
    outcomes,
    async open() {
      const { openSession } = await import('../../dist/index.js');
      session = await openSession({ note: () => undefined, ...options });
    },
    /** The center of a button. @param {string} name */
    async centerOf(name) {
      const { bounds } = await find((one) => one.role === 'Button' && one.name === name);
      return { x: Math.round(bounds.x + bounds.width / 2), y: Math.round(bounds.y + bounds.height / 2) };
    },
    async observe() {
      last = await session.observe({ picture: false });
      if (last.elements.length === 0) throw new Error('The observation has no elements.');
    },
    async observeWithPicture() {
      const { image } = await session.observe({ picture: 'plain' });
      if (!image) throw new Error('The observation has no picture.');
    },
    /** @param {RegExp} _title @param {string} name */
    async click(_title, name) {
      const element = await find((one) => one.role === 'Button' && one.name === name);
      await perform({ type: 'click', target: { element: element.id } });
    },
    /** @param {RegExp} _title @param {string} value */
    async setText(_title, value) {
      const element = await find((one) => one.role === 'TextInput');
      await perform({ type: 'set_value', target: { element: element.id }, value });
    },
    async close() {
      await session?.close();
    },
  };
}

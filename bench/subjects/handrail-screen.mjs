/**
 * Handrail on a desktop or in a container.
 * @param {string} label @param {object} options of openSession
 */
export function handrailScreen(label, options) {
  let session;
  let last;
  const outcomes = [];

  /** @param {(element: object) => boolean} fits */
  async function find(fits) {
    last ??= await session.observe({ picture: false });
    const element = last.elements.find(fits);
    if (!element) throw new Error('It is not in the last observation.');
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
    /** The middle of a button. @param {string} name */
    async placeOf(name) {
      const { bounds } = await find((one) => one.role === 'Button' && one.name === name);
      return { x: Math.round(bounds.x + bounds.width / 2), y: Math.round(bounds.y + bounds.height / 2) };
    },
    async look() {
      last = await session.observe({ picture: false });
      if (last.elements.length === 0) throw new Error('Nothing was seen.');
    },
    async picture() {
      const { image } = await session.observe({ picture: true });
      if (!image) throw new Error('There is no picture.');
    },
    /** @param {RegExp} _title @param {string} name */
    async click(_title, name) {
      const element = await find((one) => one.role === 'Button' && one.name === name);
      await perform({ type: 'click', target: { element: element.id } });
    },
    /** @param {RegExp} _title @param {string} value */
    async write(_title, value) {
      const element = await find((one) => one.role === 'TextInput');
      await perform({ type: 'set_value', target: { element: element.id }, value });
    },
    async close() {
      await session?.close();
    },
  };
}

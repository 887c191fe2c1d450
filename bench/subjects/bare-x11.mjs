/**
 * xdotool and scrot, as the person's own hands: the pointer moves, windows come to the front, and nobody says what happened.
 * @param {string} name
 * @param {(program: string, ...parameters: string[]) => Promise<string>} ask runs a command on the desktop
 * @param {{ x: number, y: number }} place of the button on the screen
 */
export function bareX11(name, ask, place) {
  const picture = async () => {
    await ask('scrot', '--overwrite', '/tmp/handrail-bench.png');
  };
  /** @param {RegExp} title */
  const windowOf = async (title) => {
    const found = await ask('xdotool', 'search', '--onlyvisible', '--name', title.source);
    return found.trim().split('\n')[0] ?? '';
  };
  return {
    name,
    async open() {
      await picture();
    },
    look: picture,
    picture,
    async click() {
      await ask('xdotool', 'mousemove', String(place.x), String(place.y), 'click', '1');
      await picture();
    },
    /** @param {RegExp} title @param {string} value */
    async write(title, value) {
      const window = await windowOf(title);
      await ask('xdotool', 'windowactivate', '--sync', window, 'key', 'ctrl+a', 'type', '--delay', '0', '--', value);
      await picture();
    },
    async close() {},
  };
}

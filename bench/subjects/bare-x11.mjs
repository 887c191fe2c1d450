/**
 * xdotool and scrot: the pointer of the user moves, windows come to the front, and the effect is not verified.
 * @param {string} name
 * @param {(program: string, ...parameters: string[]) => Promise<string>} execute runs a command on the desktop
 * @param {{ x: number, y: number }} button the center of the button on the screen
 */
export function bareX11(name, execute, button) {
  const takePicture = async () => {
    await execute('scrot', '--overwrite', '/tmp/handrail-bench.png');
  };
  /** @param {RegExp} title */
  const windowOf = async (title) => {
    const found = await execute('xdotool', 'search', '--onlyvisible', '--name', title.source);
    return found.trim().split('\n')[0] ?? '';
  };
  return {
    name,
    async open() {
      await takePicture();
    },
    observe: takePicture,
    observeWithPicture: takePicture,
    async click() {
      await execute('xdotool', 'mousemove', String(button.x), String(button.y), 'click', '1');
      await takePicture();
    },
    /** @param {RegExp} title @param {string} value */
    async setText(title, value) {
      const window = await windowOf(title);
      await execute(
        'xdotool',
        'windowactivate',
        '--sync',
        window,
        'key',
        'ctrl+a',
        'type',
        '--delay',
        '0',
        '--',
        value,
      );
      await takePicture();
    },
    async close() {},
  };
}

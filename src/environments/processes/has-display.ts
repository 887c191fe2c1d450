/** True if a program with a window can be shown. Linux needs DISPLAY or WAYLAND_DISPLAY for that. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

const names = ['DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'HOME', 'WAYLAND_DISPLAY'];
const former = Object.fromEntries(names.map((name) => [name, process.env[name]]));

/** Makes this process run on another desktop, as if the user had started it there. Without an environment: on its own again. */
export function pretend(environment: Record<string, string | undefined> = former): void {
  for (const name of names) {
    const value = environment[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

const allowed = new Set(
  [
    'PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TZDIR TERM HOSTNAME',
    'DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION',
    'LD_LIBRARY_PATH DYLD_LIBRARY_PATH FONTCONFIG_FILE FONTCONFIG_PATH GTK_PATH GTK_THEME GDK_BACKEND LIBGL_ALWAYS_SOFTWARE',
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR',
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERNAME USERPROFILE USERDOMAIN COMPUTERNAME HOMEDRIVE HOMEPATH',
    'APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES PUBLIC TEMP TMP TMPDIR',
    'OS NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE CHROME_DEVEL_SANDBOX CHROME_LOG_FILE TESSDATA_PREFIX __CF_USER_TEXT_ENCODING',
  ]
    .join(' ')
    .split(' '),
);
const allowedPrefix = /^(LC_|XDG_|MOZ_|NIX_|PULSE_)/;

/** Chromium creates a socket with a 45-character name in its temporary folder, and a socket path has at most 104 characters. */
const maxFolderLength = 104 - 46;

/** The environment of a child process: only what it needs to run, without keys and tokens. `folder` is its TMPDIR. */
export function childEnvironment(folder: string): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && (allowed.has(name.toUpperCase()) || allowedPrefix.test(name))) environment[name] = value;
  }
  return process.platform !== 'win32' && Buffer.byteLength(folder) <= maxFolderLength
    ? { ...environment, TMPDIR: folder }
    : environment;
}

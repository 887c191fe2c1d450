/** Arguments before a bare `--`. Arguments after it are never flags. */
function beforeSeparator(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

/** True if the arguments ask for help. */
export function wantsHelp(args: readonly string[]): boolean {
  return beforeSeparator(args).some((arg) => arg === '--help' || arg === '-h');
}

/** True if the arguments ask for JSON output. */
export function wantsJson(args: readonly string[]): boolean {
  return beforeSeparator(args).includes('--json');
}

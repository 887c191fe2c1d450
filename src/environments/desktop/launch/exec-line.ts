/** The arguments of an Exec line of a .desktop file. Places for files, addresses and icons are dropped: there are none. */
export function argumentsOfExec(exec: string): string[] {
  // First the escapes of the file, then the quotes of the line: the format has both.
  const line = exec.replaceAll('\\\\', '\\');
  const words = line.match(/"(?:\\.|[^"\\])*"|[^\s"]+/g) ?? [];
  return words.map(unquoted).flatMap((word) => {
    if (/^%[a-zA-Z]$/.test(word)) return [];
    return [word.replace(/%(.)/g, (_, code: string) => (code === '%' ? '%' : ''))];
  });
}

function unquoted(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word;
}

/** The arguments of an Exec line of a .desktop file, without field codes for files, URLs and icons. */
export function parseExecLine(exec: string): string[] {
  // The format escapes twice: first in the file, then in quoted arguments.
  const line = exec.replaceAll('\\\\', '\\');
  const words = line.match(/"(?:\\.|[^"\\])*"|[^\s"]+/g) ?? [];
  return words.map(unquote).flatMap((word) => {
    if (/^%[a-zA-Z]$/.test(word)) return [];
    return [word.replace(/%(.)/g, (_, code: string) => (code === '%' ? '%' : ''))];
  });
}

function unquote(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word;
}

/** What our own words for a page are in the browser toolset. */
const inMaps: readonly [ours: RegExp, theirs: string][] = [
  [/\bel_(\d+)\b/g, 'ref_$1'],
  [/\bexpand (ref_\d+)(?: from row \d+)?/g, 'read_page with ref "$1"'],
  [/: observe with find, region or expand$/gm, ': use find, or read_page with a ref'],
  [/^(BLOCKED by .*)the dialog action \(handle_dialog\)/gm, '$1the key Enter or Escape'],
  [/^(BLOCKED by .*)the upload action \(upload_file\)/gm, '$1file_upload'],
];

const inHints: readonly [ours: RegExp, theirs: string][] = [
  [/Select it with \{ type: 'tab', do: 'select', tab: '([^']*)' \}\.?/g, 'Go there with switch_tab and tab_id "$1".'],
  [/Observe again\./g, 'Use read_page again.'],
  [/Use an id from the last observation\./g, 'Use a ref that read_page or find told last.'],
];

/** A map of the page, or a line of one, as the browser toolset would say it. */
export function mapInBrowserWords(text: string): string {
  return replaced(text, inMaps);
}

/** What went wrong, with advice that can be followed with the browser toolset. */
export function faultInBrowserWords(text: string): string {
  return replaced(text, [...inMaps, ...inHints]);
}

function replaced(text: string, words: readonly [RegExp, string][]): string {
  return words.reduce((said, [ours, theirs]) => said.replace(ours, theirs), text);
}

type Replacement = readonly [pattern: RegExp, replacement: string];

/** Replaces Handrail's terms in a UI map by those of the browser toolset. */
const mapReplacements: readonly Replacement[] = [
  [/\bel_(\d+)\b/g, 'ref_$1'],
  [/\bexpand (ref_\d+)(?: \d+)?/g, 'read_page with ref "$1"'],
  [/: find "words" searches all of them$/gm, ': use find, or read_page with a ref'],
  [/\bscroll (up|down) (ref_\d+)/g, 'scroll $1 at $2'],
  [/^(BLOCKED by .*)the dialog action \(handle_dialog\)/gm, '$1the key Enter or Escape'],
  [/^(BLOCKED by .*)the upload action \(upload_file\)/gm, '$1file_upload'],
];

const hintReplacements: readonly Replacement[] = [
  [/Select it with \{ type: 'tab', do: 'select', tab: '([^']*)' \}\.?/g, 'Go there with switch_tab and tab_id "$1".'],
  [/Observe again\./g, 'Use read_page again.'],
  [/Use an id from the last observation\./g, 'Use a ref from the last read_page or find.'],
];

/** A UI map, or a line of one, in the terms of the browser toolset. */
export function toToolsetMap(text: string): string {
  return replaceAll(text, mapReplacements);
}

/** An error message with hints that the browser toolset can follow. */
export function toToolsetError(text: string): string {
  return replaceAll(text, [...mapReplacements, ...hintReplacements]);
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

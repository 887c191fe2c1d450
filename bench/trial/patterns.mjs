/** The id of an element in Handrail's map. Both parameters are regular expressions. @param {string} role @param {string} name */
export function mapId(role, name) {
  return new RegExp(`\\[(el_\\d+)\\] (?:${role}) "(?:${name})"`);
}

/** The id of the first element in Handrail's map that is described with these words in this order. @param {string[]} words */
export function mapLine(...words) {
  const between = '(?:(?!\\[el_)[^\\n])*?'; // not beyond the next element, because one line can contain several
  return new RegExp(`\\[(el_\\d+)\\]${between}${words.join(between)}`, 'i');
}

/** The reference of an element in agent-browser's snapshot. Both parameters are regular expressions. @param {string} role @param {string} name */
export function snapshotRef(role, name) {
  return new RegExp(`(?:${role}) "(?:${name})" \\[[^\\]\\n]*?ref=(e\\d+)`);
}

/** The reference on the first line of agent-browser's snapshot that contains these words in this order. @param {string[]} words */
export function snapshotLine(...words) {
  return new RegExp(`${words.join('[^\\n]*?')}[^\\n]*?ref=(e\\d+)`, 'i');
}

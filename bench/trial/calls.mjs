const documentationCommands = ['skill', 'skills', 'help', 'tools', 'manual'];

/**
 * @typedef {object} Call one call of a command line
 * @property {string[]} args
 * @property {string} output
 * @property {number} characters of its output
 * @property {boolean} documentation whether its output is documentation
 * @property {number} screenshots
 * @property {number | undefined} code the exit code
 * @property {string} [task]
 */

/** Describes a call for the record. @param {string[]} args @param {string} input its standard input @param {string} output @param {number | undefined} code @returns {Call} */
export function describeCall(args, input, output, code) {
  const isDocumentation =
    documentationCommands.includes(args[0] ?? 'help') || args.some((word) => /^(--help|-h)$/.test(word));
  return {
    args,
    output,
    characters: output.length,
    documentation: isDocumentation,
    screenshots: isDocumentation ? 0 : countScreenshots(args, input),
    code,
  };
}

/** In a batch, each argument or each array of the input is a command. @param {string[]} args @param {string} input */
function countScreenshots(args, input) {
  const commands = args[0] === 'batch' ? [...args.slice(1), ...input.split(/[\n[]/)] : [args[0]];
  const named = commands.filter((command) => /^\W*(screenshot|capture)\b/.test(command)).length;
  return named || (args.some((word) => /^--(image|picture)\b/.test(word)) ? 1 : 0);
}

/** @param {Call[]} calls */
export function sumCalls(calls) {
  const sum = (/** @type {(call: Call) => number} */ value) => calls.reduce((total, call) => total + value(call), 0);
  return {
    calls: calls.length,
    characters: sum(({ characters }) => characters),
    documentation: sum(({ characters, documentation }) => (documentation ? characters : 0)),
    screenshots: sum(({ screenshots }) => screenshots),
  };
}

import { parseArgs } from 'node:util';

export const help = `Usage: npm run bench -- [options]

  --quick         fewer samples, small pages only, no memory of 20 sessions (under 2 minutes)
  --only <list>   run only these measures: a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p
  --json          print the results as JSON instead of tables
  --help          print this help

HANDRAIL_BROWSER is the path of the browser that every subject uses.
`;

const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p'];

/** Parses the options. Throws for an unknown option. @param {string[]} args */
export function readOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',').map((key) => key.trim());
  const unknown = only?.find((key) => !keys.includes(key));
  if (unknown !== undefined) throw new Error(`There is no measure "${unknown}". Measures: ${keys.join(', ')}.`);
  return { quick: values.quick, only, json: values.json, help: values.help };
}

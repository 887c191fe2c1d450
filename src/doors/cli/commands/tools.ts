import { HandrailError } from '../../../core/errors.js';
import { isRecord } from '../../../core/record.js';
import { builtinRegistry } from '../../../tools/builtin.js';
import { inputSchema, outputSchema, unknownTool } from '../../../tools/registry.js';
import { type Tool, type ToolCategory, toolCategories } from '../../../tools/tool.js';
import { pickTools } from '../../../tools/toolsets.js';
import { type Output, openOutput } from '../output.js';

/** `handrail tools`: the list, or one of them in full. */
export function showTools(name: string | undefined, { category, json }: { category?: string; json?: true }): void {
  const registry = builtinRegistry();
  const output = openOutput();
  if (name === undefined) {
    const tools = category === undefined ? registry.list() : registry.byCategory(readCategory(category));
    if (json) output.write(`${JSON.stringify(tools.map(factsOf), undefined, 2)}\n`);
    else writeList(tools, output);
    return;
  }
  const everything = pickTools(['all']);
  const tool = everything.get(name);
  if (!tool) throw unknownTool(name, everything.names());
  if (json) output.write(`${JSON.stringify(factsOf(tool), undefined, 2)}\n`);
  else writeTool(tool, output);
}

function readCategory(category: string): ToolCategory {
  const known = toolCategories.find((one) => one === category);
  if (known) return known;
  throw new HandrailError(
    'invalid_option',
    `There is no category "${category}".`,
    `Valid categories: ${toolCategories.join(', ')}.`,
  );
}

/** Everything about a tool that can be said in JSON. */
function factsOf(tool: Tool): Record<string, unknown> {
  const { run: _, input: __, output: ___, ...facts } = tool;
  return { ...facts, parameters: inputSchema(tool), result: outputSchema(tool) };
}

function writeList(tools: readonly Tool[], { write, colours: { bold, dim } }: Output): void {
  const width = Math.max(...tools.map(({ name }) => name.length));
  for (const category of toolCategories) {
    const members = tools.filter((tool) => tool.category === category);
    if (members.length === 0) continue;
    write(`${bold(category)}\n`);
    for (const { name, safety, description } of members)
      write(`  ${name.padEnd(width)}  ${dim(safety.padEnd(9))}  ${firstSentence(description)}\n`);
  }
  write(dim(`\n${tools.length} tools. One in full: handrail tools <name>\n`));
}

function writeTool(tool: Tool, { write, colours: { bold, dim } }: Output): void {
  const { name, title, description, category, safety, effect, idempotent, returns, examples, aliases = [] } = tool;
  const schema = inputSchema(tool);
  write(`${bold(name)}  ${title}\n${description}\n\n`);
  write(
    `category  ${category}\nsafety    ${safety}\neffect    ${effect}${idempotent ? ', twice is the same as once' : ''}\n`,
  );
  write(`returns   ${returns}\n`);
  if (aliases.length > 0) write(`also      ${aliases.join(', ')}\n`);
  write(`\n${bold('Fields')}\n`);
  const fields = fieldsOf(schema);
  if (fields.length === 0) write('  none\n');
  for (const { field, type, isRequired, about } of fields)
    write(`  ${field}${isRequired ? '' : dim(' (may be left out)')}: ${type}${about ? dim(`  ${about}`) : ''}\n`);
  write(`\n${bold('Examples')}\n${examples.map((example) => `  ${example}\n`).join('')}`);
  write(`\n${bold('JSON Schema')}\n${JSON.stringify(schema, undefined, 2)}\n`);
}

interface Field {
  field: string;
  type: string;
  isRequired: boolean;
  about: string;
}

function fieldsOf({ properties, required }: Record<string, unknown>): Field[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {}).map(([field, value]) => ({
    field,
    type: typeOf(value),
    isRequired: needed.includes(field),
    about: isRecord(value) && typeof value.description === 'string' ? value.description : '',
  }));
}

function typeOf(schema: unknown): string {
  if (!isRecord(schema)) return 'anything';
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (Array.isArray(schema.anyOf)) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.type === 'array') return `${typeOf(schema.items)}[]`;
  return typeof schema.type === 'string' ? schema.type : 'anything';
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

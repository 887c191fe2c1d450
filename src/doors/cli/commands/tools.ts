import { HandrailError } from '../../../core/errors.js';
import { isRecord } from '../../../core/is-record.js';
import { builtinRegistry } from '../../../tools/builtin.js';
import { inputSchema, outputSchema, unknownTool } from '../../../tools/registry.js';
import { type JsonSchema, type Tool, type ToolCategory, toolCategories } from '../../../tools/tool.js';
import { pickTools } from '../../../tools/toolsets.js';
import { faraComputerUseTool, faraParameters } from '../../compat/fara-tool.js';
import { type Output, openOutput } from '../output.js';

/** `handrail tools`: lists the tools, or prints one in full. */
export function showTools(name: string | undefined, { category, json }: { category?: string; json?: true }): void {
  const output = openOutput();
  if (name === undefined) {
    const registry = builtinRegistry();
    const tools = category === undefined ? registry.list() : registry.byCategory(parseCategory(category));
    if (json) output.write(`${JSON.stringify(tools.map(toJson), undefined, 2)}\n`);
    else writeList(tools, output, { withRuns: category === undefined });
    return;
  }
  if (name === faraComputerUseTool.name) {
    if (json) output.write(`${JSON.stringify({ ...faraComputerUseTool, parameters: faraParameters }, undefined, 2)}\n`);
    else writeFara(output);
    return;
  }
  const registry = pickTools(['all']);
  const tool = registry.get(name);
  if (!tool) throw unknownTool(name, [...registry.names(), faraComputerUseTool.name]);
  if (json) output.write(`${JSON.stringify(toJson(tool), undefined, 2)}\n`);
  else writeTool(tool, output);
}

function parseCategory(category: string): ToolCategory {
  const known = toolCategories.find((one) => one === category);
  if (known) return known;
  throw new HandrailError(
    'invalid_option',
    `There is no category "${category}".`,
    `Valid categories: ${toolCategories.join(', ')}.`,
  );
}

function toJson(tool: Tool): Record<string, unknown> {
  const { run: _, input: __, output: ___, ...facts } = tool;
  return {
    ...facts,
    requiresPage: tool.requiresPage !== false,
    parameters: inputSchema(tool),
    result: outputSchema(tool),
  };
}

function writeList(
  tools: readonly Tool[],
  { write, colours: { bold, dim } }: Output,
  { withRuns }: { withRuns: boolean },
): void {
  const width = Math.max(...tools.map(({ name }) => name.length));
  for (const category of toolCategories) {
    const members = tools.filter((tool) => tool.category === category);
    if (members.length === 0) continue;
    write(`${bold(category)}\n`);
    for (const { name, safety, description } of members)
      write(`  ${name.padEnd(width)}  ${dim(safety.padEnd(9))}  ${firstSentence(description)}\n`);
  }
  // A whole run, not an operation of a session.
  if (withRuns)
    write(`${bold('run')}\n  ${faraComputerUseTool.name.padEnd(width)}  ${faraComputerUseTool.description}\n`);
  write(dim(`\n${tools.length} tools. Details of one: handrail tools <name>\n`));
}

function writeTool(tool: Tool, output: Output): void {
  const {
    write,
    colours: { bold },
  } = output;
  const { name, title, description, category, safety, effect, idempotent, returns, examples, aliases = [] } = tool;
  const schema = inputSchema(tool);
  write(`${bold(name)}  ${title}\n${description}\n\n`);
  write(`category  ${category}\nsafety    ${safety}\neffect    ${effect}${idempotent ? ', idempotent' : ''}\n`);
  write(`returns   ${returns}\n`);
  if (aliases.length > 0) write(`aliases   ${aliases.join(', ')}\n`);
  writeFields(schema, output);
  write(`\n${bold('Examples')}\n${examples.map((example) => `  ${example}\n`).join('')}`);
  write(`\n${bold('JSON Schema')}\n${JSON.stringify(schema, undefined, 2)}\n`);
}

function writeFields(schema: JsonSchema, { write, colours: { bold, dim } }: Output): void {
  write(`\n${bold('Fields')}\n`);
  const fields = fieldsOf(schema);
  if (fields.length === 0) write('  none\n');
  for (const { field, type, isRequired, description: text } of fields)
    write(`  ${field}${isRequired ? '' : dim(' (optional)')}: ${type}${text ? dim(`  ${text}`) : ''}\n`);
}

/** The function `faraComputerUse`: a whole run, not an operation of a session. */
function writeFara(output: Output): void {
  const { name, description, version, author } = faraComputerUseTool;
  const { write, colours } = output;
  write(`${colours.bold(name)}  ${version}, ${author}\n${description}\n\n`);
  write(
    "From code: import { faraComputerUse } from 'handrail/compat'. From the shell: handrail run <task> --model fara/fara-7b\n",
  );
  writeFields(faraParameters, output);
  write(`\n${colours.bold('JSON Schema')}\n${JSON.stringify(faraParameters, undefined, 2)}\n`);
}

interface Field {
  field: string;
  type: string;
  isRequired: boolean;
  description: string;
}

function fieldsOf({ properties, required }: Record<string, unknown>): Field[] {
  const requiredFields = Array.isArray(required) ? required : [];
  return Object.entries(isRecord(properties) ? properties : {}).map(([field, schema]) => ({
    field,
    type: typeOf(schema),
    isRequired: requiredFields.includes(field),
    description: isRecord(schema) && typeof schema.description === 'string' ? schema.description : '',
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

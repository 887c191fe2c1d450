import { describe, expect, it } from 'vitest';
import { getComputerUseSchema } from '../../../src/exports/compat.js';
import { countTokens, inputSchema, pickTools } from '../../../src/exports/tools.js';

const two = { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 };
const integer = { type: 'integer' };
const text = { type: 'string' };
const flag = { type: 'boolean' };

/** The fields as they were published, in their order, without the descriptions. */
const published = {
  action: {
    type: 'string',
    enum: [
      'capture',
      'click',
      'double_click',
      'right_click',
      'middle_click',
      'drag',
      'scroll',
      'type',
      'key',
      'set_value',
      'wait',
      'list_apps',
      'focus_app',
    ],
  },
  mode: { type: 'string', enum: ['som', 'vision', 'ax'] },
  app: text,
  max_elements: { type: 'integer', default: 100, minimum: 1, maximum: 1000 },
  element: integer,
  coordinate: two,
  button: { type: 'string', enum: ['left', 'right', 'middle'] },
  modifiers: {
    type: 'array',
    items: {
      type: 'string',
      enum: ['cmd', 'shift', 'option', 'alt', 'ctrl', 'fn', 'win', 'windows', 'super', 'meta'],
    },
  },
  from_element: integer,
  to_element: integer,
  from_coordinate: two,
  to_coordinate: two,
  direction: { type: 'string', enum: ['up', 'down', 'left', 'right'] },
  amount: integer,
  value: text,
  text,
  keys: text,
  seconds: { type: 'number' },
  raise_window: flag,
  capture_after: flag,
};

function withoutDescription({ description, ...rest }: Record<string, unknown>): Record<string, unknown> {
  expect(description).toMatch(/\S/);
  return rest;
}

describe('The schema of computer_use', () => {
  it('H1, H21: is one OpenAI function from getComputerUseSchema; only action is required', () => {
    const schema = getComputerUseSchema();
    expect(Object.keys(schema)).toEqual(['name', 'description', 'parameters']);
    expect(schema.name).toBe('computer_use');
    expect(schema.parameters.type).toBe('object');
    expect(schema.parameters.required).toEqual(['action']);
    expect(Object.keys(schema.parameters)).toEqual(['type', 'properties', 'required']);
    expect(getComputerUseSchema()).toBe(schema);
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });

  it('H2, H6 to H20: has the published fields: names, order, types, enums, defaults and limits', () => {
    const { properties } = getComputerUseSchema().parameters;
    expect(Object.keys(properties)).toEqual(Object.keys(published));
    const bare = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, withoutDescription(field)]),
    );
    expect(bare).toEqual(published);
  });

  it('is the schema of the tool, within the token limit', () => {
    const tool = pickTools(['computer_use']).get('computer_use');
    const { name, description, parameters } = getComputerUseSchema();
    expect(tool && inputSchema(tool)).toBe(parameters);
    expect(tool).toMatchObject({ name, description });
    expect(countTokens(JSON.stringify(getComputerUseSchema()))).toBeLessThanOrEqual(780);
  });
});

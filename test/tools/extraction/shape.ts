export interface Shape {
  name: string;
  page: string;
  schema: Record<string, unknown>;
  selector?: string;
  expected: unknown;
  sources: Record<string, string>;
}

export const text = { type: 'string' };
export const number = { type: 'number' };
export const integer = { type: 'integer' };
export const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
export const list = (items: unknown) => ({ type: 'array', items });

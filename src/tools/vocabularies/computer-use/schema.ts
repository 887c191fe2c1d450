import type { JsonSchema } from '../../tool.js';

export const computerActions = [
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
] as const;
export type ComputerAction = (typeof computerActions)[number];

export const captureModes = ['som', 'vision', 'ax'] as const;
export type CaptureMode = (typeof captureModes)[number];

export const scrollDirections = ['up', 'down', 'left', 'right'] as const;

export const heldKeys = ['cmd', 'shift', 'option', 'alt', 'ctrl', 'fn', 'win', 'windows', 'super', 'meta'] as const;
export type HeldKey = (typeof heldKeys)[number];

const point = { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 };

/** The published interface: names, order, types and limits are fixed. Only the descriptions are our own. */
const parameters = {
  type: 'object',
  properties: {
    action: {
      type: 'string',
      enum: computerActions,
      description:
        'capture, wait and list_apps change nothing; the others may need approval. set_value chooses an option or sets a slider without opening a menu.',
    },
    mode: {
      type: 'string',
      enum: captureModes,
      description:
        'capture: som (default) is a picture with numbered marks and the element list, vision a plain picture, ax the list only.',
    },
    app: { type: 'string', description: 'Tab, window or app by title. Default: the active one.' },
    max_elements: {
      type: 'integer',
      description: 'Maximum entries of `elements` without a picture; truncated_elements counts the rest.',
      default: 100,
      minimum: 1,
      maximum: 1000,
    },
    element: {
      type: 'integer',
      description: 'Its number: mark N in the picture, el_N in the list. Better than coordinate.',
    },
    coordinate: { ...point, description: '[x, y] in pixels of the capture.' },
    button: { type: 'string', enum: ['left', 'right', 'middle'], description: 'Default left.' },
    modifiers: {
      type: 'array',
      items: { type: 'string', enum: heldKeys },
      description: 'Held during the action.',
    },
    from_element: { type: 'integer', description: 'drag: source.' },
    to_element: { type: 'integer', description: 'drag: target.' },
    from_coordinate: { ...point, description: 'drag: from [x, y].' },
    to_coordinate: { ...point, description: 'drag: to [x, y].' },
    direction: { type: 'string', enum: scrollDirections, description: 'scroll, at element or coordinate if given.' },
    amount: { type: 'integer', description: 'scroll: wheel ticks. Default 3.' },
    value: { type: 'string', description: "set_value: an option's label, a number, a date, true or false." },
    text: { type: 'string', description: 'type: text for `element` or the focused one.' },
    keys: { type: 'string', description: "key: 'cmd+s', 'ctrl+alt+t', 'return', 'escape', 'tab'." },
    seconds: { type: 'number', description: 'wait: at most 30.' },
    raise_window: {
      type: 'boolean',
      description: 'focus_app: bring it to the front, which disturbs the user. Default false: only input goes there.',
    },
    capture_after: { type: 'boolean', description: 'Add a capture taken after the action.' },
  },
  required: ['action'],
} as const satisfies JsonSchema;

const definition = {
  name: 'computer_use',
  description:
    'See and operate the screen in the background, without taking cursor or focus from the user. Capture first, then act by `element` number; each action reports what changed.',
  parameters,
};

/** `computer_use` as an OpenAI function definition. */
export function getComputerUseSchema(): typeof definition {
  return definition;
}

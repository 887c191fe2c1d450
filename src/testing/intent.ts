/** A point on the screen as fractions of its width and height, from 0 to 1. Each contract converts it to its provider's coordinates. */
export interface ScreenPoint {
  x: number;
  y: number;
  /** The name of the element there, for models that act by name. */
  name?: string;
}

/** What the simulated model of a contract server does, independent of the provider. */
export type Intent =
  | { do: 'click'; at: ScreenPoint; button?: 'left' | 'right' | 'middle'; count?: 1 | 2 | 3; safety?: string }
  | { do: 'type'; text: string; at?: ScreenPoint; enter?: boolean; clear?: boolean; safety?: string }
  | { do: 'key'; keys: string; safety?: string }
  | { do: 'scroll'; at: ScreenPoint; direction: 'up' | 'down' | 'left' | 'right'; pixels: number }
  | { do: 'drag'; from: ScreenPoint; to: ScreenPoint }
  | { do: 'move'; at: ScreenPoint }
  | { do: 'wait'; seconds: number }
  | { do: 'screenshot' }
  | { do: 'zoom'; from: ScreenPoint; to: ScreenPoint }
  | { do: 'navigate'; url: string }
  | { do: 'back' }
  | { do: 'tool'; name: string; input: Record<string, unknown> }
  | { do: 'remember'; fact: string }
  | { do: 'ask'; question: string }
  /** Ends the run with the answer, or with the reason why there is none. */
  | { do: 'done'; answer: string }
  | { do: 'fail'; reason: string }
  /** Refuses the task. */
  | { do: 'refuse'; reason: string };

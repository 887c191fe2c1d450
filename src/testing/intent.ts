/** A place on the screen as shares of its width and height, 0 to 1, so that every provider can be asked for it in its own way. */
export interface Place {
  x: number;
  y: number;
  /** What stands there, for providers whose models act by name. */
  name?: string;
}

/** What a model played by a contract server wants to do, in nobody's dialect. */
export type Intent =
  | { do: 'click'; at: Place; button?: 'left' | 'right' | 'middle'; count?: 1 | 2 | 3; safety?: string }
  | { do: 'type'; text: string; at?: Place; enter?: boolean; clear?: boolean; safety?: string }
  | { do: 'key'; keys: string; safety?: string }
  | { do: 'scroll'; at: Place; direction: 'up' | 'down' | 'left' | 'right'; pixels: number }
  | { do: 'drag'; from: Place; to: Place }
  | { do: 'move'; at: Place }
  | { do: 'wait'; seconds: number }
  | { do: 'screenshot' }
  | { do: 'zoom'; from: Place; to: Place }
  | { do: 'navigate'; url: string }
  | { do: 'back' }
  | { do: 'tool'; name: string; input: Record<string, unknown> }
  | { do: 'remember'; fact: string }
  | { do: 'ask'; question: string }
  /** Ends the run: the answer, or why there is none. */
  | { do: 'done'; answer: string }
  | { do: 'fail'; reason: string }
  /** Will not do it. */
  | { do: 'refuse'; reason: string };

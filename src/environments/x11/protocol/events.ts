/** The events that Handrail reads, as the package `x11` parses them. */
export type XEvent =
  | { name: 'CreateNotify'; parent: number; wid: number }
  /** `event` is the window whose events were selected, `wid` the window that changed. */
  | { name: 'DestroyNotify' | 'UnmapNotify' | 'MapNotify' | 'ReparentNotify'; event: number; wid: number }
  /** `wid` is the window whose events were selected. */
  | { name: 'ConfigureNotify'; wid: number }
  | { name: 'PropertyNotify'; wid: number; atom: number; time: number; state: number }
  | { name: 'SelectionClear'; owner: number }
  | SelectionRequestEvent
  | { name: 'SelectionNotify'; requestor: number; target: number; property: number }
  | { name: 'ClientMessage'; message_type: number; data: number[] }
  | { name: 'DamageNotify'; damage: number; area: DamageArea }
  | { name: 'XkbEvent'; xkbType: number }
  | { name: 'XIKeyPress'; deviceId: number; wid: number }
  | { name: 'XIRawKeyPress' | 'XIRawButtonPress'; deviceId: number }
  /** `data` is the event without its first 8 bytes. */
  | { name: 'XIFocusOut'; deviceId: number; data: Buffer };

export interface DamageArea {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface SelectionRequestEvent {
  name: 'SelectionRequest';
  time: number;
  owner: number;
  requestor: number;
  selection: number;
  target: number;
  property: number;
}

/** `state` of a PropertyNotify. */
export const propertyStates = { newValue: 0, deleted: 1 } as const;

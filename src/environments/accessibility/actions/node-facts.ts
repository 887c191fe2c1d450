import type { ScreenNode } from '../../screen/screen.js';
import type { AtspiCall } from '../atspi/atspi.js';
import { type ObjectFacts, readFacts } from '../atspi/object-facts.js';
import { resolveObject } from '../sheets/cell-keys.js';

/** The current facts of a node's object. Undefined when it is gone. */
export async function readNodeFacts(call: AtspiCall, { key }: ScreenNode): Promise<ObjectFacts | undefined> {
  const ref = await resolveObject(call, key);
  return ref && readFacts(call, ref);
}

/** A node in a sentence: 'slider "Volume"'. */
export function describeNode(node: ScreenNode): string {
  return `${node.kind ?? node.role} "${node.name}"`;
}

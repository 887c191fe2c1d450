// Run by the guardian of a session that was killed: a server keeps the pointer and keyboard of a program that is gone, with the keys it held.

import { openXDisplay } from '../../x11/open-x-display.js';
import { dialDisplay } from '../../x11/protocol/dial-display.js';

const [display = '', authority = ''] = process.argv.slice(2);
const x = await openXDisplay({
  display,
  dial: () => dialDisplay(display),
  ...(authority ? { authority } : {}),
});
// Whoever takes a seat clears away those of the dead.
const seat = await x.takeSeat();
await seat.leave();
await x.close();

import type { Picture } from '../../core/observation.js';
import type { Space } from '../../core/space.js';
import { shownIn } from '../adapter/arguments.js';
import type { Conversation } from '../adapter/conversation.js';
import type { ScreenSnapshot } from '../model.js';
import { placesInMap } from './places.js';

/** What of one look at the screen is sent. */
export interface Look {
  text: string;
  picture?: Picture;
}

/** At least the last two looks are sent; older ones go two at a time, so that what is cached stays the same in between. */
const keep = 2;
const every = 2;

/** How many looks of a conversation are too old to be sent, the first of them being what the task began with. */
export function countOld({ exchanges }: Conversation, tight: boolean): number {
  if (tight) return exchanges.length;
  return Math.floor(Math.max(0, exchanges.length + 1 - keep) / every) * every;
}

export interface Looking {
  space: Space;
  pictures: boolean;
  /** Pictures at most. */
  most: number;
  tight: boolean;
}

/** What is sent of each look. What is the same as the one sent before it is not sent again. */
export function looksOf(
  conversation: Conversation,
  { space, pictures, most, tight }: Looking,
): Map<ScreenSnapshot, Look> {
  const looks = [conversation.opening.seen, ...conversation.exchanges.map(({ seen }) => seen)];
  const old = countOld(conversation, tight);
  const told = new Map<ScreenSnapshot, Look>();
  let before: { map?: string | undefined; picture?: Picture | undefined } = {};
  const sent: Look[] = [];
  for (const [index, seen] of looks.entries()) {
    if (!seen) continue;
    if (index < old) {
      told.set(seen, { text: '(an earlier look at the screen)' });
      continue;
    }
    const isSameMap = seen.map !== undefined && seen.map === before.map;
    const isSamePicture = pictures && seen.picture !== undefined && before.picture !== undefined && seen.same === true;
    const picture = pictures && !isSamePicture ? seen.picture : undefined;
    const look: Look = {
      text: [
        screenText(seen),
        isSameMap ? 'The UI map is the same as before.' : mapText(seen, space, pictures),
        isSamePicture ? 'The picture is the same as before.' : '',
      ]
        .filter(Boolean)
        .join('\n'),
      ...(picture ? { picture } : {}),
    };
    if (picture) sent.push(look);
    told.set(seen, look);
    before = { map: seen.map ?? before.map, picture: seen.picture ?? before.picture };
  }
  for (const look of sent.slice(0, Math.max(0, sent.length - most))) delete look.picture;
  return told;
}

function screenText({ screen, url, title, map, modal }: ScreenSnapshot): string {
  const where = map === undefined && url !== undefined ? ` It shows ${url}${title ? ` ("${title}")` : ''}.` : '';
  const dialog = map === undefined && modal ? ` A dialog (${modal.kind}) is open: "${modal.text.slice(0, 500)}".` : '';
  return `The screen is ${screen.width}x${screen.height}.${where}${dialog}`;
}

function mapText(seen: ScreenSnapshot, space: Space, pictures: boolean): string {
  if (seen.map === undefined) return '';
  const { picture: _, ...unseen } = seen;
  return placesInMap(seen.map, space, shownIn(pictures ? seen : unseen));
}

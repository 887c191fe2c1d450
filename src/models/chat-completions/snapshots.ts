import type { CoordinateSpace } from '../../core/coordinate-space.js';
import type { Picture } from '../../core/observation.js';
import type { Conversation } from '../adapter/conversation.js';
import { pictureGeometry } from '../adapter/coordinates.js';
import { snapshotsOf } from '../adapter/image-retention.js';
import type { ScreenSnapshot } from '../model.js';
import { mapToModel } from './coordinates.js';

export interface SentSnapshot {
  text: string;
  picture?: Picture;
}

/** At least the last two snapshots are sent. Older ones are dropped two at a time, so the cached part of a request changes rarely. */
const keepSnapshots = 2;
const dropSnapshots = 2;

/** How many snapshots of a conversation are too old to be sent, counting from the opening. */
export function countExpired({ exchanges }: Conversation, minimal: boolean): number {
  if (minimal) return exchanges.length;
  return Math.floor(Math.max(0, exchanges.length + 1 - keepSnapshots) / dropSnapshots) * dropSnapshots;
}

export interface SnapshotOptions {
  space: CoordinateSpace;
  /** The server accepts pictures. */
  pictures: boolean;
  maxPictures: number;
  minimal: boolean;
}

/** Decides what is sent of each snapshot. A map or a picture that has not changed is not sent again. */
export function snapshotsToSend(
  conversation: Conversation,
  { space, pictures, maxPictures, minimal }: SnapshotOptions,
): Map<ScreenSnapshot, SentSnapshot> {
  const expired = countExpired(conversation, minimal);
  const sent = new Map<ScreenSnapshot, SentSnapshot>();
  let previous: Pick<ScreenSnapshot, 'uiMap' | 'picture'> = {};
  for (const [index, snapshot] of snapshotsOf(conversation).entries()) {
    if (!snapshot) continue;
    if (index < expired) {
      sent.set(snapshot, { text: '(an earlier state of the screen)' });
      continue;
    }
    const { uiMap, pictureUnchanged } = snapshot;
    const picture = pictures ? snapshot.picture : undefined;
    const isSameMap = uiMap !== undefined && uiMap === previous.uiMap;
    const isSamePicture = picture !== undefined && previous.picture !== undefined && pictureUnchanged === true;
    const lines = [
      screenLine(snapshot),
      isSameMap ? 'The UI map is the same as before.' : mapText(snapshot, space, pictures),
      isSamePicture ? 'The picture is the same as before.' : '',
    ];
    sent.set(snapshot, { text: lines.filter(Boolean).join('\n'), picture: isSamePicture ? undefined : picture });
    previous = { uiMap: uiMap ?? previous.uiMap, picture: snapshot.picture ?? previous.picture };
  }
  const withPicture = [...sent.values()].filter(({ picture }) => picture);
  for (const one of withPicture.slice(0, Math.max(0, withPicture.length - maxPictures))) delete one.picture;
  return sent;
}

function screenLine({ screen, url, title, uiMap, modal }: ScreenSnapshot): string {
  const size = `The screen is ${screen.width}x${screen.height}.`;
  if (uiMap !== undefined) return size;
  const page = url === undefined ? '' : ` It shows ${url}${title ? ` ("${title}")` : ''}.`;
  const dialog = modal ? ` A dialog (${modal.kind}) is open: "${modal.text.slice(0, 500)}".` : '';
  return `${size}${page}${dialog}`;
}

function mapText({ uiMap, picture, screen }: ScreenSnapshot, space: CoordinateSpace, pictures: boolean): string {
  if (uiMap === undefined) return '';
  return mapToModel(uiMap, space, pictureGeometry({ screen, picture: pictures ? picture : undefined }));
}

import type { FoldLevel } from './fold-rows.js';

const unlimited = Number.POSITIVE_INFINITY;

const fullDetail: FoldLevel = {
  maxRowElements: unlimited,
  terse: false,
  texts: 'all',
  nameLength: 80,
  textLength: 200,
  descriptions: true,
};

/** For readers who act by id and not by coordinates, names and texts are shorter. */
const maxShortName = 60;
const maxShortText = 140;

function terseLevel(
  maxRowElements: number,
  texts: FoldLevel['texts'],
  nameLength: number,
  textLength: number,
): FoldLevel {
  return { maxRowElements, terse: true, texts, nameLength, textLength, descriptions: false };
}

export const minimalDetail = terseLevel(3, 'fill', 24, 80);

/** From full detail to the minimum. Lists are shortened first, then long names, then texts. */
export const detailedLevels: readonly FoldLevel[] = [
  fullDetail,
  terseLevel(unlimited, 'all', 80, 160),
  terseLevel(120, 'all', 64, 120),
  terseLevel(84, 'all', 64, 120),
  terseLevel(60, 'all', 60, 100),
  terseLevel(42, 'all', 60, 100),
  terseLevel(30, 'all', 48, 80),
  terseLevel(21, 'all', 48, 80),
  terseLevel(15, 'all', 40, 60),
  terseLevel(9, 'all', 40, 60),
  terseLevel(9, 'fill', 40, 120),
  terseLevel(9, 'fill', 24, 80),
  terseLevel(6, 'fill', 24, 80),
  minimalDetail,
];

/** The same for readers who act by id, if all ids are shown. */
export const shortLevels: readonly FoldLevel[] = detailedLevels.map((level) => ({
  ...level,
  coordinates: false,
  nameLength: Math.min(level.nameLength, maxShortName),
  textLength: Math.min(level.textLength, maxShortText),
}));

function compactLevel(
  maxRowElements: number,
  texts: FoldLevel['texts'],
  nameLength: number,
  textLength: number,
  maxRun = unlimited,
): FoldLevel {
  const level = terseLevel(maxRowElements, texts, nameLength, textLength);
  return { ...level, coordinates: false, compact: true, maxRun };
}

/** For readers who act by id or name. After the first level, controls of one role share a line. */
export const compactLevels: readonly FoldLevel[] = [
  { ...fullDetail, coordinates: false, nameLength: maxShortName, textLength: maxShortText },
  compactLevel(84, 'all', 60, 100),
  compactLevel(42, 'all', 48, 80, 24),
  compactLevel(30, 'all', 48, 60, 16),
  compactLevel(24, 'fill', 48, 80, 12),
  compactLevel(18, 'fill', 40, 60, 10),
  compactLevel(12, 'fill', 40, 60, 8),
  compactLevel(9, 'fill', 40, 60, 6),
  compactLevel(6, 'fill', 32, 60, 4),
  compactLevel(3, 'fill', 24, 60, 3),
];

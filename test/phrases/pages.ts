import { appPages } from './pages-apps.js';
import { formPages } from './pages-forms.js';
import { listPages } from './pages-lists.js';
import { menuPages } from './pages-menus.js';
import { namePages } from './pages-names.js';
import { placePages } from './pages-places.js';
import { shopPages } from './pages-shops.js';
import { storyPages } from './pages-stories.js';
import { tablePages } from './pages-tables.js';
import type { PhrasePage } from './types.js';

export const phrasePages: readonly PhrasePage[] = [
  ...listPages,
  ...tablePages,
  ...formPages,
  ...menuPages,
  ...appPages,
  ...shopPages,
  ...placePages,
  ...namePages,
  ...storyPages,
];

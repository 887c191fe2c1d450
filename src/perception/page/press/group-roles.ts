import { landmarkRoles } from '../naming/roles.js';

/** Roles of elements that group others. */
export const groupRoles = new Set([
  ...landmarkRoles,
  'alertdialog',
  'application',
  'article',
  'dialog',
  'document',
  'feed',
  'figure',
  'grid',
  'group',
  'list',
  'log',
  'menu',
  'menubar',
  'note',
  'radiogroup',
  'rowgroup',
  'table',
  'tablist',
  'tabpanel',
  'toolbar',
  'tree',
  'treegrid',
]);

import { fieldPages } from './pages-fields.js';
import { gridPages } from './pages-grids.js';
import { iconPages } from './pages-icons.js';
import { shapePages } from './pages-shapes.js';
import { widgetPages } from './pages-widgets.js';
import type { CoveragePage } from './types.js';

export const coveragePages: readonly CoveragePage[] = [
  ...shapePages,
  ...gridPages,
  ...iconPages,
  ...widgetPages,
  ...fieldPages,
];

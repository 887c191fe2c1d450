import type { Point } from '../protocol.js';

/** Samples per side of the box of a shape. */
const gridSize = 9;
const maxPoints = 12;
const lineFractions = [0.5, 0.25, 0.75, 0.1, 0.9];

/** Points of the screen that lie on a shape of a drawing: inside its fill, then on its outline. The middle of its box may be empty. */
export function shapePoints(element: Element): Point[] {
  if (!(element instanceof SVGGeometryElement)) return [];
  const matrix = element.getScreenCTM();
  if (!matrix) return [];
  const { x, y, width, height } = element.getBBox();
  const inside: Point[] = [];
  for (let index = 0; index < gridSize * gridSize && inside.length < maxPoints; index += 1) {
    const point = new DOMPoint(
      x + (width * ((index % gridSize) + 0.5)) / gridSize,
      y + (height * (Math.floor(index / gridSize) + 0.5)) / gridSize,
    );
    if (element.isPointInFill(point)) inside.push(toScreen(point, matrix));
  }
  const length = element.getTotalLength();
  const outline = lineFractions.map((fraction) => {
    return toScreen(element.getPointAtLength(length * fraction), matrix);
  });
  return [...inside, ...outline];
}

function toScreen(point: DOMPoint, matrix: DOMMatrix): Point {
  const { x, y } = point.matrixTransform(matrix);
  return { x, y };
}

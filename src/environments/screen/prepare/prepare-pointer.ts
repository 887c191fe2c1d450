import { center } from '../../../core/geometry.js';
import type { PointerTarget } from '../screen.js';
import { resolvePointerTarget } from './action-target.js';
import { type ActionOf, controlBounds, type PrepareContext, type PreparedAction } from './prepared-action.js';

export function prepareClick(action: ActionOf<'click'>, { input, layout }: PrepareContext): PreparedAction {
  const target = resolvePointerTarget(action.target, layout, 'click');
  const { button = 'left', count = 1, modifiers = [] } = action;
  return {
    execute: (signal) => input.click(target, { button, count, modifiers }, signal),
    window: target.window,
    node: target.node,
    mayReactLate: true,
    ignoredBounds: controlBounds(target.node),
  };
}

export function prepareMove(
  { target: to, modifiers = [] }: ActionOf<'move'>,
  { input, layout }: PrepareContext,
): PreparedAction {
  const target = resolvePointerTarget(to, layout, 'move');
  return {
    execute: (signal) => input.move(target, modifiers, signal),
    window: target.window,
    node: target.node,
    keepsCurrentWindow: true,
    ignoredBounds: controlBounds(target.node),
  };
}

export function preparePressOrRelease(
  { target: at, type, button = 'left' }: ActionOf<'press'> | ActionOf<'release'>,
  { input, layout }: PrepareContext,
): PreparedAction {
  const target = at && resolvePointerTarget(at, layout, type);
  return {
    execute: (signal) => input[type](target, button, signal),
    window: target?.window,
    node: target?.node,
    ignoredBounds: controlBounds(target?.node),
  };
}

export function prepareDrag(
  { path: points, modifiers = [] }: ActionOf<'drag'>,
  { input, layout }: PrepareContext,
): PreparedAction {
  const path = points.map((point) => resolvePointerTarget(point, layout, 'drag'));
  return {
    execute: (signal) => input.drag(path, modifiers, signal),
    window: path[0]?.window,
    node: path[0]?.node,
    ignoredBounds: [],
  };
}

export function prepareScroll(
  { target: at, dx, dy, modifiers = [] }: ActionOf<'scroll'>,
  { input, layout }: PrepareContext,
): PreparedAction {
  const target = at ? resolvePointerTarget(at, layout, 'scroll') : centerOfCurrentWindow(layout);
  return {
    execute: (signal) => input.scroll(target, { dx, dy }, modifiers, signal),
    window: target.window,
    node: target.node,
    keepsCurrentWindow: true,
    ignoredBounds: [],
  };
}

function centerOfCurrentWindow({ current, size }: PrepareContext['layout']): PointerTarget {
  const { x, y } = center(current?.bounds ?? { x: 0, y: 0, ...size });
  return { x: Math.floor(x), y: Math.floor(y), window: current };
}

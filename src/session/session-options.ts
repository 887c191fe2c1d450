import { environmentKinds } from '../core/environment-kinds.js';
import { HandrailError } from '../core/errors.js';
import { isRecord } from '../core/is-record.js';
import { checkOptions, either, type OptionType, type OptionTypes, oneOf, option } from '../core/options.js';
import type { BrowserLimits } from '../environments/browser/limits.js';
import type { PerformOptions } from './judging/check-gates.js';
import type {
  AnySessionOptions,
  ContainerSessionOptions,
  DesktopSessionOptions,
  SessionOptions,
} from './open-session.js';
import type { Rails, SessionRails } from './session-state.js';

const policySource = either(option.text, option.object);

export const railsTypes: OptionTypes<Rails> = {
  policy: option.object,
  gate: option.function,
  approve: option.function,
  approvalTimeoutMs: option.number,
  grants: option.object,
  userTexts: option.function,
  journal: option.object,
  secrets: option.object,
};

const { grants: _, ...typesOfSession } = railsTypes;

export const sessionRailsTypes: OptionTypes<SessionRails> = {
  ...typesOfSession,
  policy: policySource,
  home: option.text,
  secrets: either(option.text, option.object),
};

export const performTypes: OptionTypes<PerformOptions> = {
  budget: option.any,
  coordinates: option.flag,
  signal: option.signal,
  rails: option.object,
  permit: option.object,
  shown: option.flag,
  reported: option.flag,
};

const size: OptionType = {
  expected: '{ width, height } in pixels',
  accepts: (value) =>
    isRecord(value) &&
    Object.keys(value).every((key) => key === 'width' || key === 'height') &&
    option.number.accepts(value.width) &&
    option.number.accepts(value.height),
};

const browserTypes: OptionTypes<SessionOptions> = {
  ...sessionRailsTypes,
  signal: option.signal,
  environment: option.text,
  url: option.text,
  engine: oneOf('chromium', 'firefox', 'webkit'),
  executable: option.text,
  headless: option.flag,
  profile: option.text,
  cdp: option.text,
  args: option.list,
  owner: option.text,
  note: option.function,
  viewport: size,
  deviceScaleFactor: option.number,
  storageState: either(option.text, option.object),
  downloads: option.text,
  uploads: option.list,
  limits: option.object,
};

const browserLimitTypes: OptionTypes<BrowserLimits> = {
  actionTimeoutMs: option.number,
  navigationTimeoutMs: option.number,
  settleTimeoutMs: option.number,
  observeTimeoutMs: option.number,
  maxDocumentBytes: option.number,
  maxDownloadBytes: option.number,
};

const windowTypes = {
  signal: option.signal,
  environment: option.text,
  app: option.text,
  window: option.text,
  launch: option.list,
  note: option.function,
} as const;

const desktopTypes: OptionTypes<DesktopSessionOptions> = {
  ...sessionRailsTypes,
  ...windowTypes,
  display: option.text,
  size,
  via: option.text,
};

const containerTypes: OptionTypes<ContainerSessionOptions> = {
  ...sessionRailsTypes,
  ...windowTypes,
  container: option.text,
  display: option.text,
  socket: option.text,
};

const typesOf = { browser: browserTypes, desktop: desktopTypes, container: containerTypes } as const;

/** Throws `invalid_option` for an unknown environment, an unknown option or a wrong value. */
export function checkSessionOptions(owner: string, options: AnySessionOptions): void {
  if (!isRecord(options)) checkOptions(owner, options, browserTypes);
  const { environment: kind = 'browser' } = options;
  checkEnvironmentKind(kind);
  checkOptions(owner, options, typesOf[kind]);
  if (kind === 'browser' && 'limits' in options) checkOptions(`limits of ${owner}`, options.limits, browserLimitTypes);
}

/** Throws `invalid_option` for a kind of environment that does not exist. */
export function checkEnvironmentKind(kind: string): void {
  if (environmentKinds.some((one) => one === kind)) return;
  throw new HandrailError(
    'invalid_option',
    `There is no environment "${kind}".`,
    `Valid environments: ${environmentKinds.join(', ')}.`,
  );
}

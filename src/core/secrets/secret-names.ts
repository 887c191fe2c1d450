const secretWords = new Set([
  'password',
  'passwords',
  'passwd',
  'pwd',
  'passphrase',
  'passcode',
  'secret',
  'secrets',
  'token',
  'credential',
  'credentials',
  'authorization',
  'apikey',
  'accesstoken',
  'otp',
  'totp',
  'pin',
  'cvv',
  'cvc',
  'jwt',
  'cookie',
  'sectok',
]);
const keyKinds = new Set(['api', 'private', 'secret', 'access', 'encryption', 'auth', 'signing', 'recovery']);
const codeKinds = new Set([
  'security',
  'verification',
  'authorization',
  'authentication',
  'auth',
  'access',
  'reset',
  'recovery',
  'backup',
  'time',
  'login',
  'factor',
]);
const parameterWords = new Set(['signature', 'sig', 'auth', 'pass', 'session', 'sessionid', 'sid', 'hmac']);
const harmlessKinds = new Set([
  'country',
  'zip',
  'post',
  'postal',
  'area',
  'promo',
  'coupon',
  'discount',
  'voucher',
  'language',
  'currency',
  'product',
  'error',
  'status',
  'color',
  'colour',
  'sort',
  'primary',
  'foreign',
  'public',
  'row',
  'partition',
]);

const namesAction = new Set(['action', 'type', 'method', 'mode', 'provider']);

/** A longer text is a sentence, not a name. */
const maxNameLength = 60;

function splitWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
}

/** True when a field, label or selector with this name holds a secret. */
export function isSecretName(name: string): boolean {
  if (name.length > maxNameLength) return false;
  const words = splitWords(name);
  if (words.some((word) => secretWords.has(word)) || (words.length === 1 && words[0] === 'pass')) return true;
  return (
    (words.includes('key') && words.some((word) => keyKinds.has(word))) ||
    (words.includes('code') && words.some((word) => codeKinds.has(word)))
  );
}

/** Same for URL parameters, where `key`, `code` or `signature` alone are enough. */
export function isSecretParameter(name: string): boolean {
  if (isSecretName(name)) return true;
  const words = splitWords(name);
  // `authAction` says what is done, not with which secret.
  if (namesAction.has(words.at(-1) ?? '')) return false;
  if (words.some((word) => parameterWords.has(word))) return true;
  const isKey = words.includes('key') || words.includes('code') || words.includes('keys');
  return isKey && !words.some((word) => harmlessKinds.has(word));
}

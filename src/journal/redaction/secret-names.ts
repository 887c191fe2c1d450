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
  ...['country', 'zip', 'post', 'postal', 'area', 'promo', 'coupon', 'discount', 'voucher', 'language', 'currency'],
  ...['product', 'error', 'status', 'color', 'colour', 'sort', 'primary', 'foreign', 'public', 'row', 'partition'],
]);

/** A longer text is a sentence, not a name. */
const longestName = 60;

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
}

/** A field, label or selector of that name holds something that nobody else may read. */
export function isSecretName(name: string): boolean {
  if (name.length > longestName) return false;
  const words = wordsOf(name);
  if (words.some((word) => secretWords.has(word)) || (words.length === 1 && words[0] === 'pass')) return true;
  return (
    (words.includes('key') && words.some((word) => keyKinds.has(word))) ||
    (words.includes('code') && words.some((word) => codeKinds.has(word)))
  );
}

/** The same for the parameters of an address, where `key`, `code` and `signature` alone are enough. */
export function isSecretParameter(name: string): boolean {
  if (isSecretName(name)) return true;
  const words = wordsOf(name);
  if (words.some((word) => parameterWords.has(word))) return true;
  const isKey = words.includes('key') || words.includes('code') || words.includes('keys');
  return isKey && !words.some((word) => harmlessKinds.has(word));
}

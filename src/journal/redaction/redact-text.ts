import { isSecretName, isSecretParameter } from '../../core/secrets/secret-names.js';

type Rule = (text: string, mark: string) => string;

const keyBlocks: Rule = (text, mark) =>
  text.replace(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g, mark);

const headers: Rule = (text, mark) =>
  text
    .replace(
      /\b((?:proxy-)?authorization|x-api-key|x-auth-token)(\\*["']?\s*[:=]\s*\\*["']?)(?!\s)[^\r\n"'\\]+/gi,
      `$1$2${dollars(mark)}`,
    )
    .replace(/\b((?:set-)?cookie)(\\*["']?\s*:\s*\\*["']?)[\w.-]+=[^\r\n"'\\]*/gi, `$1$2${dollars(mark)}`);

/** `Bearer …` and `Basic …`, unless a plain word follows. */
const schemes: Rule = (text, mark) =>
  text.replace(/\b(Bearer|Basic)(\s+)([\w.~+/=-]{6,})/gi, (whole, scheme: string, space: string, value: string) => {
    const isBasic = scheme.toLowerCase() === 'basic';
    const isSecret = isBasic
      ? Buffer.from(value, 'base64').toString('latin1').includes(':')
      : /\d|[._~+/=-]./.test(value) || value.length >= 20;
    return isSecret ? `${scheme}${space}${mark}` : whole;
  });

/** `scheme://user:password@host`: everything before the last `@` of the host. */
const credentials: Rule = (text, mark) =>
  text
    .replace(/^(\s*(?:[a-z][a-z\d+.-]*:)?[\\/]{2})[^\s\\/?#]*@/i, `$1${dollars(mark)}@`)
    .replace(/((?:\b[a-z][a-z\d+.-]*:)?\/\/)[^\s\\/?#"'<>()]*@/gi, `$1${dollars(mark)}@`)
    .replace(/(%3A%2F%2F)(?:(?!%2F|%3F|%23)[^\s/?#&"'<>])*(%40)/gi, `$1${dollars(mark)}$2`);

const parameters: Rule = (text, mark) =>
  text
    .replace(/([?&;#])([^\s=&?#;"'<>/]{1,80})=([^&#;\s"'<>]*)/g, (whole, before: string, name: string) =>
      isSecretParameter(plain(name)) ? `${before}${name}=${mark}` : whole,
    )
    .replace(/(^|[\s"'(,])([\w.-]{1,80})=([^&#;\s"'<>]+)/g, (whole, before: string, name: string) =>
      isSecretName(name) ? `${before}${name}=${mark}` : whole,
    )
    .replace(/(%3F|%26|%23)([\w.-]{1,80})%3D((?:(?!%26|%23)[^&#\s"'<>])*)/gi, (whole, before: string, name: string) =>
      isSecretParameter(name) ? `${before}${name}%3D${mark}` : whole,
    );

/** `"password": "…"` in a text that is JSON or code. */
const members: Rule = (text, mark) =>
  text.replace(
    /(\\*["'])([\w\- ]{1,60})\1(\s*:\s*)(\\*["'])((?:(?!\4)[\s\S])*)\4/g,
    (whole, quote: string, name: string, colon: string, open: string) =>
      isSecretName(name) ? `${quote}${name}${quote}${colon}${open}${mark}${open}` : whole,
  );

const knownShapes: Rule = (text, mark) =>
  text.replace(
    /\b(?:eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|sk-[\w-]{20,}|gh[pousr]_\w{30,}|github_pat_\w{30,}|AKIA[A-Z\d]{16}|AIza[\w-]{35}|xox[abprs]-[\w-]{10,})/g,
    mark,
  );

/** Pictures and files inside a text. */
const inlined: Rule = (text) =>
  text.replace(
    /data:([\w.+-]*\/?[\w.+-]*)((?:;[\w=.-]+)*);base64,([\w+/=%-]{64,})/gi,
    (_whole, type: string, _more: string, bytes: string) =>
      `[${type || 'data'}, ${Math.floor(bytes.length * 0.75)} bytes omitted]`,
  );

const rules = [inlined, keyBlocks, headers, schemes, credentials, parameters, members, knownShapes];

/** Every rule needs one of these. Most texts of a journal are names without any of them. */
const possibleSecret = /[=:@%]|-----BEGIN|(?:bearer|basic)\s|eyJ|sk-|gh[pousr]_|github_pat_|AKIA|AIza|xox[abprs]-/i;

/** Replaces secrets that are recognizable by their context: headers, URL credentials and parameters, keys, tokens. */
export function redactText(text: string, mark: string): string {
  if (!possibleSecret.test(text)) return text;
  return rules.reduce((clean, rule) => rule(clean, mark), text);
}

function dollars(mark: string): string {
  return mark.replaceAll('$', '$$$$');
}

function plain(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) return name;
    throw error;
  }
}

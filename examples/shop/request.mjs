import { randomUUID } from 'node:crypto';
import { Problem } from './problem.mjs';

const maxBodyBytes = 64 * 1024;
const sessionPattern = /(?:^|;\s*)shop_session=([0-9a-f-]{36})(?:;|$)/;

/** @param {string} text */
function decode(text) {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw Object.assign(new Problem(400, 'The request is not properly encoded.'), { cause });
  }
}

/** Parses form encoding. Refuses bad escapes; the last of repeated fields wins. @param {string} text */
export function parseForm(text) {
  const pairs = text.split('&').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decode(name), decode(value.join('='))];
    }),
  );
}

/** @param {string} text @returns {Record<string, string>} */
function parseJson(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw Object.assign(new Problem(400, 'The request is not valid JSON.'), { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(400, 'The request must be a JSON object.');
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (typeof field === 'object') throw new Problem(400, `The field ${name} must be a plain value.`);
      return [name, String(field)];
    }),
  );
}

/**
 * Reads the fields of a posted form or JSON object.
 * @param {import('node:http').IncomingMessage} request
 */
export async function readFields(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= maxBodyBytes) chunks.push(chunk); // the rest is read but not stored
  }
  if (size > maxBodyBytes) throw new Problem(413, `The request is larger than ${maxBodyBytes} bytes.`);
  let text;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw Object.assign(new Problem(400, 'The request is not valid UTF-8.'), { cause });
  }
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (text === '') return {};
  if (type === 'application/json') return parseJson(text);
  if (type === 'application/x-www-form-urlencoded') return parseForm(text);
  throw new Problem(415, 'Send a form or a JSON object.');
}

/** Path and query of a request. @param {string} target */
export function parseTarget(target) {
  const [rawPath = '', ...rest] = target.split('?');
  const path = decode(rawPath.replaceAll('+', '%2B'));
  if (!path.startsWith('/') || path.includes('\0')) throw new Problem(400, 'The URL is not valid.');
  return { path, query: parseForm(rest.join('?')) };
}

/** The session in the cookie, or a new one. @param {string | undefined} cookie */
export function readSession(cookie) {
  const known = cookie?.match(sessionPattern)?.[1];
  return { id: known ?? randomUUID(), isNew: known === undefined };
}

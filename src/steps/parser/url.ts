const domain =
  /^(?:www\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|net|io|dev|edu|gov|app|co|de|uk|fr|eu|info|ai|us|test|local|me|tv|ch|at|nl|es|it|jp|cn|in|br|ca|au)(?::\d+)?(?:[/?#]\S*)?$/iu;

/** The URL that a text consists of. Returns undefined for other texts. */
export function readUrl(text: string): string | undefined {
  const plain = text.trim().replace(/^(?:the\s+)?(?:url|address|website|site|page|web ?page)(?:\s+at)?\s+/iu, '');
  if (/^(?:https?|file|about|data):\S+$/iu.test(plain)) return plain;
  if (/^(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:[/?#]\S*)?$/iu.test(plain)) return `http://${plain}`;
  return domain.test(plain) ? `https://${plain}` : undefined;
}

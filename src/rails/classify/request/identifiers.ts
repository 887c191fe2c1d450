const maxCharacters = 300;
/** Verbs to which a noun may be joined in lower case: deleteaccount, sendmessage. The second list are endings of the verb itself. */
const joinedVerb =
  /^(delete|remove|destroy|cancel|send|publish|purchase|transfer|unsubscribe|confirm|approve|submit|place|create|update|buy|pay|get|list|search|add|save|load|fetch)([a-z]{4,})$/;
const ownEnding =
  /^(?:d|r|s|rs|ed|er|ers|ing|ation|ations|ment|ments|lled|llation|lling|able|holder|rred|rring|back|roll|load|point|sender|ner|hment|ning|tting|ther|ress|ing.*|ment.*|ation.*)$/;

/** Splits an identifier into lower-case words: `deleteUser_v2` → delete, user, v2. */
export function splitIdentifier(identifier: string): string[] {
  return identifier
    .slice(0, maxCharacters)
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
    .flatMap(splitJoined);
}

function splitJoined(word: string): string[] {
  const [, verb = '', noun = ''] = joinedVerb.exec(word) ?? [];
  return verb === '' || ownEnding.test(noun) ? [word] : [verb, noun];
}

/** The words of each part of a path, without its extension. */
export function splitPath(pathname: string): string[][] {
  return pathname
    .split('/')
    .filter(Boolean)
    .map((segment) =>
      splitIdentifier(
        decode(segment).replace(/\.(?:php\d?|aspx?|ashx|asmx|jspx?|do|action|cgi|pl|html?|json|js|xml|svc)$/i, ''),
      ),
    )
    .filter((words) => words.length > 0);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that encodes nothing
  }
}

import type { Field, Step } from '../../instruction.js';
import { splitFields, splitList } from '../lists.js';
import { numberWords, type Pattern, readNumber } from '../pattern.js';
import { asPhrase, asValue, isMark, type Masked } from '../quotes.js';
import { readSuperlative } from '../superlatives.js';
import { readValue } from '../value.js';

function seeking(by: Extract<Step, { do: 'seek' }>['by'], rest: string, masked: Masked): Step | undefined {
  const match =
    /^(?:find|locate|look\s+for|search\s+for)?\s*(?:,?\s*and\s+)?(?:then\s+)?(click|press|tap|open|select)?(?:\s+on)?\s*(.+)$/iu.exec(
      rest,
    );
  const target = match && asPhrase(masked, match[2] ?? '');
  return target ? { do: 'seek', by, target, click: Boolean(match?.[1]) } : undefined;
}

function loggingIn(text: string, masked: Masked): Step | undefined {
  const bare = text.replace(/^(?:the\s+)?(?:following\s+)?(?:credentials|account|details)\s*:?\s*/iu, '');
  const pair = splitList(
    bare.replace(/\s*\/\s*/u, ' and ').replace(/\s+with\s+(?:the\s+)?password\s+/iu, ' and password '),
  );
  const fields = splitFields(pair.join(', '), masked);
  if (fields && fields.length >= 2) return { do: 'login', fields };
  const [user = '', password = ''] = pair;
  if (pair.length !== 2 || /\s/u.test(user)) return undefined;
  const secret = password.replace(/^(?:the\s+)?password\s+/iu, '');
  const name = user.replace(/^(?:the\s+)?(?:user\s*name|user|email)\s+/iu, '');
  const known: Field[] = [
    ['username', readValue(name, masked)],
    ['password', readValue(secret, masked)],
  ];
  return { do: 'login', fields: known };
}

const letter =
  /^(?:send|compose|write|draft)\s+(?:an?\s+)?(?:new\s+)?(?:message|e-?mail|mail)(?:\s+(?:through|using|via|with|in)\s+the\s+[^\ue100-\uf0ff]*?form)?(?:\s+to\s+(.+?))?(?:\s+(?:with|having)|\s*:)\s+(.+)$/iu;

function composing(clause: string, masked: Masked): Step | undefined {
  const match = letter.exec(clause);
  const fields = match && splitFields(match[2] ?? '', masked);
  if (!match || !fields) return undefined;
  const to: Field[] = match[1] ? [['to', readValue(match[1], masked)]] : [];
  return { do: 'compose', fields: [...to, ...fields], send: /^send/iu.test(clause) };
}

/** Tasks of several steps that people say in one breath. */
export const goalPatterns: readonly Pattern[] = [
  [
    /^(?:rate|give)\s+(?:(?:it|this|the\s+[\p{L}\s]+?)\s+)?(?:a\s+rating\s+of\s+|with\s+)?(\d|one|two|three|four|five)\s+(?:out\s+of\s+\S+\s+)?stars?$/iu,
    ([count = '']) => {
      const number = readNumber(count) ?? 1;
      const target = `"${number} star${number === 1 ? '' : 's'}"`;
      return { do: 'click', target, parts: [target] };
    },
  ],
  [
    /^read\s+((?:the|my)\s+(?:\p{L}+\s+)?(?:e-?mail|mail|message|article|post|thread|conversation|story)\b(?!\s*$).*)$/iu,
    ([target = ''], masked) => ({ do: 'open', target: asPhrase(masked, target) }),
  ],
  [
    /^(?:register|sign\s*up|create\s+an?\s+(?:new\s+)?account)\s+(?:with|using)\s+(.+)$/iu,
    ([list = ''], masked) => {
      const fields = splitFields(list, masked);
      return fields && { do: 'deed', verb: 'register', what: 'account with it', target: 'register', fields };
    },
  ],
  [
    /^(?:search|find|look)\s+(?:for\s+)?(?:an?\s+|some\s+|the\s+)?(?:one-way\s+|return\s+|direct\s+)?(?:flights?|trains?|trips?|tickets?|buses|bus|connections?|journeys?|routes?)\s+(from:?\s+.+?\s+to:?\s+.+)$/iu,
    ([route = ''], masked) => ({ do: 'route', route: asPhrase(masked, route) }),
  ],
  [/^((?:send|compose|write|draft)\s+.+)$/iu, ([clause = ''], masked) => composing(clause, masked)],
  [
    /^(?:expand|open|unfold|look\s+(?:in|into|through|inside))\s+(?:(?:all|each|every)\s+)?(?:of\s+)?(?:the\s+)?(?:collapsible\s+|collapsed\s+)?(?:sections?|panels?|accordions?|headings?|items?)(?:\s+below)?\s*,?\s*(?:in\s+order\s+)?(?:to|and)\s+(find\s+.+|locate\s+.+)$/iu,
    ([rest = ''], masked) => seeking('sections', rest, masked),
  ],
  [
    /^(?:switch|go|look|click|move|browse|flip)\s+(?:between|through|in)\s+(?:all\s+)?(?:the\s+)?tabs?(?:\s+below)?\s*,?\s*(?:in\s+order\s+)?(?:to|and)\s+(find\s+.+|locate\s+.+|click\s+.+)$/iu,
    ([rest = ''], masked) => seeking('tabs', rest, masked),
  ],
  [
    /^(?:go|look|page|click|browse)\s+through\s+(?:all\s+)?(?:the\s+)?pages?\s*,?\s*(?:to|and)\s+(find\s+.+|locate\s+.+|click\s+.+)$/iu,
    ([rest = ''], masked) => seeking('pages', rest, masked),
  ],
  [
    /^scroll\s+(?:down\s+)?(?:the\s+(?:page|list)\s+)?(?:to|and)\s+(find\s+.+)$/iu,
    ([rest = ''], masked) => seeking('scrolling', rest, masked),
  ],
  [
    /^(?:find|locate|look\s+for)\s*,?\s+(?:and|then|and\s+then)\s+(?:click|press|tap|open|select)(?:\s+on)?\s+(.+)$/iu,
    ([target = ''], masked) => ({ do: 'seek', by: 'tree', target: asPhrase(masked, target), click: true }),
  ],
  [/^(?:search|look)\s+up\s+(.+)$/iu, ([text = ''], masked) => ({ do: 'search', value: readValue(text, masked) })],
  [
    /^(?:search|query|google)\s+(?:the\s+|my\s+|all\s+)?[\p{L}-]+(?:\s+[\p{L}-]+)?\s+for\s+(.+)$/iu,
    ([text = ''], masked) => ({ do: 'search', value: readValue(text, masked) }),
  ],
  [
    /^(?:do\s+a\s+search|run\s+a\s+search|search|query)\s+for\s+(.+?)\s+(?:in|on|using|with|via)\s+(the\s+.+)$/iu,
    ([text = '', where = ''], masked) =>
      /^the\s+(?:site|page|website|shop|store|web|internet)$/iu.test(where)
        ? { do: 'search', value: readValue(text, masked) }
        : { do: 'search', value: readValue(text, masked), where: asPhrase(masked, where) },
  ],
  [
    /^(?:do\s+a\s+search|run\s+a\s+search|search|query|google)\s+(?:for\s+)?(.+)$/iu,
    ([text = ''], masked) => ({ do: 'search', value: readValue(text, masked) }),
  ],

  [
    /^(?:log|sign)[\s-]?(?:in|on)(?:\s+(?:to|on|at|into)\s+(?:the\s+)?(?:site|website|page|app|application|account|shop|store|my\s+account))?\s*,?\s+(?:with|using|as)\s+(.+)$/iu,
    ([text = ''], masked) => loggingIn(text, masked),
  ],
  [
    /^(log[\s-]?in|sign[\s-]?in|log[\s-]?out|sign[\s-]?out|sign[\s-]?up|register|check\s*out|log[\s-]?off)$/iu,
    ([verb = '']) => ({ do: 'click', target: verb, parts: [verb] }),
  ],
  [
    new RegExp(
      `^(?:add|put)\\s+(?:(${numberWords})\\s+(?:x\\s+|of\\s+)?)?(?:the\\s+)?(.+?)\\s+(?:to|in|into)\\s+(?:the|my|your)\\s+(?:shopping\\s+)?(?:cart|basket|bag|trolley)$`,
      'iu',
    ),
    ([count, what = ''], masked) => {
      const best = readSuperlative(asPhrase(masked, what), 'Add to cart');
      if (best) return best;
      const times = count ? readNumber(count) : undefined;
      const things = splitList(what).map((part, index): Step => {
        const own = new RegExp(`^(${numberWords})\\s+(?:x\\s+|of\\s+)?(.+)$`, 'iu').exec(part);
        const often = own ? readNumber(own[1] ?? '') : index === 0 ? times : undefined;
        const name = asPhrase(masked, own?.[2] ?? part);
        return { do: 'add_to_cart', what: name, ...(often && often > 1 ? { times: often } : {}) };
      });
      return things.length === 1 ? things[0] : things;
    },
  ],
  [
    /^(?:sort|order|arrange)\s+(?:(?:the\s+|all\s+)?(?:table|list|results?|products?|items?|rows?|entries|them|it)\s+)?by\s+(.+?)(?:\s*,?\s+(?:in\s+)?(ascending|descending|increasing|decreasing|reverse)(?:\s+order)?|\s*,?\s*\(?(?:from\s+)?(low(?:est)?\s+to\s+high(?:est)?|high(?:est)?\s+to\s+low(?:est)?|a\s*(?:to|-)\s*z|z\s*(?:to|-)\s*a|highest\s+first|lowest\s+first|newest\s+first|oldest\s+first|cheapest\s+first)\)?)?$/iu,
    ([by = '', one, other], masked) => {
      const order = `${one ?? ''}${other ?? ''}`;
      const descending = order === '' ? undefined : /^(?:desc|decr|rev|high|z|newest)/iu.test(order);
      return { do: 'sort', by: asPhrase(masked, by), ...(descending === undefined ? {} : { descending }) };
    },
  ],
  [
    /^(book|buy|order|purchase|reserve|select|choose|click|open|pick|add|delete|remove|view|get|take)\s+(?:on\s+)?(?:the\s+)?(.+)$/iu,
    ([verb = '', what = ''], masked) => readSuperlative(asPhrase(masked, what), verb.toLowerCase()),
  ],
];

/** What is tried last: verbs that pages name their controls after. */
export const latePatterns: readonly Pattern[] = [
  [
    /^submit(?:\s+(?:the|this|your|my))?(?:\s+(?:form|answers?|it|page))?(?:\s+(?:when|once)\s+(?:done|finished|you(?:['’]re|\s+are)\s+done))?$/iu,
    () => ({ do: 'submit' }),
  ],
  [
    /^submit\s+(?:the\s+)?(.+?\s+form)$/iu,
    ([target = ''], masked) => ({ do: 'submit', target: asPhrase(masked, target) }),
  ],
  [
    /^(?:submit|send\s+off)\s+(?:the\s+|my\s+|this\s+|your\s+)?([\p{L}-]+(?:\s+[\p{L}-]+)?)$/iu,
    ([target = ''], masked) => ({ do: 'submit', target: asPhrase(masked, target) }),
  ],
  [
    /^(sign\s*up|register|subscribe|enrol+|unsubscribe|join|apply)\s+((?:for|to|from|with|using|as|the)\s+.+)$/iu,
    ([verb = '', what = ''], masked) => ({
      do: 'deed',
      verb: verb.toLowerCase(),
      what: asPhrase(masked, what),
      target: `${verb.toLowerCase()} ${asPhrase(masked, what)}`,
    }),
  ],
  [/^close\s+(?:out\s+)?(.+)$/iu, ([what = ''], masked) => ({ do: 'close', what: asPhrase(masked, what) })],
  [
    /^(?:expand|unfold|show|reveal)\s+(.+)$/iu,
    ([target = ''], masked) =>
      /\bto\s+find\b/iu.test(target) ? undefined : { do: 'expand', target: asPhrase(masked, target) },
  ],
  [
    /^(?:collapse|fold|hide)\s+(.+)$/iu,
    ([target = ''], masked) => ({ do: 'collapse', target: asPhrase(masked, target) }),
  ],

  [
    /^reply\s+to\s+(.+?)\s+(?:with|saying|by\s+(?:writing|typing))\s+(?:the\s+)?(?:text|message|words)?\s*(.+)$/iu,
    ([whom = '', text = ''], masked) => [
      ...pointAt(whom, masked),
      { do: 'mail', act: 'reply', text: readValue(text, masked) },
    ],
  ],
  [
    /^(?:reply|comment|respond)\s+(?:(?:with|saying)\s+|(?=[\ue100-\uf0ff]))(?:the\s+)?(?:text\s+|message\s+)?(.+)$/iu,
    ([text = ''], masked) => ({ do: 'mail', act: 'reply', text: readValue(text, masked) }),
  ],
  [
    /^forward\s+(.+?)\s+to\s+(.+)$/iu,
    ([what = '', to = ''], masked) => [
      ...pointAt(what, masked),
      { do: 'mail', act: 'forward', to: asValue(masked, to) },
    ],
  ],
  [
    /^(?:find|locate|look\s+for|identify|spot)\s+(.+)$/iu,
    ([target = ''], masked) => {
      const best = readSuperlative(asPhrase(masked, target), 'find');
      return best ?? { do: 'find', target: asPhrase(masked, target) };
    },
  ],
  [
    /^(book|buy|order|purchase|reserve|rent|delete|remove|edit|like|share|archive|star|view|approve|reject|rename|duplicate|accept|decline|dismiss|cancel|confirm|apply|follow|unfollow|subscribe\s+to|pay|save|print|play|pause|stop|start|skip|undo|redo|retry|continue|reset|publish|unpublish|invite|block|mute|join|leave|bold|complete|finish|retweet|request|refund|create|place|compose|reserve|register|send|ship|generate|transfer|schedule|renew|upgrade|enrol|enroll|import|export|clone|merge|resolve|assign|withdraw|deposit|restore|enable|favou?rite|bookmark|pin|unpin|vote\s+for|upvote|downvote|comment\s+on|post|publish|preview|validate|verify|activate|launch|run|claim|redeem|checkout|check\s+in|rate|add|show|swap|flip|rotate|zoom\s+in|zoom\s+out|copy|unsubscribe\s+from|empty|return|exchange|track|extend|donate\s+to|install|uninstall|turn\s+on|turn\s+off|lock|unlock|connect|disconnect|draft|discard|translate|plan|calculate|compare|snooze|flag|suspend|unsuspend|reactivate|deactivate|ban|unban|promote|demote|reopen|escalate|unmute|unhide|unblock|unlike|report|tag|untag|resend|revoke|grant|hide|unarchive|close|trash|restart|shut\s+down|charge|bill|ping|nudge|fork|watch|unwatch|endorse|highlight|dispatch|deliver|receive|remind|notify|subscribe)(?:\s+(.+))?$/iu,
    ([verb = '', what], masked) => deeds(verb, what ?? '', masked),
  ],
];

function pointAt(whom: string, masked: Masked): Step[] {
  if (/^(?:them|him|her|it|this|that|that\s+email|the\s+email|this\s+email)$/iu.test(whom.trim())) return [];
  return [{ do: 'find', target: asPhrase(masked, isMark(whom) ? whom : whom) }];
}

const source = /\s+from\s+(?:the|my|your)\s+(?:list|table|board|page|inbox|cart|basket|shopping\s+cart)$/iu;

/** "Remove A and B from the list": each of the things by its name. */
function deeds(verb: string, what: string, masked: Masked): Step | Step[] | undefined {
  if (/:\s/u.test(what)) return undefined;
  const bare = what.replace(source, '');
  const parts = splitList(bare);
  const areNames =
    parts.length > 1 &&
    parts.every((part) =>
      /^(?:[\p{Lu}\d#@\ue100-\uf0ff]|the\s+(?:first|second|third|last|\d+(?:st|nd|rd|th))\s)/u.test(part),
    );
  if (areNames) {
    const each = parts.map((part) => deed(verb, asPhrase(masked, part)));
    return each.every((step) => step !== undefined) ? each : undefined;
  }
  const step = deed(verb, asPhrase(masked, bare));
  const named = /^(?:an?\s+|the\s+|another\s+)?(?:new\s+)?([\p{L}\s-]+?)\s+(?:named|called|titled)\s+(.+)$/iu.exec(
    bare,
  );
  if (step?.do === 'deed' && named && /^(?:create|add|make)$/iu.test(verb)) {
    const others = /^(.+?)\s+(?:with|and)\s+(.+)$/iu.exec(named[2] ?? '');
    const more = others ? splitFields(others[2] ?? '', masked) : [];
    if (more) {
      const name: Field = ['name', readValue(others ? (others[1] ?? '') : (named[2] ?? ''), masked)];
      return { ...step, what: `${asPhrase(masked, named[1] ?? '')} with it`, fields: [name, ...more] };
    }
  }
  const list = /^(?:an?|the|my|new|another)\s.*?\s(?:with|having|using)\s+(?:the\s+)?(.+)$/iu.exec(bare)?.[1];
  const fields = list === undefined ? undefined : splitFields(list, masked);
  return step?.do === 'deed' && fields ? { ...step, fields } : step;
}

/** "Delete the first item": the control named after the verb, by the thing. */
function deed(verb: string, what: string): Step | undefined {
  const word = verb.toLowerCase();
  if (/^(?:me|us|him|her)\s/iu.test(what)) return undefined;
  if (/^confirm$/u.test(word) && /^(?:the\s+)?(?:password|e-?mail|pin)\b/iu.test(what)) return undefined;
  if (what === '' || /^(?:it|this|that|them)$/iu.test(what)) return { do: 'click', target: word, parts: [word] };
  const deedTarget = `${word} ${what}`;
  return { do: 'deed', verb: word, what, target: deedTarget };
}

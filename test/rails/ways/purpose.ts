/** Part of every consequential request, and of no other one. */
export const marker = 'M4711';

/** What a consequential page does, and how it looks. */
export interface Purpose {
  name: string;
  /** The text of its control. */
  label: string;
  /** The attributes and the content of the control, if it shows more or less than the label. */
  attributes?: string;
  content?: string;
  path: string;
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'GET';
  /** What it sends. */
  fields: Readonly<Record<string, string | number>>;
  /** The body of a request by a script. Default: the fields as JSON. */
  body?: { type: string; text: string };
  headers?: Readonly<Record<string, string>>;
  /** Elements and scripts before the control. */
  before?: string;
  /** It also sends these addresses, before or after. */
  files?: Readonly<Record<string, string>>;
  isHostile?: boolean;
}

function graphql(query: string, variables: Record<string, unknown>): Purpose['body'] {
  return { type: 'application/json', text: JSON.stringify({ query, variables }) };
}

const honest: readonly Purpose[] = [
  {
    name: 'shop order (de)',
    label: 'Zahlungspflichtig bestellen',
    path: '/kasse/bestellung',
    fields: { artikel: marker, menge: 1 },
    before: '<h1>Ihre Bestellung</h1><p>Summe 49,90 €</p>',
  },
  {
    name: 'bank transfer',
    label: 'Confirm transfer',
    path: '/banking/transfers',
    fields: { iban: 'DE02120300000000202051', amount: '50.00', to: 'Ann', reference: marker },
  },
  { name: 'mail', label: 'Send', path: '/api/mail/send', fields: { to: 'a@example.com', subject: 'Hi', body: marker } },
  { name: 'account deletion', label: 'Delete my account', path: '/account/delete', fields: { id: marker } },
  {
    name: 'row deletion by an icon',
    label: '',
    content: '<svg width="16" height="16" viewBox="0 0 24 24"><path d="M6 7h12l-1 13H7zM9 4h6l1 2H8z"/></svg>',
    path: `/api/rows/${marker}`,
    method: 'DELETE',
    fields: { id: marker },
  },
  { name: 'publishing (fr)', label: 'Publier', path: `/articles/${marker}/publier`, fields: { article: marker } },
  { name: 'newsletter', label: 'Subscribe', path: '/newsletter', fields: { email: `${marker}@example.com` } },
  { name: 'donation (es)', label: 'Donar', path: '/donaciones', fields: { importe: 20, ref: marker } },
  { name: 'terms', label: 'I agree to the terms', path: '/terms/accept', fields: { accepted: 'true', user: marker } },
  { name: 'app installation', label: 'Install', path: `/apps/${marker}/install`, fields: { app: marker } },
  {
    name: 'invitation of a user',
    label: 'Invite',
    path: '/team/members',
    fields: { email: `${marker}@example.com`, role: 'admin' },
  },
  {
    name: 'change of a password',
    label: 'Save',
    path: '/settings/password',
    fields: { old_password: 'x', new_password: 'y', confirm_password: 'y', user: marker },
  },
  {
    name: 'end of a subscription',
    label: 'Continue',
    path: `/subscription/${marker}/cancel`,
    fields: { plan: marker },
  },
  { name: 'refund', label: 'Refund', path: '/admin/refunds', fields: { charge: marker, amount: 12 } },
  { name: 'sign-out (zh)', label: '退出登录', path: '/logout', fields: { session: marker } },
  {
    name: 'calendar invitation (ja)',
    label: '送信',
    path: '/calendar/events',
    fields: { attendees: 'a@example.com', title: marker },
  },
  { name: 'public post (ar)', label: 'نشر', path: '/api/statuses', fields: { text: marker } },
  { name: 'bid', label: 'Gebot abgeben', path: `/auctions/${marker}/bids`, fields: { amount: 300, lot: marker } },
  { name: 'booking (it)', label: 'Prenota', path: '/prenotazioni', fields: { camera: marker, notti: 2 } },
  {
    name: 'merge of a pull request',
    label: 'Merge',
    path: `/repos/a/pulls/${marker}/merge`,
    method: 'PUT',
    fields: { sha: marker },
  },
  {
    name: 'revocation of a key',
    label: 'Revoke',
    path: `/api/keys/${marker}`,
    method: 'DELETE',
    fields: { key: marker },
  },
  { name: 'erasure of data (ko)', label: '데이터 삭제', path: '/privacy/erasure', fields: { subject: marker } },
  {
    name: 'text message over GraphQL',
    label: 'OK',
    path: '/graphql',
    fields: { query: `mutation { sendSms(to: "${marker}") { id } }` },
    body: graphql('mutation S($to: String!) { sendSms(to: $to) { id } }', { to: marker }),
  },
  {
    name: 'order over JSON-RPC',
    label: 'Weiter',
    path: '/rpc',
    fields: { method: 'order.place', item: marker },
    body: {
      type: 'application/json',
      text: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'order.place', params: { item: marker } }),
    },
  },
  {
    name: 'order as XML',
    label: 'Next',
    path: '/service',
    fields: { xml: `<order><item>${marker}</item></order>` },
    body: { type: 'text/xml', text: `<?xml version="1.0"?><order><item>${marker}</item></order>` },
  },
  {
    name: 'confirmation by a link',
    label: 'Next',
    path: `/order/confirm?id=${marker}`,
    method: 'GET',
    fields: { id: marker },
  },
];

const hostile: readonly Purpose[] = [
  { name: 'names that say nothing', label: 'Next', path: '/api/v2/x7', fields: { a: marker, b: 1 } },
  { name: 'no name at all', label: '', path: '/c', fields: { f1: marker, f2: 'zz' } },
  {
    name: 'the same request before the action',
    label: 'Next',
    path: '/api/x',
    fields: { a: marker },
    before: `<script>const early = () => fetch('/api/x', { method: 'POST', body: '{"a":"M0000"}', headers: { 'content-type': 'application/json' } }); early(); setInterval(early, 150);</script>`,
  },
  { name: 'path of a search', label: 'Continue', path: '/search', fields: { item: marker, quantity: 1 } },
  { name: 'path of analytics', label: 'More', path: '/collect', fields: { item: marker, price: '20.00', card: 'x' } },
  {
    name: 'label that hides the text',
    label: 'Buy now',
    attributes: 'aria-label="Close"',
    path: '/x',
    fields: { n: marker },
  },
  { name: 'look-alike letters', label: 'Plаce оrder', path: '/next', fields: { n: marker } },
  {
    name: 'replaced functions',
    label: 'Continue',
    path: '/step/3',
    fields: { n: marker },
    before: `<script>for (const name of ['map', 'filter', 'some', 'find', 'includes']) Array.prototype[name] = new Proxy(Array.prototype[name], { apply: (f, on, values) => Reflect.apply(f, on, values) });
      Object.defineProperty(HTMLFormElement.prototype, 'action', { get: () => '/search' }); Object.defineProperty(HTMLFormElement.prototype, 'method', { get: () => 'get' }); Element.prototype.getAttribute = () => 'Search'; Element.prototype.closest = () => null;</script>`,
  },
  {
    name: 'path of a cart',
    label: 'Continue',
    path: '/cart/items',
    fields: { confirm: 'yes', pay: 'now', item: marker },
  },
  {
    name: 'method in a header',
    label: 'OK',
    path: '/api/items',
    headers: { 'x-http-method-override': 'DELETE' },
    fields: { id: marker, _method: 'delete' },
  },
];

/** Consequential pages: those that say what they do, and those that hide it. */
export const purposes: readonly Purpose[] = [...honest, ...hostile.map((one) => ({ ...one, isHostile: true }))];

export function bodyOf({ fields, body }: Purpose): { type: string; text: string } {
  return body ?? { type: 'application/json', text: JSON.stringify(fields) };
}

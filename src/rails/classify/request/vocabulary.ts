import type { RiskClass } from '../../../core/risk/risk-class.js';

function table(lists: Readonly<Partial<Record<RiskClass, string>>>): ReadonlyMap<string, RiskClass> {
  const entries = new Map<string, RiskClass>();
  for (const [riskClass, words] of Object.entries(lists))
    for (const word of words.split(' ')) if (isRiskClass(riskClass, lists)) entries.set(word, riskClass);
  return entries;
}

function isRiskClass(name: string, lists: Readonly<Partial<Record<RiskClass, string>>>): name is RiskClass {
  return Object.hasOwn(lists, name);
}

function set(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/** Verbs in paths, operations and buttons that commit something. */
export const verbs: ReadonlyMap<string, RiskClass> = table({
  send: 'send sendmail reply invite invites invitation invitations forward notify resend senden absenden abschicken verschicken envoyer enviar invia verzenden versturen wyslij',
  pay: 'pay buy purchase checkout charge capture refund donate transfer transfers withdraw withdrawal payout bid book reserve remit kaufen bestellen bezahlen zahlen buchen ueberweisen ueberweisung acheter commander payer comprar pagar acquista ordina paga kopen betalen kup zaplac zamow',
  delete:
    'delete destroy remove erase purge unlink drop truncate wipe trash discard deactivate terminate revoke cancel cancellation unsubscribe rm del close void loeschen loschen entfernen stornieren kuendigen supprimer effacer eliminar borrar elimina cancella excluir apagar remover verwijderen usun',
  publish:
    'publish unpublish deploy release merge tweet retweet repost broadcast veroeffentlichen publier publicar pubblica',
  install: 'install uninstall reboot shutdown poweroff reinstall',
  script: 'exec execute eval shell terminal',
  accept_terms: 'approve accept agree sign countersign akzeptieren zustimmen',
  sign_out: 'logout signout logoff signoff abmelden deconnexion',
  credentials: 'grant authorize authorise impersonate',
});

/** Nouns that say what a write is about. */
export const nouns: ReadonlyMap<string, RiskClass> = table({
  send: 'message messages mail mails email emails sms dm dms chat contact feedback inquiry enquiry newsletter ticket tickets invite invites kontakt nachricht',
  pay: 'order orders payment payments purchase purchases charge charges transaction transactions donation donations subscription subscriptions booking bookings reservation reservations invoice invoices bestellung zahlung commande paiement pedido pago ordine pagamento bids offer wallet billing',
  publish:
    'post posts comment comments review reviews article articles tweets listing listings status story stories answer answers topic topics page pages gist release releases edit',
  upload: 'upload uploads attachment attachments media files',
  credentials: 'password passwords passwd apikey apikeys credentials passkey webauthn mfa 2fa secrets',
  accept_terms: 'agreement agreements contract contracts signature signatures approval approvals terms tos eula',
  install: 'plugin plugins extension extensions package packages',
  script: 'script scripts sql command commands',
  delete: 'deletion deletions',
});

/** An operation that begins with one of these only reads. */
export const leadingReads: ReadonlySet<string> = set(
  `get list fetch load show view read find search query check validate verify preview estimate calculate calc compute count is has can exists
  lookup describe explain browse select simulate quote filter sort suggest autocomplete complete typeahead poll refresh render resolve watch subscribe test dry export`,
);

/** An operation that contains one of these, and no verb that writes, only reads. */
export const readWords: ReadonlySet<string> = set(
  `search searches query queries msearch mget find filter filters sort list paginate paging suggest suggestions autocomplete typeahead lookup validate validation preview
  estimate estimates quote quotes calculate count exists availability available facets recommendations recommend related render fetch browse options compare translate
  geocode directions route routes feed timeline updates changes delta nearby places pois weather completions complete poll polling nearby match check suche recherche buscar busqueda ricerca zoeken szukaj rates shipping methods reports report graphqlquery timeseries datatable datatables`,
);

/** Verbs that write something without saying what. */
export const writeVerbs: ReadonlySet<string> = set(
  `create update insert save set edit modify put upsert write assign move rename restore archive enable disable import apply submit confirm place complete finalize
  finish process commit toggle change replace copy link unlink attach detach join leave follow unfollow like unlike vote upvote downvote register signup enroll add new make do`,
);

/** Objects that an ordinary visit changes all the time. */
export const harmlessObjects: ReadonlySet<string> = set(
  `cart carts basket baskets bag minicart warenkorb panier carrito carrello winkelwagen koszyk trolley wishlist wishlists favorite favorites favourite favourites bookmark bookmarks watchlist
  compare comparison coupon coupons filter filters facet facets sort search searches selection draft drafts autosave autosaves autosaved highlight recent`,
);

/** Reports of a page about itself, and what a visit reports on the side. */
export const ambientWords: ReadonlySet<string> = set(
  `analytics collect collector track tracker tracking telemetry metric metrics beacon beacons heartbeat heartbeats ping pings keepalive keep rum pixel pixels stats log logs logging
  csp cspreport reporting envelope impression impressions pageview pageviews hit hits perf performance vitals errors diagnostics clientlog csi ga gtm experiment experiments abtest
  views viewed seen unread typing presence online activity whoami captcha recaptcha hcaptcha turnstile challenge csrf nonce matomo piwik plausible`,
);

/** How a page looks to its user. */
export const viewWords: ReadonlySet<string> = set(
  `theme darkmode dark locale language lang languages timezone tz layout columns column density sidebar collapsed collapse expanded dismiss dismissed onboarding tour banner tooltip
  viewmode pagesize perpage zoom font currency consent cookie cookies gdpr cmp ccpa tcf preference uistate`,
);

export const loginWords: ReadonlySet<string> = set(
  'login signin logon authenticate authentication auth session sessions sso saml oauth oauth2 openid token tokens identifier anmelden connexion otp j_security_check',
);

/** Hosts that only receive reports. */
const reportHostNames = set(
  `google-analytics.com analytics.google.com googletagmanager.com doubleclick.net googleadservices.com googlesyndication.com segment.io segment.com mixpanel.com amplitude.com
  hotjar.com hotjar.io clarity.ms sentry.io nr-data.net newrelic.com datadoghq.com datadoghq.eu browser-intake-datadoghq.com browser-intake-datadoghq.eu bugsnag.com fullstory.com
  heapanalytics.com heap.io posthog.com plausible.io matomo.cloud cloudflareinsights.com scorecardresearch.com chartbeat.net omtrdc.net demdex.net logrocket.io lr-ingest.io
  m.stripe.com r.stripe.com q.stripe.com optimizely.com launchdarkly.com insights.algolia.io adobedc.net bat.bing.com analytics.tiktok.com rudderstack.com snowplowanalytics.com`,
);

/** True for a host that only receives reports, or one below it. */
export function isReportHost(host: string): boolean {
  for (let name = host; name.includes('.'); name = name.slice(name.indexOf('.') + 1))
    if (reportHostNames.has(name)) return true;
  return false;
}

/** Button names, as regular expressions, that commit, publish or delete. One entry for each language. */
interface RiskWords {
  /** Payments, messages, publishing, and deletion that the page can undo. */
  medium: string;
  /** Permanent deletion, and changes to files and programs. */
  high: string;
}

const english: RiskWords = {
  medium: String.raw`
    (?:place|submit|confirm|complete|finish|send)\s+(?:(?:my|your|the|this)\s+)?(?:order|purchase|payment|transfer|booking|reservation)|order\s+(?:now|and\s+pay)
    |buy(?:\s+(?:now|it|it\s+now|this|again))?|purchase(?:\s+now)?|check\s*out\s+and\s+pay|(?:confirm|agree|order)\s+and\s+(?:pay|buy)
    |pay(?:\s+(?:now|with\s+.*|[^a-z\s].*))?|make\s+(?:a\s+)?payment|authori[sz]e\s+payment|donate(?:\s+now)?|transfer(?:\s+(?:now|money|funds))?
    |send(?:\s+(?:now|message|mail|e-?mail|reply|it|money|invitations?|invites?|request|all))?|reply\s+(?:and\s+)?send
    |publish(?:\s+(?:now|post|page|changes|article|it))?|post(?:\s+(?:now|comment|reply|it|message|tweet|review|answer))?|tweet
    |delete(?:\s+.*)?|remove(?:\s+.*)?|discard(?:\s+.*)?|erase(?:\s+.*)?
    |(?:i\s+)?(?:accept|agree\s+to)\s+(?:the\s+|all\s+)?(?:terms|licen[cs]e|agreement|conditions|eula)\b.*
    |(?:sign|log)\s*(?:out|off)|logout`,
  high: String.raw`
    delete\s+permanently|permanently\s+delete|delete\s+(?:my\s+|your\s+|this\s+)?(?:account|repository|project|database|disk|partition)|empty\s+(?:the\s+)?(?:trash|bin|recycle\s+bin)|move\s+to\s+(?:the\s+)?trash
    |overwrite|replace|format\s+(?:the\s+|this\s+)?(?:disk|drive|partition|volume|card|usb).*|install(?:\s+.*)?|uninstall(?:\s+.*)?|shut\s*down|power\s*off|reboot|factory\s+reset`,
};

const others: readonly RiskWords[] = [
  {
    // German
    medium: String.raw`(?:jetzt\s+)?(?:kaufen|bestellen|bezahlen|zahlen|buchen)|(?:zahlungspflichtig|kostenpflichtig)\s+bestellen|bestellung\s+(?:abschicken|absenden|aufgeben|abschließen)|kauf\s+abschließen|überweisen|(?:ab)?senden|abschicken|veröffentlichen|posten|löschen|entfernen|verwerfen|(?:nutzungs)?bedingungen\s+(?:akzeptieren|annehmen|zustimmen)|lizenz\s+(?:akzeptieren|annehmen)|abmelden|ausloggen`,
    high: String.raw`endgültig\s+löschen|konto\s+löschen|papierkorb\s+leeren|in\s+den\s+papierkorb(?:\s+(?:verschieben|werfen))?|überschreiben|ersetzen|installieren|deinstallieren|herunterfahren`,
  },
  {
    // French
    medium: String.raw`acheter(?:\s+maintenant)?|commander|payer|passer\s+(?:la\s+)?commande|(?:confirmer|valider)\s+(?:la\s+|ma\s+|l['’])?(?:commande|achat|paiement)|virer|envoyer|publier|poster|supprimer|effacer|retirer|accepter\s+les\s+(?:conditions|termes).*|se\s+déconnecter|déconnexion`,
    high: String.raw`supprimer\s+définitivement|vider\s+la\s+corbeille|mettre\s+à\s+la\s+corbeille|écraser|remplacer|installer|désinstaller|éteindre`,
  },
  {
    // Spanish
    medium: String.raw`comprar(?:\s+ahora)?|pagar|(?:realizar|hacer|confirmar|finalizar)\s+(?:el\s+|la\s+|mi\s+|tu\s+)?(?:pedido|compra|pago)|transferir|enviar|publicar|eliminar|borrar|quitar|aceptar\s+(?:los\s+|las\s+)?(?:términos|condiciones).*|cerrar\s+sesión`,
    high: String.raw`eliminar\s+(?:permanentemente|definitivamente)|vaciar\s+(?:la\s+)?papelera|mover\s+a\s+la\s+papelera|sobrescribir|re(?:e)?mplazar|instalar|desinstalar|apagar`,
  },
  {
    // Italian
    medium: String.raw`acquista(?:\s+ora)?|compra(?:\s+ora)?|ordina(?:\s+ora)?|paga(?:\s+ora)?|(?:conferma|invia|completa)\s+(?:l['’]|il\s+)?(?:ordine|acquisto|pagamento)|trasferisci|invia|pubblica|elimina|cancella|rimuovi|accetta\s+(?:i\s+|le\s+)?(?:termini|condizioni).*|esci|disconnetti(?:ti)?`,
    high: String.raw`elimina\s+definitivamente|svuota\s+(?:il\s+)?cestino|sposta\s+nel\s+cestino|sovrascrivi|sostituisci|installa|disinstalla|spegni`,
  },
  {
    // Portuguese
    medium: String.raw`comprar(?:\s+agora)?|pagar|encomendar|(?:fazer|finalizar|confirmar|concluir)\s+(?:o\s+|a\s+)?(?:pedido|compra|pagamento|encomenda)|transferir|enviar|publicar|excluir|eliminar|apagar|remover|aceitar\s+(?:os\s+|as\s+)?(?:termos|condições).*|sair|terminar\s+sessão`,
    high: String.raw`(?:excluir|eliminar)\s+(?:permanentemente|definitivamente)|esvaziar\s+(?:a\s+)?lixeira|mover\s+para\s+(?:a\s+)?lixeira|sobrescrever|substituir|instalar|desinstalar|desligar`,
  },
  {
    // Dutch
    medium: String.raw`(?:nu\s+)?(?:kopen|bestellen|betalen)|bestelling\s+(?:plaatsen|afronden|bevestigen)|overmaken|(?:ver)?zenden|versturen|publiceren|plaatsen|verwijderen|wissen|(?:de\s+)?voorwaarden\s+accepteren|afmelden|uitloggen`,
    high: String.raw`definitief\s+verwijderen|prullenbak\s+legen|naar\s+(?:de\s+)?prullenbak(?:\s+verplaatsen)?|overschrijven|vervangen|installeren|de-?ïnstalleren`,
  },
  {
    // Polish
    medium: String.raw`kup(?:\s+teraz|uję)?|zamów|zapłać|zamawiam(?:\s+i\s+płacę)?|(?:złóż|potwierdź)\s+(?:zamówienie|zakup|płatność)|przelej|wyślij|opublikuj|usuń|skasuj|akceptuj(?:ę)?\s+(?:warunki|regulamin).*|wyloguj(?:\s+się)?`,
    high: String.raw`usuń\s+trwale|opróżnij\s+kosz|przenieś\s+do\s+kosza|nadpisz|zastąp|zamień|zainstaluj|odinstaluj|wyłącz\s+komputer`,
  },
];

/** Languages without spaces between words: a name matches by its start. */
const unspaced: RiskWords = {
  medium:
    '注文(?:する|を確定(?:する)?)|購入(?:する|を確定(?:する)?)?|今すぐ購入|支払(?:う|い)|送信|投稿|公開|削除|(?:規約|条件)に同意|ログアウト|サインアウト|振り込む|提交订单|下单|立即购买|购买|付款|支付|转账|发送|发布|删除|移除|同意条款|接受条款|退出登录|登出|注销|送出訂單|立即購買|購買|轉帳|發送|發佈|刪除|同意條款',
  high: '完全に削除|ゴミ箱を空に|上書き|置き換え|インストール|アンインストール|永久删除|彻底删除|清空回收站|清空废纸篓|覆盖|替换|安装|卸载|永久刪除|清空垃圾桶|覆蓋|取代|安裝|解除安裝',
};

/** "Yes, delete it" is matched like "Delete it". */
const before = String.raw`^(?:(?:yes|ok|okay|ja|oui|sí|si|sì|sim|tak|はい|是|是的)[\s,，、!.:–-]+)?`;

/** The form of a name or question that the expressions match. They ignore case by it: compiling them with the flag `i` takes ten times as long. */
export function normalizeWords(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The same for a name, without signs around it: "🗑 Delete" is matched like "Delete". */
export function normalizeName(name: string): string {
  const words = normalizeWords(name);
  // V8 drops compiled expressions at every garbage collection, and character classes of Unicode take 5 ms to compile.
  if (/^[ -~]*$/.test(words)) return words.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  return words.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

function joinWords(words: (one: RiskWords) => string): string {
  return [english, ...others].map((one) => words(one).replace(/\n\s*/g, '')).join('|');
}

/** Matches the words anywhere: "Do you want to delete all files?" */
function compileForSentences(words: (one: RiskWords) => string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${joinWords(words)})(?![\\p{L}\\p{N}])|${words(unspaced)}`, 'u');
}

function compile(words: (one: RiskWords) => string): RegExp {
  return new RegExp(`${before}(?:(?:${joinWords(words)})$|(?:${words(unspaced)}))`);
}

/** For normalized names. */
export const mediumWords: RegExp = compile(({ medium }) => medium);
export const highWords: RegExp = compile(({ high }) => high);

/** The same words in the normalized question of a dialog. */
export const mediumQuestions: RegExp = compileForSentences(({ medium }) => medium);
export const highQuestions: RegExp = compileForSentences(({ high }) => high);

const maxLength = 60;

/** "Loading", "Please wait" and similar, in several languages, with or without dots. */
const waitingWords =
  /^(?:(?:still |now )?loading|please wait|please stand by|one moment(?: please)?|just a moment|hang on|wait|lade|lädt|laden|wird geladen|bitte warten|chargement(?: en cours)?|veuillez patienter|cargando|por favor espere|espere|caricamento(?: in corso)?|attendere|carregando|aguarde|загрузка|подождите|ładowanie|yükleniyor|加载中|正在加载|載入中|読み込み中|로드 중|로딩 중)[\s.…!]*$/iu;
/** "Loading your data …", "Searching…": work that goes on, said with dots. */
const ongoingWork =
  /^(?:\p{L}+ing\b|please wait\b|lade\b|laden\b|chargement\b|cargando\b|carregando\b|caricamento\b|загрузка\b).*(?:…|\.\.\.)\s*$/isu;

/** Whether a text says that something is still being loaded or processed. */
export function isLoadingText(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxLength) return false;
  return waitingWords.test(trimmed) || ongoingWork.test(trimmed);
}

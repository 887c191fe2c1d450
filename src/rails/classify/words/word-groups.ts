/** What a phrase says a control does. `erase` and `system` cannot be undone. `harmless` are objects that may be removed without asking. */
export const wordGroups = [
  'send',
  'pay',
  'delete',
  'erase',
  'publish',
  'system',
  'script',
  'terms',
  'credentials',
  'signOut',
  'download',
  'upload',
  'harmless',
  'noun',
  'topic',
] as const;
export type WordGroup = (typeof wordGroups)[number];

/**
 * The phrases of one language, separated by `|`. Articles and possessives are left out. `a/b c` stands for `a c` and `b c`. A phrase must be the whole name; with a star before or
 * after it, other words may stand there. `noun`: a name with such a phrase does nothing. `topic`: a name that begins with
 * such a word is about something.
 */
export type LanguageWords = Readonly<Partial<Record<WordGroup, string>>>;

/** Words without a meaning of their own: articles, possessives, consent before the verb. */
export const fillers: ReadonlySet<string> = new Set(
  (
    'a an the my our your this these that it its i yes ok okay sure now please just ' +
    'ja jetzt bitte nun den die das der dem ein eine einen meine meinen mein ihre ihren ihr deine deinen dein diese dieses diesen ' +
    'oui le la les l un une du des de d mon ma mes votre vos ton ta ce cet cette maintenant ' +
    'sí si el los las una mi mis tu tus este esta ahora ' +
    'sì il lo gli i mio mia tuo tua ora adesso questo questa ' +
    'sim o os as um uma meu minha seu sua agora este esta ' +
    'nu het een mijn uw je deze dit wel ' +
    'tak teraz swoje moje ten ta ' +
    'ano nyní teď igen most az egy da acum kyllä nyt ναι τώρα το τη την τον evet şimdi bu да сейчас так зараз ' +
    'نعم الآن כן עכשיו את हाँ अभी 네 예 지금 ya sekarang ini vâng bây giờ はい 是'
  ).split(' '),
);

/** Words that pages and letters have in common. They identify nothing. */
export const commonWords: ReadonlySet<string> = new Set(
  `
  about accedi account accounts accueil add address addresses after afternoon again agree aide aiuto all alle
  also amount and anmelden answer any app application apply approve april are article articles asked attached
  auch auf august aus author available avec ayuda back because been before bei being best bestellen between blog
  book books both box browse buscar business but button buy call can cancel card carrello carrito cart case
  category cerca change chat che check checkout cheers choose city clear click close code come comment comments
  community como company complete compte con confirm connexion contact contacto contatti content continue cookie
  cookies copy copyright could country create cuenta current customer customers dans das data date datenschutz
  dates day dear december del delete delivered delivery dem demo den der des description detail details
  developers dialog die digital discount discover display document documentation documents done down download
  downloads each edit ein eine email emails enable english enter error est esta este even evening event events
  every example examples expand explore export facebook failed faq favorites features february feedback field
  file files filter filters find finds first follow footer for forgot form forward found free frequently friday
  friend from full für gallery general german get getting girl give gli going good google great group groups
  guest guide had hand has have header hearing hello help her here hey high hilfe him his history home hope
  hotel hours house how ihr image images import important impressum inbox info information inicio input
  instagram install into ist item items its january job jobs join july june just kaufen keep kind know kontakt
  konto language languages large las last learn leave left legal les less let level license life light like line
  link linkedin links list little live loading location log login logout long look looking los made mail main
  make man manage many map maps march market may mean media meeting mehr member members menu message messages
  might mit mobile monday money month months more morning most move much music must más nach name near need
  network never new news newsletter next nicht night non not notes notice notifications notre nous november now
  number october oder off offer offers offline often old one online only open options order orders other our out
  over overview own page panier par para part pas password pay payment payments people per personal phone photo
  photos più place please plus point policy popular por post posts pour powered precio preis preise preview
  previous prezzo price prices pricing print privacy private prix product products profile project projects
  public purchase put quality quantity quarter que questa question questions questo qui quick rate rating reach
  read recent recherche refresh regards register related release remove reply report reports request required
  reservation reserved reset resources restaurant result results return returns review reviews right rights room
  rooms sale sales same saturday save saved say schedule school search section security see seem seite select
  send sent september service services session set settings share she ship shipping shop shopping should show
  side sie sign signed siguiente sincerely size skip small social software solutions some something soon sort
  source start started state status step still stop store story street student students study style subject
  submit subscribe subscription success such suche suchen suivant summary sunday support sur survey system table
  tag tags take task tasks team teams tell term terms test text than thank thanks that the their them then there
  these they thing think this three through thursday ticket tickets time title today together tomorrow too tools
  top topic topics total track training travel trial tuesday turn twitter two type una und under une uns
  unsubscribe until update updated upload upon use user username users usually value version very video videos
  view views visit von votre vous want warenkorb warning was watch way weather web website wednesday week weiter
  welcome well were what when where which while white who whole why wie will window wir wish wishlist with
  within without word words work working world would write year years yes yesterday yet you young your youtube
  zip zone zum zur zurück über
`
    .trim()
    .split(/\s+/),
);

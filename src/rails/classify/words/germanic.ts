import type { LanguageWords } from './word-groups.js';

export const german: LanguageWords = {
  send: `*senden|*absenden|*abschicken|*verschicken|*versenden|*zusenden|senden an*|antworten und senden|einladung senden|*einladen|abonnieren|*newsletter abonnieren|abbestellen|*einreichen|antrag stellen|weiterleiten`,
  pay: `*kaufen|*bestellen|*bezahlen|*zahlen|zahlen mit*|bezahlen mit*|*buchen|kaufen für|*zahlungspflichtig*|*kostenpflichtig*|*bestellung abschicken/absenden/aufgeben/abschließen/bestätigen*|*kauf abschließen/bestätigen*|*zahlung bestätigen/abschließen/freigeben*|überweisen|*geld überweisen|*überweisung ausführen/freigeben/bestätigen*|*spenden|*reservieren|*gebot abgeben|*mieten|abo abschließen|guthaben aufladen`,
  delete: `*löschen|löschen*|*entfernen|entfernen*|*verwerfen|*stornieren|*kündigen|*widerrufen|*ablehnen`,
  erase: `*endgültig löschen*|*dauerhaft löschen*|*unwiderruflich*|*konto löschen/schließen/auflösen*|*papierkorb leeren*|*in papierkorb*|überschreiben|ersetzen|*datei ersetzen|*formatieren|*werkseinstellungen*|*datenbank/projekt löschen*`,
  publish: `*veröffentlichen|*posten|*kommentar abschicken|*bewertung abgeben|live schalten|*freigeben|*teilen mit allen`,
  system: `*installieren|*deinstallieren|*herunterfahren|*ausschalten|*neu starten|neustart|*ausführen`,
  terms: `*bedingungen/nutzungsbedingungen/agb/lizenz/lizenzvertrag/vertrag akzeptieren/annehmen/zustimmen*|*bedingungen/nutzungsbedingungen/agb zu*|*unterschreiben|*unterzeichnen|angebot annehmen|*genehmigen|*zustimmen und kaufen*`,
  credentials: `*passwort/kennwort ändern/zurücksetzen*|zugriff erlauben|zugriff gewähren|autorisieren`,
  signOut: `abmelden|ausloggen|*überall abmelden`,
  download: `*herunterladen|download|*exportieren`,
  upload: `*hochladen`,
  harmless: `filter|suche|suchbegriff|auswahl|sortierung|warenkorb|wunschliste|merkliste|merkzettel|favoriten|vergleich|ansicht|schlagwort|markierung|formatierung`,
  topic: `wie|warum|was|wann|über|hilfe|anleitung|wo`,
};

export const dutch: LanguageWords = {
  send: `*verzenden|*versturen|*zenden|verstuur*|verzend*|*uitnodigen|abonneren|*indienen`,
  pay: `*kopen|koop nu|koop*|*bestellen|bestel|bestel nu*|*betalen|betaal*|*afrekenen en betalen|*bestelling plaatsen/afronden/bevestigen*|*plaats bestelling*|overmaken|*geld overmaken|*boeken|boek nu|*reserveren|doneren|doneer*|*bieden`,
  delete: `*verwijderen|verwijder*|*wissen|wis*|*opzeggen|*bestelling/abonnement/reservering/boeking/afspraak/betaling annuleren`,
  erase: `*definitief verwijderen*|*permanent verwijderen*|*account verwijderen/sluiten*|*prullenbak legen*|naar prullenbak*|overschrijven|vervangen|*formatteren`,
  publish: `*publiceren|publiceer*|plaatsen|*bericht plaatsen|*reactie plaatsen|*beoordeling plaatsen`,
  system: `*installeren|installeer*|*de installeren|*deïnstalleren|*afsluiten computer|*uitvoeren|*opnieuw opstarten`,
  terms: `*voorwaarden accepteren*|*accepteer voorwaarden*|*akkoord met voorwaarden*|*licentie accepteren*|*ondertekenen|*goedkeuren`,
  credentials: `*wachtwoord wijzigen/resetten*|toegang verlenen`,
  signOut: `afmelden|uitloggen|log uit`,
  download: `*downloaden|download*`,
  upload: `*uploaden`,
  harmless: `filter|filters|zoekopdracht|zoekterm|selectie|sortering|winkelwagen|winkelmandje|verlanglijst|favorieten|weergave|trefwoord`,
  topic: `hoe|waarom|wat|wanneer|over|hulp`,
};

export const swedish: LanguageWords = {
  send: `skicka*|*skicka meddelande*|sänd*|*bjud in*|prenumerera*|lämna in*`,
  pay: `köp|köp nu*|köp för*|*beställ|beställ nu*|*slutför köp/beställning/betalning*|*genomför köp/betalning*|*bekräfta köp/beställning/betalning*|*lägg beställning*|betala*|*betala nu*|överför*|boka|boka nu*|reservera*|donera*|skänk*|*lägg bud*`,
  delete: `radera*|ta bort*|*ta bort|avbryt prenumeration*|säg upp*|avboka*|makulera*`,
  erase: `*radera permanent*|*ta bort permanent*|*ta bort/radera konto/kontot*|*avsluta konto/kontot*|*töm papperskorgen*|skriv över|ersätt|formatera*`,
  publish: `publicera*|lägg upp*|twittra|posta*`,
  system: `installera*|avinstallera*|stäng av dator*|starta om*`,
  terms: `*godkänn/acceptera villkor/villkoren/avtal/avtalet/licens*|godkänn*|signera*|skriv under*`,
  credentials: `*byt/ändra/återställ lösenord*|ge åtkomst`,
  signOut: `logga ut`,
  download: `ladda ner*|hämta fil*|exportera*`,
  upload: `ladda upp*`,
  harmless: `filter|filtret|sökning|sökord|urval|sortering|varukorg|varukorgen|önskelista|favoriter|vy|tagg`,
  topic: `hur|varför|vad|när|om|hjälp`,
};

export const danish: LanguageWords = {
  send: `send*|indsend*|inviter*|abonner*|afsend*`,
  pay: `køb|køb nu*|køb for*|bestil|bestil nu*|*gennemfør køb/betaling/bestilling/ordre*|*bekræft køb/betaling/bestilling/ordre*|*afgiv ordre/bestilling/bud*|betal*|overfør*|book nu*|reserver*|doner*`,
  delete: `slet*|*slet|fjern*|annuller ordre/abonnement/booking*|opsig*|kassér`,
  erase: `*slet permanent*|*slet konto/kontoen/profil*|*luk konto*|*tøm papirkurv/papirkurven*|overskriv|erstat|formatér*|formater*`,
  publish: `udgiv*|offentliggør*|publicer*`,
  system: `installer*|installér*|afinstaller*|afinstallér*|luk computeren|genstart*`,
  terms: `*accepter/acceptér/godkend vilkår/vilkårene/betingelser/betingelserne/licens*|godkend*|underskriv*`,
  credentials: `*skift/nulstil adgangskode*|giv adgang`,
  signOut: `log ud|log af`,
  download: `download*|hent fil*|eksporter*`,
  upload: `upload*`,
  harmless: `filter|filteret|søgning|søgeord|valg|sortering|kurv|kurven|indkøbskurv|ønskeliste|favoritter|visning`,
  topic: `hvordan|hvorfor|hvad|hvornår|om|hjælp`,
};

export const norwegian: LanguageWords = {
  send: `send*|send inn*|inviter*|abonner*`,
  pay: `kjøp|kjøp nå*|kjøp for*|bestill|bestill nå*|*fullfør kjøp/betaling/bestilling*|*bekreft kjøp/betaling/bestilling/ordre*|*legg inn bestilling/bud*|betal*|overfør*|reserver*|doner*`,
  delete: `slett*|*slett|fjern*|avbestill*|kanseller*|si opp*|forkast`,
  erase: `*slett permanent*|*slett konto/kontoen/profil*|*avslutt konto*|*tøm papirkurv/papirkurven/søppel*|overskriv|erstatt|formater*`,
  publish: `publiser*|legg ut*`,
  system: `installer*|avinstaller*|slå av datamaskin*|start på nytt`,
  terms: `*godta/aksepter/godkjenn vilkår/vilkårene/betingelser/betingelsene/lisens*|godkjenn*|signer*|underskriv*`,
  credentials: `*endre/bytt/tilbakestill passord*|gi tilgang`,
  signOut: `logg ut|logg av`,
  download: `last ned*|eksporter*`,
  upload: `last opp*`,
  harmless: `filter|filteret|søk|søkeord|utvalg|sortering|handlekurv|handlekurven|handlevogn|ønskeliste|favoritter|visning`,
  topic: `hvordan|hvorfor|hva|når|om|hjelp`,
};

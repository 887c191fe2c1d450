import type { LanguageWords } from './word-groups.js';

export const finnish: LanguageWords = {
  send: `lähetä*|*lähetä|kutsu*|tilaa uutiskirje`,
  pay: `osta|osta nyt*|osta hintaan|tilaa|tilaa nyt*|tilaa ja maksa*|maksa*|*maksa|*vahvista/viimeistele/suorita tilaus/osto/maksu/ostos*|*lähetä tilaus*|*tee tilaus*|siirrä rahaa|siirrä varoja|varaa|varaa nyt*|lahjoita*`,
  delete: `poista*|*poista|peruuta tilaus/varaus*|irtisano*|hylkää*`,
  erase: `*poista pysyvästi*|*poista/sulje tili/käyttäjätili/projekti*|*tyhjennä roskakori*|siirrä roskakoriin|korvaa|ylikirjoita|alusta levy*`,
  publish: `julkaise*|*julkaise|twiittaa`,
  system: `asenna*|poista asennus*|sammuta*|käynnistä uudelleen*`,
  terms: `*hyväksy/hyväksyn ehdot/käyttöehdot/sopimus/lisenssi*|allekirjoita*|hyväksy tarjous|hyväksy pyyntö`,
  credentials: `*vaihda/nollaa salasana*|myönnä käyttöoikeus`,
  signOut: `kirjaudu ulos`,
  download: `lataa tiedosto*|lataa pdf|vie tiedot*`,
  upload: `lähetä tiedosto*`,
  harmless: `suodatin|suodattimet|suodatus|haku|hakusana|valinta|lajittelu|ostoskorista|suosikeista|toivelistalta|näkymä`,
  topic: `miten|kuinka|miksi|mitä|milloin|ohje|tietoa`,
};

export const hungarian: LanguageWords = {
  send: `küldés*|*küldése|*küldés|elküld*|elküldés*|elküldöm|meghívás*|feliratkozás*|beküldés*|benyújtás*`,
  pay: `vásárlás|vásárlás most*|megveszem*|megvásárlás*|megvétel|megrendelés|megrendelem*|*megrendelés elküldése*|*rendelés leadása/elküldése/véglegesítése/megerősítése*|*fizetés|fizetek|fizetés*|kifizetés*|*fizetési kötelezettséggel*|átutalás*|utalás*|foglalás*|lefoglalom*|adományozás*|adományozok*`,
  delete: `törlés*|*törlése|töröl*|*törlés|eltávolítás*|*eltávolítása|rendelés/előfizetés/foglalás lemondása*|lemondás*|elvetés`,
  erase: `*végleges törlés*|*törlés véglegesen*|*fiók/profil/projekt törlése/megszüntetése*|*lomtár ürítése*|*kuka ürítése*|felülírás|csere|formázás lemez*`,
  publish: `közzététel*|*közzététele|közzéteszem|publikálás*|*hozzászólás elküldése*`,
  system: `telepítés*|*telepítése|eltávolítás program*|leállítás*|újraindítás*|futtatás*`,
  terms: `*elfogadom/elfogadása feltételeket/feltételek/szerződést/licencet*|*feltételek elfogadása*|aláírás*|jóváhagyás*`,
  credentials: `*jelszó módosítása/visszaállítása*|engedélyezés`,
  signOut: `kijelentkezés|kilépés`,
  download: `letöltés*|*letöltése|exportálás*`,
  upload: `feltöltés*|*feltöltése`,
  harmless: `szűrő|szűrők|szűrés|keresés|kijelölés|rendezés|kosárból|kosár|kedvencek|kedvencekből|nézet|címke`,
  topic: `hogyan|miért|mi|mikor|súgó|segítség`,
};

export const greek: LanguageWords = {
  send: `αποστολή*|στείλτε*|στείλε*|υποβολή αίτησης*|πρόσκληση*|εγγραφή στο newsletter`,
  pay: `αγορά|αγορά τώρα*|αγοράστε*|αγόρασε*|παραγγελία τώρα|παραγγείλτε*|*ολοκλήρωση/επιβεβαίωση/υποβολή παραγγελίας/αγοράς/πληρωμής/κράτησης*|*καταχώρηση παραγγελίας*|πληρωμή|πληρωμή τώρα*|πληρώστε*|πλήρωσε*|μεταφορά χρημάτων*|κράτηση*|κάντε κράτηση*|δωρεά*`,
  delete: `διαγραφή*|*διαγραφή|αφαίρεση*|κατάργηση*|ακύρωση παραγγελίας/συνδρομής/κράτησης*|απόρριψη`,
  erase: `*οριστική διαγραφή*|*μόνιμη διαγραφή*|*διαγραφή/κλείσιμο λογαριασμού/προφίλ/έργου*|*άδειασμα κάδου*|μετακίνηση στον κάδο*|αντικατάσταση|διαμόρφωση δίσκου`,
  publish: `δημοσίευση*|δημοσιεύστε*|ανάρτηση*`,
  system: `εγκατάσταση*|απεγκατάσταση*|τερματισμός λειτουργίας|επανεκκίνηση*`,
  terms: `*αποδοχή/αποδέχομαι όρων/όρους/άδειας/σύμβασης*|*αποδέχομαι τους όρους*|υπογραφή*|έγκριση*`,
  credentials: `*αλλαγή/επαναφορά κωδικού*|παραχώρηση πρόσβασης`,
  signOut: `αποσύνδεση|έξοδος`,
  download: `λήψη*|εξαγωγή*`,
  upload: `μεταφόρτωση*`,
  harmless: `φίλτρο|φίλτρου|φίλτρων|αναζήτησης|αναζήτηση|επιλογής|ταξινόμησης|καλάθι|αγαπημένα|προβολή`,
  topic: `πώς|γιατί|τι|πότε|βοήθεια|σχετικά`,
};

export const turkish: LanguageWords = {
  send: `gönder|*gönder|davet et|*davet et|abone ol|başvuruyu gönder|ilet`,
  pay: `satın al|hemen al|*satın al|sipariş ver|*sipariş ver|*siparişi onayla/tamamla/gönder*|*ödemeyi onayla/tamamla*|*ödeme yap|öde|*öde|havale yap|para gönder|transfer et|rezervasyon yap|*rezervasyonu onayla*|bağış yap|bağışla|teklif ver`,
  delete: `sil|*sil|kaldır|*kaldır|siparişi/aboneliği/rezervasyonu iptal et|reddet|vazgeç ve sil`,
  erase: `*kalıcı olarak sil*|*hesabı/hesabımı/profili/projeyi sil/kapat*|*çöp kutusunu boşalt*|çöp kutusuna taşı|üzerine yaz|biçimlendir*`,
  publish: `yayınla|*yayınla|yayımla|*yayımla|*yorumu gönder|tweetle`,
  system: `yükle ve çalıştır|*programı kur|programı kaldır|bilgisayarı kapat|yeniden başlat|çalıştır`,
  terms: `*şartları/koşulları/sözleşmeyi/lisansı kabul et/ediyorum*|imzala|*imzala`,
  credentials: `*şifreyi değiştir/sıfırla*|*parolayı değiştir/sıfırla*|erişim ver|yetkilendir`,
  signOut: `çıkış|çıkış yap|oturumu kapat`,
  download: `indir|*indir|dışa aktar`,
  upload: `dosya yükle`,
  harmless: `filtre|filtreyi|filtreleri|arama|aramayı|seçimi|sıralamayı|sepetten|favorilerden|görünüm|etiketi`,
  topic: `nasıl|neden|ne|hakkında|yardım`,
};

import type { LanguageWords } from './word-groups.js';

export const polish: LanguageWords = {
  send: `wyślij*|*wyślij|prześlij wiadomość*|zaproś*|subskrybuj*|złóż wniosek*`,
  pay: `kup|kup teraz*|kup za|kupuję*|zamów|zamów teraz*|zapłać*|zamawiam*|*złóż/potwierdź/opłać zamówienie/zakup/płatność*|*z obowiązkiem zapłaty*|przelej*|wykonaj przelew*|zarezerwuj*|wpłać*|*licytuj*|doładuj*`,
  delete: `usuń*|skasuj*|*usuń|anuluj zamówienie/subskrypcję/rezerwację*|odrzuć|zrezygnuj*|wypowiedz*`,
  erase: `*usuń trwale*|*trwale usuń*|*usuń/zamknij konto/profil/projekt*|*opróżnij kosz*|*przenieś do kosza*|nadpisz|zastąp|zamień|sformatuj*`,
  publish: `opublikuj*|publikuj*|zamieść*|dodaj komentarz*|wystaw przedmiot`,
  system: `zainstaluj*|instaluj*|odinstaluj*|wyłącz komputer*|uruchom ponownie*|wykonaj skrypt*`,
  terms: `*akceptuj/akceptuję/zaakceptuj warunki/regulamin/umowę/licencję*|podpisz*|zatwierdź*`,
  credentials: `*zmień/zresetuj hasło*|autoryzuj*`,
  signOut: `wyloguj|wyloguj się`,
  download: `pobierz*|eksportuj*`,
  upload: `prześlij plik*`,
  harmless: `filtr|filtry|wyszukiwanie|zaznaczenie|sortowanie|koszyka|koszyk|ulubionych|widoku|tag`,
  topic: `jak|dlaczego|co|kiedy|pomoc|o`,
};

export const czech: LanguageWords = {
  send: `odeslat*|poslat*|odešli*|pošli*|pozvat*|přihlásit odběr|odebírat*`,
  pay: `koupit|koupit nyní*|koupit hned*|kup|objednat|objednat nyní*|*objednat a zaplatit*|*objednat s povinností platby*|*potvrdit/dokončit/odeslat objednávku/nákup/platbu*|zaplatit*|zaplať*|převést*|rezervovat*|darovat*|přispět*|přihodit`,
  delete: `smazat*|smaž*|odstranit*|odstraň*|vymazat*|zrušit objednávku/předplatné/rezervaci/účet*|stornovat*|zahodit`,
  erase: `*trvale smazat*|*trvale odstranit*|*smazat natrvalo*|*smazat/zrušit účet/profil/projekt*|*vysypat koš*|*vyprázdnit koš*|přesunout do koše|přepsat|nahradit|formátovat*`,
  publish: `publikovat*|zveřejnit*|zveřejni*|přidat komentář*`,
  system: `instalovat*|nainstalovat*|odinstalovat*|vypnout počítač*|restartovat*|spustit skript*`,
  terms: `*přijmout/souhlasím/přijímám podmínky/smlouvu/licenci*|*souhlasím s podmínkami*|podepsat*|schválit*`,
  credentials: `*změnit/obnovit heslo*|udělit přístup`,
  signOut: `odhlásit|odhlásit se`,
  download: `stáhnout*|exportovat*`,
  upload: `nahrát soubor*`,
  harmless: `filtr|filtry|vyhledávání|hledání|výběr|řazení|košíku|košík|oblíbených|zobrazení|štítek`,
  topic: `jak|proč|co|kdy|nápověda|o`,
};

export const russian: LanguageWords = {
  send: `отправить*|*отправить|послать*|пригласить*|подписаться*|подать заявку*|переслать*|написать продавцу`,
  pay: `купить|купить сейчас*|купить за*|купить в*|заказать*|*оформить заказ*|*подтвердить/оплатить/завершить заказ/покупку/платеж/платёж/перевод*|оплатить*|заплатить*|перевести|перевести деньги*|забронировать*|пожертвовать*|пополнить*|сделать ставку`,
  delete: `удалить*|*удалить|стереть*|убрать*|отменить заказ/подписку/бронирование*|отклонить*|аннулировать*|отозвать*`,
  erase: `*удалить навсегда*|*удалить безвозвратно*|*удалить/закрыть аккаунт/учетную/учётную/профиль/проект*|*очистить корзину*|*переместить в корзину*|перезаписать|заменить|форматировать*|отформатировать*`,
  publish: `опубликовать*|разместить*|запостить*|твитнуть|добавить комментарий`,
  system: `установить*|переустановить*|выключить компьютер*|перезагрузить*|выполнить скрипт*`,
  terms: `*принять/принимаю условия/соглашение/лицензию/договор*|*согласен с условиями*|подписать*|одобрить*|утвердить*`,
  credentials: `*сменить/изменить/сбросить пароль*|разрешить доступ|предоставить доступ*`,
  signOut: `выйти|выход|выйти из*`,
  download: `скачать*|загрузить файл|экспортировать*`,
  upload: `загрузить на*`,
  harmless: `фильтр|фильтры|поиск|запрос|выделение|сортировку|из корзины|избранного|тег|вид`,
  topic: `как|почему|что|когда|помощь|о|об`,
};

export const ukrainian: LanguageWords = {
  send: `надіслати*|відправити*|*надіслати|запросити*|підписатися*|подати заявку*`,
  pay: `купити|купити зараз*|купити за*|замовити*|*оформити замовлення*|*підтвердити/оплатити/завершити замовлення/покупку/платіж/переказ*|оплатити*|сплатити*|переказати*|забронювати*|пожертвувати*|поповнити*`,
  delete: `видалити*|*видалити|стерти*|прибрати*|вилучити*|скасувати замовлення/підписку/бронювання*|відхилити*|анулювати*`,
  erase: `*видалити назавжди*|*видалити остаточно*|*видалити/закрити обліковий/акаунт/профіль/проєкт*|*очистити кошик*|*перемістити в кошик*|перезаписати|замінити|форматувати*`,
  publish: `опублікувати*|розмістити*|додати коментар`,
  system: `встановити*|установити*|вимкнути комп*|перезавантажити*`,
  terms: `*прийняти/приймаю умови/угоду/ліцензію/договір*|*погоджуюся з умовами*|підписати*|схвалити*|затвердити*`,
  credentials: `*змінити/скинути пароль*|надати доступ*`,
  signOut: `вийти|вихід|вийти з*`,
  download: `завантажити файл|скачати*|експортувати*`,
  upload: `завантажити на*`,
  harmless: `фільтр|фільтри|пошук|запит|виділення|сортування|з кошика|обраного|тег|вигляд`,
  topic: `як|чому|що|коли|допомога|про`,
};

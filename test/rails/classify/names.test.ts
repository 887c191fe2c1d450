import { describe, expect, test } from 'vitest';
import type { RiskClass } from '../../../src/core/risk/risk-class.js';
import { isAtLeast } from '../../../src/core/safety.js';
import { classifyName } from '../../../src/rails/classify/classify-name.js';

type Names = Partial<Record<RiskClass | 'ordinary', readonly string[]>>;

/** Names of controls as shops, mail programs and forums use them. */
const languages: Record<string, Names> = {
  English: {
    pay: ['Place order', 'Buy now', 'Pay $12.50', 'Complete purchase', 'Pay with card'],
    send: ['Send', 'Send message', 'Send 3 messages'],
    delete: ['Delete', 'Delete account', '🗑 Delete', 'Yes, delete it', 'Delete 12 files'],
    publish: ['Publish', 'Post comment'],
    sign_out: ['Sign out', 'Log out'],
    accept_terms: ['I accept the terms'],
    install: ['Install'],
    ordinary: [
      'Search',
      'Next',
      'Filter',
      'Add to cart',
      'Log in',
      'Cancel',
      'Close',
      'Show more',
      'Sort by price',
      'View order',
      'Order history',
      'Settings',
      'Help',
      'Back',
      'Edit',
      'Reply',
      'Compare',
      'Remove filter',
    ],
  },
  German: {
    pay: ['Zahlungspflichtig bestellen', 'Jetzt kaufen', 'Bezahlen'],
    send: ['Senden', 'Nachricht senden'],
    delete: ['Löschen', 'Konto löschen'],
    publish: ['Veröffentlichen'],
    sign_out: ['Abmelden'],
    ordinary: [
      'Suchen',
      'Weiter',
      'Filtern',
      'In den Warenkorb',
      'Anmelden',
      'Abbrechen',
      'Schließen',
      'Mehr anzeigen',
      'Zurück',
    ],
  },
  French: {
    pay: ['Payer', 'Acheter maintenant', 'Passer la commande'],
    send: ['Envoyer'],
    delete: ['Supprimer', 'Supprimer le compte'],
    publish: ['Publier'],
    sign_out: ['Se déconnecter'],
    ordinary: ['Rechercher', 'Suivant', 'Filtrer', 'Ajouter au panier', 'Se connecter', 'Annuler', 'Fermer', 'Retour'],
  },
  Spanish: {
    pay: ['Pagar', 'Comprar ahora', 'Realizar pedido'],
    send: ['Enviar', 'Enviar mensaje'],
    delete: ['Eliminar', 'Eliminar cuenta'],
    publish: ['Publicar'],
    sign_out: ['Cerrar sesión'],
    ordinary: ['Buscar', 'Siguiente', 'Filtrar', 'Añadir al carrito', 'Iniciar sesión', 'Cancelar', 'Cerrar', 'Volver'],
  },
  Italian: {
    pay: ['Paga ora', 'Acquista ora'],
    send: ['Invia', 'Invia messaggio'],
    delete: ['Elimina', 'Elimina account'],
    publish: ['Pubblica'],
    ordinary: ['Cerca', 'Avanti', 'Filtra', 'Aggiungi al carrello', 'Accedi', 'Annulla', 'Chiudi', 'Indietro'],
  },
  Portuguese: {
    pay: ['Pagar', 'Comprar agora', 'Finalizar compra'],
    send: ['Enviar'],
    delete: ['Excluir', 'Excluir conta'],
    publish: ['Publicar'],
    sign_out: ['Sair'],
    ordinary: ['Pesquisar', 'Próximo', 'Filtrar', 'Adicionar ao carrinho', 'Entrar', 'Cancelar', 'Fechar', 'Voltar'],
  },
  Dutch: {
    pay: ['Bestelling plaatsen', 'Nu kopen', 'Betalen'],
    send: ['Versturen'],
    delete: ['Verwijderen', 'Account verwijderen'],
    publish: ['Publiceren'],
    sign_out: ['Uitloggen'],
    ordinary: ['Zoeken', 'Volgende', 'Filteren', 'In winkelwagen', 'Inloggen', 'Annuleren', 'Sluiten', 'Terug'],
  },
  Polish: {
    pay: ['Kup teraz', 'Zapłać', 'Zamawiam i płacę'],
    send: ['Wyślij'],
    delete: ['Usuń', 'Usuń konto'],
    publish: ['Opublikuj'],
    sign_out: ['Wyloguj się'],
    ordinary: ['Szukaj', 'Dalej', 'Filtruj', 'Dodaj do koszyka', 'Zaloguj się', 'Anuluj', 'Zamknij', 'Wstecz'],
  },
  Czech: {
    pay: ['Koupit', 'Zaplatit'],
    send: ['Odeslat'],
    delete: ['Smazat', 'Smazat účet'],
    publish: ['Publikovat'],
    sign_out: ['Odhlásit se'],
    ordinary: ['Hledat', 'Další', 'Filtrovat', 'Přidat do košíku', 'Přihlásit se', 'Zrušit', 'Zavřít'],
  },
  Swedish: {
    pay: ['Köp nu', 'Betala'],
    send: ['Skicka'],
    delete: ['Ta bort', 'Radera'],
    publish: ['Publicera'],
    sign_out: ['Logga ut'],
    ordinary: ['Sök', 'Nästa', 'Filtrera', 'Lägg i varukorgen', 'Logga in', 'Avbryt', 'Stäng'],
  },
  Danish: {
    pay: ['Køb nu', 'Betal'],
    send: ['Send'],
    delete: ['Slet'],
    sign_out: ['Log ud'],
    ordinary: ['Søg', 'Næste', 'Filtrer', 'Læg i kurv', 'Log ind', 'Annuller', 'Luk'],
  },
  Norwegian: {
    pay: ['Kjøp nå', 'Betal'],
    delete: ['Slett'],
    sign_out: ['Logg ut'],
    ordinary: ['Søk', 'Neste', 'Filtrer', 'Legg i handlekurv', 'Logg inn', 'Avbryt', 'Lukk'],
  },
  Finnish: {
    pay: ['Osta nyt', 'Maksa'],
    send: ['Lähetä'],
    delete: ['Poista'],
    sign_out: ['Kirjaudu ulos'],
    ordinary: ['Hae', 'Seuraava', 'Suodata', 'Lisää ostoskoriin', 'Kirjaudu sisään', 'Peruuta', 'Sulje'],
  },
  Hungarian: {
    pay: ['Fizetés'],
    send: ['Küldés'],
    delete: ['Törlés'],
    sign_out: ['Kijelentkezés'],
    ordinary: ['Keresés', 'Következő', 'Szűrés', 'Kosárba', 'Bejelentkezés', 'Mégse', 'Bezárás'],
  },
  Romanian: {
    pay: ['Cumpără acum', 'Plătește'],
    send: ['Trimite'],
    delete: ['Șterge'],
    publish: ['Publică'],
    ordinary: ['Caută', 'Următorul', 'Filtrează', 'Adaugă în coș', 'Autentificare', 'Anulează', 'Închide'],
  },
  Turkish: {
    pay: ['Satın al', 'Ödeme yap', 'SATIN AL'],
    send: ['Gönder'],
    delete: ['Sil', 'Hesabı sil'],
    publish: ['Yayınla'],
    sign_out: ['Çıkış yap'],
    ordinary: ['Ara', 'İleri', 'Filtrele', 'Sepete ekle', 'Giriş yap', 'İptal', 'Kapat'],
  },
  Greek: {
    pay: ['Αγορά', 'Πληρωμή'],
    send: ['Αποστολή'],
    delete: ['Διαγραφή'],
    ordinary: ['Αναζήτηση', 'Επόμενο', 'Φίλτρο', 'Προσθήκη στο καλάθι', 'Σύνδεση', 'Ακύρωση', 'Κλείσιμο'],
  },
  Russian: {
    pay: ['Купить', 'Оплатить 500 ₽', 'Оформить заказ'],
    send: ['Отправить'],
    delete: ['Удалить', 'Удалить аккаунт'],
    publish: ['Опубликовать'],
    sign_out: ['Выйти'],
    ordinary: ['Поиск', 'Далее', 'Фильтр', 'В корзину', 'Войти', 'Отмена', 'Закрыть', 'Назад'],
  },
  Ukrainian: {
    pay: ['Купити', 'Оплатити'],
    send: ['Надіслати'],
    delete: ['Видалити'],
    sign_out: ['Вийти'],
    ordinary: ['Пошук', 'Далі', 'Фільтр', 'До кошика', 'Увійти', 'Скасувати', 'Закрити'],
  },
  Arabic: {
    pay: ['شراء الآن', 'ادفع'],
    send: ['إرسال'],
    delete: ['حذف', 'حذف الحساب'],
    publish: ['نشر'],
    ordinary: ['بحث', 'التالي', 'تصفية', 'أضف إلى السلة', 'تسجيل الدخول', 'إلغاء', 'إغلاق'],
  },
  Hebrew: {
    pay: ['קנה עכשיו', 'שלם עכשיו'],
    send: ['שלח'],
    delete: ['מחק'],
    ordinary: ['חיפוש', 'הבא', 'סינון', 'הוסף לסל', 'התחבר', 'ביטול', 'סגור'],
  },
  Hindi: {
    pay: ['अभी खरीदें', 'भुगतान करें'],
    send: ['भेजें'],
    delete: ['हटाएं'],
    ordinary: ['खोजें', 'अगला', 'फ़िल्टर', 'कार्ट में जोड़ें', 'रद्द करें', 'बंद करें'],
  },
  Japanese: {
    pay: ['注文を確定する', '今すぐ購入', '支払う'],
    send: ['送信', '送信する'],
    delete: ['削除', 'アカウントを削除'],
    publish: ['投稿する', '公開'],
    sign_out: ['ログアウト'],
    ordinary: ['検索', '次へ', '絞り込み', 'カートに入れる', 'ログイン', 'キャンセル', '閉じる', '戻る'],
  },
  Chinese: {
    pay: ['提交订单', '立即购买', '付款'],
    send: ['发送'],
    delete: ['删除', '删除帐户'],
    publish: ['发布'],
    sign_out: ['退出登录'],
    ordinary: ['搜索', '下一步', '筛选', '加入购物车', '登录', '取消', '关闭', '返回'],
  },
  Korean: {
    pay: ['결제하기', '지금 구매', '주문하기'],
    send: ['보내기'],
    delete: ['삭제', '계정 삭제'],
    sign_out: ['로그아웃'],
    ordinary: ['검색', '다음', '필터', '장바구니에 담기', '로그인', '취소', '닫기'],
  },
  Vietnamese: {
    pay: ['Mua ngay', 'Thanh toán'],
    send: ['Gửi'],
    delete: ['Xóa'],
    sign_out: ['Đăng xuất'],
    ordinary: ['Tìm kiếm', 'Tiếp theo', 'Lọc', 'Thêm vào giỏ hàng', 'Đăng nhập', 'Hủy', 'Đóng'],
  },
  Indonesian: {
    pay: ['Beli sekarang', 'Bayar'],
    send: ['Kirim'],
    delete: ['Hapus'],
    sign_out: ['Keluar'],
    ordinary: ['Cari', 'Berikutnya', 'Filter', 'Tambah ke keranjang', 'Masuk', 'Batal', 'Tutup'],
  },
};

describe.each(Object.entries(languages))('%s', (_, names) => {
  const { ordinary = [], ...classes } = names;
  test.each(Object.entries(classes).flatMap(([name, texts]) => texts.map((text) => [text, name] as const)))(
    '"%s" is of the class %s',
    (text, name) => {
      const { safety, classes: found } = classifyName(text);
      expect([text, isAtLeast(safety, 'medium'), found]).toEqual([text, true, expect.arrayContaining([name])]);
    },
  );
  test('ordinary names are harmless', () => {
    expect(ordinary.filter((text) => isAtLeast(classifyName(text).safety, 'medium'))).toEqual([]);
  });
});

test('the languages are at least twenty', () => {
  expect(Object.keys(languages).length).toBeGreaterThanOrEqual(20);
});

test.each([
  ['Pay €49.99', 49.99, 'EUR'],
  ['Pay 1.299,00 €', 1299, 'EUR'],
  ['Buy now – $5', 5, 'USD'],
  ['Jetzt kaufen (12,50 EUR)', 12.5, 'EUR'],
  ['Оплатить 500 ₽', 500, 'RUB'],
  ['Place order · £20.00', 20, 'GBP'],
])('the amount of "%s" is %s %s', (name, value, currency) => {
  expect(classifyName(name)).toMatchObject({ safety: 'medium', classes: ['pay'], amount: { value, currency } });
});

test.each([
  ['D\u0435lete', 'a letter of another alphabet'],
  ['D\u200belete', 'a character without width'],
  ['\u202eDelete', 'a mark of direction'],
  ['ＤＥＬＥＴＥ', 'full-width letters'],
  ['d e l e t e', 'spaces between the letters'],
  ['De\u00adlete', 'a soft hyphen'],
  ['De1ete', 'a digit for a letter'],
  ['→ DELETE ←', 'signs around it'],
  ['Delete (3)', 'a count'],
  ['Yes, delete the 3 selected files from this folder permanently, I know that this cannot be undone', 'a long name'],
])('"%s" is recognized in spite of %s', (name) => {
  expect(classifyName(name)).toMatchObject({ classes: ['delete'] });
  expect(isAtLeast(classifyName(name).safety, 'medium')).toBe(true);
});

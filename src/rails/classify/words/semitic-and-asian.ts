import type { LanguageWords } from './word-groups.js';

export const arabic: LanguageWords = {
  send: `إرسال*|ارسال*|أرسل*|ارسل*|دعوة*|اشتراك في النشرة*|تقديم الطلب*`,
  pay: `شراء|شراء الآن*|اشتر*|اشتري*|الشراء*|اطلب*|*تأكيد/إتمام/إرسال/تقديم الطلب/الشراء/الدفع/الحجز/الطلبية*|ادفع*|دفع*|الدفع الآن*|تحويل|تحويل الأموال*|حوّل*|احجز*|حجز الآن*|تبرع*|شحن الرصيد`,
  delete: `حذف*|احذف*|إزالة*|ازالة*|مسح*|إلغاء الطلب/الاشتراك/الحجز*|تجاهل التغييرات|رفض الطلب`,
  erase: `*حذف نهائي*|*حذف نهائيا*|*حذف نهائيًا*|*حذف/إغلاق الحساب/حسابي/المشروع*|*إفراغ سلة المهملات*|*تفريغ سلة المهملات*|نقل إلى سلة المهملات|استبدال|الكتابة فوق*|تهيئة القرص*`,
  publish: `نشر*|انشر*|غرد|أضف تعليق*`,
  system: `تثبيت*|تنصيب*|إلغاء التثبيت*|إيقاف التشغيل*|إعادة التشغيل*|تنفيذ*`,
  terms: `*قبول/أوافق/الموافقة الشروط/العقد/الترخيص*|*أوافق على الشروط*|*الموافقة على الشروط*|توقيع*`,
  credentials: `*تغيير/إعادة كلمة المرور*|منح الوصول*`,
  signOut: `تسجيل الخروج|تسجيل خروج|خروج`,
  download: `تنزيل*|تحميل ملف|تصدير*`,
  upload: `رفع ملف*|رفع*`,
  harmless: `الفلتر|فلتر|التصفية|تصفية|عامل|البحث|بحث|التحديد|الفرز|السلة|المفضلة|العرض`,
  topic: `كيف|لماذا|ما|متى|حول|مساعدة`,
};

export const hebrew: LanguageWords = {
  send: `שלח*|שליחה*|שלחו*|הזמן חברים|הירשם לניוזלטר|הגש בקשה*`,
  pay: `שלם*|קנה|קנה עכשיו*|קני*|קנו*|רכוש*|רכישה|לרכישה*|הזמן|הזמן עכשיו*|*אישור/אשר/סיום/השלם/בצע הזמנה/ההזמנה/רכישה/הרכישה/תשלום/התשלום*|שלם*|שלם עכשיו*|העבר כסף*|העברת כספים*|תרום*|הזמן מקום`,
  delete: `מחק*|מחיקה*|*מחיקה|הסר*|הסרה*|בטל הזמנה/מינוי*|ביטול הזמנה/מינוי*|דחה בקשה`,
  erase: `*מחק לצמיתות*|*מחיקה לצמיתות*|*מחק/מחיקת/סגור חשבון/החשבון/פרויקט*|*רוקן אשפה*|*רוקן סל*|העבר לאשפה|החלף|דרוס|פרמט*`,
  publish: `פרסם*|פרסום*|צייץ|הוסף תגובה`,
  system: `התקן*|התקנה*|הסר התקנה*|כיבוי*|הפעל מחדש*|הפעלה מחדש*`,
  terms: `*קבל/אני מסכים/מסכים לתנאים/תנאים*|*מסכים לתנאים*|*קבל תנאים*|*אישור תנאים*|חתום*`,
  credentials: `*שנה/אפס סיסמה*|הענק גישה`,
  signOut: `התנתק|התנתקות|יציאה`,
  download: `הורד*|הורדה*|ייצא*`,
  upload: `העלה*|העלאה*`,
  harmless: `מסנן|סינון|המסנן|חיפוש|החיפוש|בחירה|הבחירה|מיון|מהסל|מהעגלה|מועדפים|תצוגה`,
  topic: `איך|כיצד|למה|מה|מתי|עזרה|אודות`,
};

export const hindi: LanguageWords = {
  send: `भेजें*|*भेजें|*भेजो|*भेजिए|भेजे|*आमंत्रित करें|सदस्यता लें|*जमा करें`,
  pay: `खरीदें|*खरीदें|ख़रीदें|*ख़रीदें|*खरीद लें|*ऑर्डर करें|*ऑर्डर दें|*आर्डर करें|*ऑर्डर की पुष्टि करें|*भुगतान करें|*पैसे भेजें|*बुक करें|*दान करें|*ट्रांसफर करें|*स्थानांतरित करें`,
  delete: `हटाएं|*हटाएं|हटाएँ|*हटाएँ|*हटा दें|*मिटाएं|*मिटाएँ|*डिलीट करें|*ऑर्डर रद्द करें|*सदस्यता रद्द करें`,
  erase: `*स्थायी रूप से हटाएं*|*हमेशा के लिए हटाएं*|*खाता/अकाउंट हटाएं/हटाएँ/मिटाएं/बंद*|*ट्रैश खाली करें*|*कूड़ेदान खाली करें*`,
  publish: `प्रकाशित करें|*प्रकाशित करें|*पोस्ट करें|*पब्लिश करें`,
  system: `*इंस्टॉल करें|*अनइंस्टॉल करें|*शट डाउन करें|*पुनरारंभ करें`,
  terms: `*शर्तें/शर्तों स्वीकार*|*शर्तें स्वीकार करें*|*सहमत हूं*|*सहमत हूँ*|*हस्ताक्षर करें|*स्वीकृत करें`,
  credentials: `*पासवर्ड बदलें*|*पासवर्ड रीसेट*`,
  signOut: `लॉग आउट|लॉगआउट|साइन आउट|*लॉग आउट करें|*साइन आउट करें`,
  download: `*डाउनलोड करें|डाउनलोड*`,
  upload: `*अपलोड करें|अपलोड*`,
  harmless: `फ़िल्टर|फिल्टर|खोज|चयन|कार्ट|टोकरी|पसंदीदा|दृश्य|टैग`,
  topic: `कैसे|क्यों|क्या|कब|सहायता`,
};

export const korean: LanguageWords = {
  send: `보내기|*보내기|*전송|전송하기|*전송하기|*발송|*제출하기|*초대하기|*구독하기|*초대 보내기`,
  pay: `구매|구매하기|*구매하기|*구매|바로구매|*주문하기|*주문 완료|*주문 확정|*결제|*결제하기|*송금하기|*이체하기|*예약하기|*기부하기|*입찰하기|*충전하기`,
  delete: `삭제|*삭제|삭제하기|*삭제하기|*제거|*제거하기|*지우기|*주문 취소|*구독 취소|*예약 취소|*해지하기|*거절하기|삭제합니다|*하시겠습니까 삭제`,
  erase: `*영구 삭제*|*완전 삭제*|*완전히 삭제*|*계정/회원 삭제/탈퇴*|탈퇴하기|회원탈퇴|*휴지통 비우기*|휴지통으로 이동|덮어쓰기|*포맷`,
  publish: `게시|게시하기|*게시하기|*게시|*발행|*발행하기|*공개하기|*등록하기`,
  system: `설치|*설치|설치하기|*설치하기|*제거 프로그램|*시스템 종료|*다시 시작|*재시작|*실행하기`,
  terms: `*약관에 동의*|*약관 동의*|*이용약관 동의*|*조건에 동의*|*서명하기|*승인|*승인하기`,
  credentials: `*비밀번호 변경|*비밀번호 재설정|*액세스 허용`,
  signOut: `로그아웃|*로그아웃`,
  download: `다운로드|*다운로드|*내려받기|*내보내기`,
  upload: `업로드|*업로드|*파일 올리기`,
  harmless: `필터|검색|검색어|선택|정렬|장바구니에서|장바구니|즐겨찾기|보기|태그`,
  topic: `어떻게|왜|무엇|언제|도움말`,
};

export const indonesian: LanguageWords = {
  send: `kirim*|kirimkan*|undang*|berlangganan*|ajukan*`,
  pay: `beli|beli sekarang*|beli seharga|pesan sekarang*|buat pesanan*|*konfirmasi/selesaikan/kirim pesanan/pembelian/pembayaran*|bayar*|*lakukan pembayaran*|transfer*|kirim uang*|donasi*|booking*|isi saldo`,
  delete: `hapus*|*hapus|buang*|batalkan pesanan/langganan/reservasi*|tolak permintaan`,
  erase: `*hapus permanen*|*hapus selamanya*|*hapus/tutup akun/profil/proyek*|*kosongkan sampah*|*kosongkan tempat sampah*|pindahkan ke sampah|timpa|format disk*`,
  publish: `terbitkan*|publikasikan*|posting*|unggah status`,
  system: `instal*|pasang*|copot pemasangan*|hapus instalan*|matikan komputer|mulai ulang*|jalankan skrip*`,
  terms: `*setujui/terima/menyetujui syarat/ketentuan/perjanjian/lisensi*|*setuju dengan syarat*|tandatangani*|setujui*`,
  credentials: `*ubah/ganti/atur sandi/password/kata*|berikan akses`,
  signOut: `keluar|keluar akun|log keluar`,
  download: `unduh*|ekspor*`,
  upload: `unggah*`,
  harmless: `filter|penyaring|pencarian|pilihan|urutan|keranjang|favorit|wishlist|tampilan|tag`,
  topic: `bagaimana|cara|mengapa|apa|kapan|bantuan|tentang`,
};

export const vietnamese: LanguageWords = {
  send: `gửi*|*gửi|mời*|đăng ký nhận tin|nộp đơn*`,
  pay: `mua|mua ngay*|mua hàng*|mua với*|đặt hàng*|*đặt hàng|*xác nhận/hoàn tất đơn hàng/đặt hàng/thanh toán*|thanh toán*|*thanh toán|trả tiền*|chuyển tiền*|chuyển khoản*|đặt vé*|đặt phòng*|quyên góp*|nạp tiền*`,
  delete: `xóa*|xoá*|*xóa|*xoá|gỡ bỏ*|loại bỏ*|hủy đơn*|huỷ đơn*|hủy đăng ký*|từ chối yêu cầu`,
  erase: `*xóa vĩnh viễn*|*xoá vĩnh viễn*|*xóa/xoá/đóng tài khoản*|*dọn sạch thùng rác*|*làm trống thùng rác*|ghi đè|thay thế|định dạng ổ*`,
  publish: `đăng bài*|đăng|xuất bản*|công bố*|đăng bình luận*`,
  system: `cài đặt ứng*|cài đặt ngay|gỡ cài đặt*|tắt máy*|khởi động lại*`,
  terms: `*chấp nhận/đồng điều khoản*|*đồng ý với điều khoản*|*đồng ý điều khoản*|ký tên*|phê duyệt*`,
  credentials: `*đổi mật khẩu*|*đặt lại mật khẩu*|cấp quyền*`,
  signOut: `đăng xuất|thoát`,
  download: `tải xuống*|tải về*|xuất file`,
  upload: `tải lên*`,
  harmless: `bộ lọc|lọc|tìm kiếm|lựa chọn|sắp xếp|giỏ hàng|giỏ|yêu thích|thẻ`,
  topic: `cách|làm sao|tại sao|khi nào|trợ giúp|về`,
};

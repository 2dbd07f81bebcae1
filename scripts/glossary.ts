/**
 * One term for each concept, in each language of the catalogues. `retired` are the variants that no text may use any
 * more; scripts/texts.test.ts searches the pages' and the emails' catalogues for them.
 */
import type { Language } from '../domain/languages.ts'

export type Concept = {
  concept: string
  terms: Record<Language, string>
  retired?: Partial<Record<Language, RegExp>>
}

export const GLOSSARY: readonly Concept[] = [
  { concept: 'offer', terms: { en: 'offer', fr: 'offre', ar: 'عرض' } },
  {
    concept: 'create an offer',
    terms: { en: 'create', fr: 'créer', ar: 'إنشاء' },
    retired: {
      en: /\bpost(s|ed|ing)? (an |your |the )?(own|offers?|another)\b/i,
      fr: /\bpubli\w+ (une |votre |l’|des |vos )?offre/i,
      ar: /نشر (ال)?(عرض|عروض)|انشر عرض/,
    },
  },
  { concept: 'trade', terms: { en: 'trade', fr: 'échange', ar: 'صفقة' } },
  {
    concept: 'open a trade',
    terms: { en: 'open a trade', fr: 'ouvrir un échange', ar: 'فتح صفقة' },
    retired: {
      en: /\b(start|create)( a)?( buy| sell)? trade\b|\btrade now\b|\bcreating trade\b/i,
      ar: /(بدء|إنشاء) (ال)?صفقة/,
    },
  },
  {
    concept: 'open trade',
    terms: { en: 'open trade', fr: 'échange ouvert', ar: 'صفقة مفتوحة' },
    retired: { fr: /échanges?\sen cours/i },
  },
  {
    concept: 'payer',
    terms: { en: 'payer', fr: 'payeur', ar: 'دافع المبلغ' },
    retired: { ar: /الدافع(?!ي)/ },
  },
  {
    concept: 'reversible (of a payment)',
    terms: { en: 'easy to reverse', fr: 'facile à annuler', ar: 'يسهل استرجاعها' },
    retired: { ar: /(يسهل|يصعب) إلغاؤها/ },
  },
  {
    concept: 'staff (against team)',
    terms: { en: 'staff; team', fr: 'personnel; équipe', ar: 'موظفونا; فريق' },
    retired: { fr: /\brôle dans l’équipe\.|Actions de l’équipe/, ar: /دور في الفريق|إجراءات الفريق/ },
  },
  {
    concept: 'maker',
    terms: { en: 'offer owner', fr: 'auteur de l’offre', ar: 'صاحب العرض' },
    retired: { en: /whose offer it is/i },
  },
  {
    concept: 'taker',
    terms: { en: 'the person who opens the trade', fr: 'la personne qui ouvre l’échange', ar: 'من يفتح الصفقة' },
    retired: {
      en: /\bwhoever opens\b|\bthe one who opens\b|\b(takes?|took) your offer\b/i,
      fr: /\ba pris votre offre\b/i,
      ar: /أخذ (\{\w+\} )?عرض|يأخذ (أحد )?عرض/,
    },
  },
  {
    concept: 'counterparty',
    terms: { en: 'the other party', fr: 'l’autre partie', ar: 'الطرف الآخر' },
    retired: { en: /\bother (side|person)\b|\b(the|of|both|two|its) (two )?sides\b|\btwo of you\b/i },
  },
  {
    concept: 'trader',
    terms: { en: 'trader', fr: 'membre', ar: 'متداول' },
    retired: { en: /\bpeople\b|\bmember since\b/i, fr: /(?<!\{)\btraders?\b/i, ar: /أشخاص/ },
  },
  { concept: 'note (on a trader)', terms: { en: 'note', fr: 'note', ar: 'ملاحظة' } },
  { concept: 'tag (of a note)', terms: { en: 'tag', fr: 'étiquette', ar: 'وسم' } },
  { concept: 'user (staff pages)', terms: { en: 'user', fr: 'membre', ar: 'مستخدم' } },
  { concept: 'bond', terms: { en: 'bond', fr: 'caution', ar: 'تأمين' } },
  { concept: 'escrow', terms: { en: 'escrow', fr: 'séquestre', ar: 'الضمان' } },
  {
    concept: 'lock',
    terms: { en: 'lock (in escrow)', fr: 'bloquer (en séquestre)', ar: 'حجز (في الضمان)' },
    retired: { en: /\bstands?\b/i, fr: /\bmis(es?|e)? en séquestre\b|\bmettre en séquestre\b/i },
  },
  {
    concept: 'release',
    terms: { en: 'release (to the buyer)', fr: 'libérer; transférer à l’acheteur', ar: 'تحرير (للمشتري)' },
    retired: { fr: /libér\S* (pour|à)\b|\bvous (ont été|sont) libér/i, ar: /[يت]?حرّرها|USDT الصفقة/ },
  },
  {
    concept: 'refund',
    terms: { en: 'return to the seller, refund', fr: 'restituer au vendeur', ar: 'إعادة إلى البائع' },
    retired: {
      en: /\b(goes|went|comes|came) back\b/i,
      fr: /\brendus?\b|\breviennent\b|\brevenus\b|\breparten?t?\b/i,
      ar: /(?<![\u0600-\u06FF])(عادت?|[يت]عود) USDT|إرجاع/,
    },
  },
  {
    concept: 'payment window',
    terms: { en: 'payment window', fr: 'délai de paiement', ar: 'مهلة الدفع' },
    retired: { en: /(?<!median )\btime to pay\b|\bthe clock\b/i },
  },
  {
    concept: 'extend the payment window',
    terms: { en: 'extend the payment window', fr: 'accorder un délai supplémentaire', ar: 'تمديد مهلة الدفع' },
    retired: {
      en: /\b(gives?|gave|given) (you )?more time\b|\bmore time was\b/i,
      fr: /\bplus de temps\b/i,
      ar: /وقتًا? إضافي/,
    },
  },
  {
    concept: 'mark as paid',
    terms: { en: 'mark as paid', fr: 'indiquer avoir payé', ar: 'الإبلاغ عن الدفع' },
    retired: {
      en: /\bhas sent the payment\b|\bthat the payment is sent\b/i,
      fr: /a envoyé le paiement|\bindiqu\S+ le paiement\b|l’indication du paiement/i,
    },
  },
  {
    concept: 'undo “paid”',
    terms: { en: 'undo “paid”', fr: 'signaler ne pas avoir payé', ar: 'التراجع عن «مدفوع»' },
    retired: {
      en: /\bnot paid after all\b|\btakes? (that|it) back, once\b|\bwithdr(aw|ew)\w* “paid”|\bt(ake|ook)s? back “paid”/i,
      fr: /\b(revenir|revient|revenez|revenu) sur «/i,
      ar: /لم أرسل المبلغ بعد|لم يدفع المشتري بعد/,
    },
  },
  {
    concept: 'confirm receipt',
    terms: { en: 'confirm payment received', fr: 'confirmer la réception', ar: 'تأكيد استلام المبلغ' },
    retired: { en: /\bconfirm\w* the receipt\b/i },
  },
  {
    // A seller who sends a payment back loses it a second time when the bank reverses it.
    concept: 'return a payment',
    terms: {
      en: 'ask your bank to return the money; never send it back yourself',
      fr: 'demander à votre banque de renvoyer l’argent; ne le renvoyez jamais vous-même',
      ar: 'طلب إعادة المبلغ من البنك; لا ترسله بنفسك أبدًا',
    },
    retired: {
      en: /\breturn to sender\b|(?<!\b(bank to|can’t) )\breturn (it to|(the )?(money|payment|difference))\b|(?<!\bnever )\bsend (it|the (money|payment|difference)) back\b/i,
      fr: /(?<!\bbanque de )\brenvoye[rz] l’argent\b|\ble renvoyer (au|vers|sur)\b/i,
      ar: /(تعِد|تُعد|أعِد|أعد) (المبلغ|المال)|إعادته إلى الحساب|(?<!بنكك )إعادة (المبلغ|المال)/,
    },
  },
  {
    concept: 'proof of payment',
    terms: { en: 'proof of payment', fr: 'justificatif de paiement', ar: 'إثبات الدفع' },
    retired: { en: /\bpicture of a payment\b|\badd the receipt\b|\bfalse receipt\b/i },
  },
  { concept: 'limits', terms: { en: 'limits', fr: 'limites', ar: 'الحدود' } },
  {
    concept: 'price',
    terms: { en: 'price', fr: 'prix', ar: 'السعر' },
    retired: { en: /^Rate$/, fr: /^Cours$|\bcours du marché\b/i },
  },
  {
    concept: 'reference rate',
    terms: { en: 'reference rate', fr: 'cours de référence', ar: 'السعر المرجعي' },
    retired: { en: /\bmarket rate\b/i },
  },
  {
    concept: 'price vs market',
    terms: { en: 'price vs market', fr: 'écart avec le marché', ar: 'الفارق عن سعر السوق' },
    retired: { en: /\bagainst the market\b/i, fr: /\bface au marché\b/i, ar: /نسبة السعر|مقارنة بالسوق/ },
  },
  {
    concept: 'quote',
    terms: { en: 'quote', fr: 'prix garanti', ar: 'السعر المثبّت' },
    retired: { en: /\bprice you were shown\b|\bprice holds\b/i },
  },
  {
    concept: 'fee',
    terms: { en: 'platform fee', fr: 'frais de la plateforme', ar: 'رسوم المنصة' },
  },
  {
    concept: 'inventory',
    terms: { en: 'available USDT', fr: 'USDT disponibles', ar: 'كمية USDT المتاحة' },
    retired: { en: /\bin all\b/i, fr: /\bTotal d’USDT\b/i },
  },
  {
    concept: 'limit of open trades',
    terms: { en: 'max. open trades', fr: 'échanges ouverts au maximum', ar: 'أقصى عدد من الصفقات المفتوحة' },
    retired: { en: /\btrades at once\b/i, fr: /\béchanges simultanés\b/i },
  },
  { concept: 'offer terms', terms: { en: 'offer terms', fr: 'conditions de l’offre', ar: 'شروط العرض' } },
  {
    concept: 'payment method',
    terms: { en: 'payment method', fr: 'moyen de paiement', ar: 'طريقة الدفع' },
    retired: { en: /\bways? to pay\b/i, fr: /\bmodes? de paiement\b/i },
  },
  {
    concept: 'payment account',
    terms: { en: 'payment account', fr: 'compte de paiement', ar: 'حساب الدفع' },
    retired: { en: /\bwhere to pay\b/i },
  },
  {
    concept: 'payment reference',
    terms: { en: 'payment reference', fr: 'référence de paiement', ar: 'مرجع الدفع' },
  },
  {
    concept: 'status: completed',
    terms: { en: 'Completed', fr: 'Terminé', ar: 'مكتملة' },
    retired: { fr: /^Abouti|\béchanges? (a )?abouti/i },
  },
  {
    concept: 'ended in any way',
    terms: { en: 'closed', fr: 'clos', ar: 'منتهية' },
    retired: { en: /\b(is|are|be|was) over\b/i },
  },
  { concept: 'dispute', terms: { en: 'dispute', fr: 'litige', ar: 'نزاع' }, retired: { en: /\bdisagreements?\b/i } },
  {
    concept: 'case (of a dispute)',
    terms: { en: 'case', fr: 'dossier', ar: 'قضية' },
    retired: { ar: /القضايا المنتهية|القضية منتهية|قضايا منتهية/ },
  },
  {
    concept: 'statement (in a dispute)',
    terms: { en: 'statement', fr: 'déclaration', ar: 'إفادة' },
    retired: { fr: /\bremis(e|es)? une déclaration\b/i },
  },
  {
    concept: 'decide (a dispute)',
    terms: { en: 'decide', fr: 'trancher', ar: 'الفصل في النزاع' },
    retired: { en: /\bdecided finally\b/i, fr: /\bsur décision\b|\bpar décision\b(?! de l’arbitre)/i },
  },
  {
    concept: 'concede',
    terms: { en: 'concede', fr: 'renoncer', ar: 'التنازل' },
    retired: { fr: /(?<![\wé])(con)?c[éè]d(er|ez|ent|é)/i },
  },
  {
    concept: 'appeal',
    terms: { en: 'appeal', fr: 'déposer un recours', ar: 'طعن' },
    retired: { fr: /\bfaire appel\b|\bobjet d’un appel\b|\bfai(re|t|tes) un (seul )?recours\b/i },
  },
  {
    concept: 'refund held',
    terms: { en: 'refund held', fr: 'restitution suspendue', ar: 'الإعادة معلّقة' },
    retired: { fr: /\brestitution a été retenue\b|\bretenu la restitution\b/i, ar: /موقوفة/ },
  },
  {
    concept: 'object to a held refund',
    terms: { en: 'object to the refund', fr: 'contester la restitution', ar: 'الاعتراض على الإعادة' },
    retired: { fr: /\bopposition\b/i },
  },
  {
    concept: 'verification phrase',
    terms: { en: 'verification phrase', fr: 'phrase de vérification', ar: 'عبارة التحقق' },
    retired: { ar: /اقتباس|اقتبس/ },
  },
  { concept: 'evidence', terms: { en: 'evidence', fr: 'preuve', ar: 'دليل' } },
  { concept: 'arbiter', terms: { en: 'arbiter', fr: 'arbitre', ar: 'محكّم' } },
  {
    concept: 'rating',
    terms: { en: 'rating', fr: 'évaluation', ar: 'تقييم' },
    retired: { en: /\breputation score\b/i },
  },
  {
    concept: 'completion rate',
    terms: { en: 'completion rate', fr: 'taux de finalisation', ar: 'نسبة الإتمام' },
    retired: { fr: /\baboutissement\b/i },
  },
  { concept: 'merchant', terms: { en: 'merchant', fr: 'marchand', ar: 'تاجر' } },
  {
    concept: 'two-factor authentication',
    terms: { en: 'two-factor authentication', fr: 'double authentification', ar: 'التحقق بخطوتين' },
    retired: { en: /\bsecond (step|factor)s?\b/i, fr: /\bdeuxième étape\b/i, ar: /خطوة ثانية|الخطوة الثانية|عامل ثان/ },
  },
  {
    concept: 'authenticator app',
    terms: { en: 'authenticator app', fr: 'application d’authentification', ar: 'تطبيق المصادقة' },
  },
  { concept: 'passkey', terms: { en: 'passkey', fr: 'clé d’accès', ar: 'مفتاح مرور' } },
  { concept: 'recovery codes', terms: { en: 'recovery codes', fr: 'codes de secours', ar: 'رموز الاسترداد' } },
  {
    concept: 'recovery phrase (wallet)',
    terms: { en: 'recovery phrase', fr: 'phrase de récupération', ar: 'عبارة الاسترداد' },
    retired: { en: /\brecovery words\b|\bseed phrases?\b/i, fr: /\bmots de récupération\b/i, ar: /كلمات (ال)?استرداد/ },
  },
  {
    concept: 're-authentication',
    terms: { en: 'confirm your identity', fr: 'confirmer votre identité', ar: 'تأكيد هويتك' },
    retired: { en: /\bfresh proof\b|\bstill you\b|\bprove (that|who)\b/i },
  },
  {
    concept: 'sign-in method',
    terms: { en: 'sign-in method', fr: 'moyen de connexion', ar: 'طريقة تسجيل الدخول' },
    retired: { en: /\bways? (in|to sign in|of signing in)\b/i },
  },
  {
    concept: 'sign in',
    terms: { en: 'sign in', fr: 'se connecter', ar: 'تسجيل الدخول' },
    retired: { en: /\blog ?in\b/i },
  },
  {
    concept: 'session',
    terms: { en: 'session', fr: 'session', ar: 'جلسة' },
    retired: { en: /\bwhere you are signed in\b/i },
  },
  {
    concept: 'link, unlink',
    terms: { en: 'link, unlink', fr: 'associer, dissocier', ar: 'ربط، إلغاء الربط' },
    retired: { fr: /\bdonne(r|z|nt)? (maintenant |plus )?accès\b/i, ar: /فك (ال)?ربط|فُكّ ربط/ },
  },
  {
    concept: 'email',
    terms: { en: 'email', fr: 'e‑mail; adresse e‑mail', ar: 'رسالة; البريد الإلكتروني' },
    retired: { en: /\bmails?\b|\be-mails?\b/i },
  },
  {
    concept: 'API key',
    terms: { en: 'API key', fr: 'clé API', ar: 'مفتاح API' },
    retired: { en: /\bkeys? for programs\b/i },
  },
  {
    concept: 'permission (scope)',
    terms: { en: 'permission', fr: 'autorisation', ar: 'صلاحية' },
    retired: { en: /\bthings? the key may do\b/i },
  },
  { concept: 'alert (in the product)', terms: { en: 'alert', fr: 'alerte', ar: 'تنبيه' } },
  {
    concept: 'notification (by email)',
    terms: { en: 'email notification', fr: 'notification par e‑mail', ar: 'إشعار بالبريد الإلكتروني' },
  },
  {
    concept: 'profile picture',
    terms: { en: 'profile picture', fr: 'photo de profil', ar: 'صورة الملف الشخصي' },
    retired: { en: /\btile\b/i, fr: /\bimage de profil\b/i },
  },
  {
    concept: 'image (in the chat)',
    terms: { en: 'image', fr: 'image', ar: 'صورة' },
    retired: { en: /(?<!profile )\bpictures?\b/i },
  },
  { concept: 'bio', terms: { en: 'bio', fr: 'présentation', ar: 'نبذة' }, retired: { fr: /\bbio\b/i } },
  {
    concept: 'test environment',
    terms: {
      en: 'test environment; demo escrow',
      fr: 'environnement de test; séquestre de démonstration',
      ar: 'بيئة تجريبية; ضمان تجريبي',
    },
    retired: {
      en: /\bdemonstration\b|\breal crypto\b|\b(nothing|no) real\b(?! (USDT|trade))|\bnothing of value\b/i,
      fr: /\bvraie crypto\b|\bcrypto réelle\b|\brien de (réel|valeur)\b/i,
      ar: /عملات مشفرة حقيقية|لا شيء حقيقي|شيء ذي قيمة/,
    },
  },
  {
    concept: 'rehearsal',
    terms: { en: 'rehearsal', fr: 'entraînement', ar: 'التدريب' },
    retired: { en: /\btraining\b/i, fr: /\brépétition\b/i },
  },
  {
    concept: 'tier',
    terms: { en: 'tier', fr: 'niveau', ar: 'المستوى' },
    retired: { en: /\blevels?\b/i, fr: /\bpaliers?\b/i },
  },
  {
    concept: 'chat',
    terms: { en: 'chat', fr: 'discussion', ar: 'محادثة' },
    retired: { fr: /\bchats?\b/i, ar: /دردشة/ },
  },
  {
    concept: 'suspension (of an account)',
    terms: { en: 'suspension', fr: 'suspension', ar: 'إيقاف' },
    retired: { ar: /تعليق (ال)?حساب|حساب(ك|ه)? (ال)?معلّق/ },
  },
  { concept: 'outage', terms: { en: 'outage', fr: 'panne', ar: 'انقطاع' }, retired: { ar: /عطل|أُجّل/ } },
  {
    concept: 'vulnerability',
    terms: { en: 'vulnerability', fr: 'vulnérabilité', ar: 'ثغرة' },
    retired: { en: /\bweakness\b/i, fr: /\bfailles?\b/i },
  },
  { concept: 'hash', terms: { en: 'hash', fr: 'empreinte', ar: 'قيمة تجزئة' }, retired: { ar: /مجزأة/ } },
]

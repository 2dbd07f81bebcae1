/** What the traders of the demonstration write in the chats and ratings of its history. All of it is invented. */
import { ASSET } from '../../domain/asset.ts'

export const SPOKEN_LANGUAGES = ['en', 'fr', 'ar', 'de', 'it'] as const
/** The languages of their texts, which are more than those of the pages. */
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number]
/** Languages in which two traders talk. */
export type ChatLanguage = Extract<SpokenLanguage, 'en' | 'fr' | 'ar'>

/** A line is written after the trade was opened, or after the payment was marked. */
export type ChatLine = { by: 'buyer' | 'seller'; after: 'opening' | 'payment'; text: string }

const buyer = (text: string): ChatLine => ({ by: 'buyer', after: 'opening', text })
const seller = (text: string): ChatLine => ({ by: 'seller', after: 'opening', text })
const paid = ({ by, text }: ChatLine): ChatLine => ({ by, after: 'payment', text })

export const DIALOGUES: Readonly<Record<ChatLanguage, readonly (readonly ChatLine[])[]>> = {
  en: [
    [
      buyer('Hi! Ready to pay now. Is the account the same as in the offer?'),
      seller('Hello, yes. Please put only the reference in the note.'),
      paid(buyer('Sent, it left my account a minute ago.')),
      paid(seller('I see it, releasing now. Thanks!')),
    ],
    [
      seller('Hello, I am online. Take your time.'),
      buyer('Thanks. Paying from my phone, one moment.'),
      paid(buyer('Done. My bank says executed.')),
      paid(seller('It arrived with the right name. All good.')),
    ],
    [
      buyer('Good evening, still available?'),
      seller('Good evening, yes, go ahead.'),
      paid(seller('Received. Have a nice evening.')),
    ],
    [
      buyer('Hello! Paying in a minute.'),
      seller('Hi, thanks. Waiting for your payment.'),
      paid(buyer('Just sent it.')),
      paid(seller('Perfect, thank you.')),
    ],
    [
      seller('Hi, please make sure that the sender is your own account.'),
      buyer('Of course, the name is the one I gave here.'),
      paid(buyer('Payment sent. It can take a few minutes on my side.')),
      paid(seller('No hurry. … There it is, thank you!')),
    ],
  ],
  fr: [
    [
      buyer('Bonjour, je peux payer tout de suite. Vous êtes là ?'),
      seller('Bonjour, oui, allez-y. Seulement la référence dans le motif, merci.'),
      paid(buyer('C’est envoyé, le débit est déjà visible chez moi.')),
      paid(seller(`Bien reçu, je libère les ${ASSET}. Merci !`)),
    ],
    [
      seller('Bonjour, je suis en ligne, prenez votre temps.'),
      buyer('Merci, je fais le virement depuis mon téléphone.'),
      paid(buyer('Voilà, c’est parti.')),
      paid(seller('Reçu, le nom correspond. Bonne journée !')),
    ],
    [
      buyer('Bonsoir, toujours disponible ?'),
      seller('Bonsoir, oui, pas de souci.'),
      paid(seller('Paiement reçu. Bonne soirée !')),
    ],
    [
      buyer('Bonjour ! Je paie dans une minute.'),
      seller('Bonjour, très bien. J’attends votre paiement.'),
      paid(buyer('Envoyé à l’instant.')),
      paid(seller('Parfait, merci et à bientôt.')),
    ],
    [
      seller('Bonjour, le compte est bien à votre nom ?'),
      buyer('Oui, le même nom que celui indiqué ici.'),
      paid(buyer('Payé. Ma banque affiche « exécuté ».')),
      paid(seller('Je le vois, merci pour votre patience.')),
    ],
  ],
  ar: [
    [
      buyer('السلام عليكم، أنا جاهز للدفع الآن.'),
      seller('وعليكم السلام، تفضل. اكتب مرجع الدفع فقط من فضلك.'),
      paid(buyer('تم الإرسال، والمبلغ خُصم من حسابي.')),
      paid(seller('وصل المبلغ، شكرًا لك.')),
    ],
    [
      seller('مرحبًا، أنا متصل. خذ وقتك.'),
      buyer('شكرًا، سأدفع من هاتفي بعد لحظة.'),
      paid(buyer('تم الدفع.')),
      paid(seller('وصل، والاسم مطابق. بارك الله فيك.')),
    ],
    [
      buyer('مساء الخير، هل ما زال العرض متاحًا؟'),
      seller('مساء النور، نعم تفضل.'),
      paid(seller('وصلني المبلغ. سهرة طيبة.')),
    ],
  ],
}

/** By stars. */
export const COMMENTS: Readonly<Record<SpokenLanguage, Readonly<Record<3 | 4 | 5, readonly string[]>>>> = {
  en: {
    5: [
      'Fast and friendly. Would trade again.',
      'Released within minutes.',
      'Clear terms, quick answers. Perfect.',
      'Reliable and polite.',
      'Everything as agreed.',
      'Paid immediately, no questions needed.',
    ],
    4: ['Good trade, the answer took a little while.', 'All fine, just not the fastest.', 'Smooth, price a bit high.'],
    3: ['It worked, but I waited longer than I expected.', 'Okay. Answers were short.'],
  },
  fr: {
    5: [
      'Rapide et sérieux, je recommande.',
      'Paiement reçu en deux minutes.',
      'Très bonne communication.',
      'Parfait du début à la fin.',
      'Échange simple et sans stress.',
    ],
    4: ['Bien, un peu d’attente avant la réponse.', 'Bon échange, prix correct.', 'Rien à redire, juste un peu lent.'],
    3: ['Ça a marché, mais il a fallu patienter.', 'Correct, sans plus.'],
  },
  ar: {
    5: ['سريع وموثوق، أنصح به.', 'تعامل ممتاز، شكرًا.', 'حرّر المبلغ في دقائق.', 'كل شيء كما اتفقنا.'],
    4: ['تعامل جيد، لكن الرد تأخر قليلًا.', 'جيد، والسعر مناسب.'],
    3: ['تمت الصفقة، لكن بعد انتظار.'],
  },
  de: {
    5: ['Schnell und zuverlässig, gerne wieder.', 'Alles wie besprochen.', 'Sehr angenehmer Handel.'],
    4: ['Gut, nur etwas langsam.', 'Passt, fairer Preis.'],
    3: ['Hat geklappt, aber mit Wartezeit.'],
  },
  it: {
    5: ['Veloce e gentile, consigliato.', 'Tutto perfetto.', 'Pagamento immediato, grazie.'],
    4: ['Bene, ma risposta un po’ lenta.', 'Buono scambio.'],
    3: ['È andata, con un po’ di attesa.'],
  },
}

type Replies = { thanks: readonly string[]; excuses: readonly string[] }

/** To five stars, and to fewer. */
export const REPLIES: Readonly<Record<SpokenLanguage, Replies>> = {
  en: { thanks: ['Thank you, see you next time!', 'Thanks!'], excuses: ['Sorry for the wait, I was on the train.'] },
  fr: {
    thanks: ['Merci à vous, à bientôt !', 'Merci pour votre confiance !'],
    excuses: ['Désolé pour l’attente, j’étais en déplacement.', 'Merci, je ferai plus vite la prochaine fois.'],
  },
  ar: { thanks: ['شكرًا لك، إلى اللقاء.', 'شكرًا على ثقتك.'], excuses: ['عذرًا على التأخير، وشكرًا على صبرك.'] },
  de: { thanks: ['Danke, bis bald!'], excuses: ['Entschuldigung für die Wartezeit.'] },
  it: { thanks: ['Grazie a te, alla prossima!'], excuses: ['Scusa per l’attesa.'] },
}

/** The two disputes of the history: in one the seller confirms the payment, in the other the buyer concedes. */
export const DISPUTE_TEXTS = {
  seller: {
    opening:
      'J’ai payé il y a plus d’une demi-heure et le vendeur ne répond plus. Ma banque affiche le virement comme exécuté, avec la référence.',
    answer: `J’étais dans l’avion et je n’avais pas de réseau. Le virement est bien sur mon compte, je confirme le paiement.`,
  },
  buyer: {
    opening:
      'The wire should have arrived by now, and nothing has. I asked twice in the chat for the confirmation number.',
    answer: `My bank returned the wire because I had mistyped the account number. The money is back on my account, so the ${ASSET} go back.`,
  },
} as const

/**
 * The traders who fill the market of a demonstration and have its history. No visitor signs in as one of them: their passwords
 * are random. All names, accounts and texts are invented.
 */
import { ASSET } from '../../domain/asset.ts'
import { METHODS } from '../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../domain/payments/methods.ts'
import type { PaymentDetails } from '../../domain/payments/payment-accounts.ts'
import { OFFER_FORM } from './demo-users.ts'
import type { DemoOffer, DemoUser } from './demo-users.ts'

export const DEMO_TRADERS: readonly DemoUser[] = [
  trader('yassine_sousse', 'fr', {
    location: 'Sousse',
    bio: `Commerçant à Sousse, disponible de 8 h à 23 h. Paiement vérifié, ${ASSET} libérés dans le quart d’heure.`,
    accounts: [
      { method: 'flouci', holder: 'Yassine Gharbi', phone: '52418637' },
      { method: 'tn_bank_transfer', holder: 'Yassine Gharbi', rib: '08006100201456782397' },
      { method: 'sepa_instant', holder: 'Yassine Gharbi', iban: 'FR7630004008230001023456728' },
    ],
    offers: [
      sell('flouci', '50-2500', '0.8', { terms: 'Flouci uniquement, depuis un compte à votre nom.' }),
      sell('tn_bank_transfer', '200-6000', '0.3', {
        terms: 'Virement le jour même. Joignez le reçu, merci.',
        paymentWindowMinutes: 360,
      }),
      buy('d17', '100-2500', '-1.2', { terms: 'Je paie par D17 en cinq minutes, même le dimanche.' }),
      sell('sepa_instant', '50-1500', '1.5', { terms: 'SEPA instantané, pas de virement classique.' }),
    ],
  }),
  trader('ines_bizerte', 'fr', {
    location: 'Bizerte',
    bio: 'Petits montants bienvenus. Je réponds vite le matin et après 18 h.',
    accounts: [
      { method: 'd17', holder: 'Ines Mejri', phone: '97205318' },
      { method: 'tn_bank_transfer', holder: 'Ines Mejri', rib: '03200010112345096711' },
    ],
    offers: [
      sell('d17', '30-900', '1.4', { terms: 'Petits montants bienvenus. Envoyez depuis votre propre numéro.' }),
      buy('flouci', '50-1200', '-0.6', { terms: 'Paiement Flouci immédiat, je reste connectée jusqu’au bout.' }),
      buy('tn_bank_transfer', '300-5000', '-0.4', {
        terms: 'Virement depuis la BIAT, reçu dans la discussion.',
        paymentWindowMinutes: 120,
      }),
    ],
  }),
  trader('sami_gabes', 'ar', {
    location: 'قابس',
    bio: 'أبيع وأشتري بالدينار منذ سنة، وأردّ في دقائق.',
    accounts: [
      { method: 'flouci', holder: 'سامي بن عمر', phone: '22914075' },
      {
        method: 'wire_transfer',
        holder: 'Sami Ben Omar',
        bank: 'Wells Fargo',
        routingNumber: '121000248',
        accountNumber: '4412087765',
      },
    ],
    offers: [
      buy('d17', '80-1500', '-0.9', { terms: 'أدفع عبر D17 خلال عشر دقائق من رقمي الشخصي.' }),
      sell('flouci', '100-2000', '0.2', { terms: 'فلوسي فقط، ومن حساب باسمك. اكتب مرجع الدفع دون أي شيء آخر.' }),
      sell('wire_transfer', '150-1800', '0.6', {
        terms: 'Domestic wires only, from an account in your own name.',
        paymentWindowMinutes: 360,
      }),
    ],
  }),
  trader('rania_tunis', 'ar', {
    location: 'تونس',
    bio: 'متاحة كل يوم من التاسعة صباحًا إلى العاشرة ليلًا.',
    accounts: [
      { method: 'd17', holder: 'Rania Jebali', phone: '55780142' },
      { method: 'tn_bank_transfer', holder: 'Rania Jebali', rib: '04036000320077851469' },
    ],
    offers: [
      sell('tn_bank_transfer', '250-5000', '0.6', {
        terms: 'تحويل بنكي في نفس اليوم، وأرسل صورة الوصل من فضلك.',
        paymentWindowMinutes: 360,
        requirements: { accountDays: 7, completedTrades: 0, completionRate: 0 },
      }),
      buy('flouci', '60-1800', '-1.5', { terms: 'أدفع عبر فلوسي فورًا. المبالغ الصغيرة مرحب بها.' }),
      sell('d17', '40-1200', '1.1', { terms: 'D17 من رقمك الشخصي فقط، وشكرًا على الثقة.' }),
    ],
  }),
  trader('hugo_paris', 'fr', {
    location: 'Paris',
    bio: 'J’envoie de l’argent à ma famille à Tunis chaque mois. SEPA instantané ou Revolut.',
    accounts: [
      { method: 'sepa_instant', holder: 'Hugo Lefèvre', iban: 'FR7620041010050500013502128' },
      { method: 'revolut', holder: 'Hugo Lefèvre', tag: '@sarrafdemohugo' },
    ],
    offers: [
      sell('sepa_instant', '20-1800', '0.6', { terms: 'SEPA instantané depuis un compte à votre nom.' }),
      buy('sepa_instant', '50-2000', '-0.3', { terms: 'Virement instantané dès l’ouverture de l’échange.' }),
      sell('revolut', '10-380', '1.9', {
        terms: 'Revolut vers Revolut, sans commentaire dans le paiement.',
        paymentWindowMinutes: 15,
      }),
      buy('tn_bank_transfer', '150-3000', '-2.0', {
        terms: 'Je paie de mon propre compte en dinars, le matin.',
        paymentWindowMinutes: 360,
      }),
    ],
  }),
  trader('camille_lille', 'fr', {
    location: 'Lille',
    bio: 'Disponible le soir. Je préfère Paysera et Revolut.',
    accounts: [
      { method: 'paysera', holder: 'Camille Moreau', account: 'EVP2310012345678' },
      { method: 'revolut', holder: 'Camille Moreau', tag: '@sarrafdemocam' },
    ],
    offers: [
      buy('revolut', '20-350', '-0.9', { terms: 'Revolut instantané. Merci d’avoir un compte à votre nom.' }),
      sell('paysera', '30-380', '1.1', { terms: 'Paysera uniquement, du lundi au samedi.' }),
      buy('sepa_instant', '100-1500', '-0.7', { terms: 'Virement SEPA depuis ma banque en ligne.' }),
      buy(['wise_eur', 'revolut'], '20-350', '-1.2', {
        terms: 'Paiement depuis mon compte Wise ou Revolut, en quelques minutes.',
      }),
    ],
  }),
  trader('lukas_berlin', 'en', {
    location: 'Berlin',
    bio: `Freelance developer, paid in ${ASSET}. Deutsch, English.`,
    accounts: [
      { method: 'sepa_instant', holder: 'Lukas Brandt', iban: 'DE46100500001234567890' },
      { method: 'sepa_transfer', holder: 'Lukas Brandt', iban: 'DE46100500001234567890' },
    ],
    offers: [
      sell('sepa_instant', '100-2000', '0.3', { terms: 'SEPA Instant only. I release as soon as my bank shows it.' }),
      buy('sepa_instant', '100-2000', '-0.5', { terms: 'I pay by SEPA Instant within five minutes.' }),
      buy('wire_transfer', '250-2000', '-0.6', {
        terms: 'Wire from my US account. It can take until the evening.',
        paymentWindowMinutes: 360,
        availableUsdt: '12000',
      }),
      sell('sepa_transfer', '200-1800', '-0.4', {
        terms: 'My bank shows ordinary transfers the next working day. I release in the morning.',
        paymentWindowMinutes: 360,
      }),
    ],
  }),
  trader('giulia_milano', 'en', {
    location: 'Milano',
    bio: 'Ogni giorno dalle 8 alle 20. Italiano, English, français.',
    accounts: [
      { method: 'revolut', holder: 'Giulia Conti', tag: '@sarrafdemogiulia' },
      { method: 'sepa_instant', holder: 'Giulia Conti', iban: 'IT93N0306909606100000045678' },
      { method: 'wise_eur', holder: 'Giulia Conti', email: 'giulia.conti@demo.example' },
    ],
    offers: [
      sell('revolut', '15-400', '0.9', {
        terms: 'Revolut only, name on the account as on Revolut.',
        paymentWindowMinutes: 15,
      }),
      buy('paysera', '40-380', '-1.1', { terms: 'I pay from my own Paysera account, usually in minutes.' }),
      sell('sepa_instant', '50-1600', '0.8', {
        terms: 'SEPA Instant. Intesa shows it within seconds.',
        requirements: { accountDays: 0, completedTrades: 1, completionRate: 80 },
      }),
      sell('wise_eur', '25-380', '0.7', { terms: 'Wise to Wise, in euros.' }),
      buy('sepa_transfer', '100-1200', '-1.0', {
        terms: 'I send an ordinary transfer the same day; it arrives the next working day.',
        paymentWindowMinutes: 360,
      }),
    ],
  }),
  trader('marta_vilnius', 'en', {
    location: 'Vilnius',
    bio: 'Paysera, SEPA and PayPal. Please read my terms before you open a trade.',
    accounts: [
      { method: 'paysera', holder: 'Marta Kazlauskienė', account: 'LT353250012345678901' },
      { method: 'sepa_instant', holder: 'Marta Kazlauskienė', iban: 'LT657300098765432109' },
      { method: 'paypal', holder: 'Marta Kazlauskienė', email: 'marta.k@demo.example' },
    ],
    offers: [
      sell(['paysera', 'sepa_instant'], '20-420', '0.5', { terms: 'Paysera or SEPA Instant, any time of the day.' }),
      buy('paysera', '20-420', '-1.4', { terms: 'Paid from my Paysera account within ten minutes.' }),
      sell('paypal', '20-300', '3.5', {
        terms: 'PayPal friends and family, from your own verified account.',
        availableUsdt: '4000',
      }),
    ],
  }),
  trader('jordan_nyc', 'en', {
    location: 'New York',
    bio: 'Weekdays 9 to 6 Eastern. Wires before 4 pm arrive the same day.',
    accounts: [
      { method: 'paypal', holder: 'Jordan Ellis', email: 'jordan.ellis@demo.example' },
      {
        method: 'wire_transfer',
        holder: 'Jordan Ellis',
        bank: 'Bank of America',
        routingNumber: '026009593',
        accountNumber: '8861204457',
      },
      {
        method: 'us_bank_transfer',
        holder: 'Jordan Ellis',
        bank: 'Bank of America',
        routingNumber: '026009593',
        accountNumber: '8861204457',
      },
      { method: 'zelle', holder: 'Jordan Ellis', email: 'jordan.ellis@demo.example' },
      { method: 'wise_usd', holder: 'Jordan Ellis', email: 'jordan.ellis@demo.example' },
    ],
    offers: [
      sell('paypal', '30-400', '4.2', { terms: 'Verified PayPal accounts only. No business invoices.' }),
      buy('wire_transfer', '200-2000', '-0.2', {
        terms: 'Wire the same day. I send the confirmation number.',
        paymentWindowMinutes: 360,
      }),
      sell('wire_transfer', '200-2200', '0.4', {
        terms: 'Domestic wires before 4 pm Eastern, please.',
        paymentWindowMinutes: 360,
        maxOpenTrades: 10,
      }),
      sell('zelle', '25-400', '2.2', { terms: 'Zelle from your own bank account, no business accounts.' }),
      sell('wise_usd', '50-450', '1.2', { terms: 'Wise to Wise, in dollars.' }),
      sell('us_bank_transfer', '50-500', '0.8', {
        terms: 'ACH from your own account. I release on the day it arrives.',
      }),
    ],
  }),
  trader('tessa_austin', 'en', {
    location: 'Austin, Texas',
    bio: 'Small amounts, fast answers. Ask me anything in the chat.',
    accounts: [
      { method: 'paypal', holder: 'Tessa Morgan', email: 'tessa.morgan@demo.example' },
      {
        method: 'wire_transfer',
        holder: 'Tessa Morgan',
        bank: 'Frost Bank',
        routingNumber: '114000093',
        accountNumber: '550917342',
      },
    ],
    offers: [
      buy('paypal', '25-350', '-3.1', { terms: 'I pay by PayPal immediately. Your account needs to be verified.' }),
      sell('wire_transfer', '100-1800', '0.9', {
        terms: 'First trade together? Please begin with up to 500.',
        paymentWindowMinutes: 120,
      }),
      sell('paypal', '20-250', '2.8', { terms: 'PayPal balance only, no cards. Thank you!' }),
      buy('zelle', '20-300', '-2.4', { terms: 'Zelle from my own account, within a quarter of an hour.' }),
      buy('wise_usd', '20-300', '-1.5', { terms: 'From my Wise balance in dollars.' }),
      buy('us_bank_transfer', '50-400', '-1.1', { terms: 'ACH from my own bank, one to three working days.' }),
    ],
  }),
]

function trader(
  username: string,
  language: DemoUser['language'],
  more: { location: string; bio: string; accounts: PaymentDetails[]; offers: DemoOffer[] },
): DemoUser {
  return { username, email: `${username}@demo.example`, about: null, role: null, language, ...more }
}

type Terms = Partial<DemoOffer> & { terms: string }

function sell(
  paymentMethods: PaymentMethod | PaymentMethod[],
  amounts: string,
  pricePercentage: string,
  more: Terms,
): DemoOffer {
  return offer({ type: 'sell', paymentMethods: [paymentMethods].flat(), pricePercentage, ...more }, amounts)
}

function buy(
  paymentMethods: PaymentMethod | PaymentMethod[],
  amounts: string,
  pricePercentage: string,
  more: Terms,
): DemoOffer {
  return offer({ type: 'buy', paymentMethods: [paymentMethods].flat(), pricePercentage, ...more }, amounts)
}

type Wanted = Pick<DemoOffer, 'type' | 'paymentMethods' | 'pricePercentage'> & Terms

/** `amounts` is "minimum-maximum" in the currency of the methods. */
function offer(wanted: Wanted, amounts: string): DemoOffer {
  const fiatCurrency = METHODS[wanted.paymentMethods[0]!].currency
  const [minAmount = '', maxAmount = ''] = amounts.split('-')
  return { ...OFFER_FORM, fiatCurrency, minAmount, maxAmount, ...wanted }
}

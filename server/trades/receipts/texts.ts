/** The texts of a receipt as a PDF in English; the catalogues in server/trades/receipts/locales hold the other languages. */

export const RECEIPT_TEXTS = {
  title: /*i18n*/ 'Receipt of a completed trade',
  demonstration: /*i18n*/ 'Demo escrow: no real USDT was moved.',
  bought:
    /*i18n*/ 'The holder of this receipt bought USDT. The seller confirmed the payment, and the USDT was released.',
  sold: /*i18n*/ 'The holder of this receipt sold USDT. They confirmed the payment, and the USDT was released.',
  split: /*i18n*/ 'The trade was completed by an arbiter’s decision that split the USDT between buyer and seller.',
  verify:
    /*i18n*/ 'To verify this receipt, scan the code, or choose this file at the address below. Only what that page shows is signed.',
  role: /*i18n*/ 'Holder’s role',
  buyer: /*i18n*/ 'Buyer',
  seller: /*i18n*/ 'Seller',
  completedOn: /*i18n*/ 'Completed on',
  amountUsdt: /*i18n*/ 'Traded amount',
  releasedUsdt: /*i18n*/ 'Received by the buyer',
  amountFiat: /*i18n*/ 'Payment',
  price: /*i18n*/ 'Price of 1 USDT',
  feePaidUsdt: /*i18n*/ 'Platform fee paid by the holder',
  bondReturnedUsdt: /*i18n*/ 'Holder’s bond, returned',
  paymentMethod: /*i18n*/ 'Payment method',
  openedAt: /*i18n*/ 'Opened',
  paidAt: /*i18n*/ 'Marked as paid',
  completedAt: /*i18n*/ 'Completed',
  username: /*i18n*/ 'Holder’s username',
  counterparty: /*i18n*/ 'Other party (pseudonym)',
  reference: /*i18n*/ 'Reference',
  issuedAt: /*i18n*/ 'Issued',
} as const

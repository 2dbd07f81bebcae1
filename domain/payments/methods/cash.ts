import { paymentMethod } from './method.ts'
import type { MethodField } from './method.ts'

const TIMES: MethodField<'times'> = {
  name: 'times',
  label: /*i18n*/ 'When you can meet',
  hint: /*i18n*/ 'For example weekdays 10:00 to 18:00. A trade leaves the buyer the payment window of your offer.',
  reads: 'name',
  refusal: (times, { meetingTimes }) => meetingTimes(times),
}

const PLACE: MethodField<'place'> = {
  name: 'place',
  label: /*i18n*/ 'Meeting place',
  hint: /*i18n*/ 'A busy public place with cameras, best inside a bank. Name the town in the terms of your offer: this text is shown in an open trade only.',
  reads: 'name',
  refusal: (place, { meetingPlace }) => meetingPlace(place),
}

const IN_PERSON = {
  risk: 'in_person',
  arrival: 'meeting',
  fields: [TIMES, PLACE],
  notes: {
    buyer: [
      /*i18n*/ 'Meet by day in a busy public place with cameras, best inside a bank. Don’t go to anyone’s home.',
      /*i18n*/ 'Type the code from the seller’s own screen before you show any cash. No code, no cash: leave.',
      /*i18n*/ 'Hand over the cash, get a signed receipt for a larger amount, and show your code only once the cash is counted. Never send it.',
      /*i18n*/ 'Stay until this page says that the trade is completed.',
    ],
    seller: [
      /*i18n*/ 'Meet by day in a busy public place with cameras, best inside a bank. Don’t go to anyone’s home.',
      /*i18n*/ 'Show your code when you are together, before the cash changes hands. Never send it.',
      /*i18n*/ 'Count and check the notes first. A release can’t be taken back.',
      /*i18n*/ 'Type the code from the buyer’s own screen. A code that comes by chat or phone means that you haven’t been paid.',
      /*i18n*/ 'If anything is wrong, give the cash back and type nothing. The buyer can withdraw the payment mark in its first minutes.',
    ],
  },
} as const

/** One act in each currency; each is a method of its own, since the lists of the market are by method. */
export const cashTnd = paymentMethod({ code: 'cash_tnd', name: /*i18n*/ 'Cash in person (TND)', ...IN_PERSON })
export const cashUsd = paymentMethod({ code: 'cash_usd', name: /*i18n*/ 'Cash in person (USD)', ...IN_PERSON })

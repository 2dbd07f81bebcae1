/** The mails that staff cause, in English, as those of `texts.ts`. */
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import type { MailText } from './mail-text.ts'

export const CONTACT = { button: /*i18n*/ 'Contact us', linkPath: '/contact' }
const MY_OFFERS = { button: /*i18n*/ 'View my offers', linkPath: '/my-offers' }
const MISTAKE = /*i18n*/ 'If you think this is a mistake, write to us with the contact form.'

/** The footer of a security email with a code or a link, which an attacker may ask the reader for. */
export const SECRET_FOOTER = /*i18n*/ 'No one at Sarraf will ever ask for your password or a code.'

export const STAFF_TEXTS = {
  contact_answer: {
    subject: /*i18n*/ 'Our answer to your message',
    paragraphs: [/*i18n*/ 'You wrote to us through the contact form ({reference}). Our answer:'],
    bodyValue: 'answer',
    quotedValue: 'message',
    ...CONTACT,
    footer: [
      /*i18n*/ 'This address was given in our contact form. To reply, send us another message there.',
      SECRET_FOOTER,
    ],
  },
  account_suspended: {
    subject: /*i18n*/ 'Your account is suspended',
    paragraphs: [/*i18n*/ 'Our staff suspended your account. The reason:'],
    quotedValue: 'message',
    ...CONTACT,
    closing: [
      /*i18n*/ 'You can still sign in and finish your open trades: pay, confirm, chat and answer disputes. You can’t open new trades, and your offers have left the market.',
      MISTAKE,
    ],
  },
  account_restored: {
    subject: /*i18n*/ 'Your account is no longer suspended',
    paragraphs: [/*i18n*/ 'Our staff ended the suspension of your account. The reason:'],
    quotedValue: 'message',
    ...MY_OFFERS,
    closing: [/*i18n*/ 'You can open trades again, and your active offers are back on the market.'],
  },
  offer_hidden: {
    subject: /*i18n*/ 'One of your offers was hidden',
    paragraphs: [/*i18n*/ 'Our staff hid one of your offers. The reason:'],
    quotedValue: 'message',
    ...MY_OFFERS,
    closing: [
      /*i18n*/ 'No new trades can be opened on it; its open trades continue. My offers shows which offer it is.',
      MISTAKE,
    ],
  },
  offer_unhidden: {
    subject: /*i18n*/ 'Your offer is no longer hidden',
    paragraphs: [/*i18n*/ 'Our staff no longer hide one of your offers. The reason:'],
    quotedValue: 'message',
    ...MY_OFFERS,
  },
  rate_unavailable: {
    subject: /*i18n*/ 'No reference rate for {currency}',
    paragraphs: [
      /*i18n*/ 'None of the sources gives a usable rate for {currency}. Lists show the last rate with its time, quotes are refused, and open trades continue.',
      /*i18n*/ 'The Currencies tab says what each source answered. If setting a rate by hand is allowed there, it takes effect immediately.',
    ],
    button: /*i18n*/ 'Open Currencies',
    linkPath: '/admin?tab=currencies',
  },
  user_warned: {
    subject: /*i18n*/ 'A warning about your account',
    paragraphs: [/*i18n*/ 'Our staff looked at a report about you, and warn you for this reason:'],
    quotedValue: 'message',
    ...CONTACT,
    closing: [/*i18n*/ 'Your account works as before. After further reports it may be suspended.', MISTAKE],
  },
  report_closed: {
    subject: /*i18n*/ 'Your report {reference} was read',
    paragraphs: [
      /*i18n*/ 'Our staff read your report {reference}. They found no reason to act, and closed it. If something new happens, please report it.',
    ],
  },
  report_acted_on: {
    subject: /*i18n*/ 'Your report {reference} was decided',
    paragraphs: [
      /*i18n*/ 'Our staff read your report {reference}, and acted on it. We don’t say how, because that concerns another user. Thank you.',
    ],
  },
  rating_removed: {
    subject: /*i18n*/ 'Your rating was removed',
    paragraphs: [/*i18n*/ 'Our staff removed one of your ratings. The reason:'],
    quotedValue: 'message',
    ...CONTACT,
    closing: [/*i18n*/ 'No one else sees it, and it no longer counts. You can’t rate that trade again.', MISTAKE],
  },
  staff_limit_reached: {
    subject: /*i18n*/ 'An admin reached a daily limit',
    paragraphs: [
      /*i18n*/ '{name} has reached the daily limit of an admin action. Check the audit log: many actions in a short time can mean a stolen session.',
    ],
    button: /*i18n*/ 'Open the audit log',
    linkPath: '/admin?tab=audit',
  },
} as const satisfies Partial<Record<MailKind, MailText>>

/**
 * What each mail says, in English; the catalogues in server/mail/locales hold the other languages. Subjects have no
 * values: nothing anybody typed can reach a header.
 */
import type { MailKind } from './kinds.ts'

export type MailText = {
  subject: string
  /** Paragraphs above the code or the link. */
  says: readonly string[]
  /** What the link is called. It leads to the mail's own value `link`, or to `leadsTo`. */
  button?: string
  leadsTo?: string
  /** Paragraphs below. */
  adds?: readonly string[]
  /** Why it was sent, and whether such mails can be stopped; that of mails about an account's safety where nothing else is said. */
  sender?: string
}

const SET_PASSWORD = { button: /*i18n*/ 'Set a new password', leadsTo: '/forgot-password' }
const SECURITY = { button: /*i18n*/ 'Look at my account’s security', leadsTo: '/dashboard?tab=security' }
const CODE_ONCE = /*i18n*/ 'It works once, for 10 minutes. Give it to nobody, whoever they say they are.'
const NOT_ASKED = /*i18n*/ 'If you did not ask for this, ignore this mail: without it nothing happens.'
const TRADE = {
  button: /*i18n*/ 'Go to the trade',
  sender: /*i18n*/ 'Sarraf sent this to {to} because it is about a trade. Such mails can be turned off in the profile.',
}
const NOT_YOU_PASSWORD = /*i18n*/ 'If this was not you, set a new password at once: it signs out everybody else.'

export const MAIL_TEXTS: Readonly<Record<MailKind, MailText>> = {
  verify_email: {
    subject: /*i18n*/ 'Confirm your email address',
    says: [/*i18n*/ 'Welcome to Sarraf. Confirm that this address is yours; then you can post offers and open trades.'],
    button: /*i18n*/ 'Confirm my address',
    adds: [/*i18n*/ 'The link works once, for 24 hours.', NOT_ASKED],
  },
  reset_password: {
    subject: /*i18n*/ 'Set a new password',
    says: [/*i18n*/ 'Somebody, we hope you, asked for a new password for your account.'],
    button: /*i18n*/ 'Set a new password',
    adds: [/*i18n*/ 'The link works once, for 10 minutes.', NOT_ASKED],
  },
  password_changed: {
    subject: /*i18n*/ 'Your password was changed',
    says: [
      /*i18n*/ 'The password of your account was changed, and every other device was signed out.',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  confirm_new_email: {
    subject: /*i18n*/ 'Confirm your new email address',
    says: [/*i18n*/ 'Somebody, we hope you, wants to use this address for their account at Sarraf.'],
    button: /*i18n*/ 'Use this address',
    adds: [
      /*i18n*/ 'The link works once, for 30 minutes. Until it is opened, the account keeps its present address.',
      NOT_ASKED,
    ],
  },
  email_change_started: {
    subject: /*i18n*/ 'Your email address is about to change',
    says: [
      /*i18n*/ 'Your account is about to get the address {newEmail}. It changes as soon as that address is confirmed.',
      /*i18n*/ 'If this was not you, stop it here. The link works for 24 hours, also after the change.',
    ],
    button: /*i18n*/ 'Keep my present address',
  },
  email_changed: {
    subject: /*i18n*/ 'Your email address was changed',
    says: [
      /*i18n*/ 'Your account now has the address {newEmail}. Mails about it no longer come here.',
      /*i18n*/ 'If this was not you, open the link in our earlier mail about this change, or write to us at once.',
    ],
    button: /*i18n*/ 'Write to us',
    leadsTo: '/contact',
  },
  sign_in_code: {
    subject: /*i18n*/ 'Your sign-in code',
    says: [/*i18n*/ 'With this code you sign in:'],
    adds: [
      CODE_ONCE,
      /*i18n*/ 'If you are not signing in right now, ignore this mail: without the code nobody gets in.',
    ],
  },
  registration_code: {
    subject: /*i18n*/ 'Your code to create an account',
    says: [/*i18n*/ 'Welcome to Sarraf. This code confirms that the address is yours and creates your account:'],
    adds: [CODE_ONCE, NOT_ASKED],
  },
  reauthentication_code: {
    subject: /*i18n*/ 'Your code',
    says: [/*i18n*/ 'With this code you confirm that it is still you:'],
    adds: [
      CODE_ONCE,
      /*i18n*/ 'If you have not asked for it just now, somebody is using your account: sign out everywhere else.',
    ],
  },
  new_device: {
    subject: /*i18n*/ 'A new device signed in',
    says: [
      /*i18n*/ 'Somebody signed in to your account on a device we had not seen before: {device}, {at}.',
      /*i18n*/ 'If this was you, there is nothing to do. If not, sign that device out and change your password.',
    ],
    ...SECURITY,
  },
  second_factor_added: {
    subject: /*i18n*/ 'A second step protects your account',
    says: [
      /*i18n*/ '{what, select, passkey {A passkey was added to your account.} other {An authenticator app was added to your account.}}',
      /*i18n*/ 'If this was not you, remove it and change your password.',
    ],
    ...SECURITY,
  },
  second_factor_removed: {
    subject: /*i18n*/ 'A second step was removed from your account',
    says: [
      /*i18n*/ '{what, select, passkey {A passkey was removed from your account.} other {The authenticator app was removed from your account.}}',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  recovery_code_used: {
    subject: /*i18n*/ 'A recovery code was used',
    says: [
      /*i18n*/ 'One of your recovery codes was used to sign in.',
      /*i18n*/ '{left, plural, =0 {That was the last one: make new ones.} one {# code is left.} other {# codes are left.}}',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  recovery_codes_renewed: {
    subject: /*i18n*/ 'New recovery codes were made',
    says: [
      /*i18n*/ 'New recovery codes were made for your account; the former ones open nothing any more.',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  sign_in_method_added: {
    subject: /*i18n*/ 'A way to sign in was added to your account',
    says: [
      /*i18n*/ '{way, select, google {You can now sign in with Google.} github {You can now sign in with GitHub.} wallet {You can now sign in with your wallet.} other {You can now sign in through your organisation.}}',
      /*i18n*/ 'If this was not you, unlink it and change your password.',
    ],
    ...SECURITY,
  },
  sign_in_method_removed: {
    subject: /*i18n*/ 'A way to sign in was removed from your account',
    says: [
      /*i18n*/ '{way, select, google {Google was unlinked from your account.} github {GitHub was unlinked from your account.} wallet {The wallet was unlinked from your account.} other {Your organisation was unlinked from your account.}}',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  sessions_ended_by_staff: {
    subject: /*i18n*/ 'We signed you out everywhere',
    says: [
      /*i18n*/ 'For the safety of your account, our staff ended all its open sessions. API keys go on working.',
      /*i18n*/ 'You can sign in again as usual. Look then whether anything on your account is not yours, and write to us if so.',
    ],
    ...SECURITY,
  },
  api_key_added: {
    subject: /*i18n*/ 'An API key was made',
    says: [
      /*i18n*/ 'An API key named “{name}” was made for your account. Programs that have it act in your name.',
      /*i18n*/ 'If this was not you, remove it and change your password.',
    ],
    ...SECURITY,
  },
  prior_access_revoked: {
    subject: /*i18n*/ 'Only you are signed in now',
    says: [
      /*i18n*/ 'You signed in with a code, in a browser we did not know, before this address was confirmed. In case somebody else had registered with it, the former password, linked services, API keys and every other session are gone.',
      /*i18n*/ 'Set a password if you want to sign in with one.',
    ],
    ...SET_PASSWORD,
  },
  account_exists: {
    subject: /*i18n*/ 'You already have an account',
    says: [
      /*i18n*/ 'Somebody, we hope you, tried to register with this address. It has an account already, so no new one was made.',
      /*i18n*/ 'Sign in as usual, or set a new password if you have forgotten yours.',
    ],
    button: /*i18n*/ 'Set a new password',
    adds: [NOT_ASKED],
  },
  trade_opened: {
    subject: /*i18n*/ 'Somebody opened a trade with you',
    says: [/*i18n*/ '{trader} took your offer: a trade for {fiat} is open.'],
    ...TRADE,
  },
  trade_paid: {
    subject: /*i18n*/ 'The buyer says the payment was sent',
    says: [
      /*i18n*/ '{trader} says that {fiat} were sent to you.',
      /*i18n*/ 'Look into your own account before you confirm; a mail or a picture of a payment is no payment.',
    ],
    ...TRADE,
  },
  trade_paid_taken_back: {
    subject: /*i18n*/ 'The buyer has not paid after all',
    says: [/*i18n*/ '{trader} says that {fiat} were not sent yet. The time to pay runs again.'],
    ...TRADE,
  },
  trade_time_given: {
    subject: /*i18n*/ 'You have more time to pay',
    says: [/*i18n*/ '{trader} has given you more time to pay {fiat}.'],
    ...TRADE,
  },
  trade_cancelled: {
    subject: /*i18n*/ 'A trade was cancelled',
    says: [
      /*i18n*/ '{trader} has cancelled the trade for {fiat}. The USDT went back to the seller: the buyer must not pay any more.',
    ],
    ...TRADE,
  },
  trade_expired: {
    subject: /*i18n*/ 'A trade was cancelled: the time to pay is over',
    says: [
      /*i18n*/ 'The time to pay has passed in your trade with {trader} for {fiat}. The USDT went back to the seller: the buyer must not pay any more.',
    ],
    ...TRADE,
  },
  trade_completed: {
    subject: /*i18n*/ 'Your trade is completed',
    says: [/*i18n*/ '{trader} has confirmed that {fiat} arrived, and the USDT was released to you.'],
    ...TRADE,
  },
  account_deleted: {
    subject: /*i18n*/ 'Your account was deleted',
    says: [
      /*i18n*/ 'Your account was deleted, with everything in it that names you. Records of your trades stay for 7 years, without your name.',
      /*i18n*/ 'If this was not you, write to us at once.',
    ],
    button: /*i18n*/ 'Write to us',
    leadsTo: '/contact',
  },
}

/** Below every mail: who sent it, why, and what is never asked. */
export const FOOTER = {
  sender: /*i18n*/ 'Sarraf sent this to {to}. Mails about the safety of an account cannot be turned off.',
  never: /*i18n*/ 'Nobody at Sarraf ever asks for your password or for a code.',
  test: /*i18n*/ 'Test environment: demonstration escrow, no real crypto moves.',
} as const

/** Stands before the address of a link, for who cannot press it. */
export const PLAIN_LINK = /*i18n*/ 'Or copy this address into your browser:'

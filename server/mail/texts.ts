/**
 * The text of each mail in English; the catalogues in server/mail/locales hold the other languages. The placeholders of subjects
 * are figures only (figures.ts), so no user input reaches a header.
 */
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import type { MailText } from './mail-text.ts'
import { NOTIFICATION_TEXTS, TEST_ENVIRONMENT } from './notification-texts.ts'
import { CONTACT, STAFF_TEXTS } from './staff-texts.ts'
import { TEAM_MAIL_TEXTS } from './team-texts.ts'

/** The footer of a security email. */
export const SECURITY_FOOTER = /*i18n*/ 'This is an account security email and can’t be turned off.'

const SET_PASSWORD = { button: /*i18n*/ 'Set a new password', linkPath: '/forgot-password' }
const SECURITY = { button: /*i18n*/ 'Review account security', linkPath: '/settings?tab=security' }
const CODE_ONCE =
  /*i18n*/ 'It expires in {codeMinutes, plural, one {# minute} other {# minutes}} and can be used once. Never share it, even with someone who says they are from Sarraf.'
const NOT_ASKED = /*i18n*/ 'If you didn’t request this, ignore this email. Nothing will change.'
const NOT_YOU = { button: /*i18n*/ 'This wasn’t me' }
const LINK_DAYS =
  /*i18n*/ 'The link expires in {recoveryDays, plural, one {# day} other {# days}} and can be used once.'
const NOT_YOU_REMOVE =
  /*i18n*/ 'If this wasn’t you, open the link below. It removes what was added, signs out every device and lets you set a new password.'
const NOT_YOU_PASSWORD = /*i18n*/ 'If this wasn’t you, set a new password now. It signs out every other device.'

export const MAIL_TEXTS: Readonly<Record<MailKind, MailText>> = {
  verify_email: {
    subject: /*i18n*/ 'Confirm your email address',
    paragraphs: [/*i18n*/ 'Welcome to Sarraf. Confirm your email address to create offers and open trades.'],
    button: /*i18n*/ 'Confirm email address',
    closing: [
      /*i18n*/ 'The link expires in {verifyHours, plural, one {# hour} other {# hours}} and can be used once.',
      NOT_ASKED,
    ],
  },
  reset_password: {
    subject: /*i18n*/ 'Set a new password',
    paragraphs: [/*i18n*/ 'We received a request to reset your password.'],
    button: /*i18n*/ 'Set a new password',
    closing: [
      /*i18n*/ 'The link expires in {resetMinutes, plural, one {# minute} other {# minutes}} and can be used once.',
      NOT_ASKED,
    ],
  },
  reset_password_long: {
    subject: /*i18n*/ 'Set a new password',
    paragraphs: [
      /*i18n*/ 'We received a request to reset your password.',
      /*i18n*/ 'Many emails were requested for this address today, so we won’t send another link until this one expires.',
    ],
    button: /*i18n*/ 'Set a new password',
    closing: [
      /*i18n*/ 'The link expires in {longResetHours, plural, one {# hour} other {# hours}} and can be used once.',
      NOT_ASKED,
    ],
  },
  password_changed: {
    subject: /*i18n*/ 'Your password was changed',
    paragraphs: [
      /*i18n*/ 'Your password was changed and every other device was signed out.',
      /*i18n*/ 'If this wasn’t you, open the link below. It removes that password, signs out every device and lets you set a new one.',
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  confirm_new_email: {
    subject: /*i18n*/ 'Confirm your new email address',
    paragraphs: [/*i18n*/ 'We received a request to use this address for a Sarraf account.'],
    button: /*i18n*/ 'Use this address',
    closing: [
      /*i18n*/ 'The link expires in {confirmEmailMinutes, plural, one {# minute} other {# minutes}} and can be used once. Until you open it, the account keeps its current address.',
      NOT_ASKED,
    ],
  },
  email_change_started: {
    subject: /*i18n*/ 'Your email address is about to change',
    paragraphs: [
      /*i18n*/ 'We received a request to change your account’s email address to {newEmail}. It changes once that address is confirmed.',
      /*i18n*/ 'If this wasn’t you, stop the change here. The link expires in {recoveryDays, plural, one {# day} other {# days}} and also undoes a change that has already been made.',
    ],
    button: /*i18n*/ 'Keep my current address',
  },
  email_changed: {
    subject: /*i18n*/ 'Your email address was changed',
    paragraphs: [
      /*i18n*/ 'Your account’s email address is now {newEmail}. We’ll no longer send account emails to this address.',
      /*i18n*/ 'If this wasn’t you, undo the change here. This also removes sign-in methods that were added after the change or in the week before it, and signs out every device.',
    ],
    button: /*i18n*/ 'Keep my current address',
    closing: [LINK_DAYS],
  },
  email_change_undone: {
    subject: /*i18n*/ 'Your email address was restored',
    paragraphs: [
      /*i18n*/ 'Your account’s email address is {newEmail} again. The change was undone with a link that we had sent to that address, and every device was signed out.',
      /*i18n*/ 'If this wasn’t you, contact us immediately.',
    ],
    ...CONTACT,
  },
  sign_in_code: {
    subject: /*i18n*/ 'Your sign-in code',
    paragraphs: [/*i18n*/ 'Enter this code to sign in:'],
    closing: [CODE_ONCE, /*i18n*/ 'Not signing in? Ignore this email. No one can sign in without the code.'],
  },
  registration_code: {
    subject: /*i18n*/ 'Your sign-up code',
    paragraphs: [/*i18n*/ 'Welcome to Sarraf. Enter this code to confirm your email address and create your account:'],
    closing: [CODE_ONCE, NOT_ASKED],
  },
  reauthentication_code: {
    subject: /*i18n*/ 'Your confirmation code',
    paragraphs: [/*i18n*/ 'Enter this code to confirm it’s you:'],
    closing: [
      CODE_ONCE,
      /*i18n*/ 'If you didn’t just request it, someone else is using your account. End all your other sessions.',
    ],
  },
  new_device: {
    subject: /*i18n*/ 'New device signed in',
    paragraphs: [
      /*i18n*/ 'Your account was used to sign in from a new device: {device}, {at}.',
      /*i18n*/ 'If this was you, there’s nothing to do. If not, open the link below. It signs out every device and lets you set a new password.',
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  second_factor_added: {
    subject: /*i18n*/ 'New two-factor method added',
    paragraphs: [
      /*i18n*/ '{factor, select, passkey {A passkey was added to your account.} other {An authenticator app was added to your account.}}',
      NOT_YOU_REMOVE,
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  second_factor_removed: {
    subject: /*i18n*/ 'Two-factor method removed',
    paragraphs: [
      /*i18n*/ '{factor, select, passkey {A passkey was removed from your account.} other {The authenticator app was removed from your account.}}',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  second_factor_wrong: {
    subject: /*i18n*/ 'Wrong codes at sign-in',
    paragraphs: [
      /*i18n*/ 'Someone completed the first step of signing in to your account, and then entered wrong codes for your authenticator app.',
      NOT_YOU_PASSWORD,
      /*i18n*/ 'After {wrongCodes, plural, one {# wrong code} other {# wrong codes}} the app is blocked until you use a recovery code.',
    ],
    ...SET_PASSWORD,
  },
  recovery_code_used: {
    subject: /*i18n*/ 'A recovery code was used',
    paragraphs: [
      /*i18n*/ 'One of your recovery codes was used to sign in.',
      /*i18n*/ '{left, plural, =0 {That was the last one. Generate new ones.} one {# code is left.} other {# codes are left.}}',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  recovery_codes_renewed: {
    subject: /*i18n*/ 'New recovery codes generated',
    paragraphs: [
      /*i18n*/ 'New recovery codes were generated. Your old codes no longer work.',
      /*i18n*/ 'If this wasn’t you, open the link below. It makes your old codes valid again, signs out every device and lets you set a new password.',
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  sign_in_method_added: {
    subject: /*i18n*/ 'A sign-in method was added to your account',
    paragraphs: [
      /*i18n*/ '{method, select, google {You can now sign in with Google.} github {You can now sign in with GitHub.} wallet {You can now sign in with your wallet.} other {You can now sign in through your organisation.}}',
      NOT_YOU_REMOVE,
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  sign_in_method_removed: {
    subject: /*i18n*/ 'A sign-in method was removed from your account',
    paragraphs: [
      /*i18n*/ '{method, select, google {Google was unlinked from your account.} github {GitHub was unlinked from your account.} wallet {The wallet was unlinked from your account.} other {Your organisation was unlinked from your account.}}',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  team_access_given: {
    subject: /*i18n*/ 'A trader was given access to your account',
    paragraphs: [
      /*i18n*/ '{trader} was invited to your team, or was given a role in it, and can act for you within these roles once the invitation is accepted.',
      NOT_YOU_REMOVE,
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  ...TEAM_MAIL_TEXTS,
  sessions_ended_by_staff: {
    subject: /*i18n*/ 'We signed you out of every device',
    paragraphs: [
      /*i18n*/ 'To protect your account, our staff ended all its sessions. Your API keys keep working.',
      /*i18n*/ 'You can sign in again as usual. Review your account, and contact us if you see anything you don’t recognise.',
    ],
    ...SECURITY,
  },
  payment_account_added: {
    subject: /*i18n*/ 'A payment account was added',
    paragraphs: [/*i18n*/ 'You added a payment account: {paymentMethod}.', NOT_YOU_PASSWORD],
    ...SET_PASSWORD,
  },
  payment_account_changed: {
    subject: /*i18n*/ 'A payment account was changed',
    paragraphs: [
      /*i18n*/ 'You changed the details of a payment account: {paymentMethod}. Open trades keep the details they were opened with.',
      NOT_YOU_PASSWORD,
    ],
    ...SET_PASSWORD,
  },
  api_key_added: {
    subject: /*i18n*/ 'An API key was created',
    paragraphs: [
      /*i18n*/ 'An API key named “{name}” was created for your account. Anyone who has it can act for you.',
      NOT_YOU_REMOVE,
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  released_by_key: {
    subject: /*i18n*/ 'An API key released USDT',
    paragraphs: [
      /*i18n*/ 'Your API key “{name}” confirmed the payment of {fiat} from {trader}, and {usdt} were released. This can’t be undone.',
      /*i18n*/ 'If this wasn’t your own program, remove the key “{name}” in your settings now: until then it can release more, up to its limits.',
    ],
    button: /*i18n*/ 'Review API keys',
    linkPath: '/settings?tab=keys',
    footer: [SECURITY_FOOTER, TEST_ENVIRONMENT],
  },
  webhook_set: {
    subject: /*i18n*/ 'A webhook was set up',
    paragraphs: [
      /*i18n*/ 'What happens in your account is now sent to a web address, through the API key “{name}”.',
      NOT_YOU_REMOVE,
    ],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  telegram_linked: {
    subject: /*i18n*/ 'A Telegram chat was linked',
    paragraphs: [/*i18n*/ 'A Telegram chat now gets the alerts of your account.', NOT_YOU_REMOVE],
    ...NOT_YOU,
    closing: [LINK_DAYS],
  },
  telegram_unlinked: {
    subject: /*i18n*/ 'Your Telegram chat was unlinked',
    paragraphs: [/*i18n*/ 'Alerts of your account are no longer sent to your Telegram chat.', NOT_YOU_PASSWORD],
    ...SET_PASSWORD,
  },
  prior_access_revoked: {
    subject: /*i18n*/ 'We’ve secured your account',
    paragraphs: [
      /*i18n*/ 'You signed in with a code from a new browser before this address was confirmed. In case someone else had registered with it, we removed the old password, linked services and API keys, and ended every other session.',
      /*i18n*/ 'Set a password if you want to sign in with one.',
    ],
    ...SET_PASSWORD,
  },
  account_exists: {
    subject: /*i18n*/ 'You already have an account',
    paragraphs: [
      /*i18n*/ 'Someone tried to create an account with this address, but it already has one.',
      /*i18n*/ 'Sign in as usual, or set a new password if you’ve forgotten yours.',
    ],
    button: /*i18n*/ 'Set a new password',
    closing: [NOT_ASKED],
  },
  ...NOTIFICATION_TEXTS,
  contact_message: {
    subject: /*i18n*/ 'New contact message',
    paragraphs: [
      /*i18n*/ '{name} ({email}) sent message {reference}. Subject: {topic, select, support {Support} trading {Trading} account {Account} security {Security} business {Business} other {General question}}.',
    ],
    quotedValue: 'message',
    button: /*i18n*/ 'Open inbox',
    linkPath: '/admin',
    footer: [
      /*i18n*/ 'Reply to this email to answer the sender. Mark the message as answered in the inbox afterwards.',
    ],
  },
  ...STAFF_TEXTS,
  account_deleted: {
    subject: /*i18n*/ 'Your account was deleted',
    paragraphs: [
      /*i18n*/ 'Your account and personal data have been deleted. Trade records are kept for {tradeYears, plural, one {# year} other {# years}} without your name.',
      /*i18n*/ 'If this wasn’t you, contact us immediately.',
    ],
    ...CONTACT,
  },
}

/** The name of a device, as on the pages (web/accounts/device-texts.ts). */
export const DEVICE = {
  full: /*i18n*/ '{browser} on {system}',
  unknown: /*i18n*/ 'Unknown device',
} as const

/** Precedes the address of a link, for mail programs that show no links. */
export const PLAIN_LINK = /*i18n*/ 'Or copy this address into your browser:'

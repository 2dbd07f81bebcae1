/** The refusals that concern accounts, sign-in, second factors, identities and teams; part of `ERRORS` (errors.ts). */
export const ACCOUNT_ERRORS = {
  email_taken: { kind: 'conflict', text: /*i18n*/ 'An account with this email already exists.' },
  username_taken: { kind: 'conflict', text: /*i18n*/ 'This username is taken or too similar to another.' },
  username_too_soon: { kind: 'conflict', text: /*i18n*/ 'A username can be changed once per year.' },
  email_unverified: {
    kind: 'forbidden',
    text: /*i18n*/ 'Confirm your email address first. Use the link in the email we sent you.',
  },
  password_wrong: { kind: 'forbidden', text: /*i18n*/ 'This is not your current password.' },
  link_invalid: {
    kind: 'conflict',
    text: /*i18n*/ 'This link has expired or has already been used. Request a new one.',
  },

  reauthentication_required: { kind: 'forbidden', text: /*i18n*/ 'Confirm your identity to continue.' },
  registration_expired: {
    kind: 'conflict',
    text: /*i18n*/ 'Your sign-up has expired or is already complete. Sign in, or start again.',
  },
  code_wrong: { kind: 'forbidden', text: /*i18n*/ 'This code is wrong or has already been used.' },
  totp_attempts_exceeded: {
    kind: 'limited',
    text: /*i18n*/ 'Too many wrong codes. Wait ten minutes, or use a passkey or a recovery code.',
  },
  totp_blocked: {
    kind: 'forbidden',
    text: /*i18n*/ 'Your authenticator app is blocked after {codes, plural, one {# wrong code} other {# wrong codes}}. Use a recovery code, which unblocks it, or a passkey.',
  },
  totp_on: { kind: 'conflict', text: /*i18n*/ 'An authenticator app is already set up. Remove it first.' },
  totp_not_started: { kind: 'conflict', text: /*i18n*/ 'This key is no longer valid. Please start again.' },
  passkey_refused: { kind: 'forbidden', text: /*i18n*/ 'This passkey was not accepted. Please try again.' },
  passkey_known: { kind: 'conflict', text: /*i18n*/ 'This passkey is already saved.' },
  passkeys_full: { kind: 'conflict', text: /*i18n*/ 'You can have up to {limit} passkeys. Remove one first.' },
  keys_full: { kind: 'conflict', text: /*i18n*/ 'You can have up to {limit} API keys. Remove one first.' },
  key_not_allowed: { kind: 'forbidden', text: /*i18n*/ 'This API key doesn’t have permission to do that.' },
  key_release_limit: {
    kind: 'limited',
    text: /*i18n*/ 'This API key may release up to {limitUsdt} USDT and {limitTrades, plural, one {# trade} other {# trades}} in 24 hours. {leftUsdt} USDT and {leftTrades, plural, one {# trade} other {# trades}} are left, and this trade is {amountUsdt} USDT. Confirm the payment in a browser{hours, plural, =0 {} one {, or try again in # hour} other {, or try again in # hours}}.',
  },
  statement_by_key: {
    kind: 'forbidden',
    text: /*i18n*/ 'The sender’s name differs from the payer’s name that the buyer declared. An API key can’t state that both are the same person: compare them in a browser and confirm the payment there.',
  },
  code_by_key: {
    kind: 'forbidden',
    text: /*i18n*/ 'An API key can’t meet the other party. Type the code on their page in a browser.',
  },
  second_factor_off: { kind: 'conflict', text: /*i18n*/ 'Turn on an authenticator app or a passkey first.' },
  release_held: {
    kind: 'forbidden',
    text: /*i18n*/ 'This account was recovered recently, so it can’t release USDT for another {hours, plural, one {# hour} other {# hours}}. To lift the hold, sign in with an authenticator app or a passkey that you added at least a day before the recovery.',
  },
  release_factor_off: {
    kind: 'forbidden',
    text: /*i18n*/ 'Your first release above {amountUsdt} USDT needs an authenticator app or a passkey. Turn one on under Security in your settings.',
  },
  release_factor_new: {
    kind: 'forbidden',
    text: /*i18n*/ 'You added your authenticator app or passkey too recently for a first release above {amountUsdt} USDT. Try again in {hours, plural, one {# hour} other {# hours}}.',
  },
  sign_in_expired: {
    kind: 'signed_out',
    text: /*i18n*/ 'This sign-in has expired or had too many attempts. Please start again.',
  },

  provider_off: { kind: 'not_found', text: /*i18n*/ 'This sign-in method isn’t available.' },
  provider_refused: {
    kind: 'forbidden',
    text: /*i18n*/ 'The other service didn’t confirm your identity. Please try again.',
  },
  provider_unavailable: {
    kind: 'busy',
    text: /*i18n*/ 'The other service can’t be reached at the moment. Try again, or use another sign-in method.',
  },
  id_token_refused: { kind: 'forbidden', text: /*i18n*/ 'This ID token was not accepted.' },
  unsupported_chain: { kind: 'invalid', text: /*i18n*/ 'Unsupported chain. Switch your wallet to {chains}.' },
  wallet_refused: { kind: 'forbidden', text: /*i18n*/ 'This signature was not accepted. Please try again.' },
  identity_taken: { kind: 'conflict', text: /*i18n*/ 'This sign-in method is linked to another account.' },
  identity_linked: { kind: 'conflict', text: /*i18n*/ 'You’ve already linked a method of this type. Unlink it first.' },
  last_sign_in_method: { kind: 'conflict', text: /*i18n*/ 'This is your only sign-in method. Add another one first.' },

  telegram_unavailable: {
    kind: 'busy',
    text: /*i18n*/ 'Telegram can’t be reached right now. Please try again in a few minutes.',
  },
  webhook_exists: { kind: 'conflict', text: /*i18n*/ 'This key already has a webhook. Reload the page.' },
  webhooks_limit: { kind: 'conflict', text: /*i18n*/ 'You can have up to {limit} webhooks. Remove one first.' },
  webhook_key_unfit: {
    kind: 'conflict',
    text: /*i18n*/ 'A webhook needs an API key that has not expired and has the permission to read.',
  },
  webhook_paused: { kind: 'conflict', text: /*i18n*/ 'This webhook is paused. Resume it first.' },

  team_not_allowed: { kind: 'forbidden', text: /*i18n*/ 'Your roles in this team don’t include this.' },
  team_conflict: {
    kind: 'forbidden',
    text: /*i18n*/ 'You are connected with the other party of this trade, so you can’t act in it for a team.',
  },
  acting_changed: {
    kind: 'conflict',
    text: /*i18n*/ 'You switched accounts in another tab. Reload the page.',
  },
  own_team: { kind: 'conflict', text: /*i18n*/ 'The owner and the members of a team can’t trade with each other.' },
  team_member_known: { kind: 'conflict', text: /*i18n*/ 'This trader is already in your team or invited to it.' },
  team_full: { kind: 'conflict', text: /*i18n*/ 'A team can have up to {limit} members. Remove one first.' },
  teams_full: { kind: 'conflict', text: /*i18n*/ 'You can be a member of up to {limit} teams. Leave one first.' },
  team_of_member: {
    kind: 'conflict',
    text: /*i18n*/ 'A member of a team can’t have a team. Leave the other team first, or remove your own members.',
  },
  team_trade_open: {
    kind: 'conflict',
    text: /*i18n*/ 'You have an open trade with each other. Complete or cancel it first.',
  },
  release_role_new: {
    kind: 'forbidden',
    text: /*i18n*/ 'You got this role too recently for a first release above {amountUsdt} USDT. Try again in {hours, plural, one {# hour} other {# hours}}.',
  },
} as const

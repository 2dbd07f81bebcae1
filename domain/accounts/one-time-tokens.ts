/** What one-time tokens are issued for; their payloads are in server/accounts/one-time-tokens/. */
export const TOKEN_PURPOSES = [
  'verify_email',
  'reset_password',
  'confirm_new_email',
  'undo_email_change',
  'remove_addition',
  'sign_in_code',
  'reauthentication_code',
  'second_factor_challenge',
  'passkey_challenge',
  'authorization_request',
  'saml_request',
  'saml_response',
  'id_token_nonce',
  'wallet_nonce',
  'pending_sign_up',
  'registration',
  'registration_code',
  'telegram_code',
] as const
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

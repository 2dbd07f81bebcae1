-- Registering ends with a code from the mailbox: until then there is no account, and what was typed waits among the secrets.

alter table one_time_tokens
  drop constraint one_time_tokens_purpose,
  add constraint one_time_tokens_purpose check (
    purpose in (
      'verify_email', 'reset_password', 'confirm_new_email', 'undo_email_change', 'sign_in_code', 'second_factor_challenge', 'passkey_challenge',
      'reauthentication_code', 'authorization_request', 'saml_request', 'saml_response', 'id_token_nonce', 'wallet_nonce', 'pending_sign_up', 'registration',
      'registration_code'
    )
  );
create index one_time_tokens_of_registration on one_time_tokens ((value ->> 'registration')) where purpose = 'registration_code';

-- The mail with that code goes to somebody who has no account yet.
alter table mails
  alter column user_id drop not null,
  drop constraint mails_kind,
  add constraint mails_kind check (
    kind in (
      'verify_email', 'reset_password', 'password_changed', 'confirm_new_email', 'email_change_started', 'email_changed',
      'sign_in_code', 'new_device', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'account_exists',
      'sign_in_method_added', 'sign_in_method_removed', 'reauthentication_code', 'prior_access_revoked', 'api_key_added', 'sessions_ended_by_staff',
      'account_deleted', 'registration_code'
    )
  ),
  add constraint mails_of_somebody check ((user_id is null) = (kind = 'registration_code'));

-- A code works once, and a registration with it: no key has to find its account again. The check on deleted accounts that
-- named the column goes with it and comes back without.
alter table users
  drop column registration_key,
  drop constraint if exists users_deleted_says_nothing,
  add constraint users_deleted_says_nothing check (deleted_at is null or (
    username ~ '^deleted_[0-9a-f]{8}$' and email = id::text || '@deleted.invalid' and not email_verified and image is null
    and bio = '' and location = '' and language = 'en' and wants_trade_updates
    and confirm_above_micro is null and last_username_change is null));

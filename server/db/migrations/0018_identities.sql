-- Ways in that somebody else vouches for: other services and wallets, one of each kind for a person. What they hand out
-- (tokens, names, pictures) is never kept, so there is no room for it. Kinds are those of domain/identities.ts.

drop table verifications;

alter table identities
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope,
  -- what its owner knows it by: an e-mail at the other service, or the wallet's address; for them alone to see
  add column label text constraint identities_label check (char_length(label) between 1 and 320),
  add constraint identities_provider_known check (
    provider_id in ('credential', 'google', 'github', 'oidc', 'saml', 'wallet')
  ),
  add constraint identities_secret_of_password check ((provider_id = 'credential') = (password is not null)),
  add constraint identities_account_named check (char_length(account_id) between 1 and 1000),
  add constraint identities_wallet_form check (provider_id <> 'wallet' or account_id ~ '^0x[0-9a-f]{40}$'),
  add constraint identities_one_of_each unique (user_id, provider_id);
drop index identities_by_user;

create function identity_stays() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['password', 'updated_at'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'an identity is removed and linked anew, never changed'
      using errcode = 'restrict_violation', constraint = 'identities_frozen';
  end if;
  return new;
end $$;

-- Times are the database's own, also for who tests that a password does not grow old.
create trigger identity_stays before update of user_id, provider_id, account_id, label on identities
  for each row execute function identity_stays();

alter table one_time_tokens
  drop constraint one_time_tokens_purpose,
  add constraint one_time_tokens_purpose check (
    purpose in (
      'verify_email', 'reset_password', 'confirm_new_email', 'undo_email_change', 'sign_in_code', 'second_factor_challenge', 'passkey_challenge',
      'reauthentication_code', 'authorization_request', 'saml_request', 'saml_response', 'id_token_nonce', 'wallet_nonce', 'pending_sign_up'
    )
  );

alter table sessions
  drop constraint sessions_method,
  add constraint sessions_method check (
    method in ('password', 'code', 'passkey', 'registration', 'google', 'github', 'oidc', 'saml', 'wallet')
  );
alter table sign_ins
  drop constraint sign_ins_method,
  add constraint sign_ins_method check (
    method in (
      'password', 'code', 'passkey', 'registration', 'totp', 'recovery_code', 'google', 'github', 'oidc', 'saml', 'wallet'
    )
  );

-- Mails of this and the next migrations.
alter table mails
  drop constraint mails_kind,
  add constraint mails_kind check (
    kind in (
      'verify_email', 'reset_password', 'password_changed', 'confirm_new_email', 'email_change_started', 'email_changed',
      'sign_in_code', 'new_device', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'account_exists',
      'sign_in_method_added', 'sign_in_method_removed', 'reauthentication_code', 'prior_access_revoked', 'api_key_added', 'sessions_ended_by_staff',
      'account_deleted'
    )
  );

-- What the product signs with when it names itself to another service. The public halves are at /.well-known/jwks.json.
create table signing_keys (
  -- its thumbprint (RFC 7638)
  kid text primary key constraint signing_keys_kid_form check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  public_jwk jsonb not null constraint signing_keys_public check (not public_jwk ? 'd'),
  -- AES-256-GCM under a key of the server's
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create trigger append_only before update on signing_keys for each row execute function refuse_change();

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert on signing_keys to sarraf_app;
  revoke update on identities from sarraf_app;
  grant update (password, updated_at) on identities to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

-- Sign-in methods of a user: passwords and external identities, and second factors.

create table identity_providers (provider text primary key);
comment on table identity_providers is 'credential is the password; written by migrate, the others from domain/accounts/sign-in-methods.ts';

create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null constraint identities_provider references identity_providers,
  -- the user's id at the provider, or the wallet's address
  account_id text not null constraint identities_account_named check (char_length(account_id) between 1 and 1000),
  password text
    constraint identities_password_argon2id check (password is null or password like '$argon2id$%'),
  -- what its owner knows it by: an email address at the provider, or the wallet's address; shown to the owner only
  label text constraint identities_label check (char_length(label) between 1 and 320),
  created_at timestamptz not null default clock_timestamp(),
  constraint identities_provider_account_key unique (provider_id, account_id),
  constraint identities_one_of_each unique (user_id, provider_id),
  constraint identities_secret_of_password check ((provider_id = 'credential') = (password is not null)),
  constraint identities_wallet_form check (provider_id <> 'wallet' or account_id ~ '^0x[0-9a-f]{40}$')
);
comment on table identities is
  'one of each provider for a user. Tokens, names and pictures that a provider hands out are never stored, so they have no column';
create trigger user_not_deleted before insert on identities for each row execute function user_not_deleted('user_id');

create function identity_frozen() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'password' is distinct from to_jsonb(old) - 'password' then
    raise exception 'an identity is removed and linked again, never changed'
      using errcode = 'restrict_violation', constraint = 'identities_frozen';
  end if;
  return new;
end $$;
-- Not on created_at, which tests move into the past.
create trigger identity_frozen before update of user_id, provider_id, account_id, label on identities
  for each row execute function identity_frozen();

-------------------------------------------------------------------------------------------------------- second factors

create table totps (
  user_id uuid primary key references users on delete cascade,
  -- the 20 bytes of the secret in an envelope (server/db/encryption/envelope.ts)
  sealed bytea not null constraint totps_sealed_whole check (octet_length(sealed) = 97 + 20),
  created_at timestamptz not null default clock_timestamp(),
  -- null: shown to the user, who has not answered with a code yet
  confirmed_at timestamptz,
  -- the time step (30 seconds) whose code was used last: neither its code nor an earlier one is accepted again
  last_step bigint,
  -- when wrong codes were entered, the latest five
  wrong_at timestamptz[] not null default '{}' constraint totps_wrong_five check (cardinality(wrong_at) <= 5),
  -- wrong codes of a confirmed app in the 365 days since wrong_since, or since a recovery code was used; a right code does not reset it
  wrong_count smallint not null default 0 constraint totps_wrong_hundred check (wrong_count between 0 and 100),
  wrong_since timestamptz,
  -- when the user was last notified of wrong codes
  wrong_notified_at timestamptz,
  constraint totps_confirmed_by_code check ((confirmed_at is null) = (last_step is null))
);
comment on table totps is 'authenticator apps (RFC 6238); limits are those of domain/accounts/factors.ts';
create trigger user_not_deleted before insert on totps for each row execute function user_not_deleted('user_id');

create function totp_goes_forward() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id or new.created_at <> old.created_at
    -- wrapped by another key (npm run rotate-keys); the server may not write this column
    or (new.sealed <> old.sealed and current_setting('sarraf.rotates_keys', true) is distinct from 'on')
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'an authenticator is removed and added again, never changed'
      using errcode = 'restrict_violation', constraint = 'totps_frozen';
  end if;
  if new.last_step is distinct from old.last_step and new.last_step <= coalesce(old.last_step, -1) then
    raise exception 'a code is accepted once' using errcode = 'restrict_violation', constraint = 'totps_step_forward';
  end if;
  return new;
end $$;
create trigger totp_goes_forward before update on totps for each row execute function totp_goes_forward();

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- numbered per user, so that a user has ten at most
  nr smallint not null constraint passkeys_ten check (nr between 1 and 10),
  name text not null constraint passkeys_name check (char_length(name) between 1 and 60),
  -- as the authenticator gave them, the id in base64url
  credential_id text not null constraint passkeys_credential unique
    constraint passkeys_credential_form check (credential_id ~ '^[A-Za-z0-9_-]+$' and char_length(credential_id) <= 1400),
  public_key bytea not null,
  transports text[] not null default '{}' constraint passkeys_transports_few check (cardinality(transports) <= 10),
  -- how often the authenticator says it was used; many always say 0
  counter bigint not null constraint passkeys_counter_counted check (counter >= 0),
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  constraint passkeys_nr_once unique (user_id, nr)
);
comment on table passkeys is 'WebAuthn credentials';
create trigger user_not_deleted before insert on passkeys for each row execute function user_not_deleted('user_id');

create function passkey_goes_forward() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['counter', 'last_used_at'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'a passkey is removed and added again, never changed'
      using errcode = 'restrict_violation', constraint = 'passkeys_frozen';
  end if;
  if new.counter < old.counter or (new.counter = old.counter and new.counter > 0) then
    raise exception 'a counter that does not increase is that of a cloned authenticator'
      using errcode = 'restrict_violation', constraint = 'passkeys_counter_forward';
  end if;
  return new;
end $$;
create trigger passkey_goes_forward before update on passkeys for each row execute function passkey_goes_forward();

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  nr smallint not null constraint recovery_codes_ten check (nr between 1 and 10),
  -- SHA-256 of a code of 120 random bits, in base64url
  hash text not null constraint recovery_codes_hash unique
    constraint recovery_codes_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, nr)
);
comment on table recovery_codes is 'a used code is deleted';
create trigger append_only before update on recovery_codes for each row execute function refuse_change();
create trigger user_not_deleted before insert on recovery_codes for each row execute function user_not_deleted('user_id');

-- The second factor: an authenticator app, passkeys, recovery codes; and the amount above which a receipt is confirmed
-- with a fresh proof only. Figures are those of domain/factors.ts.

create table totps (
  user_id uuid primary key references users on delete cascade,
  -- AES-256-GCM under a key of the server's: nonce, seal and the 20 bytes of the secret
  sealed bytea not null constraint totps_sealed_whole check (octet_length(sealed) = 12 + 16 + 20),
  created_at timestamptz not null default clock_timestamp(),
  -- null: shown to the person, who has not answered with a code yet
  confirmed_at timestamptz,
  -- the 30 seconds whose code was used last: neither it nor an earlier one is taken again
  last_step bigint,
  -- when wrong codes were given, the latest five
  wrong_at timestamptz[] not null default '{}' constraint totps_wrong_five check (cardinality(wrong_at) <= 5),
  constraint totps_confirmed_by_code check ((confirmed_at is null) = (last_step is null))
);

create function totp_goes_forward() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id or new.sealed <> old.sealed or new.created_at <> old.created_at
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'an authenticator is removed and added anew, never changed'
      using errcode = 'restrict_violation', constraint = 'totps_frozen';
  end if;
  if new.last_step is distinct from old.last_step and new.last_step <= coalesce(old.last_step, -1) then
    raise exception 'a code is taken once' using errcode = 'restrict_violation', constraint = 'totps_step_forward';
  end if;
  return new;
end $$;
create trigger totp_goes_forward before update on totps for each row execute function totp_goes_forward();

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- which of the person's it is: a number for each, so that there are ten at most
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

create function passkey_goes_forward() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['counter', 'last_used_at'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'a passkey is removed and added anew, never changed'
      using errcode = 'restrict_violation', constraint = 'passkeys_frozen';
  end if;
  if new.counter < old.counter or (new.counter = old.counter and new.counter > 0) then
    raise exception 'a counter that stands still or goes back is that of a copy'
      using errcode = 'restrict_violation', constraint = 'passkeys_counter_forward';
  end if;
  return new;
end $$;
create trigger passkey_goes_forward before update on passkeys for each row execute function passkey_goes_forward();

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  nr smallint not null constraint recovery_codes_ten check (nr between 1 and 10),
  -- SHA-256 of a code of 120 random bits, in base64url; a used code is deleted
  hash text not null constraint recovery_codes_hash unique
    constraint recovery_codes_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, nr)
);
create trigger append_only before update on recovery_codes for each row execute function refuse_change();

alter table users
  -- receipts of more USDT than this ask the seller for a fresh proof; null: none does
  add column confirm_above_micro bigint constraint users_confirm_above check (confirm_above_micro >= 0);

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert, delete on totps, passkeys, recovery_codes to sarraf_app;
  grant update (confirmed_at, last_step, wrong_at) on totps to sarraf_app;
  grant update (counter, last_used_at) on passkeys to sarraf_app;
  grant update (confirm_above_micro) on users to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

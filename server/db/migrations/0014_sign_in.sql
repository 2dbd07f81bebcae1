-- One-time secrets, what a session was opened with, and the log of sign-ins.

-- Links in mails, codes, and sign-ins that wait for their second factor. Only hashes are kept.
create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  purpose text not null constraint one_time_tokens_purpose check (
    purpose in ('verify_email', 'reset_password', 'confirm_new_email', 'undo_email_change', 'sign_in_code', 'second_factor_challenge', 'passkey_challenge')
  ),
  -- null: nobody yet, or nobody with that address
  user_id uuid references users on delete cascade,
  hash text not null,
  -- what it is about, for instance the address to verify
  value jsonb not null default '{}',
  attempts_left integer not null default 5 constraint one_time_tokens_attempts check (attempts_left between 0 and 5),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint one_time_tokens_hash unique (purpose, hash),
  constraint one_time_tokens_life check (expires_at > created_at and expires_at <= created_at + interval '25 hours')
);
create index one_time_tokens_by_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_by_age on one_time_tokens (expires_at);

alter table sessions
  -- how it was opened
  add column method text not null default 'password' constraint sessions_method check (
    method in ('password', 'code', 'passkey', 'registration')
  ),
  -- whether a second factor was shown when it was opened, or since
  add column has_second_factor boolean not null default false,
  -- when the person last proved who they are: dangerous acts ask for it to be fresh
  add column reauthenticated_at timestamptz not null default clock_timestamp();

-- Browsers a person has signed in with: what tells a known one from a new one. Each sign-in gives the browser a new cookie.
create table devices (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie's 256 random bits
  hash text not null constraint devices_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  last_used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, hash)
);
create index devices_by_hash on devices (hash);
create index devices_by_age on devices (last_used_at);

-- Who came in, or tried to: read by the person on their Security tab. No place: an address tells little and is personal.
create table sign_ins (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null default clock_timestamp(),
  method text not null constraint sign_ins_method check (
    method in ('password', 'code', 'passkey', 'registration', 'totp', 'recovery_code')
  ),
  outcome text not null constraint sign_ins_outcome check (outcome in ('signed_in', 'refused')),
  is_new_device boolean not null default false,
  user_agent text not null default ''
);
create index sign_ins_by_user on sign_ins (user_id, id desc);
create index sign_ins_by_age on sign_ins (at);
create trigger append_only before update on sign_ins for each row execute function refuse_change();

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert, delete on one_time_tokens to sarraf_app;
  grant update (attempts_left) on one_time_tokens to sarraf_app;
  grant select, insert, delete on sign_ins, devices to sarraf_app;
  grant update (hash, last_used_at) on devices to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

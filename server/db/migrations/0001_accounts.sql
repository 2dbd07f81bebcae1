-- People and their sessions. Table and column names are mapped to the sign-in library in server/accounts/auth.ts.

create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null
    constraint users_username_form check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  -- domain/accounts.ts usernameSkeleton: names that look alike share one, so only one of them can exist
  username_skeleton text not null generated always as (
    replace(replace(translate(replace(lower(username), '_', ''), '01i', 'oll'), 'rn', 'm'), 'vv', 'w')
  ) stored,
  email text not null
    constraint users_email_lower check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  -- the Idempotency-Key the account was registered with: a retried registration finds its own account
  registration_key text,
  terms_accepted_at timestamptz not null default clock_timestamp(),
  completed_trades int not null default 0
    constraint users_completed_trades_counted check (completed_trades >= 0),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint users_email_key unique (email),
  constraint users_registration_key_key unique (registration_key)
);
-- Partial, so that it is no key for row locks: a key that is a generated column would make every update of a person
-- (there are BEFORE triggers) lock against all who refer to them, and two trades of one person would deadlock.
create unique index users_username_skeleton_key on users (username_skeleton) where username_skeleton <> '';
comment on column users.completed_trades is 'kept by the trigger on trade_events; public';

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null constraint sessions_token_key unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on column sessions.token is 'SHA-256 of the cookie''s token: a stolen table opens no session';
create index sessions_by_user on sessions (user_id);

-- Whoever prolongs a session, it ends thirty days after it began.
create function cap_session_life() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;
create trigger sessions_life before insert or update on sessions
  for each row execute function cap_session_life();

-- A way to sign in: the password (provider "credential") today, others later.
create table identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text
    constraint identities_password_argon2id check (password is null or password like '$argon2id$%'),
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint identities_provider_account_key unique (provider_id, account_id)
);
create index identities_by_user on identities (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index verifications_by_identifier on verifications (identifier);

-- Random keys of this installation, made at the first start when none are configured.
create table instance_secrets (
  name text primary key,
  value text not null constraint instance_secrets_long check (char_length(value) >= 32)
);

-- Sessions, known devices, the sign-in log, one-time tokens, rate limits and API keys.

create table sign_in_methods (method text primary key);
comment on table sign_in_methods is 'what a user signs in with; written by migrate from domain/accounts/sign-in-methods.ts';

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the token in the cookie: a stolen table opens no session
  token text not null constraint sessions_token_key unique,
  method text not null default 'password'
    constraint sessions_method references sign_in_methods
    -- second factors complete a sign-in that another method started
    constraint sessions_method_first_factor check (method not in ('totp', 'recovery_code')),
  -- since when the user has had the oldest second factor that the session has shown; null: it has shown none
  second_factor_since timestamptz,
  -- the user's last authentication: sensitive acts require it to be recent
  reauthenticated_at timestamptz not null default clock_timestamp(),
  -- the account's latest recovery before the session began; null: there was none
  recovered_at timestamptz,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  -- when the session was last used, noted every few minutes
  updated_at timestamptz not null default clock_timestamp(),
  -- what belongs to a session belongs to its user
  constraint sessions_of_user unique (id, user_id)
);
comment on table sessions is 'browsers that are signed in';
create index sessions_by_user on sessions (user_id);
create trigger user_not_deleted before insert on sessions for each row execute function user_not_deleted('user_id');

-- However often a session is prolonged, it ends thirty days after it began.
create function cap_session_life() returns trigger language plpgsql as $$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $$;
create trigger sessions_life before insert or update on sessions
  for each row execute function cap_session_life();

-- A further sign-in ends the session that was used least recently. One that another transaction holds is in use: it stays until
-- the next sign-in.
create function sessions_within_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('sessions', new.user_id);
  delete from sessions where id in (
    select id from sessions where id in (
      select id from sessions where user_id = new.user_id and id <> new.id
      order by expires_at > clock_timestamp() desc, updated_at desc, id offset limit_of('sessions') - 1)
    for no key update skip locked);
  return null;
end $$;
create trigger sessions_within_limit after insert on sessions for each row execute function sessions_within_limit();

-- Re-authentication gives a session another token, and no other origin.
create function session_origin_frozen() returns trigger language plpgsql as $$
begin
  raise exception 'a session keeps the recovery it began after'
    using errcode = 'restrict_violation', constraint = 'sessions_origin_frozen';
end $$;
create trigger session_origin_frozen before update on sessions for each row
  when (old.recovered_at is distinct from new.recovered_at) execute function session_origin_frozen();

create table devices (
  user_id uuid not null references users on delete cascade,
  -- SHA-256 of the cookie's 256 random bits
  hash text not null constraint devices_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  -- the first sign-in with this browser; each later one changes the hash only
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  primary key (user_id, hash)
);
comment on table devices is
  'browsers a user has signed in with: what tells a known one from a new one, and which users share one. Each sign-in gives the browser a new cookie';
create index devices_by_hash on devices (hash);
create index devices_by_age on devices (last_used_at);
create trigger user_not_deleted before insert on devices for each row execute function user_not_deleted('user_id');

create table user_networks (
  user_id uuid not null references users on delete cascade,
  -- a keyed hash of the network, a /24 of IPv4 or a /48 of IPv6: the table holds no IP address
  hash text not null constraint user_networks_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  last_seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, hash)
);
comment on table user_networks is
  'networks a user was signed in from in the last 30 days: trades between users of one network do not count for their records';
create index user_networks_by_age on user_networks (last_seen_at);
create index user_networks_by_hash on user_networks (hash, user_id);
create trigger user_not_deleted before insert on user_networks for each row execute function user_not_deleted('user_id');

-- Whether the two users have signed in with one browser, or were seen in one network lately.
create function users_share_origin(one uuid, other uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from devices a join devices b on b.hash = a.hash where a.user_id = one and b.user_id = other
  ) or exists (
    select from user_networks a join user_networks b on b.hash = a.hash
    where a.user_id = one and b.user_id = other and least(a.last_seen_at, b.last_seen_at)
      > clock_timestamp() - make_interval(days => limit_of('shared_network_days')::int)
  )
$$;
revoke execute on function users_share_origin from public;

create table sign_ins (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz not null default clock_timestamp(),
  method text not null constraint sign_ins_method references sign_in_methods,
  outcome text not null constraint sign_ins_outcome check (outcome in ('signed_in', 'refused')),
  is_new_device boolean not null default false,
  user_agent text not null default ''
);
comment on table sign_ins is
  'the log of sign-ins and failed attempts that its user reads; without IP addresses, which tell little and are personal data';
create index sign_ins_by_user on sign_ins (user_id, id desc);
create index sign_ins_by_age on sign_ins (at);
create trigger append_only before update on sign_ins for each row execute function refuse_change();
create trigger user_not_deleted before insert on sign_ins for each row execute function user_not_deleted('user_id');

------------------------------------------------------------------------------------------------------- one-time tokens

create table one_time_token_purposes (purpose text primary key);
comment on table one_time_token_purposes is 'what a one-time token is for; written by migrate from domain/accounts/one-time-tokens.ts';

create table one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  purpose text not null constraint one_time_tokens_purpose references one_time_token_purposes,
  -- null: it belongs to no account yet, or no account has that address
  user_id uuid references users on delete cascade,
  hash text not null,
  -- what it is about, for instance the address to verify
  value jsonb not null default '{}',
  attempts_left int not null default 5 constraint one_time_tokens_attempts check (attempts_left between 0 and 5),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint one_time_tokens_hash unique (purpose, hash),
  -- links that remove what a thief has added are valid for a week, and half an hour (UNDO_EMAIL_MINUTES of domain/accounts/accounts.ts)
  constraint one_time_tokens_life check (expires_at > created_at and expires_at <= created_at + case
    when purpose in ('undo_email_change', 'remove_addition') then interval '169 hours'
    else interval '25 hours' end)
);
comment on table one_time_tokens is
  'links and codes in mails, challenges, and sign-ins that wait for their next step, each redeemed once; only hashes are kept';
create index one_time_tokens_by_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_by_age on one_time_tokens (expires_at);
-- The former address of an account stays reserved for it while the link that undoes the change is valid.
create index one_time_tokens_of_old_email on one_time_tokens ((value ->> 'oldEmail')) where purpose = 'undo_email_change';
create index one_time_tokens_of_registration on one_time_tokens ((value ->> 'registration'))
  where purpose = 'registration_code';
create trigger user_not_deleted before insert on one_time_tokens for each row execute function user_not_deleted('user_id');

create table rate_limits (
  -- a keyed hash of what is limited and for whom: the table holds neither IP addresses nor email addresses
  key text primary key constraint rate_limits_key_form check (key ~ '^[A-Za-z0-9_-]{43}$'),
  used int not null constraint rate_limits_used check (used >= 0),
  -- no attempt is let through before this moment
  blocked_until timestamptz not null default clock_timestamp(),
  -- the count starts again at zero after this moment
  window_ends_at timestamptz not null
);
comment on table rate_limits is 'how often something was attempted, counted for all processes together';
create index rate_limits_by_end on rate_limits (window_ends_at);

-------------------------------------------------------------------------------------------------------------- API keys

create table api_keys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- numbered per user, so that a user has twenty at most
  nr smallint not null constraint api_keys_twenty check (nr between 1 and 20),
  name text not null constraint api_keys_name check (char_length(name) between 1 and 60),
  -- SHA-256 of the whole key, whose 256 random bits need no salt
  hash text not null constraint api_keys_hash unique
    constraint api_keys_hash_form check (hash ~ '^[A-Za-z0-9_-]{43}$'),
  -- the first of its random characters, by which the owner recognises it
  prefix text not null constraint api_keys_prefix_form check (prefix ~ '^[A-Za-z0-9_-]{8}$'),
  -- what the key may do, each scope once
  scopes text[] not null constraint api_keys_scopes check (
    scopes <@ array['read', 'offers', 'trades', 'release'] and cardinality(scopes) > 0 and cardinality(scopes)
      = ('read' = any(scopes))::int + ('offers' = any(scopes))::int + ('trades' = any(scopes))::int + ('release' = any(scopes))::int
  ),
  -- how much it may release in 24 hours, in micro USDT, and in how many trades; null without the scope "release"
  release_micro_a_day bigint constraint api_keys_release_micro check (release_micro_a_day between 1000000 and 100000000000),
  releases_a_day smallint constraint api_keys_releases check (releases_a_day between 1 and 200),
  constraint api_keys_release_limited check (
    num_nonnulls(release_micro_a_day, releases_a_day) = case when 'release' = any(scopes) then 2 else 0 end),
  created_at timestamptz not null default clock_timestamp(),
  -- noted every five minutes
  last_used_at timestamptz,
  -- null: valid until it is removed
  expires_at timestamptz constraint api_keys_life check (expires_at > created_at),
  constraint api_keys_nr_once unique (user_id, nr)
);
comment on table api_keys is 'keys with which users'' programs call the API; limits are those of domain/accounts/api-keys.ts';
create trigger user_not_deleted before insert on api_keys for each row execute function user_not_deleted('user_id');

-- The one rule of which keys are valid; null: until it is removed. Without settings of its own, so that it is inlined in queries.
create function is_key_valid(expires_at timestamptz) returns boolean language sql as $$
  select coalesce(expires_at > clock_timestamp(), true)
$$;

create function api_key_frozen() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'last_used_at' is distinct from to_jsonb(old) - 'last_used_at' then
    raise exception 'a key is removed and created again, never changed'
      using errcode = 'restrict_violation', constraint = 'api_keys_frozen';
  end if;
  return new;
end $$;
create trigger api_key_frozen before update on api_keys for each row execute function api_key_frozen();

create function acting_key() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('app.key', true), '')::uuid
$$;
comment on function acting_key is 'the API key that acts in this transaction (the setting app.key, made by server/db/scope.ts); null: a person, or the system';

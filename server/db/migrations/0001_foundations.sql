-- The program's own role, functions that several tables share, languages and signing keys.
-- In every function that runs as its owner, pg_temp comes last by name: otherwise it would come first, and a temporary
-- table could pose as one of the schema.

-- The server logs in as a role that owns nothing and cannot rewrite history (0041_grants.sql). It is created once for a
-- cluster (server/db/logins.ts, docs/operations.md); an owner who may create roles does it here, without a password.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then
    create role sarraf_app login;
  end if;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'the login sarraf_app is missing: create it first (docs/operations.md, "Database logins")';
end $$;

-- Refuses an update, delete or truncate of rows that are written once.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;

-- Refuses a moment that is not the present. The condition of each trigger decides, so that no function is called for a row that
-- is written when it happens.
create function happens_now() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is written when it happens', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_now';
end $$;

-- Refuses a change of a counter unless another trigger makes it.
create function only_by_triggers() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then return new; end if;
  raise exception 'only triggers change this counter of %', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_only_by_triggers';
end $$;

-- Refuses a row that is marked as deleted when it is inserted.
create function not_deleted_at_first() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is inserted before it is deleted', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_not_deleted_at_first';
end $$;

-- Refuses to restore a row that was marked as deleted.
create function stays_deleted() returns trigger language plpgsql as $$
begin
  raise exception 'a deleted row of % stays deleted', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_stays_deleted';
end $$;

create table limits (
  name text primary key,
  value bigint not null constraint limits_positive check (value > 0)
);
comment on table limits is 'what one user may have or do; domain/limits.ts holds the same rows';
insert into limits values
  ('open_trades_of_new_trader', 3), ('open_trades_of_taker', 10), ('new_trader_days', 7),
  ('failures_before_pause', 3), ('failure_window_hours', 24), ('pause_minutes', 15), ('longest_pause_minutes', 1440),
  ('active_offers', 20), ('offers', 100), ('payment_accounts', 20), ('disputes_per_day', 10), ('sessions', 50),
  ('pair_counts_days', 30), ('shared_network_days', 30), ('present_network_hours', 24), ('notifications_per_hour', 30), ('median_over_trades', 100);

create function limit_of(the_name text) returns bigint language sql stable set search_path = public, pg_temp as $$
  select value from limits where name = the_name
$$;

-- Lets the transactions that count one user's rows of a kind run one after the other: each sees what the others committed.
create function count_alone(what text, of_user uuid) returns void language sql as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(what || of_user, 0))
$$;

-- Refuses rows that another trigger does not insert.
create function inserted_by_triggers() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then return new; end if;
  raise exception 'only triggers insert rows of %', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_only_by_triggers';
end $$;

create table vocabularies (
  -- SHA-256 of what a program's vocabularies hold (server/db/vocabularies.ts)
  checksum text primary key,
  at timestamptz not null default clock_timestamp()
);
comment on table vocabularies is 'the vocabularies that migrate has written, each when it was first written';

create table languages (language text primary key);
comment on table languages is 'languages of pages and mails; domain/languages.ts holds the same';
insert into languages values ('en'), ('fr'), ('ar');

create table signing_keys (
  -- the key's thumbprint (RFC 7638)
  kid text primary key constraint signing_keys_kid_form check (kid ~ '^[A-Za-z0-9_-]{43}$'),
  public_jwk jsonb not null constraint signing_keys_public check (not public_jwk ? 'd'),
  -- the private key in an envelope (server/db/encryption/envelope.ts)
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table signing_keys is
  'keys with which the server signs its requests to identity providers; the public halves are at /.well-known/jwks.json';

-- `npm run rotate-keys` wraps the data key of the same secret by another key; it works as the owner, and the server may not.
create function only_resealed() returns trigger language plpgsql as $$
begin
  if current_setting('sarraf.rotates_keys', true) = 'on' and to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
create trigger append_only before update on signing_keys for each row execute function only_resealed();

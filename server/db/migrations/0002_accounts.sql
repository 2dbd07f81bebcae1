-- Users, their accounts, names and pictures.

create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null
    constraint users_username_form check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  -- usernameSkeleton of domain/accounts/accounts.ts: names that look alike share one, so only one of them can exist
  username_skeleton text not null generated always as (
    replace(replace(translate(replace(lower(username), '_', ''), '01i', 'oll'), 'rn', 'm'), 'vv', 'w')
  ) stored,
  email_verified boolean not null default false,
  -- invented by the demonstration, with all of the record: pages and link pictures that show the record say so
  is_demo boolean not null default false,
  bio text not null default '' constraint users_bio_length check (char_length(bio) <= 300),
  location text not null default '' constraint users_location_length check (char_length(location) <= 60),
  completed_trades int not null default 0
    constraint users_completed_trades_counted check (completed_trades >= 0),
  failed_trades int not null default 0
    constraint users_failed_trades_counted check (failed_trades >= 0),
  partners int not null default 0
    constraint users_partners_counted check (partners between 0 and completed_trades),
  completed_in_person int not null default 0
    constraint users_completed_in_person_counted check (completed_in_person between 0 and completed_trades),
  partners_in_person int not null default 0
    constraint users_partners_in_person_counted check (partners_in_person between 0 and least(partners, completed_in_person)),
  -- those of completed_trades whose records were purged
  purged_trades int not null default 0
    constraint users_purged_trades_counted check (purged_trades between 0 and completed_trades),
  disputes_lost int not null default 0
    constraint users_disputes_lost_counted check (disputes_lost >= 0),
  disputes_confirmed int not null default 0
    constraint users_disputes_confirmed_counted check (disputes_confirmed >= 0),
  disputes_released_late int not null default 0
    constraint users_disputes_released_late_counted check (disputes_released_late >= 0),
  -- null: no trade that counts on this side has one
  median_pay_seconds int,
  median_release_seconds int,
  -- in tenths of a percent, as the product shows it (ratePercent of domain/profiles/profiles.ts); null: no trade that counts ended
  completion_tenths smallint generated always as (
    round(completed_trades * 1000.0 / nullif(completed_trades + failed_trades, 0))
  ) stored,
  rating_count int not null default 0
    constraint users_rating_count_counted check (rating_count >= 0),
  rating_stars int not null default 0
    constraint users_rating_stars_counted check (rating_stars between rating_count and 5 * rating_count),
  created_at timestamptz not null default clock_timestamp(),
  -- since when staff have suspended the user; written by the triggers of suspensions only
  suspended_at timestamptz,
  -- the account's owner deleted it: the row stays for its trades, without personal data
  deleted_at timestamptz,
  constraint users_deleted_anonymous check (deleted_at is null or (
    username ~ '^deleted_[0-9a-f]{8}$' and not email_verified and bio = '' and location = ''))
);
comment on table users is 'what other users may see of a user';
comment on column users.completed_trades is 'those of trade_outcomes that count; public';
comment on column users.failed_trades is 'the trades of trade_outcomes that the user cancelled or let expire, and that count';
comment on column users.partners is 'the different users of the completed trades that count';
comment on column users.completed_in_person is 'those of completed_trades in which the parties met: no tier counts them';
comment on column users.partners_in_person is 'those of partners whose first trade that counts, of the kept ones, was in person: no tier counts them';
comment on column users.disputes_lost is 'the disputes that were decided for the other party, or that the user conceded';
comment on column users.disputes_confirmed is 'those that the buyer or the system opened and the user, as the seller, ended by confirming the payment';
comment on column users.disputes_released_late is 'those that the user opened as the seller, and ended by confirming the payment';
comment on column users.median_pay_seconds is 'as a buyer, from the opening of a trade to the payment mark, over the latest completed trades that count';
comment on column users.median_release_seconds is 'as a seller, from the payment mark to the confirmation, over the latest completed trades that count';
comment on column users.rating_count is 'the published ratings of the user whose trade counts';
comment on column users.rating_stars is 'the stars of these ratings, added up';

create table accounts (
  user_id uuid primary key references users on delete cascade,
  email text not null constraint accounts_email_lower check (email = lower(email)),
  terms_accepted_at timestamptz not null default clock_timestamp(),
  language text not null default 'en' constraint accounts_language references languages,
  -- receipts of more USDT than this require a recent re-authentication of the seller; null: none does
  confirm_above_micro bigint default 1000000000 constraint accounts_confirm_above check (confirm_above_micro >= 0),
  -- when access to the account was last recovered through its mailbox; null: never
  recovered_at timestamptz,
  -- null: the name is still the first one; written by a trigger only
  last_username_change timestamptz,
  -- the address that a mail server refused for good, and when it last did; ignored once the account has another email
  refused_email text,
  email_refused_at timestamptz,
  constraint accounts_refusal_of_address check ((refused_email is null) = (email_refused_at is null))
);
-- Partial, so that it is no key for row locks: a command refers to its account from its beginning, and a change of the email would wait for it.
create unique index accounts_email_key on accounts (email) where email is not null;
comment on table accounts is
  'what only the user may see of themselves (0042_row_security.sql): one row per user, erased when the account is deleted';

-- A database is a demonstration from before its first user, or never: demo users have a public password.
create table demonstration (
  is_one boolean primary key default true constraint demonstration_one check (is_one),
  since timestamptz not null default clock_timestamp()
);
comment on table demonstration is 'one row where the database is a demonstration: demo users are inserted only there';
create function demonstration_before_users() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Of two starts that run concurrently, the second meets the users of the first, and its mark.
  if exists (select from users) and not exists (select from demonstration) then
    raise exception 'a database with users does not become a demonstration'
      using errcode = 'restrict_violation', constraint = 'demonstration_before_users';
  end if;
  return new;
end $$;
create trigger demonstration_before_users before insert on demonstration
  for each row execute function demonstration_before_users();
create function demo_user_in_demonstration() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from demonstration) then
    raise exception 'demo users are inserted only into a demonstration'
      using errcode = 'restrict_violation', constraint = 'demo_user_in_demonstration';
  end if;
  return new;
end $$;
create trigger demo_user_in_demonstration before insert on users
  for each row when (new.is_demo) execute function demo_user_in_demonstration();
create trigger append_only before update or delete on demonstration for each row execute function refuse_change();

-- At commit: the account is inserted and erased in the transaction of its user.
create function user_has_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_user constant uuid := coalesce(to_jsonb(new) ->> 'id', to_jsonb(old) ->> 'user_id')::uuid;
begin
  if exists (
    select from users u
    where u.id = of_user and u.deleted_at is null and not exists (select from accounts where user_id = u.id)
  ) then
    raise exception 'a user who is not deleted has an account'
      using errcode = 'restrict_violation', constraint = 'users_have_accounts';
  end if;
  return null;
end $$;
create constraint trigger user_has_account after insert on users deferrable initially deferred
  for each row execute function user_has_account();
create constraint trigger user_has_account after delete on accounts deferrable initially deferred
  for each row execute function user_has_account();

-- Partial, so that it is no key for row locks: a key that is a generated column would make every update of a user
-- (there are BEFORE triggers) lock against all rows that refer to the user, and two trades of one user would deadlock.
create unique index users_username_skeleton_key on users (username_skeleton) where username_skeleton <> '';
-- A trader's page is found by the name as it is written.
create index users_by_username on users (username);
-- Staff find users by the beginning of their name, in any case.
create index users_by_name_start on users ((lower(username) collate "C"));
-- They begin with the newest.
create index users_by_creation on users (created_at);
create index users_deleted on users (deleted_at) where deleted_at is not null;

create trigger counted_by_triggers before update on users for each row
  when (pg_trigger_depth() = 0 and (old.completed_trades, old.failed_trades, old.partners, old.completed_in_person, old.partners_in_person, old.purged_trades, old.disputes_lost,
      old.disputes_confirmed, old.disputes_released_late, old.median_pay_seconds, old.median_release_seconds, old.rating_count, old.rating_stars)
    is distinct from (new.completed_trades, new.failed_trades, new.partners, new.completed_in_person, new.partners_in_person, new.purged_trades, new.disputes_lost,
      new.disputes_confirmed, new.disputes_released_late, new.median_pay_seconds, new.median_release_seconds, new.rating_count, new.rating_stars))
  execute function only_by_triggers();
create trigger counted_from_zero before insert on users for each row
  when ((new.completed_trades, new.failed_trades, new.partners, new.completed_in_person, new.partners_in_person, new.purged_trades,
      new.disputes_lost, new.disputes_confirmed, new.disputes_released_late, new.rating_count, new.rating_stars)
      <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    or num_nonnulls(new.median_pay_seconds, new.median_release_seconds) > 0)
  execute function only_by_triggers();
create trigger suspended_by_triggers before update on users for each row
  when (old.suspended_at is distinct from new.suspended_at) execute function only_by_triggers();
create trigger not_suspended_at_first before insert on users for each row
  when (new.suspended_at is not null) execute function only_by_triggers();
-- The age of an account decides how many trades it may open.
create trigger happens_now before insert on users
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- Retention periods run from deleted_at, so a deletion that is dated back would be purged too early.
create trigger deleted_now before update on users
  for each row when (old.deleted_at is null and new.deleted_at is not null and (new.deleted_at > clock_timestamp() or new.deleted_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();
-- Holds after a recovery run from recovered_at.
create trigger recovered_now before update on accounts
  for each row when (new.recovered_at is not null and old.recovered_at is distinct from new.recovered_at and (new.recovered_at > clock_timestamp() or new.recovered_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();
create trigger not_deleted_at_first before insert on users for each row
  when (new.deleted_at is not null) execute function not_deleted_at_first();
create trigger stays_deleted before update on users for each row
  when (old.deleted_at is not null and old.deleted_at is distinct from new.deleted_at) execute function stays_deleted();

-- An update locks a row against inserts that refer to it only where it changes a key, and deleted_at is none.
create function deletion_waits_for_inserts() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from users where id = old.id for update;
  return new;
end $$;
create trigger deletion_waits_for_inserts before update on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function deletion_waits_for_inserts();

-- On tables that refer to users, with the columns as arguments: refuses rows of a deleted account. The lock makes an insert
-- wait for a deletion in progress, and a deletion for the insert.
create function user_not_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written constant jsonb := to_jsonb(new);
  one constant uuid := written ->> tg_argv[0];
  other uuid;
  is_deleted boolean;
begin
  if tg_nargs = 1 then
    select deleted_at is not null into is_deleted from users where id = one for key share;
  else
    other := written ->> tg_argv[1];
    select bool_or(deleted_at is not null) into is_deleted
    from (select deleted_at from users where id in (one, other) order by id for key share) locked;
  end if;
  if is_deleted then
    raise exception 'this account was deleted' using errcode = 'restrict_violation', constraint = 'user_not_deleted';
  end if;
  return new;
end $$;
create trigger user_not_deleted before insert on accounts for each row execute function user_not_deleted('user_id');

------------------------------------------------------------------------------------------------------------- usernames

-- A name of underscores alone looks like every other such name. Only names that are chosen from now on are judged: a row
-- with such a name must go on trading.
create function username_visible() returns trigger language plpgsql as $$
begin
  raise exception 'a username has a letter or a digit' using errcode = 'check_violation', constraint = 'users_username_visible';
end $$;
create trigger username_visible before insert or update of username on users for each row
  when (new.username ~ '^_+$') execute function username_visible();

-- A deleted account's new name is no change that must wait a year.
create function username_changes_once_a_year() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.deleted_at is not null then return new; end if;
  update accounts set last_username_change = clock_timestamp()
  where user_id = old.id
    and (last_username_change is null or last_username_change <= clock_timestamp() - interval '365 days');
  if not found then
    raise exception 'a username changes once in 365 days'
      using errcode = 'restrict_violation', constraint = 'users_username_once_a_year';
  end if;
  return new;
end $$;
create trigger username_changes_once_a_year before update on users for each row
  when (old.username is distinct from new.username)
  execute function username_changes_once_a_year();

create table freed_usernames (
  skeleton text primary key,
  -- null: the account was deleted, its name stays blocked
  user_id uuid references users on delete set null,
  freed_at timestamptz not null default clock_timestamp()
);
comment on table freed_usernames is
  'names that were given up: for 365 days only the former owner may take them again, so that no other user poses as the owner';
create index freed_usernames_by_age on freed_usernames (freed_at);
create index freed_usernames_of_user on freed_usernames (user_id) where user_id is not null;

-- Runs after the unique index has made rivals for one name wait for each other, so it sees what the first one left.
create function username_is_free() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from freed_usernames
    where skeleton = new.username_skeleton and user_id is distinct from new.id
      and freed_at > clock_timestamp() - interval '365 days'
  ) then
    raise exception 'this username belonged to another account within the last 365 days'
      using errcode = 'unique_violation', constraint = 'users_username_freed';
  end if;
  if tg_op = 'UPDATE' and old.username_skeleton <> new.username_skeleton then
    insert into freed_usernames (skeleton, user_id) values (old.username_skeleton, old.id)
    on conflict (skeleton) do update set user_id = excluded.user_id, freed_at = excluded.freed_at;
  end if;
  return null;
end $$;
create trigger username_is_free after insert on users for each row execute function username_is_free();
create trigger changed_username_is_free after update on users for each row
  when (old.username is distinct from new.username)
  execute function username_is_free();

--------------------------------------------------------------------------------------------------------------- avatars

create table avatars (
  -- each picture gets a new id: what is served at its address never changes, so clients may cache it without end
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- 256 by 256 pixels, re-encoded on arrival
  bytes bytea not null
    constraint avatars_size check (octet_length(bytes) between 1 and 200000)
    constraint avatars_webp check (substring(bytes from 1 for 4) = 'RIFF' and substring(bytes from 9 for 4) = 'WEBP'),
  created_at timestamptz not null default clock_timestamp(),
  -- includes the id, the only other column that reads of a name need: the index alone answers
  constraint avatars_one_each unique (user_id) include (id)
);
comment on table avatars is 'pictures that are shown beside usernames; limits are those of domain/profiles/profiles.ts';
-- The bytes are compressed already.
alter table avatars alter column bytes set storage external;
create trigger append_only before update on avatars for each row execute function refuse_change();
create trigger user_not_deleted before insert on avatars for each row execute function user_not_deleted('user_id');

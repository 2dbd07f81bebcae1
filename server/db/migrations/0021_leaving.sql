-- Leaving: an account that its owner deletes. What is left of it says nothing of a person, and nothing begins for it again.

alter table users
  -- since then nobody's: the row stays for its trades' sake and says nothing of a person
  add column deleted_at timestamptz,
  add constraint users_deleted_says_nothing check (deleted_at is null or (
    username ~ '^deleted_[0-9a-f]{8}$' and email = id::text || '@deleted.invalid' and not email_verified and image is null
    and registration_key is null and bio = '' and location = '' and language = 'en' and wants_trade_updates
    and confirm_above_micro is null and last_username_change is null)),
  add constraint users_email_of_somebody check (deleted_at is not null or email not like '%@deleted.invalid');
create index users_deleted on users (deleted_at) where deleted_at is not null;

create function deleted_for_good() returns trigger language plpgsql as $$
begin
  raise exception 'a deleted account stays deleted'
    using errcode = 'restrict_violation', constraint = 'users_deleted_for_good';
end $$;
create trigger deleted_for_good before update on users for each row
  when (old.deleted_at is not null and old.deleted_at is distinct from new.deleted_at) execute function deleted_for_good();

-- Leaving is no change of name that waits a year; the former name stays nobody's, as other freed names do.
create or replace function username_changes_once_a_year() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null then
    new.last_username_change := null;
    return new;
  end if;
  if old.last_username_change > clock_timestamp() - interval '365 days' then
    raise exception 'a username changes once in 365 days'
      using errcode = 'restrict_violation', constraint = 'users_username_once_a_year';
  end if;
  new.last_username_change := clock_timestamp();
  return new;
end $$;

-- Nothing begins for who has left. The lock makes it wait for a deletion that is under way, and a deletion for it.
create function person_is_here() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person uuid;
  gone boolean;
begin
  for person in select (to_jsonb(new) ->> name)::uuid from unnest(tg_argv) as name loop
    select deleted_at is not null into gone from users where id = person for key share;
    if gone then
      raise exception 'this account was deleted' using errcode = 'restrict_violation', constraint = 'person_is_here';
    end if;
  end loop;
  return new;
end $$;
create trigger person_is_here before insert on sessions for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on identities for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on one_time_tokens for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on devices for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on sign_ins for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on totps for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on passkeys for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on recovery_codes for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on api_keys for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on avatars for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on roles for each row execute function person_is_here('user_id');
create trigger person_is_here before insert on offers for each row execute function person_is_here('owner_id');
create trigger person_is_here before insert on quotes for each row execute function person_is_here('taker_id');
create trigger person_is_here before insert on trades for each row execute function person_is_here('buyer_id', 'seller_id');
create trigger person_is_here before insert on messages for each row execute function person_is_here('sender_id');

-- What is a person's own and nobody else's: the tables whose rows would go with the person's row.
create view own_rows as
  select c.conrelid::regclass as of_table, a.attname as of_column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'public.users'::regclass and c.confdeltype = 'c' and cardinality(c.conkey) = 1;

-- A table made later is in it by its foreign key.
create function erase_account(person uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own own_rows;
begin
  if not exists (select from users where id = person and deleted_at is not null) then
    raise exception 'only a deleted account is erased' using errcode = 'restrict_violation', constraint = 'users_erased_when_deleted';
  end if;
  for own in select * from own_rows order by of_table::text loop
    execute format('delete from %s where %I = $1', own.of_table, own.of_column) using person;
  end loop;
  -- Names given up earlier stay blocked too, and are nobody's.
  update freed_usernames set user_id = null where user_id = person;
end $$;
revoke execute on function erase_account from public;

-- At commit: no trade of theirs is open, no offer can be taken, and nothing of their own is left but the mail that says so.
create function person_has_left() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own own_rows;
  is_left boolean;
begin
  if exists (select from trades where buyer_id = new.id and status not in ('completed', 'cancelled'))
    or exists (select from trades where seller_id = new.id and status not in ('completed', 'cancelled')) then
    raise exception 'who leaves has no open trade' using errcode = 'restrict_violation', constraint = 'users_leave_no_trade';
  end if;
  if exists (select from offers where owner_id = new.id and deleted_at is null) then
    raise exception 'who leaves has no offer' using errcode = 'restrict_violation', constraint = 'users_leave_no_offer';
  end if;
  for own in select * from own_rows where of_table <> 'mails'::regclass loop
    execute format('select exists (select from %s where %I = $1)', own.of_table, own.of_column) into is_left using new.id;
    if is_left then
      raise exception 'who leaves leaves nothing in %', own.of_table
        using errcode = 'restrict_violation', constraint = 'users_leave_nothing';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger person_has_left after update on users deferrable initially deferred
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function person_has_left();

create index offers_of_owner on offers (owner_id);

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant update (deleted_at, registration_key) on users to sarraf_app;
  grant execute on function erase_account to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

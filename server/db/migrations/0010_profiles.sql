-- What a person says of themselves, the yearly change of username, and how far the alerts were read.

alter table users
  add column bio text not null default '' constraint users_bio_length check (char_length(bio) <= 300),
  add column location text not null default '' constraint users_location_length check (char_length(location) <= 60),
  -- null: the name is still the first one; written by the trigger below only
  add column last_username_change timestamptz,
  -- whether moves of one's trades count as unread alerts
  add column wants_trade_updates boolean not null default true;

-- A trader's page is found by the name as it is written.
create index users_by_username on users (username);

alter table user_streams
  -- alerts up to this number were marked read
  add column alerts_seen_seq bigint not null default 0,
  add constraint user_streams_seen_within check (alerts_seen_seq between 0 and last_seq);

-- Names that were given up: for 365 days only their former owner may take them again, so that nobody poses as them.
create table freed_usernames (
  skeleton text primary key,
  -- null: the account is gone, its name stays blocked
  user_id uuid references users on delete set null,
  freed_at timestamptz not null default clock_timestamp()
);
create index freed_usernames_by_age on freed_usernames (freed_at);

create function username_changes_once_a_year() returns trigger language plpgsql as $$
begin
  if old.last_username_change > clock_timestamp() - interval '365 days' then
    raise exception 'a username changes once in 365 days'
      using errcode = 'restrict_violation', constraint = 'users_username_once_a_year';
  end if;
  new.last_username_change := clock_timestamp();
  return new;
end $$;
create trigger username_changes_once_a_year before update on users for each row
  when (old.username is distinct from new.username)
  execute function username_changes_once_a_year();

-- Runs after the unique index has made rivals for one name wait for each other, so it sees what the first one left.
create function username_is_free() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from freed_usernames
    where skeleton = new.username_skeleton and user_id is distinct from new.id
      and freed_at > clock_timestamp() - interval '365 days'
  ) then
    raise exception 'this name was somebody else''s until lately'
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

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant update (bio, location, wants_trade_updates) on users to sarraf_app;
  grant update (alerts_seen_seq) on user_streams to sarraf_app;
  grant select, delete on freed_usernames to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

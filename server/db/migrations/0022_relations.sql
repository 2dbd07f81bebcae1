-- Trusted and blocked traders, notes on traders, what an offer requires of its taker, and who may open a trade with whom.

create table relation_kinds (kind text primary key);
comment on table relation_kinds is 'written by migrate from domain/profiles/relations.ts';

insert into limits values ('relations', 500);

-- Serializes changes to the relations of two users with the trades that they open with each other.
create function lock_pair(one uuid, other uuid) returns void language sql as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pair' || least(one, other) || greatest(one, other), 0))
$$;

create table relations (
  owner_id uuid not null references users on delete cascade,
  other_id uuid not null references users on delete cascade,
  kind text not null constraint relations_kind references relation_kinds,
  at timestamptz not null default clock_timestamp(),
  primary key (owner_id, other_id),
  constraint relations_not_with_oneself check (owner_id <> other_id)
);
comment on table relations is 'whom a user trusts or blocks; only the owner of a row reads it';
create index relations_of_other on relations (other_id);
create index relations_listed on relations (owner_id, kind, at desc);
create trigger happens_now before insert or update on relations
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger user_not_deleted before insert on relations for each row execute function user_not_deleted('owner_id', 'other_id');

create function relation_keeps_users() returns trigger language plpgsql as $$
begin
  raise exception 'a relation keeps its users' using errcode = 'restrict_violation', constraint = 'relations_frozen';
end $$;
create trigger relation_keeps_users before update on relations for each row
  when ((old.owner_id, old.other_id) is distinct from (new.owner_id, new.other_id)) execute function relation_keeps_users();

-- Runs after the row is written, so that it counts itself.
create function relations_within_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('relations', new.owner_id);
  if (select count(*) from relations where owner_id = new.owner_id) > limit_of('relations') then
    raise exception 'this user has too many relations'
      using errcode = 'check_violation', constraint = 'relations_within_limit';
  end if;
  return null;
end $$;
create trigger relations_within_limit after insert on relations for each row execute function relations_within_limit();

create table offer_access (
  viewer_id uuid not null references users on delete cascade,
  owner_id uuid not null references users on delete cascade,
  is_refused boolean not null,
  primary key (viewer_id, owner_id)
);
comment on table offer_access is
  'which traders'' offers a user may take (trusted) or not (refused); kept by triggers. It does not say who blocked whom';
-- With both columns, whichever of the two indexes the planner chooses finds one row.
create index offer_access_of_owner on offer_access (owner_id, viewer_id);
create trigger only_by_triggers before insert or update on offer_access for each row execute function inserted_by_triggers();

-- Whether one of two users blocks the other.
create function pair_is_refused(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from relations where kind = 'blocked' and (owner_id, other_id) in ((one, other), (other, one)))
$$;
revoke execute on function pair_is_refused from public;

create function refresh_offer_access(one uuid, other uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  refused constant boolean := pair_is_refused(one, other);
begin
  delete from offer_access a
  where (a.viewer_id, a.owner_id) in ((one, other), (other, one)) and not refused and not exists (
    select from relations r where r.owner_id = a.owner_id and r.other_id = a.viewer_id and r.kind = 'trusted');
  insert into offer_access (viewer_id, owner_id, is_refused)
  select viewer, owner, refused
  from (values (one, other), (other, one)) sides (viewer, owner)
  where refused or exists (
    select from relations r where r.owner_id = sides.owner and r.other_id = sides.viewer and r.kind = 'trusted')
  on conflict (viewer_id, owner_id) do update set is_refused = excluded.is_refused;
end $$;
revoke execute on function refresh_offer_access from public;

create function relation_changes_access() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r relations := case tg_op when 'DELETE' then old else new end;
begin
  perform refresh_offer_access(r.owner_id, r.other_id);
  return null;
end $$;
create trigger relation_changes_access after insert or update or delete on relations
  for each row execute function relation_changes_access();

-- Locks the pair before the row is written, so that the trigger above sees what a concurrent change has committed. The deletion of
-- an account has already locked the account's row, so no other change is possible.
create function relation_locks_pair() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  r relations := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op <> 'DELETE' or not exists (select from users where id in (r.owner_id, r.other_id) and deleted_at is not null) then
    perform lock_pair(r.owner_id, r.other_id);
  end if;
  return r;
end $$;
create trigger a_lock_pair before insert or update or delete on relations for each row execute function relation_locks_pair();

-------------------------------------------------------------------------------------------------------------- notes on traders

insert into limits values ('trader_notes', 500);

-- Each tag is one trimmed line of 1 to 20 characters, and differs from the others.
create function are_note_tags(tags text[]) returns boolean language sql immutable parallel safe as $$
  select coalesce(bool_and(char_length(tag) between 1 and 20 and tag = btrim(tag) and tag !~ '[[:cntrl:]]'), true)
    and count(distinct tag) = count(*)
  from unnest(tags) tag
$$;

create table trader_notes (
  writer_id uuid not null references users on delete cascade,
  about_id uuid not null references users on delete cascade,
  -- '' is none
  text text not null constraint trader_notes_text check (char_length(text) <= 500 and text = btrim(text, E' \t\n\r')),
  tags text[] not null constraint trader_notes_tags check (
    cardinality(tags) <= 3 and array_position(tags, null) is null and are_note_tags(tags)),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (writer_id, about_id),
  constraint trader_notes_not_empty check (text <> '' or cardinality(tags) > 0),
  constraint trader_notes_not_about_oneself check (writer_id <> about_id)
);
comment on table trader_notes is 'what a user notes about another trader; only its writer reads it, and no member of a team';
create index trader_notes_about on trader_notes (about_id);
create index trader_notes_listed on trader_notes (writer_id, changed_at desc, about_id);
create trigger happens_now before insert or update on trader_notes
  for each row when (new.changed_at > clock_timestamp() or new.changed_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger user_not_deleted before insert on trader_notes
  for each row execute function user_not_deleted('writer_id', 'about_id');

create function trader_note_keeps_users() returns trigger language plpgsql as $$
begin
  raise exception 'a note keeps its users' using errcode = 'restrict_violation', constraint = 'trader_notes_frozen';
end $$;
create trigger trader_note_keeps_users before update on trader_notes for each row
  when ((old.writer_id, old.about_id) is distinct from (new.writer_id, new.about_id)) execute function trader_note_keeps_users();

-- Runs after the row is written, so that it counts itself.
create function trader_notes_within_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('trader notes', new.writer_id);
  if (select count(*) from trader_notes where writer_id = new.writer_id) > limit_of('trader_notes') then
    raise exception 'this user has too many notes'
      using errcode = 'check_violation', constraint = 'trader_notes_within_limit';
  end if;
  return null;
end $$;
create trigger trader_notes_within_limit after insert on trader_notes
  for each row execute function trader_notes_within_limit();

-------------------------------------------------------------------------------------------- what an offer requires of its taker

-- The record that listings show, as domain/profiles/relations.ts computes it: a rate is rounded to one decimal, and unknown without a
-- trade that counts.
create function meets_requirements(the_offer uuid, the_taker uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select floor(extract(epoch from clock_timestamp() - u.created_at) / 86400) >= o.min_account_days
    and u.completed_trades >= o.min_completed_trades
    and (o.min_completion_rate = 0 or coalesce(u.completion_tenths >= 10 * o.min_completion_rate, false))
  from offers o, users u where o.id = the_offer and u.id = the_taker
$$;
revoke execute on function meets_requirements from public;


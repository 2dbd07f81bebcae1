-- Team members act for the owner of a team, each in an own session, within the roles that they have at that moment. The
-- setting app.acting ("owner/member", set by server/db/scope.ts) says in whose name a transaction acts.

insert into limits values ('team_members', 10), ('teams_of_member', 5);

create table team_roles (role text primary key);
comment on table team_roles is 'what a member may do for the owner; domain/accounts/teams.ts holds the same';
insert into team_roles values ('chat'), ('offers'), ('release');

create table team_moves (
  action text primary key,
  role text not null constraint team_moves_role references team_roles
);
comment on table team_moves is 'the moves of a trade that a member can make, and the role for each; domain/accounts/teams.ts holds the same rows';
insert into team_moves values ('confirm_receipt', 'release'), ('extend_payment_window', 'release');

create table team_members (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references users on delete cascade,
  member_id uuid not null references users on delete cascade,
  invited_at timestamptz not null default clock_timestamp(),
  -- null: the invitation is open
  accepted_at timestamptz,
  -- the member was removed or left, or the invitation was withdrawn or declined; the row stays, since arbiters are asked about the past
  ended_at timestamptz,
  constraint team_members_two_users check (owner_id <> member_id)
);
comment on table team_members is 'who acts, or acted, for whom';
create unique index team_members_present on team_members (owner_id, member_id) where ended_at is null;
create index team_members_of_member on team_members (member_id);
create index team_members_of_owner on team_members (owner_id);
create index team_members_ended on team_members (ended_at) where ended_at is not null;
create trigger user_not_deleted before insert on team_members for each row execute function user_not_deleted('owner_id', 'member_id');
create trigger happens_now before insert on team_members
  for each row when (new.invited_at > clock_timestamp() or new.invited_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger accepted_now before update on team_members
  for each row when (new.accepted_at is distinct from old.accepted_at and (new.accepted_at > clock_timestamp() or new.accepted_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();
create trigger ended_now before update on team_members
  for each row when (new.ended_at is distinct from old.ended_at and (new.ended_at > clock_timestamp() or new.ended_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();

create table team_member_roles (
  membership_id uuid not null references team_members on delete cascade,
  role text not null constraint team_member_roles_role references team_roles,
  -- a release is held while the role is new, as with a new second factor
  granted_at timestamptz not null default clock_timestamp(),
  primary key (membership_id, role)
);
comment on table team_member_roles is 'the roles of each member; taken away by deleting the row';
create trigger append_only before update on team_member_roles for each row execute function refuse_change();
create trigger happens_now before insert on team_member_roles
  for each row when (new.granted_at > clock_timestamp() or new.granted_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- An invitation is accepted once, by the invited user, and ends once.
create function team_member_is_frozen() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['accepted_at', 'ended_at'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable
    or old.ended_at is not null
    or (old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at)
    or (new.ended_at is not null and new.accepted_at is distinct from old.accepted_at) then
    raise exception 'a membership is accepted once and ends once'
      using errcode = 'restrict_violation', constraint = 'team_members_frozen';
  end if;
  return new;
end $$;
create trigger team_member_is_frozen before update on team_members for each row execute function team_member_is_frozen();

create function team_member_invited_first() returns trigger language plpgsql as $$
begin
  raise exception 'a member is invited before' using errcode = 'restrict_violation', constraint = 'team_members_invited_first';
end $$;
create trigger team_member_invited_first before insert on team_members for each row
  when (new.accepted_at is not null or new.ended_at is not null) execute function team_member_invited_first();

-- Teams are flat: the owner of one is no member of another. So no right passes on, and no two users act for each other. The
-- locks make invitations and acceptances of the same users run one after another.
create function team_is_flat() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('teams', least(new.owner_id, new.member_id));
  perform count_alone('teams', greatest(new.owner_id, new.member_id));
  if exists (select from team_members where member_id = new.owner_id and accepted_at is not null and ended_at is null) then
    raise exception 'a member of a team has no team' using errcode = 'restrict_violation', constraint = 'team_members_flat';
  end if;
  if tg_op = 'UPDATE' and exists (select from team_members where owner_id = new.member_id and ended_at is null) then
    raise exception 'the owner of a team joins no team' using errcode = 'restrict_violation', constraint = 'team_members_flat';
  end if;
  if tg_op = 'INSERT' and limit_of('team_members')
    <= (select count(*) from team_members where owner_id = new.owner_id and ended_at is null) then
    raise exception 'this team is full' using errcode = 'check_violation', constraint = 'team_members_within_limit';
  end if;
  if tg_op = 'UPDATE' and limit_of('teams_of_member')
    <= (select count(*) from team_members where member_id = new.member_id and accepted_at is not null and ended_at is null) then
    raise exception 'this user is in too many teams' using errcode = 'check_violation', constraint = 'teams_of_member_within_limit';
  end if;
  return new;
end $$;
create trigger team_is_flat before insert on team_members for each row execute function team_is_flat();
create trigger team_is_flat_when_accepted before update on team_members for each row
  when (old.accepted_at is null and new.accepted_at is not null) execute function team_is_flat();

create table team_act_kinds (kind text primary key);
comment on table team_act_kinds is 'written by migrate from domain/accounts/teams.ts';

create table team_acts (
  id bigint generated always as identity primary key,
  owner_id uuid not null references users on delete cascade,
  -- no reference: the record outlives the member's account
  member_id uuid not null,
  kind text not null constraint team_acts_kind references team_act_kinds,
  trade_id uuid,
  offer_id uuid,
  at timestamptz not null default clock_timestamp(),
  constraint team_acts_about check (num_nonnulls(trade_id, offer_id) = case when kind ~ '^(business_hours|offer_template)_' then 0 else 1 end)
);
comment on table team_acts is 'what members did in the owner''s name, which the owner reads; written by the triggers of the acts';
create index team_acts_of_owner on team_acts (owner_id, id desc);
create index team_acts_by_age on team_acts (at);
create trigger only_by_triggers before insert on team_acts for each row execute function inserted_by_triggers();
create trigger append_only before update on team_acts for each row execute function refuse_change();

-------------------------------------------------------------------------------------------------- who acts in a transaction

create function acting_owner() returns uuid language sql stable parallel safe as $$
  select nullif(split_part(current_setting('app.acting', true), '/', 1), '')::uuid
$$;
comment on function acting_owner is 'the user in whose name a member acts in this transaction; null: its user acts alone';
create function acting_member() returns uuid language sql stable parallel safe as $$
  select nullif(split_part(current_setting('app.acting', true), '/', 2), '')::uuid
$$;
comment on function acting_member is 'the member who acts in this transaction; null: its user acts alone';

-- The rows stay locked until the act is committed: a removal waits for the act or comes before it. A suspended user acts for no
-- other user, nor does an arbiter, who would trade in the owner's name.
create function assert_team_role(the_role text) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from team_members m join team_member_roles r on r.membership_id = m.id
  where m.owner_id = acting_owner() and m.member_id = acting_member() and m.accepted_at is not null and m.ended_at is null
    and r.role = the_role and not exists (select from users where id = m.member_id and suspended_at is not null)
    and not exists (select from staff_members where user_id = m.member_id and role = 'arbiter')
  for share of m, r;
  if not found then
    raise exception 'the member does not have this role now'
      using errcode = 'restrict_violation', constraint = 'team_role_missing';
  end if;
end $$;
revoke execute on function assert_team_role from public;

-- Whether one of the two users acts for the other now.
create function in_one_team(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from team_members where accepted_at is not null and ended_at is null
      and (owner_id = one and member_id = other or owner_id = other and member_id = one))
$$;
revoke execute on function in_one_team from public;

-- A member does not act in a trade in which the other party is the member or a user for whom the member acts too.
create function assert_no_team_conflict(the_trade uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  other uuid;
begin
  select case acting_owner() when buyer_id then seller_id else buyer_id end into other from trades where id = the_trade;
  if other = acting_member() or in_one_team(other, acting_member()) then
    raise exception 'the member has a part on the other side of this trade'
      using errcode = 'restrict_violation', constraint = 'team_member_conflict';
  end if;
end $$;
revoke execute on function assert_no_team_conflict from public;

create function refuse_acting() returns trigger language plpgsql as $$
begin
  raise exception 'no role of a team includes this' using errcode = 'restrict_violation', constraint = 'team_role_missing';
end $$;

-- Acts that a member may never perform for the owner. The API contract refuses them too.
do $$
declare
  of_table text;
begin
  foreach of_table in array array['accounts', 'sessions', 'devices', 'one_time_tokens', 'api_keys', 'webhooks', 'identities', 'totps', 'passkeys',
    'recovery_codes', 'payment_accounts', 'payment_detail_reads', 'payee_answers', 'payer_declarations', 'meeting_codes', 'quotes', 'trades', 'evidence_files', 'dispute_statements',
    'contact_messages', 'avatars', 'team_members', 'team_member_roles', 'trader_notes'] loop
    execute format('create trigger refuse_acting before insert on %I for each statement when (acting_member() is not null)
      execute function refuse_acting()', of_table);
  end loop;
  -- A trade is moved, which updates it, and a purge or a cascade deletes.
  foreach of_table in array array['accounts', 'sessions', 'devices', 'one_time_tokens', 'api_keys', 'webhooks', 'identities', 'totps', 'passkeys',
    'recovery_codes', 'payment_accounts', 'contact_messages', 'team_members', 'team_member_roles', 'trader_notes'] loop
    execute format('create trigger refuse_acting_change before update or delete on %I for each statement
      when (acting_member() is not null) execute function refuse_acting()', of_table);
  end loop;
end $$;

--------------------------------------------------------------------------------------------------------------------- acts

-- No reference to users: the trigger fills it in, and a deleted user's row may be purged before the trade's.
alter table trade_events add column member_id uuid;
comment on column trade_events.member_id is 'the team member who made the move in the party''s name; null: the party, or the system';
alter table messages add column member_id uuid;
comment on column messages.member_id is 'the team member who wrote the message in the party''s name, or made the move that it announces';

create function event_by_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  needed text;
begin
  if new.member_id is not null and new.member_id is distinct from acting_member() then
    raise exception 'a member acts in an own session' using errcode = 'restrict_violation', constraint = 'trade_events_by_member';
  end if;
  new.member_id := case when new.actor_id is not null then acting_member() end;
  if new.member_id is null then return new; end if;
  if new.actor_id <> acting_owner() then
    raise exception 'a member acts for the owner' using errcode = 'restrict_violation', constraint = 'trade_events_by_member';
  end if;
  select role into needed from team_moves where action = new.action;
  perform assert_team_role(coalesce(needed, ''));
  perform assert_no_team_conflict(new.trade_id);
  insert into team_acts (owner_id, member_id, kind, trade_id)
  values (new.actor_id, new.member_id,
    case new.action when 'confirm_receipt' then 'payment_confirmed' else 'payment_window_extended' end, new.trade_id);
  return new;
end $$;
create trigger event_by_member before insert on trade_events
  for each row when (acting_member() is not null or new.member_id is not null) execute function event_by_member();

create function message_by_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.member_id is not null and new.member_id is distinct from acting_member() then
    raise exception 'a member writes in an own session' using errcode = 'restrict_violation', constraint = 'messages_by_member';
  end if;
  if acting_member() is null then return new; end if;
  -- A message of the platform announces the trade's last move.
  if new.sender_id is null then
    new.member_id := (select member_id from trade_events where trade_id = new.trade_id order by seq desc limit 1);
    return new;
  end if;
  if new.sender_id <> acting_owner() or new.sender_role = 'arbiter' then
    raise exception 'a member writes for the owner' using errcode = 'restrict_violation', constraint = 'messages_by_member';
  end if;
  new.member_id := acting_member();
  perform assert_team_role('chat');
  perform assert_no_team_conflict(new.trade_id);
  insert into team_acts (owner_id, member_id, kind, trade_id) values (new.sender_id, new.member_id, 'message_sent', new.trade_id);
  return new;
end $$;
create trigger message_by_member before insert on messages
  for each row when (acting_member() is not null or new.member_id is not null) execute function message_by_member();

-- A party's move of a dispute is the owner's own; the system's moves follow from a member's.
create trigger refuse_acting before insert on dispute_events for each row
  when (new.actor_id is not null and acting_member() is not null) execute function refuse_acting();

-- Trades change offers by triggers: that is no act of a member. The money of a member's offer goes where the owner's other
-- offers are paid by default. The first message is said in the owner's name in each chat.
create function offer_by_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if pg_trigger_depth() > 1 then return new; end if;
  if new.owner_id <> acting_owner() then
    raise exception 'a member manages the owner''s offers' using errcode = 'restrict_violation', constraint = 'offers_by_member';
  end if;
  perform assert_team_role('offers');
  if new.first_message <> (case tg_op when 'INSERT' then '' else old.first_message end) then
    perform assert_team_role('chat');
  end if;
  if exists (
    select from unnest(new.payment_account_ids) chosen (id)
    where id is not null and (tg_op = 'INSERT' or array_position(old.payment_account_ids, id) is null)
      and not exists (select from payment_accounts a where a.id = chosen.id and a.is_default)) then
    raise exception 'a member chooses no payment account'
      using errcode = 'restrict_violation', constraint = 'offers_by_member_default_account';
  end if;
  insert into team_acts (owner_id, member_id, kind, offer_id)
  values (new.owner_id, acting_member(), case
      when tg_op = 'INSERT' then 'offer_created'
      when new.deleted_at is distinct from old.deleted_at then 'offer_deleted'
      when new.version <> old.version or new.status = old.status then 'offer_edited'
      when new.status = 'active' then 'offer_activated'
      else 'offer_paused' end, new.id);
  return new;
end $$;
create trigger offer_by_member before insert or update on offers for each row when (acting_member() is not null)
  execute function offer_by_member();

create function hours_by_member() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  hours business_hours := case tg_op when 'DELETE' then old else new end;
begin
  if hours.user_id <> acting_owner() then
    raise exception 'a member manages the owner''s business hours'
      using errcode = 'restrict_violation', constraint = 'business_hours_by_member';
  end if;
  perform assert_team_role('offers');
  insert into team_acts (owner_id, member_id, kind)
  values (hours.user_id, acting_member(), case tg_op when 'DELETE' then 'business_hours_removed' else 'business_hours_saved' end);
  return hours;
end $$;
create trigger hours_by_member before insert or update or delete on business_hours for each row
  when (acting_member() is not null) execute function hours_by_member();

----------------------------------------------------------------------------------------------------------------- sessions

alter table sessions add column acting_for uuid references users on delete cascade;
comment on column sessions.acting_for is 'the owner of the team for whom the session''s user acts; null: the user acts alone';
create index sessions_acting on sessions (acting_for, user_id) where acting_for is not null;

create function session_acts_in_team() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from team_members
  where owner_id = new.acting_for and member_id = new.user_id and accepted_at is not null and ended_at is null for share;
  if not found or exists (select from users where id = new.user_id and suspended_at is not null) then
    raise exception 'a session acts for the owner of a team of its user, who is not suspended'
      using errcode = 'restrict_violation', constraint = 'sessions_acting_for_owner';
  end if;
  return new;
end $$;
create trigger session_acts_in_team before insert or update of acting_for, user_id on sessions for each row
  when (new.acting_for is not null) execute function session_acts_in_team();

-- The end of a membership ends the sessions that act by it, and with them their streams.
create function end_acting_sessions() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from sessions where acting_for = old.owner_id and user_id = old.member_id;
  return null;
end $$;
create trigger end_acting_sessions after update on team_members for each row
  when (old.ended_at is null and new.ended_at is not null) execute function end_acting_sessions();
create trigger end_acting_sessions_of_deleted after delete on team_members for each row execute function end_acting_sessions();

----------------------------------------------------------------------------------------------------------------- disputes

-- Whether this user and one of these parties were in one team in the last 90 days.
create function teamed_lately(the_user uuid, buyer uuid, seller uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from team_members
    where (owner_id = the_user and member_id in (buyer, seller) or member_id = the_user and owner_id in (buyer, seller))
      and accepted_at is not null and coalesce(ended_at > clock_timestamp() - interval '90 days', true))
$$;
revoke execute on function teamed_lately from public;

create function arbiter_has_no_team() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  arbiter constant uuid := case tg_table_name when 'dispute_events' then to_jsonb(new) ->> 'actor_id' else to_jsonb(new) ->> 'arbiter_id' end;
begin
  if exists (select from disputes where trade_id = new.trade_id and teamed_lately(arbiter, buyer_id, seller_id)) then
    raise exception 'the arbiter was in one team with a party in the last 90 days'
      using errcode = 'check_violation', constraint = tg_table_name || '_no_team';
  end if;
  return new;
end $$;
create trigger arbiter_has_no_team before insert on dispute_assignments for each row execute function arbiter_has_no_team();
create trigger arbiter_has_no_team before insert on dispute_events for each row when (new.action = 'decide')
  execute function arbiter_has_no_team();

---------------------------------------------------------------------------------------------------------------- retention

-- A membership that has ended is kept as long as an arbiter is asked about it, acts as long as chats.
create function team_retention_over() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_due constant boolean := case tg_table_name
    when 'team_members' then (to_jsonb(old) ->> 'ended_at')::timestamptz < clock_timestamp() - interval '90 days'
    else (to_jsonb(old) ->> 'at')::timestamptz < clock_timestamp() - interval '2 years' end;
begin
  if is_due or exists (
    select from users where deleted_at is not null
      and id in (old.owner_id, case tg_table_name when 'team_members' then old.member_id end)) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
create trigger retention_over before delete on team_members for each row execute function team_retention_over();
create trigger retention_over before delete on team_acts for each row execute function team_retention_over();

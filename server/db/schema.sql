-- The schema that the migrations make, written by `npm run schema` and compared by a test. Do not edit.

create extension pg_trgm;

CREATE OR REPLACE FUNCTION public.account_deletion_complete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owned user_owned_tables;
  is_left boolean;
begin
  if exists (select from trades t join trade_statuses s on s.status = t.status where t.buyer_id = new.id and s.is_open)
    or exists (select from trades t join trade_statuses s on s.status = t.status where t.seller_id = new.id and s.is_open) then
    raise exception 'a deleted account has no open trade'
      using errcode = 'restrict_violation', constraint = 'account_deletion_no_open_trade';
  end if;
  if exists (select from offers where owner_id = new.id and deleted_at is null) then
    raise exception 'a deleted account has no offer'
      using errcode = 'restrict_violation', constraint = 'account_deletion_no_offer';
  end if;
  if exists (select from suspensions where user_id = new.id and restored_id is null)
    and not exists (select from suspended_emails where user_id = new.id) then
    raise exception 'the address of a suspended user is listed before the account is deleted'
      using errcode = 'restrict_violation', constraint = 'account_deletion_email_listed';
  end if;
  for owned in select * from user_owned_tables where of_table <> 'mails'::regclass loop
    execute format('select exists (select from %s where %I = $1)', owned.of_table, owned.of_column) into is_left using new.id;
    if is_left then
      raise exception 'a deleted account has no row in %', owned.of_table
        using errcode = 'restrict_violation', constraint = 'account_deletion_no_own_rows';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.acting_key()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(current_setting('app.key', true), '')::uuid
$function$;
comment on function acting_key() is 'the API key that acts in this transaction (the setting app.key, made by server/db/scope.ts); null: a person, or the system';
grant execute on function acting_key() to sarraf_app;

CREATE OR REPLACE FUNCTION public.acting_member()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(split_part(current_setting('app.acting', true), '/', 2), '')::uuid
$function$;
comment on function acting_member() is 'the member who acts in this transaction; null: its user acts alone';
grant execute on function acting_member() to sarraf_app;

CREATE OR REPLACE FUNCTION public.acting_owner()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select nullif(split_part(current_setting('app.acting', true), '/', 1), '')::uuid
$function$;
comment on function acting_owner() is 'the user in whose name a member acts in this transaction; null: its user acts alone';
grant execute on function acting_owner() to sarraf_app;

CREATE OR REPLACE FUNCTION public.announce_move(the_trade uuid, the_status text, the_version integer, the_messages jsonb, the_event text, is_urgent boolean, the_values jsonb, recipients uuid[], mailed_an_hour integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  parties uuid[];
  is_listed_only boolean;
  notices jsonb := '{}';
  recipient uuid;
  written uuid;
begin
  select array[t.buyer_id, t.seller_id], the_event is not null and exists (
    select from trades former
    where former.buyer_id = t.buyer_id and former.seller_id = t.seller_id
      and former.created_at > t.created_at - interval '1 hour' and former.created_at < t.created_at
    offset mailed_an_hour - 1)
  into strict parties, is_listed_only
  from trades t where t.id = the_trade and (coalesce(sees_all(), true) or viewer_id() in (t.buyer_id, t.seller_id));

  foreach recipient in array recipients loop
    written := write_notification(recipient, the_event, the_trade, the_values, is_listed_only);
    if written is not null then
      notices := notices || jsonb_build_object(recipient, jsonb_build_object('notification',
        jsonb_build_object('id', written, 'event', the_event, 'isUrgent', is_urgent)));
    end if;
  end loop;

  with chat as (
    insert into trade_chats (trade_id, last_seq) values (the_trade, jsonb_array_length(the_messages))
    on conflict (trade_id) do update set last_seq = trade_chats.last_seq + excluded.last_seq
    returning last_seq
  ), added as (
    insert into messages (trade_id, seq, kind, sender_role, sender_id, body, system_code)
    select the_trade, chat.last_seq - jsonb_array_length(the_messages) + m.position,
      m.kind, m.sender_role, m.sender_id, m.body, m.system_code
    from chat, rows from (jsonb_to_recordset(the_messages)
      as (kind text, sender_role text, sender_id uuid, body text, system_code text)) with ordinality
      as m (kind, sender_role, sender_id, body, system_code, position)
    order by m.position
    returning *
  ), announced as (
    select jsonb_agg(jsonb_build_object('seq', m.seq, 'tradeId', m.trade_id, 'kind', m.kind, 'sender', m.sender_role,
      'member', (select username from users where id = m.member_id), 'text', m.body, 'systemCode', m.system_code, 'image', null,
      'clientId', null, 'createdAt', to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      order by m.seq) as messages
    from added m
  ), numbered as (
    insert into user_streams (user_id, last_seq)
    -- from what is announced: the chat is locked before the streams, as by every message
    select id, 1 from announced, unnest(parties) as party (id) order by id
    on conflict (user_id) do update set last_seq = user_streams.last_seq + 1
    returning user_id, last_seq
  )
  insert into user_events (user_id, seq, kind, data)
  select user_id, last_seq, 'trade', jsonb_build_object('tradeId', the_trade, 'status', the_status, 'version', the_version,
    'messages', messages) || coalesce(notices -> user_id::text, '{}')
  from numbered, announced;
end $function$;
revoke execute on function announce_move(uuid,text,integer,jsonb,text,boolean,jsonb,uuid[],integer) from public;
grant execute on function announce_move(uuid,text,integer,jsonb,text,boolean,jsonb,uuid[],integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.api_key_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'last_used_at' is distinct from to_jsonb(old) - 'last_used_at' then
    raise exception 'a key is removed and created again, never changed'
      using errcode = 'restrict_violation', constraint = 'api_keys_frozen';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_currency_switch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select subject, action, at into new.currency_id, new.action, new.at from audit_log where id = new.audit_id;
  select code into new.fiat_currency from currencies where id = new.currency_id;
  if new.fiat_currency is null then
    raise exception 'the audit record is not about a currency'
      using errcode = 'check_violation', constraint = 'currency_switches_currency';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('currency' || new.fiat_currency, 0));
  update currencies set switched_off_at = case new.action when 'switch_currency_off' then new.at end
  where id = new.currency_id and (switched_off_at is null) = (new.action = 'switch_currency_off');
  if not found then
    raise exception 'the currency is switched this way already'
      using errcode = 'check_violation', constraint = 'currency_switches_change';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_hidden_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update offers set hidden_at = case when new.unhidden_id is null then new.at end where id = new.offer_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_removed_rating()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update ratings set removed_at = new.at where id = new.rating_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.apply_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from offers where owner_id = new.user_id and deleted_at is null order by id for no key update;
  perform pg_advisory_xact_lock(hashtextextended('may trade' || new.user_id, 0));
  update users set suspended_at = case when new.restored_id is null then new.at end where id = new.user_id;
  delete from sessions where user_id = new.user_id and acting_for is not null and new.restored_id is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.arbiter_before(the_trade uuid, before_seq integer)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case action when 'take' then actor_id end from dispute_events
  where trade_id = the_trade and seq < before_seq and action in ('take', 'reassign', 'appeal') order by seq desc limit 1
$function$;

CREATE OR REPLACE FUNCTION public.arbiter_has_no_active_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('may trade' || new.user_id, 0));
  if exists (select from offers where owner_id = new.user_id and status = 'active' and deleted_at is null) then
    raise exception 'a user with active offers is no arbiter'
      using errcode = 'check_violation', constraint = 'staff_members_arbiter_without_offers';
  end if;
  if exists (select from team_members where member_id = new.user_id and accepted_at is not null and ended_at is null) then
    raise exception 'a member of a team is no arbiter'
      using errcode = 'check_violation', constraint = 'staff_members_arbiter_without_team';
  end if;
  -- Trades that were being opened meanwhile are older.
  if tg_op = 'INSERT' then new.granted_at := clock_timestamp(); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.arbiter_has_no_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  arbiter constant uuid := case tg_table_name when 'dispute_events' then to_jsonb(new) ->> 'actor_id' else to_jsonb(new) ->> 'arbiter_id' end;
begin
  if exists (select from disputes where trade_id = new.trade_id and teamed_lately(arbiter, buyer_id, seller_id)) then
    raise exception 'the arbiter was in one team with a party in the last 90 days'
      using errcode = 'check_violation', constraint = tg_table_name || '_no_team';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.arbiter_is_impartial()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d disputes;
begin
  select * into d from disputes where trade_id = new.trade_id;
  if new.arbiter_id in (d.buyer_id, d.seller_id) then
    raise exception 'a party is not the arbiter of its own trade'
      using errcode = 'check_violation', constraint = 'dispute_assignments_own_trade';
  end if;
  if traded_lately(new.arbiter_id, d.buyer_id, d.seller_id) then
    raise exception 'the arbiter traded with a party in the last 90 days'
      using errcode = 'check_violation', constraint = 'dispute_assignments_traded_lately';
  end if;
  if not exists (
    select from dispute_events
    where trade_id = new.trade_id and seq = new.event_seq and action = 'take' and actor_id = new.arbiter_id
  ) then
    raise exception 'an arbiter has a case by taking it'
      using errcode = 'check_violation', constraint = 'dispute_assignments_taken';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.are_note_tags(tags text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(bool_and(char_length(tag) between 1 and 20 and tag = btrim(tag) and tag !~ '[[:cntrl:]]'), true)
    and count(distinct tag) = count(*)
  from unnest(tags) tag
$function$;

CREATE OR REPLACE FUNCTION public.are_sorted_methods(methods text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select methods = array(
    select method from unnest(methods) method where method is not null group by method order by method collate "C")
$function$;

CREATE OR REPLACE FUNCTION public.assert_no_team_conflict(the_trade uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  other uuid;
begin
  select case acting_owner() when buyer_id then seller_id else buyer_id end into other from trades where id = the_trade;
  if other = acting_member() or in_one_team(other, acting_member()) then
    raise exception 'the member has a part on the other side of this trade'
      using errcode = 'restrict_violation', constraint = 'team_member_conflict';
  end if;
end $function$;
revoke execute on function assert_no_team_conflict(uuid) from public;

CREATE OR REPLACE FUNCTION public.assert_team_role(the_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function assert_team_role(text) from public;

CREATE OR REPLACE FUNCTION public.audit_record_hash(r audit_log)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sha256(r.prev_hash || hashed_column(r.id::text) || hashed_column(r.actor_id::text) || hashed_column(r.role)
    || hashed_column(r.action) || hashed_column(r.subject::text) || hashed_column(r.reason)
    || hashed_column((extract(epoch from r.at) * 1000000)::bigint::text))
$function$;

CREATE OR REPLACE FUNCTION public.bond_leg_of(t trades)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (select 'bond_' || case when e.at <= e.opened_at + make_interval(mins => r.free_minutes) then 'returned'
    else coalesce(r.outcome, (select bond_outcome from dispute_decisions where trade_id = t.id order by round desc limit 1), 'returned') end
  from trade_events e join bond_rules r on r.action = e.action and r.actor_role = e.actor_role
  where e.trade_id = t.id order by e.seq desc limit 1);
end $function$;

CREATE OR REPLACE FUNCTION public.bond_of_quote()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if ((select is_on from bond_now) and (select completed_trades = 0 from users where id = new.taker_id)) is not true then
    new.bond_micro := 0;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.bond_on(usdt_micro bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select least(greatest((usdt_micro + 49) / 50, 5000000), usdt_micro) $function$;

CREATE OR REPLACE FUNCTION public.bond_payout(t trades)
 RETURNS TABLE(leg text, credit_id bigint, amount_micro bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select went.leg, case went.leg
      when 'bond_returned' then external_account_of(t.buyer_id)
      when 'bond_awarded' then external_account_of(t.seller_id)
      else (select id from ledger_accounts where kind = 'burned') end, t.bond_micro
  from (select bond_leg_of(t) as leg) went
$function$;
revoke execute on function bond_payout(trades) from public;
grant execute on function bond_payout(trades) to sarraf_app;

CREATE OR REPLACE FUNCTION public.book_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  touches_escrow boolean;
  touches_parties boolean;
  fits_trade boolean;
begin
  -- In the order of the ids, so that two transfers never wait for each other in a circle. Fees and burned bonds are no rows that are
  -- booked. An array of ids, since the planner does not know how few rows a statement writes.
  with locked as (
    select id, trade_id, user_id from ledger_accounts
    where id = any(array(select unnest(array[debit_id, credit_id]) from booked)) and kind not in ('fees', 'burned') order by id for no key update)
  select bool_and(escrow.trade_id is not distinct from b.trade_id and escrow.id is not null),
    bool_and(b.leg in ('fee', 'bond_burned') or party.user_id is not distinct from
      case when b.leg in ('release', 'split_release', 'bond', 'bond_returned') then t.buyer_id else t.seller_id end and party.id is not null),
    -- What is locked once is agreed on when the trade is opened, and only a closed trade pays out (trade_agrees). A test holds the
    -- statuses equal to those that are not open.
    bool_and(case b.leg when 'lock' then true when 'bond' then t.bond_micro > 0 else t.status in ('completed', 'cancelled') end)
  into touches_escrow, touches_parties, fits_trade
  from booked b left join trades t on t.id = b.trade_id
    left join locked escrow on escrow.id = case when b.leg in ('lock', 'bond') then b.credit_id else b.debit_id end
    left join locked party on party.id = case when b.leg in ('lock', 'bond') then b.debit_id else b.credit_id end;
  if not touches_escrow then
    raise exception 'a transfer touches its own trade''s escrow' using errcode = 'check_violation', constraint = 'transfers_own_escrow';
  end if;
  if not touches_parties then
    raise exception 'a transfer touches its own trade''s parties' using errcode = 'check_violation', constraint = 'transfers_own_parties';
  end if;
  update ledger_accounts a set balance_micro = a.balance_micro + (
    select sum(case a.id when credit_id then amount_micro else -amount_micro end) from booked where a.id in (debit_id, credit_id))
  where a.id = any(array(select unnest(array[debit_id, credit_id]) from booked)) and a.kind not in ('fees', 'burned');
  if not fits_trade then
    raise exception 'an escrow keeps what its open trade holds' using errcode = 'check_violation', constraint = 'trades_escrow_agrees';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.business_hours_at(moment timestamp with time zone, zone text, opens integer[], closes integer[], OUT is_open boolean, OUT changes_at timestamp with time zone)
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with ranges as materialized (
    select * from (
      select (monday + make_interval(days => 7 * week, mins => start)) at time zone zone as starts_at,
        (monday + make_interval(days => 7 * week, mins => finish)) at time zone zone as ends_at
      from date_trunc('week', moment at time zone zone) as monday, generate_series(-1, 2) as week,
        unnest(opens, closes) as range (start, finish)) local
    where ends_at > starts_at)
  select now.is_open, case
    when now.is_open then (
      -- A range that begins where another one ends continues it.
      select min(r.ends_at) from ranges r
      where r.ends_at > moment and not exists (select from ranges n where n.starts_at <= r.ends_at and n.ends_at > r.ends_at))
    else (select min(starts_at) from ranges where starts_at > moment) end
  from (select exists (select from ranges where starts_at <= moment and ends_at > moment) as is_open) now
$function$;

CREATE OR REPLACE FUNCTION public.business_hours_now(of_user uuid, OUT is_open boolean, OUT changes_at timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select n.is_open, n.changes_at into is_open, changes_at
  from business_hours h, business_hours_at(clock_timestamp(), h.time_zone, h.opens, h.closes) n
  where h.user_id = of_user;
exception when invalid_parameter_value then
  is_open := false;
  changes_at := clock_timestamp() + interval '1 day';
end $function$;
revoke execute on function business_hours_now(uuid) from public;
grant execute on function business_hours_now(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.business_is_open(of_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select is_open from business_hours where user_id = of_user), true)
$function$;
revoke execute on function business_is_open(uuid) from public;
grant execute on function business_is_open(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.cap_session_life()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.expires_at := least(new.expires_at, new.created_at + interval '30 days');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.carry_forward()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update ledger_accounts a set carried_micro = a.carried_micro + moved.micro
  from (
    select account_id, sum(micro) as micro from (
      select credit_id as account_id, amount_micro as micro from purged
      union all select debit_id, -amount_micro from purged) sides
    group by account_id) moved
  where a.id = moved.account_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.carry_to_former()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if old.balance_micro <> 0 then
    update ledger_accounts set balance_micro = balance_micro + old.balance_micro, carried_micro = carried_micro + old.carried_micro
    where kind = 'former';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.channel_reaches(the_channel text, of_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case the_channel
    when 'email' then (select email_verified from users where id = of_user)
    when 'push' then exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = of_user and s.expires_at > clock_timestamp())
    when 'telegram' then exists (
      select from telegram_chats c, telegram_bots b
      where c.user_id = of_user and c.refused_at is null and b.bot_id is not null)
    when 'webhook' then exists (
      select from webhooks w join api_keys k on k.id = w.key_id
      where w.user_id = of_user and w.paused_at is null and is_key_valid(k.expires_at))
    else false
  end
$function$;
revoke execute on function channel_reaches(text,uuid) from public;

CREATE OR REPLACE FUNCTION public.chat_retention_over(the_trade uuid, sent_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select sent_at < clock_timestamp() - interval '2 years' or exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and not s.is_open and last.at < clock_timestamp() - interval '1 year')
$function$;

CREATE OR REPLACE FUNCTION public.check_next_rule()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  next_rule constant text := (
    select rule from violation_checks
    where checked_at is null or checked_at < clock_timestamp() - interval '1 minute'
    order by checked_at nulls first, rule limit 1 for no key update skip locked);
  broken int;
begin
  if next_rule is null then return null; end if;
  execute format('select count(*) from (select from %I limit 1000) broken', 'violations_' || next_rule) into broken;
  update violation_checks set found = broken, checked_at = clock_timestamp() where rule = next_rule;
  return next_rule;
end $function$;
revoke execute on function check_next_rule() from public;
grant execute on function check_next_rule() to sarraf_app;

CREATE OR REPLACE FUNCTION public.contact_message_answered_once()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a message is answered once'
    using errcode = 'restrict_violation', constraint = 'contact_messages_answered_once';
end $function$;

CREATE OR REPLACE FUNCTION public.copy_offer_methods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from offer_methods where offer_id = new.id;
  insert into offer_methods select * from methods_of_offers where offer_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_alone(what text, of_user uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended(what || of_user, 0))
$function$;

CREATE OR REPLACE FUNCTION public.count_closed_dispute()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Both rows in id order, as an outcome locks them.
  perform from users where id in (new.buyer_id, new.seller_id) order by id for no key update;
  update users u set disputes_lost = disputes_lost + 1 from dispute_outcomes o
  where o.outcome = new.outcome and u.id = case o.lost_by when 'buyer' then new.buyer_id when 'seller' then new.seller_id end;
  if new.outcome = 'seller_confirmed' then
    update users set disputes_confirmed = disputes_confirmed + (new.opened_by <> 'seller')::int,
      disputes_released_late = disputes_released_late + (new.opened_by = 'seller')::int
    where id = new.seller_id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_market_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner constant uuid := coalesce(new.owner_id, old.owner_id);
  offer constant uuid := coalesce(new.offer_id, old.offer_id);
  counted constant boolean := coalesce(old.payment_method = old.payment_methods[1], false);
  counts constant boolean := coalesce(new.payment_method = new.payment_methods[1], false);
  others constant text[] := array(select distinct fiat_currency from market_offers where owner_id = owner and offer_id <> offer);
  before constant text[] := array(
    select distinct c from unnest(others || case when counted then old.fiat_currency end) c where c is not null order by c);
  after constant text[] := array(
    select distinct c from unnest(others || case when counts then new.fiat_currency end) c where c is not null order by c);
begin
  if counted then perform count_on_market(old.type, old.payment_methods, -1); end if;
  if counts then perform count_on_market(new.type, new.payment_methods, 1); end if;
  if before <> after then
    perform count_trader_on_market(before, -1);
    perform count_trader_on_market(after, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_on_market(of_type text, of_methods text[], step integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into market_counts values (of_type, of_methods, pg_backend_pid() % 16, step)
  on conflict (type, payment_methods, part) do update set offers = market_counts.offers + excluded.offers
$function$;
revoke execute on function count_on_market(text,text[],integer) from public;

CREATE OR REPLACE FUNCTION public.count_public_day(the_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  starts constant timestamptz := the_day::timestamp at time zone 'UTC';
  ends constant timestamptz := (the_day + 1)::timestamp at time zone 'UTC';
begin
  insert into public_figures (figure, day, part, total)
  with completed as (
    select t.id, t.fiat_currency, t.payment_method, t.created_at, o.at, s.traded_micro, paid.at as paid_at, confirmed.at as confirmed_at
    from trade_outcomes o join trades t on t.id = o.trade_id join trade_states s on s.trade_id = t.id
      left join lateral (
        select case action when 'mark_paid' then at end as at from trade_events
        where trade_id = t.id and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1) paid on true
      left join lateral (
        select at from trade_events where trade_id = t.id and action = 'confirm_receipt' limit 1) confirmed on true
    where o.failed_by is null and o.at >= starts and o.at < ends
  ), ended as (
    select e.trade_id, e.action, e.to_status, e.round, e.at, d.opened_at, d.outcome
    from dispute_events e join disputes d on d.trade_id = e.trade_id
    where (e.action = 'decide' or e.to_status = 'closed') and e.at >= starts and e.at < ends
  ), counted (figure, part, amount) as (
    select 'completed', fiat_currency || ' ' || payment_method, 1 from completed
    union all
    select 'traded', fiat_currency || ' ' || payment_method, traded_micro from completed
    union all
    select 'settlement', fiat_currency || ' ' || payment_method, extract(epoch from at - created_at)::bigint from completed
    union all
    select 'failed', '', 1 from trade_outcomes where failed_by is not null and at >= starts and at < ends
    union all
    select 'minutes_to_pay', whole_minutes(created_at, paid_at), 1 from completed where paid_at is not null
    union all
    select 'minutes_to_release', whole_minutes(paid_at, confirmed_at), 1 from completed
    where paid_at is not null and confirmed_at is not null
    union all
    select 'disputes_opened', '', 1 from disputes where opened_at >= starts and opened_at < ends
    union all
    select 'disputes_closed', outcome, 1 from ended where to_status = 'closed'
    union all
    select 'minutes_to_decide', whole_minutes(opened_at, at), 1 from ended where action = 'decide' and round = 1
    union all
    -- An objection disputes a trade that is not marked as paid, or no longer: no mark held its USDT.
    select 'minutes_held', whole_minutes(mark.at, ended.at), 1
    from ended cross join lateral (
      select action, at from trade_events
      where trade_id = ended.trade_id and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1) mark
    where ended.to_status = 'closed' and ended.outcome in ('refund', 'buyer_conceded') and mark.action = 'mark_paid'
    union all
    select case when leg in ('lock', 'bond') then 'locked' else 'left_escrow' end, '', amount_micro
    from transfers where at >= starts and at < ends
  )
  select figure, the_day, part, sum(amount) from counted group by figure, part;
end $function$;
revoke execute on function count_public_day(date) from public;

CREATE OR REPLACE FUNCTION public.count_public_figures()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_day constant date := last_public_day();
  next_day date;
begin
  perform pg_advisory_xact_lock(hashtext('public_figures'));
  select counted_to into next_day from transparency;
  if next_day is null then
    select least(coalesce((min(created_at) at time zone 'UTC')::date, last_day), last_day) into next_day from trades;
  end if;
  for each in 1 .. least(last_day - next_day + 1, 31) loop
    perform count_public_day(next_day);
    perform release_public_day(next_day);
    next_day := next_day + 1;
  end loop;
  delete from public_figures
    where figure in ('minutes_to_pay', 'minutes_to_release', 'minutes_to_decide', 'minutes_held')
      and released_on < last_day - 101;
  insert into transparency (counted_to) values (next_day)
  on conflict (is_only_row) do update set counted_to = excluded.counted_to;
  return next_day > last_day;
end $function$;
revoke execute on function count_public_figures() from public;
grant execute on function count_public_figures() to sarraf_app;

CREATE OR REPLACE FUNCTION public.count_purged_disputes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update users u set disputes_lost = u.disputes_lost - lost.disputes
  from (
    select case o.lost_by when 'buyer' then purged.buyer_id when 'seller' then purged.seller_id end as user_id, count(*) as disputes
    from purged join dispute_outcomes o on o.outcome = purged.outcome
    group by 1) lost
  where u.id = lost.user_id;
  update users u set disputes_confirmed = u.disputes_confirmed - ended.confirmed,
    disputes_released_late = u.disputes_released_late - ended.released_late
  from (
    select seller_id, count(*) filter (where opened_by <> 'seller') as confirmed,
      count(*) filter (where opened_by = 'seller') as released_late
    from purged where outcome = 'seller_confirmed' group by 1) ended
  where u.id = ended.seller_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_purged_outcomes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update users u set purged_trades = u.purged_trades + sides.trades, partners = u.partners - sides.partners,
    partners_in_person = u.partners_in_person - sides.partners_in_person
  from (
    select user_id, sum(trades) as trades, count(*) filter (where is_last) as partners, sum(met_first - meet_first) as partners_in_person
    from (
      select p.buyer_id, p.seller_id, count(*) as trades, kept.at is null as is_last, coalesce(is_in_person(kept.method), false)::int as meet_first,
        is_in_person(case when kept.at < min(p.at) then kept.method else (array_agg(p.method order by p.at))[1] end)::int as met_first
      from (select least(buyer_id, seller_id) as buyer_id, greatest(buyer_id, seller_id) as seller_id, at, payment_method as method
        from purged where counts and failed_by is null) p
        left join lateral (
          select o.at, o.payment_method as method from trade_outcomes o
          where o.counts and o.failed_by is null and least(o.buyer_id, o.seller_id) = p.buyer_id
            and greatest(o.buyer_id, o.seller_id) = p.seller_id order by o.at limit 1) kept on true
      group by p.buyer_id, p.seller_id, kept.at, kept.method) counted,
      lateral (values (buyer_id), (seller_id)) both_sides (user_id)
    group by user_id) sides
  where u.id = sides.user_id;
  update users u set failed_trades = u.failed_trades - failures.trades
  from (select failed_by, count(*) as trades from purged where counts and failed_by is not null group by failed_by) failures
  where u.id = failures.failed_by;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_rating()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  r constant ratings := case tg_op when 'DELETE' then old else new end;
  step constant int := case when tg_op = 'DELETE' or r.removed_at is not null then -1 else 1 end;
begin
  update users set rating_count = rating_count + step, rating_stars = rating_stars + step * r.stars where id = r.rated_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_trade_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  t constant trades := (select x from trades x where x.id = new.trade_id);
  is_opening constant boolean := new.action = 'open';
  released constant bigint := case new.to_status when 'completed' then coalesce(t.split_released_micro, t.usdt_micro) else 0 end;
  o offers;
  -- An assignment runs no statement of its own.
  counted text;
begin
  update offers set
    open_trades = open_trades + case when is_opening then 1 else -1 end,
    reserved_micro = reserved_micro + case when is_opening then t.usdt_micro else -t.usdt_micro end,
    new_taker_trades = new_taker_trades + case when not t.by_new_taker then 0 when is_opening then 1 else -1 end,
    new_taker_micro = new_taker_micro + case when not t.by_new_taker then 0 when is_opening then t.usdt_micro else -t.usdt_micro end,
    inventory_micro = inventory_micro - released,
    trades_opened = trades_opened + is_opening::int,
    trades_completed = trades_completed + (new.to_status = 'completed')::int,
    volume_micro = volume_micro + released,
    last_trade_at = case when is_opening then new.at else last_trade_at end,
    renewed_at = case when is_opening then greatest(renewed_at, new.at) else renewed_at end
  where id = t.offer_id
  returning * into o;
  if not is_opening then
    counted := record_outcome(t, new)::text;
    return null;
  end if;
  -- The update above holds the offer's row, so this is the offer as it is when the trade commits. A comparison with what is missing
  -- is no agreement.
  if (new.actor_id = t.taker_id and o.status = 'active' and o.deleted_at is null and o.hidden_at is null
    and o.version = (select offer_version from quotes where id = t.quote_id)
    and t.payment_method = any (o.payment_methods)
    and (o.fiat_currency, o.terms, o.reference_policy, o.payment_window_minutes, o.percentage_tenths)
      = (t.fiat_currency, t.terms, t.reference_policy, t.payment_window_minutes, t.percentage_tenths)
    and t.fiat_milli between o.min_milli and o.max_milli) is not true
  then
    raise exception 'a trade takes its offer as it is' using errcode = 'check_violation', constraint = 'trades_as_offered';
  end if;
  if t.by_new_taker and (o.new_taker_trades <= new_taker_slots(o.new_taker_share, o.max_open_trades, t.bond_micro > 0)
    and (o.inventory_micro is null or o.new_taker_micro <= new_taker_part(o.new_taker_share, o.inventory_micro, t.bond_micro > 0))) is not true
  then
    raise exception 'takers without a completed trade use their part of offer %', o.id
      using errcode = 'check_violation', constraint = 'trades_new_taker_share_of_offer';
  end if;
  counted := taker_within_limits(t.taker_id)::text;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_trader_on_market(of_currencies text[], step integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into market_trader_counts
    select of_currencies, pg_backend_pid() % 16, step where cardinality(of_currencies) > 0
  on conflict (currencies, part) do update set traders = market_trader_counts.traders + excluded.traders
$function$;
revoke execute on function count_trader_on_market(text[],integer) from public;

CREATE OR REPLACE FUNCTION public.currency_available()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- An assignment is no statement: the query below begins after the lock.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('currency' || new.fiat_currency, 0))::text;
begin
  if exists (select from currencies where code = new.fiat_currency and switched_off_at is not null) then
    raise exception 'the currency % is switched off', new.fiat_currency
      using errcode = 'restrict_violation', constraint = tg_table_name || '_currency_available';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.currency_notice_as_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.audit_id is not null then
    select subject into new.currency_id from audit_log where id = new.audit_id;
  end if;
  -- The lock that recording an action takes lets the versions be written one after the other.
  if new.version <> 1 + (
    select coalesce(max(version), 0) from currency_notices
    where fiat_currency = new.fiat_currency and audit_id is distinct from new.audit_id)
  then
    raise exception 'a notice that changes gets the next version'
      using errcode = 'restrict_violation', constraint = 'currency_notices_version_steps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.deadline_clock(moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select least(moment, (select started_at from outages where ended_at is null))
$function$;

CREATE OR REPLACE FUNCTION public.deleted_offer_loses_accounts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.payment_account_ids := array_fill(null::uuid, array[cardinality(new.payment_methods)]);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.deleted_with_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from trades where id = old.trade_id)
    or exists (select from users where id = (to_jsonb(old) ->> 'user_id')::uuid) then
    raise exception 'a row of % is deleted with its trade or user', tg_table_name
      using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.deletion_waits_for_inserts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from users where id = old.id for update;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.delivery_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  progress constant text[] := array['due_at', 'attempts', 'outcome', 'ended_at', 'last_error', 'decided_at', 'summary_id'];
begin
  if to_jsonb(new) - progress = to_jsonb(old) - progress and old.outcome is null
    and (old.decided_at is null or (new.decided_at, new.summary_id) is not distinct from (old.decided_at, old.summary_id)) then
    return new;
  end if;
  raise exception 'a delivery ends once, and what it delivers does not change'
    using errcode = 'restrict_violation', constraint = 'notification_deliveries_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.demo_user_in_demonstration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from demonstration) then
    raise exception 'demo users are inserted only into a demonstration'
      using errcode = 'restrict_violation', constraint = 'demo_user_in_demonstration';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.demonstration_before_users()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Of two starts that run concurrently, the second meets the users of the first, and its mark.
  if exists (select from users) and not exists (select from demonstration) then
    raise exception 'a database with users does not become a demonstration'
      using errcode = 'restrict_violation', constraint = 'demonstration_before_users';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.details_shown(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from payment_detail_reads where trade_id = the_trade)
$function$;
revoke execute on function details_shown(uuid) from public;
grant execute on function details_shown(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.dispute_agrees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  the_id constant uuid := case tg_table_name when 'trades' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'trade_id' end;
  t trades;
  d disputes;
begin
  select * into t from trades where id = the_id;
  select * into d from disputes where trade_id = the_id;
  if not dispute_matches(t, d) then
    raise exception 'the dispute of trade % does not agree with it', the_id
      using errcode = 'check_violation', constraint = 'disputes_agree';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.dispute_before(the_opener uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select d.trade_id from disputes d join users u on u.id = d.opener_id
  where d.opener_id = the_opener and d.status <> 'closed' and u.completed_trades = 0 order by d.opened_at limit 1
$function$;
revoke execute on function dispute_before(uuid) from public;
grant execute on function dispute_before(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.dispute_event_clock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.clock_at := deadline_clock(new.at);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.dispute_event_fits_case()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d disputes;
  decided text;
begin
  select * into d from disputes where trade_id = new.trade_id;
  select outcome into decided from dispute_decisions where trade_id = new.trade_id and round = new.prev_round;
  if new.action = 'take' and arbiter_before(new.trade_id, new.seq) is not null then
    raise exception 'the case has an arbiter' using errcode = 'check_violation', constraint = 'dispute_events_taken_once';
  end if;
  if new.action = 'decide' and arbiter_before(new.trade_id, new.seq) is distinct from new.actor_id then
    raise exception 'another arbiter has the case' using errcode = 'check_violation', constraint = 'dispute_events_decided_by_assigned';
  end if;
  -- The arbiter can have traded with a party since taking the case.
  if new.action = 'decide' and traded_lately(new.actor_id, d.buyer_id, d.seller_id) then
    raise exception 'the arbiter traded with a party in the last 90 days'
      using errcode = 'check_violation', constraint = 'dispute_events_decided_impartially';
  end if;
  if new.action in ('appeal', 'accept') and not coalesce(new.actor_role = any(losers_of(decided)), false) then
    raise exception 'a party who did not lose answers the decision'
      using errcode = 'check_violation', constraint = 'dispute_events_by_loser';
  end if;
  if new.action = 'appeal' and exists (
    select from dispute_events
    where trade_id = new.trade_id and round = new.prev_round and action = 'accept' and actor_role = new.actor_role
  ) then
    raise exception 'the decision was accepted' using errcode = 'check_violation', constraint = 'dispute_events_appeal_or_accept';
  end if;
  -- Otherwise a seller who lost could appeal and confirm, and would have lost no dispute.
  if new.action in ('confirm_receipt', 'concede') and new.actor_role = 'seller'
    and (new.action = 'concede') is distinct from (new.from_status = 'decided' or new.round > 1)
  then
    raise exception 'a seller confirms before the first decision, and concedes after it'
      using errcode = 'check_violation', constraint = 'dispute_events_confirmed_undecided';
  end if;
  if new.action = 'close_statements' and new.clock_at <= new.prev_deadline
    and (select count(*) from dispute_statements where trade_id = new.trade_id and round = new.round) < 2
  then
    raise exception 'a statement is missing' using errcode = 'check_violation', constraint = 'dispute_events_statements_in';
  end if;
  if new.action = 'execute' and new.clock_at <= new.prev_deadline and new.round < 2 and exists (
    select from unnest(losers_of(decided)) loser where not exists (
      select from dispute_events
      where trade_id = new.trade_id and round = new.round and action = 'accept' and actor_role = loser)
  ) then
    raise exception 'the decision can be appealed' using errcode = 'check_violation', constraint = 'dispute_events_appeal_over';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.dispute_is_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  movable constant text[] := array['status', 'version', 'round', 'arbiter_id', 'deadline', 'late_decisions', 'outcome'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'how a dispute began does not change' using errcode = 'restrict_violation', constraint = 'disputes_frozen';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'the version steps by one' using errcode = 'restrict_violation', constraint = 'disputes_version_steps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.dispute_matches(t trades, d disputes)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  exit_event trade_events;
  decision dispute_decisions;
begin
  if (t.status = 'disputed') <> coalesce(d.status <> 'closed', false) then return false; end if;
  if d.trade_id is null then return t.split_released_micro is null; end if;
  if exists (select from dispute_events where trade_id = d.trade_id and seq > d.version) then return false; end if;
  if exists (
    select from dispute_events e
    where e.trade_id = d.trade_id and (
      (e.action in ('state', 'appeal')) <> exists (select from dispute_statements where trade_id = e.trade_id and event_seq = e.seq)
      or (e.action = 'decide') <> exists (
        select from dispute_decisions where trade_id = e.trade_id and event_seq = e.seq and arbiter_id = e.actor_id)
      or (e.action = 'take') <> (exists (
          select from dispute_assignments where trade_id = e.trade_id and event_seq = e.seq and arbiter_id = e.actor_id)
        or exists (
          select from dispute_readmissions where trade_id = e.trade_id and event_seq = e.seq and arbiter_id = e.actor_id)))
  ) then return false; end if;
  if d.arbiter_id is distinct from arbiter_before(d.trade_id, d.version + 1) then return false; end if;
  if d.late_decisions <> (select count(*) from dispute_events where trade_id = d.trade_id and action = 'reassign')
  then return false; end if;
  if d.status <> 'closed' then return t.split_released_micro is null; end if;
  select * into exit_event from trade_events where trade_id = d.trade_id and from_status = 'disputed';
  select * into decision from dispute_decisions where trade_id = d.trade_id and round = d.round;
  -- A comparison with what is missing is no agreement.
  return coalesce((exit_event.action, exit_event.actor_role) = (select o.trade_action, o.actor_role from dispute_outcomes o where o.outcome = d.outcome)
    and exists (select from dispute_events e where e.trade_id = d.trade_id and e.seq = d.version
      and (e.action, e.actor_role) = (case when d.outcome in ('release', 'refund', 'split') then 'execute' else exit_event.action end,
        exit_event.actor_role))
    and (d.outcome in ('seller_confirmed', 'seller_conceded', 'buyer_conceded') or d.outcome is not distinct from decision.outcome)
    and t.split_released_micro is not distinct from case d.outcome when 'split' then decision.released_micro end, false);
end $function$;
revoke execute on function dispute_matches(trades,disputes) from public;

CREATE OR REPLACE FUNCTION public.dispute_moved_by_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an API key gives up no dispute'
    using errcode = 'restrict_violation', constraint = 'dispute_events_by_person';
end $function$;

CREATE OR REPLACE FUNCTION public.end_acting_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from sessions where acting_for = old.owner_id and user_id = old.member_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.erase_account(of_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owned user_owned_tables;
begin
  if not exists (select from users where id = of_user and deleted_at is not null) then
    raise exception 'only a deleted account is erased' using errcode = 'restrict_violation', constraint = 'users_erased_when_deleted';
  end if;
  for owned in select * from user_owned_tables order by of_table::text loop
    execute format('delete from %s where %I = $1', owned.of_table, owned.of_column) using of_user;
  end loop;
  update trade_payment_details set sealed = null, erased_at = clock_timestamp()
    where seller_id = of_user and erased_at is null and payment_details_due(trade_id);
  update payer_checks set sealed = null, erased_at = clock_timestamp()
    where erased_at is null and trade_id in (select id from trades where of_user in (buyer_id, seller_id));
  update payer_declarations set sealed = null, erased_at = clock_timestamp()
    where erased_at is null and trade_id in (select id from trades where of_user in (buyer_id, seller_id));
  -- The stars stay: they are of the counterparty's record.
  update ratings set comment = '' where rater_id = of_user and comment <> '';
  delete from rating_replies where author_id = of_user;
  -- Names given up earlier stay blocked too, and have no former owner any more.
  update freed_usernames set user_id = null where user_id = of_user;
end $function$;
revoke execute on function erase_account(uuid) from public;
grant execute on function erase_account(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.erase_meeting_codes(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  due constant uuid[] := array(
    select c.trade_id from meeting_codes c join trades t on t.id = c.trade_id join trade_statuses s on s.status = t.status
    where c.code is not null and not s.is_open
    limit at_most for no key update of c skip locked);
begin
  update meeting_codes set code = null where trade_id = any(due) and code is not null;
  return cardinality(due);
end $function$;
revoke execute on function erase_meeting_codes(integer) from public;
grant execute on function erase_meeting_codes(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.erase_payer_names(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  a_month_ago constant timestamptz := clock_timestamp() - interval '30 days';
  due constant uuid[] := array(
    select d.trade_id from payer_declarations d join trades t on t.id = d.trade_id
      join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where d.erased_at is null and not s.is_open and last.at < a_month_ago
    limit at_most for no key update of d skip locked);
begin
  update payer_checks set sealed = null, erased_at = clock_timestamp() where trade_id = any(due) and erased_at is null;
  update payer_declarations set sealed = null, erased_at = clock_timestamp() where trade_id = any(due) and erased_at is null;
  return cardinality(due);
end $function$;
revoke execute on function erase_payer_names(integer) from public;
grant execute on function erase_payer_names(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.erase_payment_details(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  a_month_ago constant timestamptz := clock_timestamp() - interval '30 days';
  due constant uuid[] := array(
    select d.trade_id from trade_payment_details d join trades t on t.id = d.trade_id
      join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where (d.erased_at is null or d.fingerprint is not null) and not s.is_open and last.at < a_month_ago
    limit at_most for no key update of d skip locked);
begin
  update trade_payment_details set sealed = null, erased_at = coalesce(erased_at, clock_timestamp()), fingerprint = null
    where trade_id = any(due);
  return cardinality(due);
end $function$;
revoke execute on function erase_payment_details(integer) from public;
grant execute on function erase_payment_details(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.escalate_notifications(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  due record;
  next text;
  escalated int := 0;
begin
  for due in
    select n.id, n.user_id, coalesce(p.escalation_minutes, 5) as minutes, coalesce(p.escalation_channels, '{push,telegram,email}') as allowed
    from notifications n left join notification_preferences p on p.user_id = n.user_id
    where n.escalate_at <= moment
    order by n.escalate_at limit at_most for no key update of n skip locked
  loop
    next := next_channel(due.id, due.user_id, due.allowed);
    if next is not null then
      insert into notification_deliveries (notification_id, channel, user_id, due_at, only_unseen)
      values (due.id, next, due.user_id, moment, true);
    end if;
    update notifications
    set escalate_at = case when next_channel(id, due.user_id, due.allowed) is not null
      then moment + make_interval(mins => due.minutes) end
    where id = due.id;
    escalated := escalated + 1;
  end loop;
  return escalated;
end $function$;
revoke execute on function escalate_notifications(integer) from public;
grant execute on function escalate_notifications(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.event_agrees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  is_named boolean;
  is_payee_refused boolean;
  is_proof_missing boolean;
  is_within boolean;
begin
  select case
      when new.action not in ('mark_paid', 'confirm_receipt') then true
      when case new.action when 'mark_paid' then exists (select from payer_declarations where trade_id = new.trade_id and seq = new.seq)
        else exists (
          select from payer_checks c where c.trade_id = new.trade_id and (c.is_same or c.is_stated)
            and c.declaration_seq = (select max(seq) from payer_declarations where trade_id = new.trade_id and seq < new.seq))
          or new.from_status = 'disputed' and not is_marked_paid(new.trade_id) end then true
      -- Asked only where no name has answered: a trade in person has none.
      when not meets_in_person(new.trade_id) then false
      -- in a dispute the parties do not meet again
      when new.action = 'confirm_receipt' and new.from_status = 'disputed' then true
      else is_meeting_code_typed(new.trade_id, new.seq)
        and (new.action = 'confirm_receipt' or exists (select from meeting_codes where trade_id = new.trade_id and seq = new.seq)) end,
    new.action = 'mark_paid'
      and (select answer = 'no_match' from payee_answers where trade_id = new.trade_id order by number desc limit 1),
    new.action = 'mark_paid' and exists (select from trades_without_proof where trade_id = new.trade_id),
    exists (select from trades where id = new.trade_id and version >= new.seq)
  into is_named, is_payee_refused, is_proof_missing, is_within;
  if not is_named and new.action = 'mark_paid' then
    raise exception 'a payment mark names its payer, or in person has the codes of the meeting'
      using errcode = 'check_violation', constraint = 'trade_events_payer_declared';
  elsif is_payee_refused then
    raise exception 'nothing is paid to a payee whose name does not match'
      using errcode = 'check_violation', constraint = 'trade_events_payee_matches';
  elsif is_proof_missing then
    raise exception 'the payment mark of a buyer without a completed trade needs a proof of payment'
      using errcode = 'check_violation', constraint = 'trade_events_new_buyer_has_proof';
  elsif not is_named then
    raise exception 'a receipt is confirmed after a check of the payer, or in person with the code of the buyer'
      using errcode = 'check_violation', constraint = 'trade_events_payer_checked';
  elsif not is_within then
    raise exception 'trade % has an event after its version', new.trade_id
      using errcode = 'check_violation', constraint = 'trades_stands_at_last_event';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.event_by_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  needed constant text := (select scope from key_moves where action = new.action);
  key api_keys;
  amount bigint;
  lately record;
begin
  if needed = 'release' then
    select * into key from api_keys where id = acting_key() for no key update;
  else
    select * into key from api_keys where id = acting_key() for key share;
  end if;
  if needed is null or key.user_id is distinct from new.actor_id or not needed = any(key.scopes)
    or not is_key_valid(key.expires_at) or exists (select from users where id = key.user_id and suspended_at is not null) then
    raise exception 'the API key may not do this now' using errcode = 'restrict_violation', constraint = 'key_scope_missing';
  end if;
  if needed <> 'release' then return new; end if;
  select usdt_micro into strict amount from trades where id = new.trade_id;
  select count(*) as releases, coalesce(sum(usdt_micro), 0) as micro into lately
  from key_releases where key_id = key.id and at > clock_timestamp() - interval '24 hours';
  if lately.releases >= key.releases_a_day then
    raise exception 'the API key has released % trades in 24 hours', lately.releases
      using errcode = 'check_violation', constraint = 'key_releases_count_within_limit';
  end if;
  if lately.micro + amount > key.release_micro_a_day then
    raise exception 'the API key has released % micro USDT in 24 hours', lately.micro
      using errcode = 'check_violation', constraint = 'key_releases_amount_within_limit';
  end if;
  insert into key_releases (trade_id, key_id, user_id, usdt_micro) values (new.trade_id, key.id, key.user_id, amount);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.event_by_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.evidence_file_allowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  present text;
  is_seen boolean;
begin
  select status into present from trades where id = new.trade_id for share;
  select is_submitted into is_seen from evidence_rules
    where purpose = new.purpose and trade_status = present and uploader_role = new.uploader_role;
  if is_seen is null then
    raise exception 'no % by the % while the trade is %', new.purpose, new.uploader_role, present
      using errcode = 'check_violation', constraint = 'evidence_files_allowed';
  end if;
  if is_seen <> (new.submitted_at is not null) then
    raise exception 'a draft is submitted by a move, any other file immediately'
      using errcode = 'check_violation', constraint = 'evidence_files_draft';
  end if;
  perform count_alone('evidence_files', new.uploader_id);
  if (select count(*) from evidence_files
      where trade_id = new.trade_id and uploader_id = new.uploader_id and purpose = new.purpose) >= limit_of('files_of_party') then
    raise exception 'a party has a few files of a purpose in a trade'
      using errcode = 'check_violation', constraint = 'evidence_files_of_party_within_limit';
  end if;
  if (select count(*) from evidence_files
      where uploader_id = new.uploader_id and at > (select clock_timestamp() - interval '1 hour')) >= limit_of('files_per_hour') then
    raise exception 'a user adds a few files an hour'
      using errcode = 'check_violation', constraint = 'evidence_files_per_hour_within_limit';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.evidence_file_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.trade_id, new.purpose, new.uploader_role, new.uploader_id, new.media_type, new.width, new.height, new.bytes,
      new.sha256, new.content_sha256, new.at)
    is not distinct from (old.id, old.trade_id, old.purpose, old.uploader_role, old.uploader_id, old.media_type, old.width,
      old.height, old.bytes, old.sha256, old.content_sha256, old.at)
    and ((new.sealed, new.object_id) is not distinct from (old.sealed, old.object_id)
      or moves_bytes(new.id, old.sealed, old.object_id, new.sealed, new.object_id))
    and (new.data_key = old.data_key or current_setting('sarraf.rotates_keys', true) = 'on')
    and (new.submitted_at is not distinct from old.submitted_at or (old.submitted_at is null
      and new.submitted_at between clock_timestamp() - interval '10 seconds' and clock_timestamp()))
  then return new; end if;
  raise exception 'evidence_files is append-only'
    using errcode = 'restrict_violation', constraint = 'evidence_files_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.evidence_read_allowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if may_read_evidence(new.file_id, new.reader_id) then return new; end if;
  raise exception 'only the parties of the trade and the arbiter of its case read its files'
    using errcode = 'check_violation', constraint = 'evidence_reads_allowed';
end $function$;

CREATE OR REPLACE FUNCTION public.evidence_reuse(of_file uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if sees_all() is not true then
    raise exception 'a party does not learn whether a file was used before'
      using errcode = 'insufficient_privilege', constraint = 'evidence_reuse_for_arbiter';
  end if;
  if exists (
    select from evidence_files f join evidence_files earlier on earlier.sha256 = f.sha256 and earlier.at < f.at
    where f.id = of_file and earlier.trade_id <> f.trade_id and earlier.submitted_at is not null
  ) or exists (
    select from evidence_files f join evidence_files earlier on earlier.content_sha256 = f.content_sha256 and earlier.at < f.at
    where f.id = of_file and earlier.trade_id <> f.trade_id and earlier.submitted_at is not null
  ) then return 'same_file'; end if;
  if exists (
    select from evidence_files f join evidence_fingerprints own on own.trade_id = f.trade_id and own.file_id = f.id
    cross join lateral (
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_0 = own.band_0 and at < own.at order by at desc limit 1000)
      union all
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_1 = own.band_1 and at < own.at order by at desc limit 1000)
      union all
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_2 = own.band_2 and at < own.at order by at desc limit 1000)
      union all
      (select trade_id, file_id, detail from evidence_fingerprints
        where band_3 = own.band_3 and at < own.at order by at desc limit 1000)) as candidate
    where f.id = of_file and candidate.trade_id <> own.trade_id and bit_count(candidate.detail # own.detail) <= 20
      and exists (select from evidence_files earlier where earlier.id = candidate.file_id and earlier.submitted_at is not null)
  ) then return 'similar_picture'; end if;
  return null;
end $function$;
revoke execute on function evidence_reuse(uuid) from public;
grant execute on function evidence_reuse(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.expected_escrow_micro(t trades)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case escrow_state when 'locked' then t.seller_locks_micro + t.bond_micro else 0 end from trade_statuses where status = t.status
$function$;

CREATE OR REPLACE FUNCTION public.expected_legs(t trades)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select jsonb_build_object('lock', t.seller_locks_micro)
    || case
         when t.split_released_micro is not null then jsonb_build_object('split_release', split_to_buyer_micro(t),
             'split_refund', t.seller_locks_micro - split_to_buyer_micro(t) - fee_on(t.split_released_micro))
           || case when fee_on(t.split_released_micro) > 0
                then jsonb_build_object('fee', fee_on(t.split_released_micro)) else '{}' end
         when escrow_state = 'released' then jsonb_build_object('release', t.buyer_receives_micro)
           || case when t.fee_micro > 0 then jsonb_build_object('fee', t.fee_micro) else '{}' end
         when escrow_state = 'refunded' then jsonb_build_object('refund', t.seller_locks_micro)
         else '{}'
       end
    || case when t.bond_micro > 0 then jsonb_build_object('bond', t.bond_micro)
         || case when escrow_state <> 'locked' then jsonb_build_object(bond_leg_of(t), t.bond_micro) else '{}' end
       else '{}' end
  from trade_statuses where status = t.status
$function$;

CREATE OR REPLACE FUNCTION public.extended_by_outage_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'only the end of an outage returns its time'
      using errcode = 'restrict_violation', constraint = tg_table_name || '_extended_by_outage';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.external_account_of(of_user uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select id from ledger_accounts where user_id = of_user
$function$;
revoke execute on function external_account_of(uuid) from public;
grant execute on function external_account_of(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.fee_on(released_micro bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$ select released_micro / 200 $function$;

CREATE OR REPLACE FUNCTION public.fingerprint_due(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and not s.is_open and last.at < clock_timestamp() - interval '30 days')
$function$;

CREATE OR REPLACE FUNCTION public.first_message_of_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.seq = 3 and exists (
    select from trades t join offers o on o.id = t.offer_id
    where t.id = new.trade_id and t.offer_owner_id = new.sender_id and t.version = 1 and o.first_message = new.body) then
    return new;
  end if;
  raise exception 'an automatic message is that of the offer, by its owner, when the trade opens'
    using errcode = 'check_violation', constraint = 'messages_automatic_of_offer';
end $function$;

CREATE OR REPLACE FUNCTION public.follow_clock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.user_id <> old.user_id then
      raise exception 'business hours keep their user' using errcode = 'restrict_violation', constraint = 'business_hours_frozen';
    end if;
    perform from offers where owner_id = new.user_id and deleted_at is null order by id for no key update;
    perform from business_hours where user_id = new.user_id for update;
  end if;
  select n.is_open, n.changes_at into strict new.is_open, new.changes_at
  from business_hours_at(clock_timestamp(), new.time_zone, new.opens, new.closes) n;
  new.since := case when tg_op = 'UPDATE' and new.is_open = old.is_open then old.since else clock_timestamp() end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.happens_now()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is written when it happens', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_now';
end $function$;

CREATE OR REPLACE FUNCTION public.hashed_column(text)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select convert_to(coalesce(octet_length($1) || ':' || $1, '-') || ',', 'UTF8')
$function$;

CREATE OR REPLACE FUNCTION public.hidden_offer_as_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  owner constant uuid := (select owner_id from offers where id = new.offer_id);
begin
  if tg_op = 'INSERT' then
    select reason, at into new.reason, new.at from audit_log where id = new.audit_id;
    if (select actor_id from audit_log where id = new.audit_id) = owner then
      raise exception 'an admin hides no own offer' using errcode = 'check_violation', constraint = 'hidden_offers_not_own';
    end if;
    perform staff_is_impartial(new.audit_id, owner);
    if new.unhidden_id is not null then
      raise exception 'an offer is hidden first' using errcode = 'check_violation', constraint = 'hidden_offers_begin_open';
    end if;
    return new;
  end if;
  if old.unhidden_id is not null or (new.audit_id, new.offer_id, new.reason, new.at) is distinct from
    (old.audit_id, old.offer_id, old.reason, old.at) then
    raise exception 'an offer is unhidden once' using errcode = 'restrict_violation', constraint = 'hidden_offers_append_only';
  end if;
  select reason, at into new.unhidden_reason, new.unhidden_at from audit_log where id = new.unhidden_id;
  if (select actor_id from audit_log where id = new.unhidden_id) = owner then
    raise exception 'an admin unhides no own offer' using errcode = 'check_violation', constraint = 'hidden_offers_not_own';
  end if;
  perform staff_is_impartial(new.unhidden_id, owner);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.hold_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update stored_objects set status = 'held', delete_at = null
    where id = new.object_id and of_table = tg_table_name and of_id = new.id and status = 'new';
  if found then return null; end if;
  raise exception 'a row holds an object that was made for it'
    using errcode = 'restrict_violation', constraint = tg_table_name || '_object_of_row';
end $function$;

CREATE OR REPLACE FUNCTION public.hours_by_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.identity_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'password' is distinct from to_jsonb(old) - 'password' then
    raise exception 'an identity is removed and linked again, never changed'
      using errcode = 'restrict_violation', constraint = 'identities_frozen';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.in_one_team(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from team_members where accepted_at is not null and ended_at is null
      and (owner_id = one and member_id = other or owner_id = other and member_id = one))
$function$;
revoke execute on function in_one_team(uuid,uuid) from public;
grant execute on function in_one_team(uuid,uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.inserted_by_triggers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() > 1 then return new; end if;
  raise exception 'only triggers insert rows of %', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_only_by_triggers';
end $function$;

CREATE OR REPLACE FUNCTION public.is_business_week(opens integer[], closes integer[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce(cardinality(opens) between 1 and 14 and cardinality(opens) = cardinality(closes) and (
    select bool_and(coalesce(
      start between 0 and 10079 and finish > start and finish <= start + 1440 and finish <= next_start and of_day <= 2, false))
    from (
      select start, finish, lead(start, 1, opens[1] + 10080) over (order by nr) as next_start,
        count(*) over (partition by start / 1440) as of_day
      from unnest(opens, closes) with ordinality as range (start, finish, nr)) ranges), false)
$function$;

CREATE OR REPLACE FUNCTION public.is_in_person(of_method text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select is_in_person from payment_methods where method = of_method
$function$;
comment on function is_in_person(text) is 'whether the parties of a trade by the method meet; null: no such method';

CREATE OR REPLACE FUNCTION public.is_key_valid(expires_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
AS $function$
  select coalesce(expires_at > clock_timestamp(), true)
$function$;

CREATE OR REPLACE FUNCTION public.is_marked_paid(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select coalesce((select action = 'mark_paid' from trade_events
    where trade_id = the_trade and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1), false)
$function$;
comment on function is_marked_paid(uuid) is 'whether the buyer marked the trade as paid and did not withdraw the mark; an objection disputes a trade without one';
revoke execute on function is_marked_paid(uuid) from public;

CREATE OR REPLACE FUNCTION public.is_meeting_code_typed(the_trade uuid, before_seq integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from meeting_code_attempts
    where trade_id = the_trade and is_right
      and code_seq = (select max(seq) from meeting_codes where trade_id = the_trade and seq < before_seq))
$function$;
comment on function is_meeting_code_typed(uuid,integer) is 'whether the code that was shown before this event was typed';
revoke execute on function is_meeting_code_typed(uuid,integer) from public;

CREATE OR REPLACE FUNCTION public.is_partial(the_user uuid, d disputes)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select the_user in (d.buyer_id, d.seller_id) or traded_lately(the_user, d.buyer_id, d.seller_id)
    or teamed_lately(the_user, d.buyer_id, d.seller_id)
$function$;
revoke execute on function is_partial(uuid,disputes) from public;

CREATE OR REPLACE FUNCTION public.last_public_day()
 RETURNS date
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select (clock_timestamp() at time zone 'UTC' - interval '10 minutes')::date - 1
$function$;
grant execute on function last_public_day() to sarraf_app;

CREATE OR REPLACE FUNCTION public.least_rate_e6(o offers)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when o.inventory_micro is not null then
    least(div(o.min_milli::numeric * 1000000000000,
      (o.inventory_micro - o.reserved_micro + 1)::numeric * (1000 + o.percentage_tenths)) + 1,
      9000000000000000000)::bigint
  end
$function$;

CREATE OR REPLACE FUNCTION public.limit_of(the_name text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select value from limits where name = the_name
$function$;

CREATE OR REPLACE FUNCTION public.lock_open_trades()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select from trades where status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
  order by id for no key update
$function$;
revoke execute on function lock_open_trades() from public;
grant execute on function lock_open_trades() to sarraf_app;

CREATE OR REPLACE FUNCTION public.lock_pair(one uuid, other uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('pair' || least(one, other) || greatest(one, other), 0))
$function$;

CREATE OR REPLACE FUNCTION public.lock_quoted_account(the_quote uuid)
 RETURNS TABLE(id uuid, version integer, sealed bytea, changed_at text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select a.id, a.version, a.sealed, a.changed_at::text
  from quotes q join offers o on o.id = q.offer_id
    join payment_accounts a on a.id = o.payment_account_ids[array_position(o.payment_methods, q.payment_method)]
      and a.user_id = o.owner_id and a.payment_method = q.payment_method
  where q.id = the_quote and (coalesce(sees_all(), true) or q.taker_id = viewer_id()) for share of a
$function$;
revoke execute on function lock_quoted_account(uuid) from public;
grant execute on function lock_quoted_account(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.losers_of(outcome text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case outcome when 'release' then array['seller'] when 'refund' then array['buyer'] when 'split' then array['buyer', 'seller'] end
$function$;

CREATE OR REPLACE FUNCTION public.manual_rate_as_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  least bigint;
  most bigint;
begin
  select subject, at into new.currency_id, new.at from audit_log where id = new.audit_id;
  select code into new.fiat_currency from currencies where id = new.currency_id;
  -- Sets of one currency follow one another by the lock of the audit log.
  select min(rate), max(rate) into least, most from (
    select rate_e6 from reference_rates where fiat_currency = new.fiat_currency
    union all select unnest(array[low_e6, high_e6]) from rate_hours
      where fiat_currency = new.fiat_currency and hour > clock_timestamp() - interval '25 hours'
    union all select rate_e6 from manual_rates
      where fiat_currency = new.fiat_currency and at > clock_timestamp() - interval '1 day') as of_the_day (rate);
  if (new.rate_e6 < least and new.rate_e6 * 100 < most * 80) or (new.rate_e6 > most and new.rate_e6 * 100 > least * 120) then
    raise exception 'the rate is far from those of the last day' using errcode = 'check_violation', constraint = 'manual_rates_near';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.match_next_offer_change(at_most integer, offer_days integer, rates jsonb)
 RETURNS TABLE(searched integer, user_id uuid, search_id uuid, offer_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  change offer_changes;
  offer market_offers;
  rate bigint;
  scopes text[];
  same_but_price boolean;
  kind int;
  advantage bigint;
  reads int;
  budget int := at_most;
  one search_scopes;
  found_searches uuid[] := '{}';
  candidate record;
begin
  select * into change from offer_changes c where c.started_at is not null
    order by c.due_at limit 1 for no key update skip locked;
  if not found then return; end if;
  select * into offer from market_offers m where m.offer_id = change.offer_id limit 1;
  rate := (rates ->> offer.fiat_currency)::bigint;
  if offer.offer_id is null or offer.renewed_at < moment - make_interval(days => offer_days)
    or exists (select from currencies where code = offer.fiat_currency and switched_off_at is not null)
    or coalesce(offer.least_rate_e6 > rate, false) then
    delete from offer_changes c where c.id = change.id;
    return query select 0, null::uuid, null::uuid, null::uuid;
    return;
  end if;

  -- Every method of the currency has its place, so that an edit of the methods between two batches moves no other: null is not offered.
  select array_agg(case when place.method is null or place.method = any (offer.payment_methods)
      then search_scope(trader, type, place.currency, place.method) end order by trader, type, place.currency, place.method)
    into scopes
  from unnest(array[null, offer.owner_id]) trader, unnest(array[null, offer.type]) type,
    (select null as currency, null as method union all select offer.fiat_currency, null
      union all select fiat_currency, method from payment_methods where fiat_currency = offer.fiat_currency) place;
  same_but_price := (change.fiat_currency, change.payment_methods, change.min_milli, change.max_milli)
    is not distinct from (offer.fiat_currency, offer.payment_methods, offer.min_milli, offer.max_milli);

  -- A look-up is a scope and a kind of limit.
  while change.look_up < 3 * cardinality(scopes) and budget > 0 loop
    if scopes[change.look_up / 3 + 1] is null then
      change.look_up := change.look_up + 1;
      change.last_advantage := null;
      continue;
    end if;
    kind := change.look_up % 3;
    advantage := offer_advantage(kind, offer.type, offer.percentage_tenths, rate);
    -- Where only the price changed, the searches in whose limit it was before are not read.
    if change.last_advantage is null then
      change.last_advantage := case when same_but_price
        then offer_advantage(kind, offer.type, change.percentage_tenths, rate) else -9223372036854775808 end;
      change.last_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    reads := 0;
    for one in
      select * from search_scopes s
      where s.scope = scopes[change.look_up / 3 + 1] and s.limit_kind = kind and not s.is_paused
        and s.least_advantage <= advantage and (s.least_advantage, s.search_id) > (change.last_advantage, change.last_id)
      order by s.least_advantage, s.search_id limit budget
    loop
      reads := reads + 1;
      change.last_advantage := one.least_advantage;
      change.last_id := one.search_id;
      found_searches := found_searches || one.search_id;
    end loop;
    if reads < budget then
      change.look_up := change.look_up + 1;
      change.last_advantage := null;
    end if;
    budget := budget - reads;
  end loop;

  for candidate in
    select distinct on (s.user_id) s.user_id, s.id from saved_searches s join users u on u.id = s.user_id
    where s.id = any(found_searches) and s.user_id <> offer.owner_id and u.deleted_at is null and u.suspended_at is null
      and (s.amount_milli is null or s.amount_milli between offer.min_milli and offer.max_milli)
      -- It did not match before.
      and (change.fiat_currency is null or s.amount_milli not between change.min_milli and change.max_milli or not exists (
        select from search_scopes p where p.search_id = s.id
          and p.scope = any(array[
              search_scope(s.trader_id, s.type, null, null), search_scope(s.trader_id, s.type, change.fiat_currency, null)]
            || array(select search_scope(s.trader_id, s.type, change.fiat_currency, method) from unnest(change.payment_methods) method))
          and p.least_advantage <= offer_advantage(p.limit_kind, offer.type, change.percentage_tenths,
            (rates ->> change.fiat_currency)::bigint)))
      and not exists (
        select from offer_access a where a.viewer_id = s.user_id and a.owner_id = offer.owner_id and a.is_refused)
      and not exists (
        select from search_matches m
        where m.search_id = s.id and m.offer_id = offer.offer_id and m.at > moment - interval '1 day')
      and meets_requirements(offer.offer_id, s.user_id)
    order by s.user_id, s.created_at, s.id
  loop
    -- In the order of user ids, as every batch: two workers count one user's matches one after the other.
    perform count_alone('search matches', candidate.user_id);
    continue when (select count(*) from search_matches m
        where m.user_id = candidate.user_id and m.at > moment - interval '1 day') >= limit_of('search_matches_per_day')
      -- So that one trader, who can delete and post offers again, does not use up the user's day.
      or (select count(*) from search_matches m join offers o on o.id = m.offer_id
        where m.user_id = candidate.user_id and m.at > moment - interval '1 day' and o.owner_id = offer.owner_id)
        >= limit_of('search_matches_by_trader_per_day')
      or exists (select from search_matches m
        where m.user_id = candidate.user_id and m.offer_id = offer.offer_id and m.at >= change.started_at);
    insert into search_matches as m (search_id, offer_id, user_id) values (candidate.id, offer.offer_id, candidate.user_id)
    on conflict (search_id, offer_id) do update set at = excluded.at where m.at <= moment - interval '1 day';
    if found then
      return query select at_most - budget, candidate.user_id, candidate.id, offer.offer_id;
    end if;
  end loop;

  if change.look_up >= 3 * cardinality(scopes) then
    delete from offer_changes c where c.id = change.id;
  else
    update offer_changes c set look_up = change.look_up, last_advantage = change.last_advantage, last_id = change.last_id,
      due_at = clock_timestamp() where c.id = change.id;
  end if;
  return query select at_most - budget, null::uuid, null::uuid, null::uuid;
end $function$;
revoke execute on function match_next_offer_change(integer,integer,jsonb) from public;
grant execute on function match_next_offer_change(integer,integer,jsonb) to sarraf_app;

CREATE OR REPLACE FUNCTION public.may_read_evidence(of_file uuid, reader uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return exists (
    select from evidence_files f join trades t on t.id = f.trade_id
    where f.id = of_file and (f.uploader_id = reader or (f.submitted_at is not null and (reader in (t.buyer_id, t.seller_id)
      or exists (select from disputes d where d.trade_id = f.trade_id and d.arbiter_id = reader)))));
end $function$;
comment on function may_read_evidence(uuid,uuid) is 'whether the user is a party of the file''s trade, or the arbiter who has its case; a draft is its uploader''s only';
revoke execute on function may_read_evidence(uuid,uuid) from public;
grant execute on function may_read_evidence(uuid,uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.median_seconds(the_user uuid, side text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select round(percentile_cont(0.5) within group (order by seconds))::int
  from (
    (select pay_seconds as seconds from trade_outcomes
      where side = 'buyer' and buyer_id = the_user and counts and failed_by is null
      order by at desc limit limit_of('median_over_trades'))
    union all
    (select release_seconds from trade_outcomes
      where side = 'seller' and seller_id = the_user and counts and failed_by is null
      order by at desc limit limit_of('median_over_trades'))) latest
$function$;
revoke execute on function median_seconds(uuid,text) from public;

CREATE OR REPLACE FUNCTION public.meeting_code_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.code is null and to_jsonb(new) - 'code' = to_jsonb(old) - 'code' then return new; end if;
  raise exception 'a code is erased and never changed'
    using errcode = 'restrict_violation', constraint = 'meeting_codes_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.meeting_code_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from trade_events e join trades t on t.id = e.trade_id and is_in_person(t.payment_method)
    where e.trade_id = new.trade_id and e.seq = new.seq
      and new.holder_id = case when e.action in ('open', 'withdraw_payment_mark') then t.seller_id
        when e.action = 'mark_paid' then t.buyer_id end) then return null; end if;
  raise exception 'a code belongs to an opening, a payment mark or its withdrawal in a trade in person'
    using errcode = 'check_violation', constraint = 'meeting_codes_of_meeting';
end $function$;

CREATE OR REPLACE FUNCTION public.meeting_code_with_move()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from trade_events e join trades t on t.id = e.trade_id
    where e.trade_id = new.trade_id and e.seq > new.code_seq
      and (e.action, new.typist_id) in (('mark_paid', t.buyer_id), ('confirm_receipt', t.seller_id))) then return null; end if;
  raise exception 'a right code is part of a payment mark or a confirmation'
    using errcode = 'check_violation', constraint = 'meeting_code_attempts_of_move';
end $function$;

CREATE OR REPLACE FUNCTION public.meets_in_person(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select is_in_person(payment_method) from trades where id = the_trade
$function$;
revoke execute on function meets_in_person(uuid) from public;

CREATE OR REPLACE FUNCTION public.meets_requirements(the_offer uuid, the_taker uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select floor(extract(epoch from clock_timestamp() - u.created_at) / 86400) >= o.min_account_days
    and u.completed_trades >= o.min_completed_trades
    and (o.min_completion_rate = 0 or coalesce(u.completion_tenths >= 10 * o.min_completion_rate, false))
  from offers o, users u where o.id = the_offer and u.id = the_taker
$function$;
revoke execute on function meets_requirements(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.message_by_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.message_by_present_arbiter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from disputes where trade_id = new.trade_id and status <> 'closed' and arbiter_id = new.sender_id) then
    return new;
  end if;
  raise exception 'another arbiter has the case, or it is closed'
    using errcode = 'check_violation', constraint = 'messages_by_present_arbiter';
end $function$;

CREATE OR REPLACE FUNCTION public.messages_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Numbers begin with 1: a check refuses others.
  if new.seq < 1 or exists (
    select from trade_chats where trade_id = new.trade_id and (purged_seq = new.seq - 1 or purged_seq < new.seq - 1
      and exists (select from messages where trade_id = new.trade_id and seq = new.seq - 1))) then
    return new;
  end if;
  raise exception 'a message follows the one before' using errcode = 'foreign_key_violation', constraint = 'messages_chain';
end $function$;

CREATE OR REPLACE FUNCTION public.moves_bytes(of_row uuid, old_bytes bytea, old_object uuid, new_bytes bytea, new_object uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select num_nonnulls(old_bytes, new_bytes) = 1 and num_nonnulls(old_object, new_object) = 1 and exists (
    select from stored_objects o
    where o.id = coalesce(old_object, new_object) and o.of_id = of_row
      and o.bytes = octet_length(coalesce(old_bytes, new_bytes)) and o.sha256 = sha256(coalesce(old_bytes, new_bytes)))
$function$;
revoke execute on function moves_bytes(uuid,bytea,uuid,bytea,uuid) from public;
grant execute on function moves_bytes(uuid,bytea,uuid,bytea,uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.network_of_new_taker_within_limit(taker uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('network' || hash, 0)) from (
    select hash from user_networks where user_id = taker order by hash) networks;
  if (select max(open_trades) from new_taker_networks(taker)) > limit_of('open_trades_of_new_trader') then
    raise exception 'takers without a completed trade of one network have too many open trades'
      using errcode = 'check_violation', constraint = 'trades_new_takers_of_network_within_limit';
  end if;
end $function$;
revoke execute on function network_of_new_taker_within_limit(uuid) from public;

CREATE OR REPLACE FUNCTION public.new_taker_networks(taker uuid)
 RETURNS TABLE(hash text, open_trades bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select own.hash, count(t.id)
  from user_networks own
    join user_networks other on other.hash = own.hash
      and other.last_seen_at > clock_timestamp() - make_interval(days => limit_of('shared_network_days')::int)
    join trades t on t.taker_id = other.user_id and t.by_new_taker and t.bond_micro = 0
      and t.status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
  where own.user_id = taker and own.last_seen_at > clock_timestamp() - make_interval(hours => limit_of('present_network_hours')::int)
  group by own.hash
$function$;
revoke execute on function new_taker_networks(uuid) from public;
grant execute on function new_taker_networks(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.new_taker_part(the_share text, the_whole bigint, has_bond boolean)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when has_bond then the_whole * bonded_numerator / bonded_divisor else the_whole * numerator / divisor end
  from new_taker_shares where share = the_share
$function$;

CREATE OR REPLACE FUNCTION public.new_taker_slots(the_share text, the_slots integer, has_bond boolean)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case n when 0 then 0 when d then the_slots else least(greatest(the_slots * n / d, 1), the_slots - 1) end
  from new_taker_shares
    cross join lateral (select case when has_bond then bonded_numerator else numerator end::int, case when has_bond then bonded_divisor else divisor end::int) as part (n, d)
  where share = the_share
$function$;

CREATE OR REPLACE FUNCTION public.next_channel(of_notification uuid, of_user uuid, allowed text[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select c.channel
  from notification_channels c
  where c.channel = any(allowed) and channel_reaches(c.channel, of_user)
    and (c.channel <> 'email' or (
      select e.is_mailed from notifications n join notification_events e on e.event = n.event where n.id = of_notification))
    and not exists (select from notification_deliveries where notification_id = of_notification and channel = c.channel)
  order by c.escalation_order limit 1
$function$;
revoke execute on function next_channel(uuid,uuid,text[]) from public;

CREATE OR REPLACE FUNCTION public.not_deleted_at_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is inserted before it is deleted', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_not_deleted_at_first';
end $function$;

CREATE OR REPLACE FUNCTION public.note_rate_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.former_e6 = old.rate_e6;
  new.changed_at = clock_timestamp();
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.notification_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  marks constant text[] := array['escalate_at', 'seen_at', 'read_at'];
begin
  if to_jsonb(new) - marks = to_jsonb(old) - marks
    and (old.seen_at is null or new.seen_at = old.seen_at) and (old.read_at is null or new.read_at = old.read_at) then
    return new;
  end if;
  raise exception 'a notification does not change'
    using errcode = 'restrict_violation', constraint = 'notifications_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.objection_has_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from evidence_files
    where trade_id = new.trade_id and purpose = 'payment_proof' and submitted_at is not null) then return null; end if;
  raise exception 'an objection needs a proof of payment'
    using errcode = 'check_violation', constraint = 'trade_events_objection_has_proof';
end $function$;

CREATE OR REPLACE FUNCTION public.offer_advantage(kind integer, type text, tenths integer, rate_e6 bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when type = 'sell' then -1 else 1 end * case kind when 1 then tenths when 2 then rate_e6 * (1000 + tenths) else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.offer_by_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.offer_leaves_time_to_meet()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from payment_methods where is_in_person and method = any (new.payment_methods)) then
    raise exception 'a meeting needs a payment window of two hours'
      using errcode = 'check_violation', constraint = 'offers_time_to_meet';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.offer_template_keeps_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a template keeps its user' using errcode = 'restrict_violation', constraint = 'offer_templates_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.offer_templates_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('offer templates', new.user_id);
  if (select count(*) from offer_templates where user_id = new.user_id) > limit_of('offer_templates') then
    raise exception 'this user has too many templates'
      using errcode = 'check_violation', constraint = 'offer_templates_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.offer_version_steps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.version <> old.version + 1 then
    raise exception 'an offer that changes gets the next version'
      using errcode = 'restrict_violation', constraint = 'offers_version_steps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.offers_within_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept bigint;
  active bigint;
begin
  perform count_alone('offers', new.owner_id);
  select count(*), count(*) filter (where status = 'active') into kept, active
  from offers where owner_id = new.owner_id and deleted_at is null;
  if new.status = 'active' and active > limit_of('active_offers') then
    raise exception 'this user has % active offers', active
      using errcode = 'check_violation', constraint = 'offers_active_within_limit';
  end if;
  if kept > limit_of('offers') then
    raise exception 'this user has % offers', kept
      using errcode = 'check_violation', constraint = 'offers_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.only_by_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  movable constant text[] := array['balance_micro', 'carried_micro'];
begin
  if tg_op = 'INSERT' and new.balance_micro = 0 and new.carried_micro = 0 then return new; end if;
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 and to_jsonb(new) - movable = to_jsonb(old) - movable then return new; end if;
  if tg_op = 'DELETE' and (
      (old.kind = 'escrow' and old.balance_micro = 0 and public.trade_retention_over(old.trade_id))
      or (old.kind = 'external' and public.user_retention_over(old.user_id))
    ) then return old; end if;
  raise exception 'a balance moves by a transfer only'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_only_by_transfer';
end $function$;

CREATE OR REPLACE FUNCTION public.only_by_triggers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then return new; end if;
  raise exception 'only triggers change this counter of %', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_only_by_triggers';
end $function$;

CREATE OR REPLACE FUNCTION public.only_resealed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('sarraf.rotates_keys', true) = 'on' and to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.open_case_links(most bigint)
 RETURNS TABLE(trade_id uuid, link text, key bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if sees_all() is not true then
    raise exception 'only the arbiters'' desk learns what takers share'
      using errcode = 'insufficient_privilege', constraint = 'open_case_links_for_arbiters';
  end if;
  return query
  with open_cases as (
    select d.trade_id, t.taker_id from disputes d join trades t on t.id = d.trade_id
    where d.status <> 'closed' order by d.deadline, d.trade_id limit most
  ), seen as (
    select c.taker_id, n.hash from (select distinct taker_id from open_cases) c join user_networks n on n.user_id = c.taker_id
      and n.last_seen_at > clock_timestamp() - make_interval(days => limit_of('shared_network_days')::int)
  ), links (trade_id, link, value) as (
    select c.trade_id, 'taker', c.taker_id::text from open_cases c
    union select c.trade_id, 'browser', v.hash from open_cases c join devices v on v.user_id = c.taker_id
    union select c.trade_id, 'network', n.hash from open_cases c join seen n on n.taker_id = c.taker_id
      where n.hash in (select x.hash from seen x group by x.hash having count(*) > 1)
    union select c.trade_id, 'payment_account', p.fingerprint from open_cases c
      join trade_payment_details p on p.seller_id = c.taker_id and p.fingerprint is not null
  )
  select l.trade_id, l.link, dense_rank() over (order by l.link, l.value) from links l;
end $function$;
revoke execute on function open_case_links(bigint) from public;
grant execute on function open_case_links(bigint) to sarraf_app;

CREATE OR REPLACE FUNCTION public.open_dispute_case()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  t trades;
begin
  select * into t from trades where id = new.trade_id;
  if new.actor_id is not null then
    perform count_alone('disputes', new.actor_id);
    if (select count(*) from disputes where opener_id = new.actor_id and opened_at > new.at - interval '1 day')
      >= limit_of('disputes_per_day')
    then
      raise exception 'this user has opened too many disputes'
        using errcode = 'check_violation', constraint = 'disputes_of_opener_within_limit';
    end if;
    -- An objection does not wait: the refund would end the trade in the meantime. A paid trade cannot end by waiting.
    if new.action = 'open_dispute' and dispute_before(new.actor_id) is not null then
      raise exception 'a user without a completed trade opens one dispute at a time'
        using errcode = 'check_violation', constraint = 'disputes_of_new_opener_one_at_a_time';
    end if;
  end if;
  insert into disputes (trade_id, buyer_id, seller_id, status, version, round, deadline, reason, opened_by, opener_id, opened_at, phrase)
  values (t.id, t.buyer_id, t.seller_id, 'statements', 1, 1, new.clock_at + interval '24 hours',
    new.dispute_reason, new.actor_role, new.actor_id, new.at, random_phrase());
  insert into dispute_events (trade_id, seq, from_status, to_status, action, actor_role, actor_id, round, deadline, at, command_key)
  values (t.id, 1, 'none', 'statements', 'open', new.actor_role, new.actor_id, 1, new.clock_at + interval '24 hours', new.at, new.command_key);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_ledger_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into ledger_accounts (kind, user_id) values ('external', new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.open_trades_limit(taker uuid)
 RETURNS TABLE(most bigint)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT l.value
    FROM ((users u
      JOIN limits days ON ((days.name = 'new_trader_days'::text)))
      JOIN limits l ON ((l.name =
         CASE
             WHEN ((u.created_at > (clock_timestamp() - make_interval(days => (days.value)::integer))) OR (u.completed_trades = 0)) THEN 'open_trades_of_new_trader'::text
             ELSE 'open_trades_of_taker'::text
         END)))
   WHERE (u.id = open_trades_limit.taker);
END;

CREATE OR REPLACE FUNCTION public.opening_pause(taker uuid)
 RETURNS TABLE(failures integer, until timestamp with time zone)
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (count(*))::integer AS count,
         CASE
             WHEN (count(*) > 0) THEN (max(trade_outcomes.at) + make_interval(mins => NULLIF(pause_minutes(count(*)), 0)))
             ELSE NULL::timestamp with time zone
         END AS "case"
    FROM trade_outcomes
   WHERE ((trade_outcomes.taker_id = opening_pause.taker) AND (trade_outcomes.failed_by = opening_pause.taker) AND (trade_outcomes.at > ( SELECT (clock_timestamp() - make_interval(hours => (limits.value)::integer))
            FROM limits
           WHERE (limits.name = 'failure_window_hours'::text))));
END;

CREATE OR REPLACE FUNCTION public.outage_in_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.end_id is not null or new.ended_at is not null then
      raise exception 'an outage begins open' using errcode = 'check_violation', constraint = 'outages_begin_open';
    end if;
    -- A trade that is being opened either commits first and counts as open, or is refused.
    perform pg_advisory_xact_lock(hashtext('outages'));
    perform lock_open_trades();
    new.started_at := clock_timestamp();
    return new;
  end if;
  if old.end_id is not null or new.end_id is null
    or (new.id, new.started_at, new.start_id) is distinct from (old.id, old.started_at, old.start_id)
  then
    raise exception 'an outage ends once' using errcode = 'restrict_violation', constraint = 'outages_append_only';
  end if;
  perform lock_open_trades();
  -- The clock may have been set back since.
  new.ended_at := greatest(clock_timestamp(), new.started_at + interval '1 microsecond');
  new.length := ((extract(epoch from new.ended_at) - extract(epoch from new.started_at)) * 1000000)::bigint
    * interval '1 microsecond';
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.pair_is_refused(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from relations where kind = 'blocked' and (owner_id, other_id) in ((one, other), (other, one)))
$function$;
revoke execute on function pair_is_refused(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.partner_counted(the_user uuid, partner uuid, the_moment timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from (select partner union all select users_connected_with(partner)) partners (id)
    where exists (
      select from trade_outcomes o
      where o.counts and least(o.buyer_id, o.seller_id) = least(the_user, partners.id)
        and greatest(o.buyer_id, o.seller_id) = greatest(the_user, partners.id)
        and o.at > the_moment - make_interval(days => limit_of('pair_counts_days')::int) and o.failed_by is null))
$function$;
revoke execute on function partner_counted(uuid,uuid,timestamp with time zone) from public;

CREATE OR REPLACE FUNCTION public.passkey_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  movable constant text[] := array['counter', 'last_used_at'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'a passkey is removed and added again, never changed'
      using errcode = 'restrict_violation', constraint = 'passkeys_frozen';
  end if;
  if new.counter < old.counter or (new.counter = old.counter and new.counter > 0) then
    raise exception 'a counter that does not increase is that of a cloned authenticator'
      using errcode = 'restrict_violation', constraint = 'passkeys_counter_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.pause_minutes(failures bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case when failures < limit_of('failures_before_pause') then 0 else
    least(limit_of('pause_minutes') * 2 ^ least(failures - limit_of('failures_before_pause'), 20),
      limit_of('longest_pause_minutes')) end::int
$function$;

CREATE OR REPLACE FUNCTION public.payee_answer_allowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_asked boolean;
  is_next boolean;
begin
  -- The lock that a move takes. A mark that has it is seen here, and one that has not yet sees this answer at its commit (event_agrees).
  perform from trades where id = new.trade_id for no key update;
  select exists (select from trades t join payment_methods m on m.method = t.payment_method and m.has_payee_check
      where t.id = new.trade_id and t.status = 'awaiting_payment')
    and exists (select from payment_detail_reads where trade_id = new.trade_id),
    new.number = 1 + (select count(*) from payee_answers where trade_id = new.trade_id)
  into is_asked, is_next;
  if not is_asked then
    raise exception 'a bank is asked before the payment, by a buyer who has seen the account'
      using errcode = 'check_violation', constraint = 'payee_answers_before_payment';
  end if;
  if not is_next then
    raise exception 'the answers of a trade are numbered from 1 on'
      using errcode = 'check_violation', constraint = 'payee_answers_in_order';
  end if;
  if new.number > limit_of('payee_answers') then
    raise exception 'at most % answers are kept for a trade', limit_of('payee_answers')
      using errcode = 'check_violation', constraint = 'payee_answers_within_limit';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.payee_answered_by_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an API key has seen no bank'
    using errcode = 'restrict_violation', constraint = 'payee_answers_by_person';
end $function$;

CREATE OR REPLACE FUNCTION public.payer_accepted_with_confirmation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from trade_events where trade_id = new.trade_id and seq > new.declaration_seq and action = 'confirm_receipt'
  ) then return null; end if;
  raise exception 'a check that accepts the payer is part of a confirmation'
    using errcode = 'check_violation', constraint = 'payer_checks_of_confirmation';
end $function$;

CREATE OR REPLACE FUNCTION public.payer_check_allowed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_paid boolean;
  is_latest boolean;
  is_next boolean;
begin
  select exists (select from trades where id = new.trade_id and status in ('payment_sent', 'disputed')) and is_marked_paid(new.trade_id),
    new.declaration_seq is not distinct from (select max(seq) from payer_declarations where trade_id = new.trade_id),
    new.number = 1 + (select count(*) from payer_checks where trade_id = new.trade_id)
  into is_paid, is_latest, is_next;
  if not is_paid then
    raise exception 'the payer is checked while the trade is marked as paid, or disputed after that'
      using errcode = 'check_violation', constraint = 'payer_checks_while_paid';
  end if;
  if not is_latest then
    raise exception 'the latest declaration is checked'
      using errcode = 'check_violation', constraint = 'payer_checks_of_latest';
  end if;
  if not is_next then
    raise exception 'the checks of a trade are numbered from 1 on'
      using errcode = 'check_violation', constraint = 'payer_checks_in_order';
  end if;
  if not (new.is_same or new.is_stated) and new.number > limit_of('payer_checks') then
    raise exception 'at most % names that differ are kept for a trade', limit_of('payer_checks')
      using errcode = 'check_violation', constraint = 'payer_checks_within_limit';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.payer_declared_with_mark()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from trade_events e join trades t on t.id = e.trade_id join payment_methods m on m.method = t.payment_method and not m.is_in_person
    where e.trade_id = new.trade_id and e.seq = new.seq and e.action = 'mark_paid') then return null; end if;
  if meets_in_person(new.trade_id) then
    raise exception 'no payer is declared where the parties meet'
      using errcode = 'check_violation', constraint = 'payer_declarations_not_in_person';
  end if;
  raise exception 'a payer is declared with a payment mark'
    using errcode = 'check_violation', constraint = 'payer_declarations_of_mark';
end $function$;

CREATE OR REPLACE FUNCTION public.payer_name_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept constant text[] := array['sealed', 'erased_at'];
begin
  if to_jsonb(new) - kept = to_jsonb(old) - kept and old.erased_at is null and (
    (new.sealed is null and payer_names_due(old.trade_id)
      and new.erased_at between clock_timestamp() - interval '10 seconds' and clock_timestamp())
    or (new.sealed is not null and new.erased_at is null and current_setting('sarraf.rotates_keys', true) = 'on')) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.payer_names_due(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and not s.is_open and (last.at < clock_timestamp() - interval '30 days'
      or exists (select from users where id in (t.buyer_id, t.seller_id) and deleted_at is not null)))
$function$;

CREATE OR REPLACE FUNCTION public.payer_stated_by_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an API key states nothing about a person'
    using errcode = 'restrict_violation', constraint = 'payer_checks_stated_by_person';
end $function$;

CREATE OR REPLACE FUNCTION public.payment_account_identified()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.fingerprint is null) = coalesce(is_in_person(new.payment_method), false) then return new; end if;
  raise exception 'an account is known by its fingerprint, and a meeting place by none'
    using errcode = 'check_violation', constraint = 'payment_accounts_identified';
end $function$;

CREATE OR REPLACE FUNCTION public.payment_account_version_steps()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.user_id, new.payment_method, new.created_at) is distinct from
    (old.id, old.user_id, old.payment_method, old.created_at) then
    raise exception 'a payment account keeps its owner and method'
      using errcode = 'restrict_violation', constraint = 'payment_accounts_frozen';
  end if;
  if current_setting('sarraf.rotates_keys', true) = 'on' and (new.version, new.changed_at) = (old.version, old.changed_at) then
    return new;
  end if;
  if new.version <> old.version + (new.sealed <> old.sealed)::int
    or (new.fingerprint is distinct from old.fingerprint and new.sealed = old.sealed)
    or (new.changed_at > old.changed_at) <> (new.sealed <> old.sealed) or new.changed_at < old.changed_at then
    raise exception 'changed details get the next version and the present moment'
      using errcode = 'restrict_violation', constraint = 'payment_accounts_version_steps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_accounts_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('payment accounts', new.user_id);
  if (select count(*) from payment_accounts where user_id = new.user_id) > limit_of('payment_accounts') then
    raise exception 'this user has too many payment accounts'
      using errcode = 'check_violation', constraint = 'payment_accounts_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_details_as_chosen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select a.fingerprint into new.fingerprint
    from trades t join offers o on o.id = t.offer_id join payment_accounts a on a.id = new.account_id
    where t.id = new.trade_id and t.version = 1
      and (a.user_id, a.payment_method, a.version, a.changed_at)
        = (t.seller_id, t.payment_method, new.account_version, new.account_changed_at)
      and (t.offer_type = 'buy' or a.id = o.payment_account_ids[array_position(o.payment_methods, t.payment_method)]);
  if not found or new.erased_at is not null then
    raise exception 'a trade copies an account of its seller and method as it is'
      using errcode = 'check_violation', constraint = 'trade_payment_details_as_chosen';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_details_due(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
      join users seller on seller.id = t.seller_id
    where t.id = the_trade and not s.is_open
      and (last.at < clock_timestamp() - interval '30 days' or seller.deleted_at is not null))
$function$;

CREATE OR REPLACE FUNCTION public.payment_details_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept constant text[] := array['account_id', 'sealed', 'erased_at', 'fingerprint'];
  rotates constant boolean := coalesce(current_setting('sarraf.rotates_keys', true) = 'on', false);
begin
  if to_jsonb(new) - kept = to_jsonb(old) - kept
    and (new.fingerprint is not distinct from old.fingerprint or (old.fingerprint is not null and new.fingerprint is not null and rotates)
      or (new.fingerprint is null and fingerprint_due(old.trade_id)))
    and (new.account_id is not distinct from old.account_id
      or (new.account_id is null and not exists (select from payment_accounts where id = old.account_id)))
    and ((new.sealed, new.erased_at) is not distinct from (old.sealed, old.erased_at)
      or (old.erased_at is null and new.sealed is null
        and new.erased_at between clock_timestamp() - interval '10 seconds' and clock_timestamp()
        and payment_details_due(old.trade_id))
      or (old.erased_at is null and new.sealed is not null and new.erased_at is null and rotates)) then
    return new;
  end if;
  raise exception 'the payment details of a trade do not change'
    using errcode = 'restrict_violation', constraint = 'trade_payment_details_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.payment_details_read_while_open()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from trade_states where trade_id = new.trade_id and is_open) then return new; end if;
  raise exception 'payment details are shown while the trade is open'
    using errcode = 'check_violation', constraint = 'payment_detail_reads_while_open';
end $function$;

CREATE OR REPLACE FUNCTION public.payment_proof_missing(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM trades_without_proof
           WHERE (trades_without_proof.trade_id = payment_proof_missing.the_trade))) AS "exists";
END;
revoke execute on function payment_proof_missing(uuid) from public;
grant execute on function payment_proof_missing(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.public_figure_is_final()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.figure in ('minutes_to_pay', 'minutes_to_release', 'minutes_to_decide', 'minutes_held')
      and old.released_on < (clock_timestamp() at time zone 'UTC')::date - 100 then return old; end if;
  elsif old.released_on is null and new.released_on is not null
    and (new.figure, new.day, new.part, new.total) = (old.figure, old.day, old.part, old.total) then return new;
  end if;
  raise exception 'a counted day does not change'
    using errcode = 'restrict_violation', constraint = 'public_figures_final';
end $function$;

CREATE OR REPLACE FUNCTION public.publish_both_ratings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from ratings where trade_id = new.trade_id and rater_id = new.rated_id) then
    -- In id order, as record_outcome locks them.
    perform from users where id in (new.rater_id, new.rated_id) order by id for no key update;
    update ratings set published_at = clock_timestamp() where trade_id = new.trade_id and published_at is null;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.publish_due_ratings(at_most integer)
 RETURNS TABLE(rating_id uuid, of_trade uuid, of_user uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  present constant timestamptz := clock_timestamp();
  due constant uuid[] := array(
    select t.id from ratings r join trades t on t.id = r.trade_id
    where r.published_at is null and r.due_at < present
    order by r.due_at limit at_most for no key update of t skip locked);
begin
  perform from users
    where id in (select rated_id from ratings where trade_id = any(due) and published_at is null)
    order by id for no key update;
  return query
    update ratings set published_at = clock_timestamp()
    where trade_id = any(due) and published_at is null and due_at < present
    returning id, trade_id, rated_id;
end $function$;
revoke execute on function publish_due_ratings(integer) from public;
grant execute on function publish_due_ratings(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.purge_deleted_offers_and_users(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '7 years';
  old_offers constant uuid[] := array(
    select o.id from offers o
    where o.deleted_at < long_ago
      and not exists (select from quotes where offer_id = o.id)
    limit at_most);
  old_users uuid[];
begin
  delete from hidden_offers where offer_id = any(old_offers);
  delete from offers where id = any(old_offers);
  old_users := array(
    select u.id from users u
    where u.deleted_at < long_ago
      and not exists (select from trades where buyer_id = u.id) and not exists (select from trades where seller_id = u.id)
      and not exists (select from offers where owner_id = u.id) and not exists (select from quotes where taker_id = u.id)
      and not exists (select from audit_log where actor_id = u.id)
    limit at_most for no key update skip locked);
  delete from user_streams where user_id = any(old_users);
  delete from user_events where user_id = any(old_users);
  delete from ledger_accounts where user_id = any(old_users);
  delete from suspended_emails where user_id = any(old_users);
  delete from suspensions where user_id = any(old_users);
  delete from users where id = any(old_users);
  return cardinality(old_offers) + cardinality(old_users);
end $function$;
revoke execute on function purge_deleted_offers_and_users(integer) from public;
grant execute on function purge_deleted_offers_and_users(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.purge_messages(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  a_year_ago constant timestamptz := clock_timestamp() - interval '1 year';
  two_years_ago constant timestamptz := clock_timestamp() - interval '2 years';
  due int;
begin
  -- chat_retention_over, written out: it is asked for every message of that age whose trade is open
  with old_ones as (
    select m.trade_id, m.seq from messages m
    where m.created_at < a_year_ago and (m.created_at < two_years_ago or (
      select not s.is_open and last.at < a_year_ago
      from trades t join trade_statuses s on s.status = t.status
        join trade_events last on last.trade_id = t.id and last.seq = t.version
      where t.id = m.trade_id))
    order by m.created_at limit at_most
  ), chats as (
    select trade_id, max(seq) as seq, count(*) as messages from old_ones group by trade_id
  ), purged as (
    delete from messages m using chats c where m.trade_id = c.trade_id and m.seq <= c.seq returning m.image_id
  ), images as (
    delete from trade_images i using purged where i.id = purged.image_id
  )
  select coalesce(sum(messages), 0) into due from chats;
  return due;
end $function$;
revoke execute on function purge_messages(integer) from public;
grant execute on function purge_messages(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.purge_reports(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '2 years';
  old_ones constant uuid[] := array(select id from reports where at < long_ago order by at limit at_most);
begin
  delete from reports where id = any(old_ones);
  return cardinality(old_ones);
end $function$;
revoke execute on function purge_reports(integer) from public;
grant execute on function purge_reports(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.purge_trades(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '7 years';
  old_ones constant uuid[] := array(
    select t.id from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.created_at < long_ago and not s.is_open and last.at < long_ago
      and not exists (select from transfers where trade_id = t.id and at >= long_ago)
    order by t.created_at limit at_most for no key update of t skip locked);
  their_quotes constant uuid[] := array(select quote_id from trades where id = any(old_ones));
begin
  perform from users
    where id in (select buyer_id from trades where id = any(old_ones) union select seller_id from trades where id = any(old_ones))
    order by id for no key update;
  perform from ledger_accounts where kind = 'external'
    and id in (select debit_id from transfers where trade_id = any(old_ones)
      union select credit_id from transfers where trade_id = any(old_ones))
    order by id for no key update;
  delete from rating_replies where rating_id in (select id from ratings where trade_id = any(old_ones));
  delete from removed_ratings where rating_id in (select id from ratings where trade_id = any(old_ones));
  delete from ratings where trade_id = any(old_ones);
  delete from evidence_reads where trade_id = any(old_ones);
  delete from evidence_fingerprints where trade_id = any(old_ones);
  delete from evidence_files where trade_id = any(old_ones);
  delete from messages where trade_id = any(old_ones);
  delete from dispute_statements where trade_id = any(old_ones);
  delete from dispute_decisions where trade_id = any(old_ones);
  delete from dispute_readmissions where trade_id = any(old_ones);
  delete from dispute_assignments where trade_id = any(old_ones);
  delete from dispute_events where trade_id = any(old_ones);
  delete from disputes where trade_id = any(old_ones);
  delete from trade_images where trade_id = any(old_ones);
  delete from trade_chats where trade_id = any(old_ones);
  delete from transfers where trade_id = any(old_ones);
  delete from ledger_accounts where trade_id = any(old_ones);
  delete from trade_outcomes where trade_id = any(old_ones);
  delete from key_releases where trade_id = any(old_ones);
  delete from payer_checks where trade_id = any(old_ones);
  delete from payer_declarations where trade_id = any(old_ones);
  delete from meeting_code_attempts where trade_id = any(old_ones);
  delete from meeting_codes where trade_id = any(old_ones);
  delete from payee_answers where trade_id = any(old_ones);
  delete from payment_detail_reads where trade_id = any(old_ones);
  delete from trade_payment_details where trade_id = any(old_ones);
  delete from trade_events where trade_id = any(old_ones);
  delete from trades where id = any(old_ones);
  delete from quotes where id = any(their_quotes);
  return cardinality(old_ones);
end $function$;
revoke execute on function purge_trades(integer) from public;
grant execute on function purge_trades(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.purge_unused_quotes(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  a_day_ago constant timestamptz := clock_timestamp() - interval '1 day';
  since timestamptz;
  until timestamptz;
  looked int;
begin
  select looked_at_until into since from purge_progress where purge = 'quotes' for no key update skip locked;
  if since is null then return 0; end if;
  select max(created_at), count(*) into until, looked from (
    select created_at from quotes
    where created_at > since and created_at < a_day_ago
    order by created_at limit at_most) next_ones;
  if looked = 0 then return 0; end if;
  delete from quotes q
    where created_at > since and created_at <= until and not exists (select from trades where quote_id = q.id);
  update purge_progress set looked_at_until = until where purge = 'quotes';
  return looked;
end $function$;
revoke execute on function purge_unused_quotes(integer) from public;
grant execute on function purge_unused_quotes(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.push_subscriptions_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('push_subscriptions', new.user_id);
  delete from push_subscriptions where session_id in (
    select session_id from push_subscriptions where user_id = new.user_id and session_id <> new.session_id
    order by created_at desc, session_id offset limit_of('push_subscriptions') - 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_currency_notifications()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- What was not sent yet is out of date.
  delete from currency_notifications n using currency_switches s
  where s.audit_id = n.audit_id and s.fiat_currency = new.fiat_currency;
  insert into currency_notifications
    select distinct new.audit_id, owner_id from offers
    where fiat_currency = new.fiat_currency and status = 'active' and deleted_at is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_offer_change(offer uuid, before market_offers)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  insert into offer_changes (offer_id, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths)
  values (offer, before.fiat_currency, before.payment_methods, before.min_milli, before.max_milli, before.percentage_tenths)
  on conflict (offer_id) where started_at is null do update set at = excluded.at
$function$;
revoke execute on function queue_offer_change(uuid,market_offers) from public;

CREATE OR REPLACE FUNCTION public.quick_replies_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('quick replies', new.user_id);
  if (select count(*) from quick_replies where user_id = new.user_id) > limit_of('quick_replies') then
    raise exception 'this user has too many quick replies'
      using errcode = 'check_violation', constraint = 'quick_replies_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.quick_reply_keeps_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a quick reply keeps its user' using errcode = 'restrict_violation', constraint = 'quick_replies_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.quiet_hours_end(moment timestamp with time zone, zone text, quiet_from time without time zone, quiet_until time without time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select case
    when quiet_from is null then moment
    when quiet_from < quiet_until and local.time >= quiet_from and local.time < quiet_until
      then greatest(moment, (local.date + quiet_until) at time zone zone)
    when quiet_from > quiet_until and local.time >= quiet_from
      then greatest(moment, (local.date + 1 + quiet_until) at time zone zone)
    when quiet_from > quiet_until and local.time < quiet_until
      then greatest(moment, (local.date + quiet_until) at time zone zone)
    else moment
  end
  from (select (moment at time zone zone)::time as time, (moment at time zone zone)::date as date) local
$function$;

CREATE OR REPLACE FUNCTION public.quote_by_method_of_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from offers where id = new.offer_id and new.payment_method <> all (payment_methods)) then
    raise exception 'offer % is not paid by %', new.offer_id, new.payment_method
      using errcode = 'check_violation', constraint = 'quotes_method_of_offer';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.quote_may_be_made()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one constant uuid := least(new.taker_id, new.offer_owner_id);
  other constant uuid := greatest(new.taker_id, new.offer_owner_id);
  -- An assignment is no statement: the query below begins after the locks.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('currency' || new.fiat_currency, 0))::text
    || pg_advisory_xact_lock_shared(hashtext('outages'))::text
    || pg_advisory_xact_lock_shared(hashtextextended('may trade' || one, 0))::text
    || pg_advisory_xact_lock_shared(hashtextextended('may trade' || other, 0))::text;
  it record;
begin
  select rate.unavailable_since is not null as is_unrated,
    rate.rate_e6 = new.rate_e6
      or coalesce(rate.former_e6 = new.rate_e6 and rate.changed_at > clock_timestamp() - interval '10 seconds', false) as is_present,
    exists (select from currencies where code = new.fiat_currency and switched_off_at is not null) as is_currency_off,
    exists (select from outages where ended_at is null) as is_outage,
    parties.is_deleted, parties.is_suspended, parties.is_arbiter
  into it
  from (
    select bool_or(deleted_at is not null and id = new.taker_id) as is_deleted, bool_or(suspended_at is not null) as is_suspended,
      bool_or(exists (select from staff_members where user_id = party.id and role = 'arbiter')) as is_arbiter
    -- locked against the deletion of an account
    from (select id, deleted_at, suspended_at from users where id in (one, other) order by id for key share) party) parties
    left join reference_rates rate on rate.fiat_currency = new.fiat_currency;
  if it.is_unrated then
    raise exception 'there is no rate of %', new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'quotes_rate_available';
  elsif not it.is_present then
    raise exception '% is not the rate of %', new.rate_e6, new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'quotes_present_rate';
  elsif it.is_currency_off then
    raise exception 'the currency % is switched off', new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'quotes_currency_available';
  elsif it.is_outage then
    raise exception 'an outage is open' using errcode = 'check_violation', constraint = 'quotes_not_in_outage';
  elsif it.is_deleted then
    raise exception 'this account was deleted' using errcode = 'restrict_violation', constraint = 'user_not_deleted';
  elsif it.is_suspended then
    raise exception 'this user is suspended' using errcode = 'restrict_violation', constraint = 'users_not_suspended';
  elsif it.is_arbiter then
    raise exception 'an arbiter does not trade' using errcode = 'restrict_violation', constraint = 'arbiters_do_not_trade';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.random_phrase()
 RETURNS text
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select string_agg(word, ' ') from (select word from phrase_words order by gen_random_uuid() limit 3) chosen
$function$;
revoke execute on function random_phrase() from public;

CREATE OR REPLACE FUNCTION public.rating_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  movable constant text[] := array['published_at', 'removed_at', 'comment'];
begin
  if to_jsonb(new) - movable = to_jsonb(old) - movable
    and (new.published_at is not distinct from old.published_at or (old.published_at is null
      and new.published_at between clock_timestamp() - interval '10 seconds' and clock_timestamp()
      and (old.due_at < clock_timestamp()
        or exists (select from ratings where trade_id = old.trade_id and rater_id = old.rated_id))))
    and (new.removed_at is not distinct from old.removed_at or (old.removed_at is null
      and exists (select from removed_ratings where rating_id = old.id and at = new.removed_at)))
    and (new.comment = old.comment or (new.comment = ''
      and exists (select from users where id = old.rater_id and deleted_at is not null)))
  then return new; end if;
  raise exception 'ratings is append-only' using errcode = 'restrict_violation', constraint = 'ratings_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.rating_of_completed_trade()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  t trades;
  o trade_outcomes;
begin
  select * into t from trades where id = new.trade_id for no key update;
  if t.id is null or t.status <> 'completed' or new.rater_id not in (t.buyer_id, t.seller_id) then
    raise exception 'a rating is by a party of a completed trade'
      using errcode = 'check_violation', constraint = 'ratings_by_party_of_completed_trade';
  end if;
  select * into o from trade_outcomes where trade_id = t.id;
  new.rated_id := case new.rater_id when t.buyer_id then t.seller_id else t.buyer_id end;
  new.counts := o.counts;
  new.at := clock_timestamp();
  new.due_at := o.at + make_interval(days => limit_of('rating_days')::int);
  new.published_at := null;
  new.removed_at := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.rating_score(count integer, stars integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ((stars + 10 * 3) * 1000000::bigint / (count + 10))::int
$function$;

CREATE OR REPLACE FUNCTION public.read_mark_advances()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.buyer_read_seq < old.buyer_read_seq or new.seller_read_seq < old.seller_read_seq then
    raise exception 'a message that was read stays read' using errcode = 'restrict_violation', constraint = 'trade_chats_read_forward';
  end if;
  if not coalesce(sees_all(), true) and not exists (
    select from trades where id = new.trade_id
      and (new.buyer_read_seq = old.buyer_read_seq or buyer_id = viewer_id())
      and (new.seller_read_seq = old.seller_read_seq or seller_id = viewer_id())) then
    raise exception 'a party reads for itself' using errcode = 'restrict_violation', constraint = 'trade_chats_read_by_party';
  end if;
  if acting_member() is not null then perform assert_no_team_conflict(new.trade_id); end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.readmission_is_last_resort()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  d disputes;
  the_admin constant uuid := (select actor_id from audit_log where id = new.audit_id);
begin
  select * into d from disputes where trade_id = new.trade_id;
  if is_partial(new.arbiter_id, d) then
    raise exception 'a partial arbiter is not readmitted'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_impartial';
  end if;
  if tg_op = 'UPDATE' then
    if old.event_seq is not null or (new.audit_id, new.trade_id, new.arbiter_id) is distinct from
        (old.audit_id, old.trade_id, old.arbiter_id)
      or not exists (select from dispute_events
        where trade_id = new.trade_id and seq = new.event_seq and action = 'take' and actor_id = new.arbiter_id) then
      raise exception 'a readmission is used once, by taking the case'
        using errcode = 'restrict_violation', constraint = 'dispute_readmissions_append_only';
    end if;
    return new;
  end if;
  if new.event_seq is not null or d.arbiter_id is not null or d.status not in ('statements', 'deciding') then
    raise exception 'the case waits for no arbiter'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_of_waiting_case';
  end if;
  if the_admin = new.arbiter_id or is_partial(the_admin, d) then
    raise exception 'this admin has an interest in the case'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_by_impartial_admin';
  end if;
  if not exists (select from dispute_assignments where trade_id = new.trade_id and arbiter_id = new.arbiter_id)
    or not exists (select from staff_members where user_id = new.arbiter_id and role = 'arbiter') then
    raise exception 'only a former arbiter of the case is readmitted'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_of_former_arbiter';
  end if;
  if exists (
    select from staff_members m
    where m.role = 'arbiter' and m.user_id <> new.arbiter_id and not is_partial(m.user_id, d)
      and (not exists (select from dispute_assignments where trade_id = new.trade_id and arbiter_id = m.user_id)
        or exists (select from dispute_readmissions
          where trade_id = new.trade_id and arbiter_id = m.user_id and event_seq is null)
        or (exists (select from dispute_decisions where trade_id = new.trade_id and arbiter_id = new.arbiter_id)
          and not exists (select from dispute_decisions where trade_id = new.trade_id and arbiter_id = m.user_id)))
  ) then
    raise exception 'another arbiter comes first'
      using errcode = 'check_violation', constraint = 'dispute_readmissions_last_resort';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.record_outcome(t trades, e trade_events)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- A held refund was caused by the event before it.
  cause trade_events := e;
  failed uuid;
  does_count boolean;
  is_new_pair boolean;
  has_met boolean;
begin
  if e.action = 'refund' then
    select * into cause from trade_events where trade_id = e.trade_id and seq = e.seq - 1;
  end if;
  failed := case when e.to_status = 'completed' then null
    when cause.actor_role = 'seller' then t.seller_id else t.buyer_id end;
  -- Both rows in id order, as a transfer locks accounts: outcomes of one pair are evaluated one after the other.
  perform from users where id in (t.buyer_id, t.seller_id) order by id for no key update;
  -- A buyer who offers to buy fails where strangers sell to them and they do not pay: only takers with a record count.
  does_count := case
    when failed is null then not users_share_origin(t.buyer_id, t.seller_id)
      and not users_share_payment_account(t.buyer_id, t.seller_id)
      and not partner_counted(t.buyer_id, t.seller_id, e.at) and not partner_counted(t.seller_id, t.buyer_id, e.at)
    when failed = t.buyer_id and failed <> t.taker_id then
      exists (select from users taker where taker.id = t.taker_id and taker.completed_trades > 0)
    else true end and not exists (
    select from trade_outcomes o
    where o.counts and least(o.buyer_id, o.seller_id) = least(t.buyer_id, t.seller_id)
      and greatest(o.buyer_id, o.seller_id) = greatest(t.buyer_id, t.seller_id)
      and o.at > e.at - make_interval(days => limit_of('pair_counts_days')::int)
      and o.failed_by is not distinct from failed);
  if does_count and failed is null then
    is_new_pair := not exists (
      select from trade_outcomes o
      where o.counts and least(o.buyer_id, o.seller_id) = least(t.buyer_id, t.seller_id)
        and greatest(o.buyer_id, o.seller_id) = greatest(t.buyer_id, t.seller_id) and o.failed_by is null);
  end if;
  -- A payment mark may have been withdrawn: the last one counts, and none after which an objection disputed the trade.
  insert into trade_outcomes (trade_id, buyer_id, seller_id, taker_id, failed_by, counts, at, payment_method, pay_seconds, release_seconds)
  select t.id, t.buyer_id, t.seller_id, t.taker_id, failed, does_count, e.at, t.payment_method,
    round(extract(epoch from paid_at - t.created_at)), round(extract(epoch from confirmed_at - paid_at))
  from (
    select max(at) filter (where action = 'mark_paid' and at > coalesce((select max(at) from trade_events
        where trade_id = t.id and action = 'withdraw_payment_mark'), '-infinity')) as paid_at,
      max(at) filter (where action = 'confirm_receipt') as confirmed_at
    from trade_events where trade_id = t.id and failed is null) completed;
  if not does_count then return; end if;
  if failed is null then
    has_met := is_in_person(t.payment_method);
    update users set completed_trades = completed_trades + 1, partners = partners + is_new_pair::int,
      completed_in_person = completed_in_person + has_met::int, partners_in_person = partners_in_person + (is_new_pair and has_met)::int,
      median_pay_seconds = case id when t.buyer_id then median_seconds(id, 'buyer') else median_pay_seconds end,
      median_release_seconds = case id when t.seller_id then median_seconds(id, 'seller') else median_release_seconds end
    where id in (t.buyer_id, t.seller_id);
  else
    update users set failed_trades = failed_trades + 1 where id = failed;
  end if;
end $function$;
revoke execute on function record_outcome(trades,trade_events) from public;

CREATE OR REPLACE FUNCTION public.record_purged_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from purged p join messages m on m.trade_id = p.trade_id and m.seq < p.seq) then
    raise exception 'a chat is purged from its beginning on'
      using errcode = 'restrict_violation', constraint = 'messages_append_only';
  end if;
  update trade_chats c set purged_seq = greatest(c.purged_seq, p.seq)
  from (select trade_id, max(seq) as seq from purged group by trade_id) p where c.trade_id = p.trade_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.record_tier_limit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into tier_limit_changes (operator, tier, risk,
    former_trade_micro, former_open_micro, former_day_micro, trade_micro, open_micro, day_micro)
  values (coalesce(nullif(current_setting('sarraf.operator', true), ''), session_user), new.tier, new.risk,
    old.trade_micro, old.open_micro, old.day_micro, new.trade_micro, new.open_micro, new.day_micro);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refresh_offer_access(one uuid, other uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;
revoke execute on function refresh_offer_access(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.refuse_acting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'no role of a team includes this' using errcode = 'restrict_violation', constraint = 'team_role_missing';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.rehearsal_begins()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.step <> 'claim' or new.moves <> '{}' then
    raise exception 'a rehearsal begins at its first step' using errcode = 'check_violation', constraint = 'rehearsals_begin';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.rehearsal_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.id, new.user_id, new.scenario, new.started_at) is distinct from (old.id, old.user_id, old.scenario, old.started_at)
    or new.moves[:cardinality(old.moves)] is distinct from old.moves or cardinality(new.moves) <> cardinality(old.moves) + 1
    or not exists (
      select from rehearsal_rules r
      where r.scenario = old.scenario and r.from_step = old.step and r.to_step = new.step
        and r.move = new.moves[cardinality(new.moves)])
  then
    raise exception 'no rule allows this move' using errcode = 'check_violation', constraint = 'rehearsals_by_rule';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.rehearsal_passed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from accounts where user_id = new.user_id for no key update;
  insert into rehearsal_passes (user_id, scenario) values (new.user_id, new.scenario) on conflict do nothing;
  update accounts set rehearsed_at = clock_timestamp()
  where user_id = new.user_id and rehearsed_at is null and not exists (
    select from rehearsal_scenarios s
    where not exists (select from rehearsal_passes p where p.user_id = new.user_id and p.scenario = s.scenario));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.relation_changes_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  r relations := case tg_op when 'DELETE' then old else new end;
begin
  perform refresh_offer_access(r.owner_id, r.other_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.relation_keeps_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a relation keeps its users' using errcode = 'restrict_violation', constraint = 'relations_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.relation_locks_pair()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  r relations := case tg_op when 'DELETE' then old else new end;
begin
  if tg_op <> 'DELETE' or not exists (select from users where id in (r.owner_id, r.other_id) and deleted_at is not null) then
    perform lock_pair(r.owner_id, r.other_id);
  end if;
  return r;
end $function$;

CREATE OR REPLACE FUNCTION public.relations_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('relations', new.owner_id);
  if (select count(*) from relations where owner_id = new.owner_id) > limit_of('relations') then
    raise exception 'this user has too many relations'
      using errcode = 'check_violation', constraint = 'relations_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.release_object()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update stored_objects set status = 'released', delete_at = clock_timestamp() + interval '1 minute' where id = old.object_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.release_public_day(the_day date)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with large as (
    select f.figure, case when k.is_one_group then '' else f.part end as part, k.is_one_group
    from public_figures f join public_figure_kinds k on k.figure = f.figure and k.released_with = f.figure
    where f.released_on is null and f.day <= the_day
    group by 1, 2, 3 having sum(f.total) >= limit_of('published_from'))
  update public_figures f set released_on = the_day
  from public_figure_kinds k join large l on l.figure = k.released_with
  where k.figure = f.figure and f.released_on is null and f.day <= the_day and (l.is_one_group or f.part = l.part)
$function$;
revoke execute on function release_public_day(date) from public;

CREATE OR REPLACE FUNCTION public.release_suspended_emails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from suspended_emails where user_id = new.user_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.removed_rating_as_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  r ratings;
begin
  select reason, at into new.reason, new.at from audit_log where id = new.audit_id;
  select * into r from ratings where id = new.rating_id;
  perform from users where id in (r.rater_id, r.rated_id) order by id for no key update;
  if r.published_at is null then
    raise exception 'only a published rating is removed'
      using errcode = 'check_violation', constraint = 'removed_ratings_published';
  end if;
  if (select actor_id from audit_log where id = new.audit_id) in (r.rater_id, r.rated_id) then
    raise exception 'an admin removes no rating of their own trade'
      using errcode = 'check_violation', constraint = 'removed_ratings_not_own';
  end if;
  perform staff_is_impartial(new.audit_id, r.rater_id);
  perform staff_is_impartial(new.audit_id, r.rated_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reply_to_published_rating()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shown_at timestamptz;
begin
  select published_at into shown_at from ratings where id = new.rating_id and removed_at is null;
  new.at := clock_timestamp();
  if shown_at is null then
    raise exception 'a hidden rating has no reply'
      using errcode = 'check_violation', constraint = 'rating_replies_to_published';
  end if;
  if new.at > shown_at + make_interval(days => limit_of('rating_reply_days')::int) then
    raise exception 'the time to reply is over' using errcode = 'check_violation', constraint = 'rating_replies_in_time';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.report_is_closed_impartially()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  rated constant uuid := (select rated_id from ratings where id = new.subject_id and new.subject_kind = 'rating');
begin
  if (select actor_id from audit_log where id = new.closing_id) in (new.reporter_id, new.reported_id, rated) then
    raise exception 'another admin closes this report' using errcode = 'check_violation', constraint = 'reports_closed_by_another';
  end if;
  perform staff_is_impartial(new.closing_id, new.reported_id);
  perform staff_is_impartial(new.closing_id, rated);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.report_is_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  movable constant text[] := array['closing_id', 'outcome', 'closed_with', 'recorded_id', 'reporter_id', 'reported_id'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable
    or (new.reporter_id is distinct from old.reporter_id and new.reporter_id is not null)
    or (new.reported_id is distinct from old.reported_id and new.reported_id is not null) then
    raise exception 'a report does not change' using errcode = 'restrict_violation', constraint = 'reports_frozen';
  end if;
  if old.closing_id is not null and (new.closing_id, new.outcome, new.closed_with) is distinct from (old.closing_id, old.outcome, old.closed_with) then
    raise exception 'a report is closed once' using errcode = 'restrict_violation', constraint = 'reports_closed_once';
  end if;
  if old.closing_id is null and new.closed_with is not null and not exists (select from reports together
      where together.id = new.closed_with and together.reported_id = new.reported_id
        and together.closing_id = new.closing_id and together.outcome = new.outcome and together.closed_with is null) then
    raise exception 'reports that are decided together are about one user'
      using errcode = 'restrict_violation', constraint = 'reports_closed_with_same_user';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.report_names_subject()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select found.reported_id, found.excerpt into new.reported_id, new.excerpt
  from report_subject(new.subject_kind, new.subject_id, new.message_seq, new.reporter_id) found;
  if new.reported_id is null or new.reporter_id is null then
    raise exception 'a report is about something that its reporter sees'
      using errcode = 'restrict_violation', constraint = 'reports_subject_seen';
  end if;
  if new.closing_id is not null then
    raise exception 'a report is open at first' using errcode = 'restrict_violation', constraint = 'reports_open_at_first';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.report_subject(the_kind text, the_subject uuid, the_seq integer, the_reporter uuid)
 RETURNS TABLE(reported_id uuid, excerpt text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select u.id, u.bio from users u
    where the_kind = 'user' and u.id = the_subject and u.deleted_at is null
    union all
    select o.owner_id, o.terms from offers o
    where the_kind = 'offer' and o.id = the_subject and o.deleted_at is null
    union all
    select r.rater_id, r.comment from ratings r
    where the_kind = 'rating' and r.id = the_subject and r.published_at is not null and r.removed_at is null
    union all
    select m.sender_id, left(m.body, 4000) from messages m join trades t on t.id = m.trade_id
    where the_kind = 'message' and m.trade_id = the_subject and m.seq = the_seq
      and the_reporter in (t.buyer_id, t.seller_id) and m.sender_id in (t.buyer_id, t.seller_id);
end $function$;
grant execute on function report_subject(text,uuid,integer,uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.reports_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('reports', new.reporter_id);
  if (select count(*) from reports where reporter_id = new.reporter_id and at > clock_timestamp() - interval '1 day')
    > limit_of('reports_per_day') then
    raise exception 'this user has sent too many reports today'
      using errcode = 'check_violation', constraint = 'reports_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.require_chat_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if public.chat_retention_over(old.trade_id, old.created_at) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.require_events_purged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from public.trade_events where trade_id = old.id) then return old; end if;
  raise exception 'trades is append-only' using errcode = 'restrict_violation', constraint = 'trades_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.require_owner_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_table_name = 'suspensions' and public.user_retention_over((to_jsonb(old) ->> 'user_id')::uuid) then return old; end if;
  if tg_table_name = 'hidden_offers' and exists (
    select from public.offers
    where id = (to_jsonb(old) ->> 'offer_id')::uuid and deleted_at < clock_timestamp() - interval '7 years'
  ) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.require_removal_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if public.trade_retention_over((select trade_id from public.ratings where id = old.rating_id)) then return old; end if;
  raise exception 'removed_ratings is append-only'
    using errcode = 'restrict_violation', constraint = 'removed_ratings_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.require_reply_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if public.trade_retention_over((select trade_id from public.ratings where id = old.rating_id))
    or exists (select from public.users where id = old.author_id and deleted_at is not null) then return old; end if;
  raise exception 'rating_replies is append-only'
    using errcode = 'restrict_violation', constraint = 'rating_replies_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.require_report_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.at < clock_timestamp() - interval '2 years' then return old; end if;
  raise exception 'a report is kept for two years'
    using errcode = 'restrict_violation', constraint = 'reports_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.require_trade_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if public.trade_retention_over(old.trade_id) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.return_outage_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  with moved as (
    insert into trade_events (trade_id, seq, from_status, to_status, action, actor_role, pay_deadline, prev_pay_deadline,
      deadline, prev_deadline, prev_at, payment_window_minutes, opened_at, at, command_key, outage_id, outage_length)
    select t.id, t.version + 1, t.status, t.status, 'extend_for_outage', 'system', t.pay_deadline + new.length, t.pay_deadline,
      t.deadline + new.length, t.deadline, t.moved_at, t.payment_window_minutes, t.created_at, clock_timestamp(),
      'outage:' || new.id, new.id, new.length
    from trades t
    where t.status in ('awaiting_payment', 'refund_held', 'payment_sent')
      and t.deadline >= new.started_at
    returning trade_id, seq, pay_deadline, deadline
  )
  update trades t set version = moved.seq, pay_deadline = moved.pay_deadline, deadline = moved.deadline
  from moved where t.id = moved.trade_id;
  with moved as (
    insert into dispute_events (trade_id, seq, from_status, to_status, action, actor_role, round, prev_round, deadline,
      prev_deadline, at, command_key, outage_id, outage_length)
    select d.trade_id, d.version + 1, d.status, d.status, 'extend_for_outage', 'system', d.round, d.round, d.deadline + new.length,
      d.deadline, clock_timestamp(), 'outage:' || new.id, new.id, new.length
    from disputes d
    where d.status <> 'closed' and d.deadline >= new.started_at
    returning trade_id, seq, deadline
  )
  update disputes d set version = moved.seq, deadline = moved.deadline
  from moved where d.trade_id = moved.trade_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.saved_search_keeps_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a saved search keeps its owner'
    using errcode = 'restrict_violation', constraint = 'saved_searches_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.saved_searches_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('saved searches', new.user_id);
  if (select count(*) from saved_searches where user_id = new.user_id) > limit_of('saved_searches') then
    raise exception 'this user has too many saved searches'
      using errcode = 'check_violation', constraint = 'saved_searches_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.scope_saved_search()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from search_scopes where search_id = new.id;
  insert into search_scopes select * from scopes_of_searches where search_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.search_fold(the_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(
      translate(
        regexp_replace(normalize(the_text, NFKD),
          '[\u00AD\u061C\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08D3-\u08E1\u08E3-\u08FF\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F]',
          '', 'g'),
        'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØøŁłĐđıÐðÞẞٱىیکةە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‒–—―−‘’ʼ`ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄЂЈЉЊЋЏ',
        'abcdefghijklmnopqrstuvwxyzæœoollddiddþßاييكهه01234567890123456789------''''''''αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяієђјљњћџ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0009-\u000D \u1680\u2028\u2029]+', ' ', 'g'),
    '(^| )@+(?=[^ ])', '\1', 'g'), ' ')
$function$;

CREATE OR REPLACE FUNCTION public.search_scope(trader uuid, type text, currency text, method text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select concat_ws('/', coalesce(trader::text, '*'), coalesce(type, '*'), coalesce(currency, '*'), coalesce(method, '*'))
$function$;

CREATE OR REPLACE FUNCTION public.search_text_of(username text, payment_methods text[], terms text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select ' ' || search_fold(concat_ws(' ', username, replace(array_to_string(payment_methods, ' '), '_', ' '), terms))
$function$;

CREATE OR REPLACE FUNCTION public.sees_all()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select current_setting('app.viewer', true) = 'system'
$function$;
comment on function sees_all() is 'whether a query may see the rows of all users';

CREATE OR REPLACE FUNCTION public.session_acts_in_team()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from team_members
  where owner_id = new.acting_for and member_id = new.user_id and accepted_at is not null and ended_at is null for share;
  if not found or exists (select from users where id = new.user_id and suspended_at is not null) then
    raise exception 'a session acts for the owner of a team of its user, who is not suspended'
      using errcode = 'restrict_violation', constraint = 'sessions_acting_for_owner';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.session_origin_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a session keeps the recovery it began after'
    using errcode = 'restrict_violation', constraint = 'sessions_origin_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.sessions_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('sessions', new.user_id);
  delete from sessions where id in (
    select id from sessions where id in (
      select id from sessions where user_id = new.user_id and id <> new.id
      order by expires_at > clock_timestamp() desc, updated_at desc, id offset limit_of('sessions') - 1)
    for no key update skip locked);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.setting_not_required()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not new.is_on
    and (select is_required from notification_defaults where event_group = new.event_group and channel = new.channel) then
    raise exception 'this channel cannot be turned off for this group'
      using errcode = 'check_violation', constraint = 'notification_settings_required';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.show_hours_on_market()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  offer offers;
begin
  perform from users where id = new.user_id for no key update;
  for offer in select * from offers where hours_owner_id = new.user_id order by id loop
    perform show_offer(offer.id, is_return => offer.renewed_at < old.since);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.show_offer(the_offer uuid, is_return boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  before market_offers;
  after market_offers;
begin
  select * into before from market_offers where offer_id = the_offer limit 1;
  -- In the order in which each transaction locks the rows of an offer.
  insert into market_offers select * from offers_to_show where offer_id = the_offer order by payment_method
  on conflict (offer_id, payment_method) do update set
    payment_methods = excluded.payment_methods,
    created_at = excluded.created_at,
    percentage_tenths = excluded.percentage_tenths,
    min_milli = excluded.min_milli,
    max_milli = excluded.max_milli,
    renewed_at = excluded.renewed_at,
    least_rate_e6 = excluded.least_rate_e6,
    search_text = excluded.search_text;
  -- Last: the insert may have waited for the transaction that suspends the owner.
  delete from market_offers m where m.offer_id = the_offer and not exists (
    select from offers_to_show s where s.offer_id = the_offer and s.payment_method = m.payment_method);
  select * into after from market_offers where offer_id = the_offer limit 1;
  if after.offer_id is not null and (before.offer_id is not null or not is_return)
    and (before.fiat_currency, before.payment_methods, before.min_milli, before.max_milli, before.percentage_tenths)
      is distinct from (after.fiat_currency, after.payment_methods, after.min_milli, after.max_milli, after.percentage_tenths)
  then
    perform queue_offer_change(the_offer, before);
  end if;
end $function$;
revoke execute on function show_offer(uuid,boolean) from public;

CREATE OR REPLACE FUNCTION public.show_on_market()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (select (fiat_currency, payment_methods) from market_offers where offer_id = new.id limit 1)
    is distinct from (select (fiat_currency, payment_methods) from offers_to_show where offer_id = new.id limit 1) then
    -- An owner's offers appear, disappear and change their currency and methods one after the other, and what is copied does not
    -- change between read and write.
    perform from users where id = new.owner_id for no key update;
  end if;
  perform show_offer(new.id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.show_owner_on_market()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update market_offers m
  set username = s.username, completed_trades = s.completed_trades, completion_tenths = s.completion_tenths,
    rating_score = s.rating_score, search_text = s.search_text
  from offers_to_show s, (
    select offer_id, payment_method from market_offers where owner_id = new.id order by offer_id, payment_method for no key update) held
  where m.owner_id = new.id and (m.offer_id, m.payment_method) = (held.offer_id, held.payment_method)
    and (s.offer_id, s.payment_method) = (held.offer_id, held.payment_method);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.show_renewal_on_market()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update market_offers m set renewed_at = o.renewed_at, least_rate_e6 = least_rate_e6(o)
  from offers o, (
    select payment_method from market_offers where offer_id = new.id order by payment_method for no key update) held
  where o.id = new.id and m.offer_id = new.id and m.payment_method = held.payment_method;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.show_suspension_on_market()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  the_offer uuid;
begin
  -- One offer in a statement: count_market_offer counts the owner's other offers after each.
  for the_offer in select id from offers where owner_id = new.id and deleted_at is null order by id loop
    perform show_offer(the_offer);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.skip_mail_to_deleted_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  is_deleted boolean;
begin
  select deleted_at is not null into is_deleted from users where id = new.user_id for key share;
  return case when is_deleted then null else new end;
end $function$;

CREATE OR REPLACE FUNCTION public.split_to_buyer_micro(t trades)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select t.split_released_micro - case t.offer_type when 'sell' then fee_on(t.split_released_micro) else 0 end
$function$;

CREATE OR REPLACE FUNCTION public.staff_is_impartial(the_record bigint, the_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  actor constant uuid := (select actor_id from audit_log where id = the_record);
begin
  if traded_lately(actor, the_user, the_user) or teamed_lately(actor, the_user, the_user) then
    raise exception 'the actor traded or was in one team with this user in the last 90 days'
      using errcode = 'check_violation', constraint = 'staff_impartial';
  end if;
end $function$;
revoke execute on function staff_is_impartial(bigint,uuid) from public;

CREATE OR REPLACE FUNCTION public.staff_may_act()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  allowed int;
  head audit_log_head;
begin
  if not exists (select from staff_members where user_id = new.actor_id and role = new.role) then
    raise exception 'the actor does not have this role'
      using errcode = 'restrict_violation', constraint = 'audit_log_actor_has_role';
  end if;
  if not exists (select from totps where user_id = new.actor_id and confirmed_at is not null)
    and not exists (select from passkeys where user_id = new.actor_id) then
    raise exception 'the actor has no second factor on'
      using errcode = 'restrict_violation', constraint = 'audit_log_actor_has_factor';
  end if;
  if new.reason is null and exists (select from audit_actions where action = new.action and needs_reason) then
    raise exception 'this action needs a reason' using errcode = 'check_violation', constraint = 'audit_log_reason_given';
  end if;
  update audit_log_head set last_id = last_id + 1 returning * into head;
  select per_day into allowed from audit_actions where action = new.action;
  if allowed <= (
    select count(*) from audit_log
    where actor_id = new.actor_id and action = new.action and at > (select clock_timestamp() - interval '1 day')
  ) then
    raise exception 'this actor has done % of these in 24 hours', allowed
      using errcode = 'check_violation', constraint = 'audit_log_within_day';
  end if;
  new.id := head.last_id;
  new.at := clock_timestamp();
  new.prev_hash := head.last_hash;
  new.hash := audit_record_hash(new);
  update audit_log_head set last_hash = new.hash;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.start_offer_changes(at_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  with started as (
    update offer_changes set started_at = clock_timestamp() where id in (
      select id from offer_changes where started_at is null order by id limit at_most for no key update skip locked)
    returning 1)
  select count(*)::int from started
$function$;
revoke execute on function start_offer_changes(integer) from public;
grant execute on function start_offer_changes(integer) to sarraf_app;

CREATE OR REPLACE FUNCTION public.stays_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a deleted row of % stays deleted', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_stays_deleted';
end $function$;

CREATE OR REPLACE FUNCTION public.stored_object_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.of_table, new.of_id, new.bytes, new.sha256, new.created_at)
    is not distinct from (old.id, old.of_table, old.of_id, old.bytes, old.sha256, old.created_at)
    and (new.data_key = old.data_key or current_setting('sarraf.rotates_keys', true) = 'on')
    and (new.status = old.status or (old.status, new.status) = ('new', 'released')
      or (pg_trigger_depth() > 1 and (old.status, new.status) in (('new', 'held'), ('held', 'released'))))
  then return new; end if;
  raise exception 'a stored object is held and released by its row'
    using errcode = 'restrict_violation', constraint = 'stored_objects_changes';
end $function$;

CREATE OR REPLACE FUNCTION public.stored_object_released()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a stored object is deleted after its row has released it'
    using errcode = 'restrict_violation', constraint = 'stored_objects_released';
end $function$;

CREATE OR REPLACE FUNCTION public.suspended_email_of_suspended()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from suspensions where user_id = new.user_id and restored_id is null) then return new; end if;
  raise exception 'only addresses of suspended users are listed'
    using errcode = 'check_violation', constraint = 'suspended_emails_of_suspended';
end $function$;

CREATE OR REPLACE FUNCTION public.suspended_email_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if public.user_retention_over(old.user_id)
    or not exists (select from public.suspensions where user_id = old.user_id and restored_id is null) then return old; end if;
  raise exception 'an address stays listed while the suspension lasts'
    using errcode = 'restrict_violation', constraint = 'suspended_emails_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.suspension_as_recorded()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if tg_op = 'INSERT' then
    select reason, at into new.reason, new.at from audit_log where id = new.audit_id;
    perform staff_is_impartial(new.audit_id, new.user_id);
    if exists (select from staff_members where user_id = new.user_id) then
      raise exception 'a role is revoked before its holder is suspended'
        using errcode = 'check_violation', constraint = 'suspensions_not_of_staff';
    end if;
    if new.restored_id is not null then
      raise exception 'a suspension begins open' using errcode = 'check_violation', constraint = 'suspensions_begin_open';
    end if;
    return new;
  end if;
  if old.restored_id is not null or (new.audit_id, new.user_id, new.reason, new.at) is distinct from
    (old.audit_id, old.user_id, old.reason, old.at) then
    raise exception 'a suspension ends once' using errcode = 'restrict_violation', constraint = 'suspensions_append_only';
  end if;
  select reason, at into new.restored_reason, new.restored_at from audit_log where id = new.restored_id;
  perform staff_is_impartial(new.restored_id, new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.taker_within_limits(taker uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- An assignment is no statement: the query below begins after the lock.
  locked constant text := count_alone('trades', taker)::text;
  open_trades bigint;
  most bigint;
  is_paused boolean;
begin
  select (select count(*) from trades
      where taker_id = taker and status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')),
    allowed.most, pause.until > clock_timestamp()
  into open_trades, most, is_paused from opening_pause(taker) pause left join open_trades_limit(taker) allowed on true;
  if open_trades > most then
    raise exception 'this taker has % open trades', open_trades
      using errcode = 'check_violation', constraint = 'trades_open_of_taker_within_limit';
  end if;
  if is_paused then
    raise exception 'this taker cancelled trades or let them expire'
      using errcode = 'check_violation', constraint = 'trades_taker_not_paused';
  end if;
end $function$;
revoke execute on function taker_within_limits(uuid) from public;

CREATE OR REPLACE FUNCTION public.team_is_flat()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.team_member_invited_first()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a member is invited before' using errcode = 'restrict_violation', constraint = 'team_members_invited_first';
end $function$;

CREATE OR REPLACE FUNCTION public.team_member_is_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.team_retention_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.teamed_lately(the_user uuid, buyer uuid, seller uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from team_members
    where (owner_id = the_user and member_id in (buyer, seller) or member_id = the_user and owner_id in (buyer, seller))
      and accepted_at is not null and coalesce(ended_at > clock_timestamp() - interval '90 days', true))
$function$;
revoke execute on function teamed_lately(uuid,uuid,uuid) from public;
grant execute on function teamed_lately(uuid,uuid,uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.telegram_chat_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'last_success_at' = to_jsonb(old) - 'last_success_at'
    or (old.refused_at is null and new.refused_at is not null and new.user_id = old.user_id and new.linked_at = old.linked_at)
    -- wrapped by another key (npm run rotate-keys)
    or (current_setting('sarraf.rotates_keys', true) = 'on'
      and to_jsonb(new) - array['sealed', 'fingerprint'] = to_jsonb(old) - array['sealed', 'fingerprint']) then
    return new;
  end if;
  raise exception 'the chat of an account is linked again, or not changed'
    using errcode = 'restrict_violation', constraint = 'telegram_chats_kept';
end $function$;

CREATE OR REPLACE FUNCTION public.template_by_member()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  template offer_templates := case tg_op when 'DELETE' then old else new end;
begin
  if template.user_id <> acting_owner() then
    raise exception 'a member manages the owner''s templates'
      using errcode = 'restrict_violation', constraint = 'offer_templates_by_member';
  end if;
  perform assert_team_role('offers');
  if tg_op <> 'DELETE' and coalesce(new.content ->> 'firstMessage', '')
    <> (case tg_op when 'INSERT' then '' else coalesce(old.content ->> 'firstMessage', '') end) then
    perform assert_team_role('chat');
  end if;
  insert into team_acts (owner_id, member_id, kind)
  values (template.user_id, acting_member(), case tg_op when 'DELETE' then 'offer_template_deleted' else 'offer_template_saved' end);
  return template;
end $function$;

CREATE OR REPLACE FUNCTION public.terms_of_offer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from trades where id = new.trade_id and offer_owner_id = new.sender_id and version = 1 and terms = new.body) then
    return new;
  end if;
  raise exception 'terms are those of the trade, by their writer, when the trade opens'
    using errcode = 'check_violation', constraint = 'messages_terms_of_offer';
end $function$;

CREATE OR REPLACE FUNCTION public.tier_limits_ordered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from tier_limits high join tiers upper on upper.tier = high.tier
      join tier_limits low on low.risk = high.risk join tiers lower on lower.tier = low.tier
    where upper.rank > lower.rank
      and (high.trade_micro < low.trade_micro or high.open_micro < low.open_micro or high.day_micro < low.day_micro)
  ) then
    raise exception 'a higher tier has no lower limit' using errcode = 'check_violation', constraint = 'tier_limits_rise';
  end if;
  if exists (
    select from tier_limits r join tier_limits f on f.tier = r.tier and f.risk = 'final'
    where r.trade_micro > f.trade_micro or r.open_micro > f.open_micro or r.day_micro > f.day_micro
  ) then
    raise exception 'no payments have a higher limit than final ones'
      using errcode = 'check_violation', constraint = 'tier_limits_by_risk';
  end if;
  if (select count(*) from tier_limits) <> (select count(*) from tiers) * (select count(*) from payment_risks) then
    raise exception 'each tier has limits for each risk' using errcode = 'check_violation', constraint = 'tier_limits_complete';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tier_of(the_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select tier from tiers_reached where user_id = the_user order by rank desc limit 1
$function$;
revoke execute on function tier_of(uuid) from public;
grant execute on function tier_of(uuid) to sarraf_app;

CREATE OR REPLACE FUNCTION public.totp_goes_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.user_id <> old.user_id or new.created_at <> old.created_at
    -- wrapped by another key (npm run rotate-keys); the server may not write this column
    or (new.sealed <> old.sealed and current_setting('sarraf.rotates_keys', true) is distinct from 'on')
    or (old.confirmed_at is not null and new.confirmed_at is distinct from old.confirmed_at) then
    raise exception 'an authenticator is removed and added again, never changed'
      using errcode = 'restrict_violation', constraint = 'totps_frozen';
  end if;
  if new.last_step is distinct from old.last_step and new.last_step <= coalesce(old.last_step, -1) then
    raise exception 'a code is accepted once' using errcode = 'restrict_violation', constraint = 'totps_step_forward';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_agrees()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  it record;
begin
  -- One statement, which for a trade without a split and a bond repeats expected_legs: a function would be one more statement.
  select t.status, booked.held, booked.legs,
    booked.held is not distinct from case s.escrow_state when 'locked' then t.seller_locks_micro + t.bond_micro else 0 end
      and booked.legs is not distinct from case
        when t.split_released_micro is not null or t.bond_micro > 0 then expected_legs(t)
        when s.escrow_state = 'locked' then jsonb_build_object('lock', t.seller_locks_micro)
        when s.escrow_state = 'refunded' then jsonb_build_object('lock', t.seller_locks_micro, 'refund', t.seller_locks_micro)
        when t.fee_micro > 0 then jsonb_build_object('lock', t.seller_locks_micro, 'release', t.buyer_receives_micro, 'fee', t.fee_micro)
        else jsonb_build_object('lock', t.seller_locks_micro, 'release', t.buyer_receives_micro) end as does_agree
  into it
  from trades t join trade_statuses s on s.status = t.status, lateral (
    select (select balance_micro from ledger_accounts where trade_id = t.id) as held,
      (select coalesce(jsonb_object_agg(leg, amount_micro), '{}') from transfers where trade_id = t.id) as legs) booked
  where t.id = new.id;
  if it.does_agree is not true then
    raise exception 'trade % is %, its escrow holds % after %', new.id, it.status, it.held, it.legs
      using errcode = 'check_violation', constraint = 'trades_escrow_agrees';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_by_new_taker()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  select u.completed_trades = 0, case u.completed_trades when 0 then q.bond_micro else 0 end into new.by_new_taker, new.bond_micro
  from users u left join quotes q on q.id = new.quote_id where u.id = new.taker_id;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_event_after_arrival()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from trade_events where trade_id = new.trade_id and arrives_by > new.at
    and seq = (select max(seq) from trade_events where trade_id = new.trade_id and arrives_by is not null))
  then
    raise exception 'a payment that can still arrive is not missing'
      using errcode = 'check_violation', constraint = 'trade_events_not_received_after_arrival';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_event_clock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- as deadline_clock
  select least(new.at, (select started_at from outages where ended_at is null)),
    coalesce(new.outage_length, '0') + coalesce((select sum(outage_length) from trade_events where trade_id = new.trade_id), '0'),
    case new.to_status when 'payment_sent' then (select escalation_hours from trades where id = new.trade_id) end
  into new.clock_at, new.returned, new.escalation_hours;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_event_fits_details()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if (new.to_status = 'refund_held') is distinct from exists (
    select from payment_detail_reads where trade_id = new.trade_id)
  then
    raise exception 'a refund is held where the buyer has seen the payment details'
      using errcode = 'check_violation', constraint = 'trade_events_refund_held_after_details';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_event_withdraws_in_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.clock_at > (select final_at from payment_marks where trade_id = new.trade_id) then
    raise exception 'a payment mark stands after its first minutes'
      using errcode = 'check_violation', constraint = 'trade_events_mark_withdrawn_in_time';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_image_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.id, new.trade_id, new.width, new.height, new.created_at)
    is not distinct from (old.id, old.trade_id, old.width, old.height, old.created_at)
    and moves_bytes(new.id, old.bytes, old.object_id, new.bytes, new.object_id)
  then return new; end if;
  raise exception 'trade_images is append-only'
    using errcode = 'restrict_violation', constraint = 'trade_images_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.trade_is_frozen()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  agreed trades := old;
begin
  agreed.status := new.status;
  agreed.version := new.version;
  agreed.pay_deadline := new.pay_deadline;
  agreed.deadline := new.deadline;
  agreed.moved_at := new.moved_at;
  agreed.split_released_micro := new.split_released_micro;
  agreed.price_e9 := new.price_e9;
  agreed.seller_locks_micro := new.seller_locks_micro;
  agreed.buyer_receives_micro := new.buyer_receives_micro;
  if agreed is distinct from new then
    raise exception 'what was agreed does not change' using errcode = 'restrict_violation', constraint = 'trades_frozen';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'the version steps by one' using errcode = 'restrict_violation', constraint = 'trades_version_steps';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_may_be_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  one constant uuid := least(new.buyer_id, new.seller_id);
  other constant uuid := greatest(new.buyer_id, new.seller_id);
  -- An assignment is no statement, so the query below begins after the locks. Openings that count for a party wait for each other here,
  -- in the order of the ids: what counts them later needs no lock that another one could hold.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('currency' || new.fiat_currency, 0))::text
    || pg_advisory_xact_lock_shared(hashtext('outages'))::text
    || count_alone('trades', one)::text || count_alone('trades', other)::text || lock_pair(one, other)::text
    || pg_advisory_xact_lock_shared(hashtextextended('may trade' || one, 0))::text
    || pg_advisory_xact_lock_shared(hashtextextended('may trade' || other, 0))::text;
  it record;
begin
  select
    exists (select from currencies where code = new.fiat_currency and switched_off_at is not null) as is_currency_off,
    exists (select from outages where ended_at is null) as is_outage,
    -- as in_one_team
    exists (select from team_members where accepted_at is not null and ended_at is null
      and (owner_id = one and member_id = other or owner_id = other and member_id = one)) as is_team,
    exists (select from relations
      where kind = 'blocked' and (owner_id, other_id) in ((one, other), (other, one))) as is_refused,
    o.trusted_only and not exists (
      select from relations where owner_id = new.offer_owner_id and other_id = new.taker_id and kind = 'trusted') as is_stranger,
    (o.min_account_days, o.min_completed_trades, o.min_completion_rate) <> (0, 0, 0)
      and not meets_requirements(o.id, new.taker_id) as is_unproven,
    -- The schedule decides, not what the market shows: the worker may be late.
    o.hours_only and not (select is_open from business_hours_now(new.offer_owner_id)) as is_closed,
    parties.is_deleted, parties.is_suspended, parties.is_arbiter
  into it
  from (
    select bool_or(deleted_at is not null) as is_deleted, bool_or(suspended_at is not null) as is_suspended,
      bool_or(exists (select from staff_members where user_id = party.id and role = 'arbiter')) as is_arbiter
    -- locked against the deletion of an account
    from (select id, deleted_at, suspended_at from users where id in (one, other) order by id for key share) party) parties
    left join offers o on o.id = new.offer_id;
  if it.is_currency_off then
    raise exception 'the currency % is switched off', new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'trades_currency_available';
  elsif it.is_outage then
    raise exception 'an outage is open' using errcode = 'check_violation', constraint = 'trades_not_in_outage';
  elsif it.is_team then
    raise exception 'the parties are in one team' using errcode = 'restrict_violation', constraint = 'trades_not_within_team';
  elsif it.is_refused then
    raise exception 'these users do not trade with each other'
      using errcode = 'check_violation', constraint = 'trades_pair_not_refused';
  elsif it.is_stranger then
    raise exception 'the offer is for traders whom its owner trusts'
      using errcode = 'check_violation', constraint = 'trades_taker_trusted';
  elsif it.is_unproven then
    raise exception 'the taker does not meet what the offer requires'
      using errcode = 'check_violation', constraint = 'trades_taker_meets_requirements';
  elsif it.is_closed then
    raise exception 'the offer can be traded within the business hours of its owner only'
      using errcode = 'check_violation', constraint = 'trades_within_business_hours';
  elsif it.is_deleted then
    raise exception 'this account was deleted' using errcode = 'restrict_violation', constraint = 'user_not_deleted';
  elsif it.is_suspended then
    raise exception 'this user is suspended' using errcode = 'restrict_violation', constraint = 'users_not_suspended';
  elsif it.is_arbiter then
    raise exception 'an arbiter does not trade' using errcode = 'restrict_violation', constraint = 'arbiters_do_not_trade';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.trade_retention_over(the_trade uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from trades t join trade_statuses s on s.status = t.status where t.id = the_trade and not s.is_open)
    and not exists (
      select from trade_events where trade_id = the_trade and at >= clock_timestamp() - interval '7 years')
$function$;

CREATE OR REPLACE FUNCTION public.trade_within_tier_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- An assignment is no statement: the query below begins after the locks.
  locked constant text := count_alone('trades', least(new.buyer_id, new.seller_id))::text
    || count_alone('trades', greatest(new.buyer_id, new.seller_id))::text;
  within_limits bigint;
  within_shares bigint;
  counted text;
begin
  select count(*) filter (where new.usdt_micro <= x.trade_micro
      and x.open_used_micro <= x.open_micro and x.day_used_micro <= x.day_micro),
    count(*) filter (where not new.by_new_taker or x.user_id = new.taker_id
      or (x.new_taker_open_micro <= new_taker_part(o.new_taker_share, x.open_micro, new.bond_micro > 0)
        and x.new_taker_day_micro <= new_taker_part(o.new_taker_share, x.day_micro, new.bond_micro > 0)))
  into within_limits, within_shares
  from trading_limits(array[new.buyer_id, new.seller_id],
      (select risk from payment_method_risks where payment_method = new.payment_method)) x
    cross join (select new_taker_share from offers where id = new.offer_id) o;
  -- both: a limit that is missing is no agreement
  if within_limits <> 2 then
    raise exception 'a party of trade % exceeds the limits of their tier', new.id
      using errcode = 'check_violation', constraint = 'trades_within_tier_limits';
  end if;
  if within_shares <> 2 then
    raise exception 'takers without a completed trade use their part of the limits of %', new.offer_owner_id
      using errcode = 'check_violation', constraint = 'trades_new_taker_share_of_limits';
  end if;
  -- A bond is paid for: neighbours need not wait for each other.
  if new.by_new_taker and new.bond_micro = 0 then
    counted := network_of_new_taker_within_limit(new.taker_id)::text;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.traded_lately(the_user uuid, buyer uuid, seller uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from trades t
    where (t.buyer_id = the_user and t.seller_id in (buyer, seller)
        or t.seller_id = the_user and t.buyer_id in (buyer, seller))
      and t.moved_at > clock_timestamp() - interval '90 days')
$function$;
revoke execute on function traded_lately(uuid,uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.trader_note_keeps_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a note keeps its users' using errcode = 'restrict_violation', constraint = 'trader_notes_frozen';
end $function$;

CREATE OR REPLACE FUNCTION public.trader_notes_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('trader notes', new.writer_id);
  if (select count(*) from trader_notes where writer_id = new.writer_id) > limit_of('trader_notes') then
    raise exception 'this user has too many notes'
      using errcode = 'check_violation', constraint = 'trader_notes_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.trading_limits(of_users uuid[], the_risk text)
 RETURNS TABLE(user_id uuid, tier text, risk text, trade_micro bigint, open_micro bigint, day_micro bigint, open_used_micro bigint, day_used_micro bigint, new_taker_open_micro bigint, new_taker_day_micro bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
  select own.id, l.tier, l.risk, l.trade_micro, l.open_micro, l.day_micro, used.open_micro, used.day_micro,
    used.new_taker_open_micro, used.new_taker_day_micro
  from (
      select u.id, (select x.tier from tiers_reached x where x.user_id = u.id order by x.rank desc limit 1) as tier
      from unnest(of_users) as u (id) offset 0) own
    join tier_limits l on l.tier = own.tier and l.risk = the_risk
    cross join lateral (
      select coalesce(sum(t.usdt_micro) filter (where t.is_open), 0)::bigint as open_micro,
        coalesce(sum(t.usdt_micro) filter (where not t.is_open), 0)::bigint as day_micro,
        coalesce(sum(t.usdt_micro) filter (where t.is_open and t.for_new_taker), 0)::bigint as new_taker_open_micro,
        coalesce(sum(t.usdt_micro) filter (where not t.is_open and t.for_new_taker), 0)::bigint as new_taker_day_micro
      from (
        select true as is_open, payment_method, usdt_micro, by_new_taker and taker_id <> own.id as for_new_taker
          from trades where buyer_id = own.id
          and status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
        union all select true, payment_method, usdt_micro, by_new_taker and taker_id <> own.id from trades where seller_id = own.id
          and status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
        -- in a subquery: an index cannot be searched for clock_timestamp()
        union all select false, payment_method, usdt_micro, by_new_taker and taker_id <> own.id from trades
          where buyer_id = own.id and created_at > (select clock_timestamp() - interval '24 hours') and status <> 'cancelled'
        union all select false, payment_method, usdt_micro, by_new_taker and taker_id <> own.id from trades
          where seller_id = own.id and created_at > (select clock_timestamp() - interval '24 hours') and status <> 'cancelled'
      ) t
      join payment_method_risks r on r.payment_method = t.payment_method and r.risk = the_risk) used
$function$;
revoke execute on function trading_limits(uuid[],text) from public;
grant execute on function trading_limits(uuid[],text) to sarraf_app;

CREATE OR REPLACE FUNCTION public.type_meeting_code(the_trade uuid, typist uuid, typed text)
 RETURNS TABLE(is_right boolean, attempts_left integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  shown meeting_codes;
  attempts int;
begin
  if acting_key() is not null then
    raise exception 'an API key meets no party'
      using errcode = 'restrict_violation', constraint = 'meeting_code_attempts_by_person';
  end if;
  -- The lock that a move takes: attempts at the same time are counted one after another.
  perform from trades where id = the_trade for no key update;
  select c.* into shown
    from trades t join meeting_codes c on c.trade_id = t.id
    where t.id = the_trade and (coalesce(sees_all(), true) or viewer_id() = typist)
      and (t.status, typist, c.holder_id)
        in (('awaiting_payment', t.buyer_id, t.seller_id), ('payment_sent', t.seller_id, t.buyer_id))
    order by c.seq desc limit 1;
  if not found then
    raise exception 'a party types the code that the other one shows'
      using errcode = 'check_violation', constraint = 'meeting_code_attempts_while_shown';
  end if;
  attempts := 1 + (select count(*) from meeting_code_attempts a where a.trade_id = the_trade and a.typist_id = typist);
  if attempts > limit_of('meeting_code_attempts') then return; end if;
  is_right := coalesce(shown.code = typed, false);
  attempts_left := limit_of('meeting_code_attempts') - attempts;
  insert into meeting_code_attempts (trade_id, typist_id, number, code_seq, is_right)
    values (the_trade, typist, attempts, shown.seq, type_meeting_code.is_right);
  if is_right then
    update meeting_codes c set code = null where c.trade_id = the_trade and c.seq = shown.seq;
  end if;
  return next;
end $function$;
revoke execute on function type_meeting_code(uuid,uuid,text) from public;
grant execute on function type_meeting_code(uuid,uuid,text) to sarraf_app;

CREATE OR REPLACE FUNCTION public.upload_parts_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('upload_parts', new.user_id);
  delete from upload_parts where user_id = new.user_id and upload_id in (
    select upload_id from upload_parts where user_id = new.user_id and upload_id <> new.upload_id
    group by upload_id order by max(expires_at) desc, upload_id offset limit_of('unfinished_uploads') - 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.user_has_account()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.user_not_deleted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.user_retention_over(the_user uuid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (select from users where id = the_user and deleted_at < clock_timestamp() - interval '7 years')
$function$;

CREATE OR REPLACE FUNCTION public.username_changes_once_a_year()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.username_is_free()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.username_visible()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a username has a letter or a digit' using errcode = 'check_violation', constraint = 'users_username_visible';
end $function$;

CREATE OR REPLACE FUNCTION public.users_connected_with(the_user uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select b.user_id from devices a join devices b on b.hash = a.hash where a.user_id = the_user and b.user_id <> the_user
  union
  select d.seller_id
  from (select distinct fingerprint from trade_payment_details where seller_id = the_user and fingerprint is not null) own,
    lateral (select seller_id from trade_payment_details where fingerprint = own.fingerprint and seller_id < the_user
      union all
      select seller_id from trade_payment_details where fingerprint = own.fingerprint and seller_id > the_user) d
$function$;
revoke execute on function users_connected_with(uuid) from public;

CREATE OR REPLACE FUNCTION public.users_may_trade()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- An assignment is no statement: the query below begins after the lock.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('may trade' || new.owner_id, 0))::text;
  is_suspended boolean;
  is_arbiter boolean;
begin
  select suspended_at is not null, exists (select from staff_members where user_id = users.id and role = 'arbiter')
  into is_suspended, is_arbiter from users where id = new.owner_id;
  if is_suspended then
    raise exception 'this user is suspended' using errcode = 'restrict_violation', constraint = 'users_not_suspended';
  end if;
  if is_arbiter then
    raise exception 'an arbiter does not trade' using errcode = 'restrict_violation', constraint = 'arbiters_do_not_trade';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.users_share_origin(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    select from devices a join devices b on b.hash = a.hash where a.user_id = one and b.user_id = other
  ) or exists (
    select from user_networks a join user_networks b on b.hash = a.hash
    where a.user_id = one and b.user_id = other and least(a.last_seen_at, b.last_seen_at)
      > clock_timestamp() - make_interval(days => limit_of('shared_network_days')::int)
  )
$function$;
revoke execute on function users_share_origin(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.users_share_payment_account(one uuid, other uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
  select exists (
    (select fingerprint from payment_accounts where user_id = one and fingerprint is not null
      union select fingerprint from trade_payment_details where seller_id = one and fingerprint is not null)
    intersect
    (select fingerprint from payment_accounts where user_id = other and fingerprint is not null
      union select fingerprint from trade_payment_details where seller_id = other and fingerprint is not null))
$function$;
revoke execute on function users_share_payment_account(uuid,uuid) from public;

CREATE OR REPLACE FUNCTION public.viewer_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case current_setting('app.viewer', true) when '' then null when 'system' then null
    else current_setting('app.viewer', true)::uuid end
$function$;
comment on function viewer_id() is 'the user whose rows a query may see; null: of no user, or of all (sees_all)';

CREATE OR REPLACE FUNCTION public.webhook_delivery_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  progress constant text[] := array['since', 'due_at', 'attempts', 'last_attempt_at', 'response_status', 'failure', 'outcome', 'ended_at'];
begin
  if to_jsonb(new) - progress = to_jsonb(old) - progress
    and (old.outcome is null or (new.outcome is null and new.since > old.since)) then return new; end if;
  raise exception 'a delivery ends once, and what it delivers does not change'
    using errcode = 'restrict_violation', constraint = 'webhook_deliveries_append_only';
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_delivery_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if new.notification_id is null or exists (
    select from notifications where id = new.notification_id and user_id = new.user_id) then return new; end if;
  raise exception 'a notification is sent to webhooks of its user'
    using errcode = 'restrict_violation', constraint = 'webhook_deliveries_of_user';
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_kept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  state constant text[] := array['url', 'last_success_at', 'failing_since', 'paused_at', 'pause_reason'];
begin
  if to_jsonb(new) - state = to_jsonb(old) - state
    -- wrapped by another key (npm run rotate-keys); the server may not write this column
    or (current_setting('sarraf.rotates_keys', true) = 'on' and to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed') then
    return new;
  end if;
  raise exception 'the key and the secret of a webhook do not change'
    using errcode = 'restrict_violation', constraint = 'webhooks_kept';
end $function$;

CREATE OR REPLACE FUNCTION public.webhook_of_reading_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from api_keys where id = new.key_id and 'read' = any(scopes)
    and is_key_valid(expires_at)) then return new; end if;
  raise exception 'a webhook belongs to a valid key that may read'
    using errcode = 'restrict_violation', constraint = 'webhooks_of_reading_key';
end $function$;

CREATE OR REPLACE FUNCTION public.webhooks_within_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform count_alone('webhooks', new.user_id);
  if (select count(*) from webhooks where user_id = new.user_id) > limit_of('webhooks') then
    raise exception 'this user has too many webhooks'
      using errcode = 'check_violation', constraint = 'webhooks_within_limit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.whole_minutes(since timestamp with time zone, until timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(greatest(floor(extract(epoch from until - since) / 60), 0), 20160)::int::text
$function$;

CREATE OR REPLACE FUNCTION public.write_notification(to_user uuid, the_event text, of_trade uuid, the_values jsonb, in_app_only boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  moment constant timestamptz := clock_timestamp();
  kind record;
  written uuid;
begin
  -- The user's row is locked against a deletion of the account.
  select k.event, k.event_group, k.is_urgent, k.is_mailed, coalesce(p.time_zone, 'UTC') as time_zone, p.quiet_from, p.quiet_until,
    coalesce(p.escalation_minutes, 5) as minutes, coalesce(p.escalation_channels, '{push,telegram,email}') as escalation_channels,
    of_trade is null or exists (select from trades where id = of_trade and to_user in (buyer_id, seller_id)) as is_party,
    array(
      select g.channel
      from notification_defaults g
        left join notification_settings s on s.user_id = to_user and s.event_group = g.event_group and s.channel = g.channel
      where g.event_group = k.event_group and coalesce(s.is_on or g.is_required, g.is_on)
        and (g.channel = 'in_app' or (not in_app_only and channel_reaches(g.channel, to_user)))
        and (g.channel <> 'email' or k.is_mailed)
        -- What is not urgent fills neither a mailbox nor a screen that is locked.
        and (g.channel not in ('email', 'push', 'telegram') or k.is_urgent or (
          select count(*) from (
            select from notification_deliveries d
            where d.user_id = to_user and d.channel = g.channel and d.created_at > moment - interval '1 hour'
            limit limit_of('notifications_per_hour')) lately) < limit_of('notifications_per_hour'))) as channels
  into kind
  from users u left join notification_events k on k.event = the_event left join notification_preferences p on p.user_id = u.id
  where u.id = to_user and u.deleted_at is null for key share of u;
  if not found then return null; end if;
  if not kind.is_party then
    raise exception 'a notification about a trade is for its parties'
      using errcode = 'restrict_violation', constraint = 'notifications_party';
  end if;
  if kind.event is null then
    raise exception 'no event %', the_event using errcode = 'no_data_found';
  end if;
  if kind.channels = '{}' then return null; end if;

  insert into notifications (user_id, event, trade_id, values, is_listed, at, read_at, escalate_at)
  values (to_user, the_event, of_trade, the_values, 'in_app' = any(kind.channels), moment,
    case when not 'in_app' = any(kind.channels) then moment end,
    -- as next_channel: there is one that this notification does not go to at first
    case when kind.is_urgent and not in_app_only and exists (
      select from notification_channels c
      where c.channel = any(kind.escalation_channels) and c.channel <> all(kind.channels) and channel_reaches(c.channel, to_user)
        and (c.channel <> 'email' or kind.is_mailed))
    then moment + make_interval(mins => kind.minutes) end)
  on conflict do nothing
  returning id into written;
  if written is null or kind.channels = '{in_app}' then return written; end if;

  insert into notification_deliveries (notification_id, channel, user_id, due_at, only_unseen)
  select written, channel, to_user, held.until,
    -- An email about a trade or dispute is delayed but never dropped: the user who saw it in time may be a thief.
    held.until > moment and not (channel = 'email' and kind.event_group in ('trades', 'disputes'))
  from unnest(kind.channels) as channel,
    lateral (
      -- A program has no quiet hours.
      select case when kind.is_urgent or channel = 'webhook' then moment
      else quiet_hours_end(moment, kind.time_zone, kind.quiet_from, kind.quiet_until) end as until) held
  where channel <> 'in_app';
  return written;
end $function$;
revoke execute on function write_notification(uuid,text,uuid,jsonb,boolean) from public;
grant execute on function write_notification(uuid,text,uuid,jsonb,boolean) to sarraf_app;

CREATE OR REPLACE FUNCTION public.written_with_bytes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a row of % is written with its bytes', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_written_with_bytes';
end $function$;

create table accounts (
  user_id uuid not null,
  email text not null,
  terms_accepted_at timestamp with time zone not null default clock_timestamp(),
  language text not null default 'en'::text,
  confirm_above_micro bigint default 1000000000,
  recovered_at timestamp with time zone,
  last_username_change timestamp with time zone,
  refused_email text,
  email_refused_at timestamp with time zone,
  rehearsed_at timestamp with time zone,
  constraint accounts_pkey PRIMARY KEY (user_id),
  constraint accounts_confirm_above CHECK ((confirm_above_micro >= 0)),
  constraint accounts_email_lower CHECK ((email = lower(email))),
  constraint accounts_language FOREIGN KEY (language) REFERENCES languages(language),
  constraint accounts_refusal_of_address CHECK (((refused_email IS NULL) = (email_refused_at IS NULL))),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX accounts_email_key ON public.accounts USING btree (email) WHERE (email IS NOT NULL);
CREATE TRIGGER recovered_now BEFORE UPDATE ON public.accounts FOR EACH ROW WHEN (((new.recovered_at IS NOT NULL) AND (old.recovered_at IS DISTINCT FROM new.recovered_at) AND ((new.recovered_at > clock_timestamp()) OR (new.recovered_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.accounts FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.accounts FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER rehearsed_by_triggers BEFORE UPDATE ON public.accounts FOR EACH ROW WHEN ((old.rehearsed_at IS DISTINCT FROM new.rehearsed_at)) EXECUTE FUNCTION only_by_triggers();
CREATE CONSTRAINT TRIGGER user_has_account AFTER DELETE ON public.accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION user_has_account();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.accounts FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table accounts enable row level security;
create policy own_rows on accounts for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table accounts is 'what only the user may see of themselves (0042_row_security.sql): one row per user, erased when the account is deleted';
comment on column accounts.rehearsed_at is 'when the user had passed every scenario of the rehearsal; null: not yet';
grant insert (user_id, email, language) on accounts to sarraf_app;
grant select on accounts to sarraf_app;
grant update (email, language, confirm_above_micro, recovered_at, refused_email, email_refused_at) on accounts to sarraf_app;

create table api_keys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  nr smallint not null,
  name text not null,
  hash text not null,
  prefix text not null,
  scopes text[] not null,
  release_micro_a_day bigint,
  releases_a_day smallint,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_hash UNIQUE (hash),
  constraint api_keys_hash_form CHECK ((hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint api_keys_life CHECK ((expires_at > created_at)),
  constraint api_keys_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint api_keys_nr_once UNIQUE (user_id, nr),
  constraint api_keys_of_user UNIQUE (id, user_id),
  constraint api_keys_prefix_form CHECK ((prefix ~ '^[A-Za-z0-9_-]{8}$'::text)),
  constraint api_keys_release_limited CHECK ((num_nonnulls(release_micro_a_day, releases_a_day) =
CASE
    WHEN ('release'::text = ANY (scopes)) THEN 2
    ELSE 0
END)),
  constraint api_keys_release_micro CHECK (((release_micro_a_day >= 1000000) AND (release_micro_a_day <= '100000000000'::bigint))),
  constraint api_keys_releases CHECK (((releases_a_day >= 1) AND (releases_a_day <= 200))),
  constraint api_keys_scopes CHECK (((scopes <@ ARRAY['read'::text, 'offers'::text, 'trades'::text, 'release'::text]) AND (cardinality(scopes) > 0) AND (cardinality(scopes) = ((((('read'::text = ANY (scopes)))::integer + (('offers'::text = ANY (scopes)))::integer) + (('trades'::text = ANY (scopes)))::integer) + (('release'::text = ANY (scopes)))::integer)))),
  constraint api_keys_twenty CHECK (((nr >= 1) AND (nr <= 20))),
  constraint api_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER api_key_frozen BEFORE UPDATE ON public.api_keys FOR EACH ROW EXECUTE FUNCTION api_key_frozen();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.api_keys FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.api_keys FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.api_keys FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table api_keys enable row level security;
create policy own_rows on api_keys for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table api_keys is 'keys with which users'' programs call the API; limits are those of domain/accounts/api-keys.ts';
grant delete, insert, select on api_keys to sarraf_app;
grant update (last_used_at) on api_keys to sarraf_app;

create table audit_actions (
  action text not null,
  role text not null,
  needs_reason boolean not null,
  per_day integer,
  constraint audit_actions_pkey PRIMARY KEY (action),
  constraint audit_actions_of_role UNIQUE (action, role),
  constraint audit_actions_per_day CHECK ((per_day > 0)),
  constraint audit_actions_role FOREIGN KEY (role) REFERENCES staff_roles(role)
);
comment on table audit_actions is 'what staff can do; written by migrate from domain/staff/staff.ts';
grant select on audit_actions to sarraf_app;

create table audit_log (
  id bigint not null,
  actor_id uuid not null,
  role text not null,
  action text not null,
  subject uuid not null,
  reason text,
  at timestamp with time zone not null default clock_timestamp(),
  prev_hash bytea not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_action_of_role FOREIGN KEY (action, role) REFERENCES audit_actions(action, role),
  constraint audit_log_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint audit_log_hash CHECK ((octet_length(hash) = 32)),
  constraint audit_log_id_subject UNIQUE (id, subject),
  constraint audit_log_id_subject_action UNIQUE (id, subject, action),
  constraint audit_log_id_subject_actor_action UNIQUE (id, subject, actor_id, action),
  constraint audit_log_not_on_oneself CHECK ((subject <> actor_id)),
  constraint audit_log_prev_hash CHECK ((octet_length(prev_hash) = 32)),
  constraint audit_log_reason CHECK (((char_length(reason) >= 10) AND (char_length(reason) <= 500))),
  constraint audit_log_reason_trimmed CHECK ((reason = btrim(reason)))
);
CREATE INDEX audit_log_about ON public.audit_log USING btree (subject, id DESC);
CREATE INDEX audit_log_of_actor ON public.audit_log USING btree (actor_id, action, at);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER staff_may_act BEFORE INSERT ON public.audit_log FOR EACH ROW EXECUTE FUNCTION staff_may_act();
alter table audit_log enable row level security;
create policy system_only on audit_log for all using (( SELECT sees_all() AS sees_all));
comment on table audit_log is 'every action of staff, written in the transaction of the action';
grant insert, select on audit_log to sarraf_app;

create table audit_log_head (
  only_row boolean not null default true,
  last_id bigint not null,
  last_hash bytea not null,
  constraint audit_log_head_pkey PRIMARY KEY (only_row),
  constraint audit_log_head_only_row CHECK (only_row)
);
CREATE TRIGGER append_only BEFORE INSERT OR DELETE ON public.audit_log_head FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.audit_log_head FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_by_triggers BEFORE UPDATE ON public.audit_log_head FOR EACH ROW EXECUTE FUNCTION only_by_triggers();
alter table audit_log_head enable row level security;
create policy system_only on audit_log_head for all using (( SELECT sees_all() AS sees_all));
comment on table audit_log_head is 'the number and the hash of the last audit record: a record removed from the end is missing from what this row says';
grant select on audit_log_head to sarraf_app;

create table avatars (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  bytes bytea not null storage e,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint avatars_pkey PRIMARY KEY (id),
  constraint avatars_one_each UNIQUE (user_id) INCLUDE (id),
  constraint avatars_size CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 200000))),
  constraint avatars_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint avatars_webp CHECK (((SUBSTRING(bytes FROM 1 FOR 4) = '\x52494646'::bytea) AND (SUBSTRING(bytes FROM 9 FOR 4) = '\x57454250'::bytea)))
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.avatars FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.avatars FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.avatars FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
comment on table avatars is 'pictures that are shown beside usernames; limits are those of domain/profiles/profiles.ts';
grant delete, insert, select on avatars to sarraf_app;

create table bond_rules (
  action text not null,
  actor_role text not null,
  outcome text,
  free_minutes smallint,
  constraint bond_rules_pkey PRIMARY KEY (action, actor_role),
  constraint bond_rules_outcome CHECK ((outcome = ANY (ARRAY['returned'::text, 'awarded'::text, 'burned'::text])))
);
comment on table bond_rules is 'what becomes of the buyer''s bond after the move that decided how the trade ends; domain/trades/bonds.ts holds the same rows';
grant select on bond_rules to sarraf_app;

create table bond_switches (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  operator text not null default COALESCE(NULLIF(current_setting('sarraf.operator'::text, true), ''::text), (SESSION_USER)::text),
  is_on boolean not null,
  constraint bond_switches_pkey PRIMARY KEY (id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.bond_switches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.bond_switches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
comment on table bond_switches is 'when an operator switched the bond of buyers without a completed trade on or off; the last row holds, and without one it is off';
grant select (id, is_on) on bond_switches to sarraf_app;

create table business_hours (
  user_id uuid not null,
  time_zone text not null,
  opens integer[] not null,
  closes integer[] not null,
  is_open boolean not null,
  since timestamp with time zone not null,
  changes_at timestamp with time zone not null,
  constraint business_hours_pkey PRIMARY KEY (user_id),
  constraint business_hours_time_zone CHECK (((char_length(time_zone) <= 64) AND (('2026-01-01 00:00:00'::timestamp without time zone AT TIME ZONE time_zone) IS NOT NULL))),
  constraint business_hours_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint business_hours_week CHECK (is_business_week(opens, closes))
);
CREATE INDEX business_hours_due ON public.business_hours USING btree (changes_at);
CREATE TRIGGER follow_clock BEFORE INSERT OR UPDATE ON public.business_hours FOR EACH ROW WHEN (is_business_week(new.opens, new.closes)) EXECUTE FUNCTION follow_clock();
CREATE TRIGGER hours_by_member BEFORE INSERT OR DELETE OR UPDATE ON public.business_hours FOR EACH ROW WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION hours_by_member();
CREATE CONSTRAINT TRIGGER show_hours_on_market AFTER UPDATE ON public.business_hours DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.is_open <> new.is_open)) EXECUTE FUNCTION show_hours_on_market();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.business_hours FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table business_hours enable row level security;
create policy own_rows on business_hours for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table business_hours is 'when the offers of a user that follow their business hours can be traded; only the user reads the schedule';
grant delete, select on business_hours to sarraf_app;
grant insert (user_id, time_zone, opens, closes) on business_hours to sarraf_app;
grant update (time_zone, opens, closes) on business_hours to sarraf_app;

create table caught_mails (
  id uuid not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint caught_mails_pkey PRIMARY KEY (id),
  constraint caught_mails_id_fkey FOREIGN KEY (id) REFERENCES mails(id) ON DELETE CASCADE
);
CREATE INDEX caught_mails_by_address ON public.caught_mails USING btree (to_address, at DESC);
CREATE INDEX caught_mails_by_age ON public.caught_mails USING btree (at DESC);
alter table caught_mails enable row level security;
create policy system_only on caught_mails for all using (( SELECT sees_all() AS sees_all));
comment on table caught_mails is 'what the demo shows instead of sending it';
grant insert, select on caught_mails to sarraf_app;

create table commands (
  actor_id uuid not null,
  key text not null,
  route text not null,
  fingerprint bytea not null,
  status smallint,
  answer jsonb,
  at timestamp with time zone not null default clock_timestamp(),
  constraint commands_pkey PRIMARY KEY (actor_id, key),
  constraint commands_key_length CHECK (((char_length(key) >= 16) AND (char_length(key) <= 64))),
  constraint commands_of_account FOREIGN KEY (actor_id) REFERENCES accounts(user_id) ON DELETE CASCADE
);
CREATE INDEX commands_by_age ON public.commands USING btree (at);
alter table commands enable row level security;
create policy own_rows on commands for all using ((( SELECT sees_all() AS sees_all) OR (actor_id = ( SELECT viewer_id() AS viewer_id))));
comment on table commands is 'answers of calls that change something, by the caller''s Idempotency-Key: the same call again gets the same answer';
grant delete, insert, select on commands to sarraf_app;
grant update (status, answer) on commands to sarraf_app;

create table contact_messages (
  id uuid not null default gen_random_uuid(),
  key text not null,
  user_id uuid,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  answer_id bigint,
  answer text,
  constraint contact_messages_pkey PRIMARY KEY (id),
  constraint contact_messages_answer CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 4000))),
  constraint contact_messages_answer_on_record CHECK (((answer IS NULL) OR (answer_id IS NOT NULL))),
  constraint contact_messages_answered_on_record FOREIGN KEY (answer_id, id) REFERENCES audit_log(id, subject),
  constraint contact_messages_email CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint contact_messages_key_length CHECK (((char_length(key) >= 16) AND (char_length(key) <= 64))),
  constraint contact_messages_message CHECK (((char_length(message) >= 1) AND (char_length(message) <= 4000))),
  constraint contact_messages_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint contact_messages_sent_once UNIQUE (key),
  constraint contact_messages_subject FOREIGN KEY (subject) REFERENCES contact_subjects(subject),
  constraint contact_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX contact_messages_by_age ON public.contact_messages USING btree (created_at DESC);
CREATE INDEX contact_messages_of_user ON public.contact_messages USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX contact_messages_unanswered ON public.contact_messages USING btree (created_at DESC, id DESC) WHERE (answer_id IS NULL);
CREATE TRIGGER answered_once BEFORE UPDATE ON public.contact_messages FOR EACH ROW WHEN (((old.answer_id IS NOT NULL) AND ((old.answer_id IS DISTINCT FROM new.answer_id) OR (old.answer IS DISTINCT FROM new.answer)))) EXECUTE FUNCTION contact_message_answered_once();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.contact_messages FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.contact_messages FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted AFTER INSERT ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table contact_messages enable row level security;
create policy own_rows on contact_messages for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table contact_messages is 'messages of the contact form';
grant delete, insert, select on contact_messages to sarraf_app;
grant update (answer_id, answer) on contact_messages to sarraf_app;

create table contact_subjects (
  subject text not null,
  constraint contact_subjects_pkey PRIMARY KEY (subject)
);
comment on table contact_subjects is 'written by migrate from domain/staff/contact.ts';
grant select on contact_subjects to sarraf_app;

create table currencies (
  code text not null,
  country text not null,
  step_milli bigint not null,
  id uuid not null default gen_random_uuid(),
  switched_off_at timestamp with time zone,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_code_step_milli_key UNIQUE (code, step_milli),
  constraint currencies_country_key UNIQUE (country),
  constraint currencies_id UNIQUE (id),
  constraint currencies_id_code UNIQUE (id, code),
  constraint currencies_step CHECK ((step_milli = ANY (ARRAY[(1)::bigint, (10)::bigint, (100)::bigint, (1000)::bigint])))
);
CREATE TRIGGER switched_by_triggers BEFORE UPDATE ON public.currencies FOR EACH ROW WHEN ((old.switched_off_at IS DISTINCT FROM new.switched_off_at)) EXECUTE FUNCTION only_by_triggers();
comment on table currencies is 'written by migrate from domain/offers/currencies/';
grant select on currencies to sarraf_app;

create table currency_notices (
  fiat_currency text not null,
  version integer not null,
  language text not null,
  notice text not null,
  audit_id bigint,
  currency_id uuid,
  action text generated always as (
CASE
    WHEN (audit_id IS NOT NULL) THEN 'edit_currency_notice'::text
    ELSE NULL::text
END) stored,
  constraint currency_notices_pkey PRIMARY KEY (fiat_currency, version, language),
  constraint currency_notices_currency FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint currency_notices_language FOREIGN KEY (language) REFERENCES languages(language),
  constraint currency_notices_length CHECK ((char_length(notice) <= 1000)),
  constraint currency_notices_on_record FOREIGN KEY (audit_id, currency_id, action) REFERENCES audit_log(id, subject, action),
  constraint currency_notices_once UNIQUE (audit_id, language),
  constraint currency_notices_own_currency FOREIGN KEY (currency_id, fiat_currency) REFERENCES currencies(id, code),
  constraint currency_notices_recorded CHECK ((((audit_id IS NULL) = (version = 1)) AND ((currency_id IS NULL) = (version = 1)))),
  constraint currency_notices_trimmed CHECK ((notice = btrim(notice))),
  constraint currency_notices_version_positive CHECK ((version >= 1))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.currency_notices FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.currency_notices FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER currency_notice_as_recorded BEFORE INSERT ON public.currency_notices FOR EACH ROW EXECUTE FUNCTION currency_notice_as_recorded();
comment on table currency_notices is 'the legal notices of the currencies: the last version is shown, the earlier ones say what was shown before';
grant insert (fiat_currency, version, language, notice, audit_id) on currency_notices to sarraf_app;
grant select on currency_notices to sarraf_app;

create table currency_notifications (
  audit_id bigint not null,
  user_id uuid not null,
  constraint currency_notifications_pkey PRIMARY KEY (audit_id, user_id),
  constraint currency_notifications_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES currency_switches(audit_id),
  constraint currency_notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX currency_notifications_of_user ON public.currency_notifications USING btree (user_id);
alter table currency_notifications enable row level security;
create policy own_rows on currency_notifications for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table currency_notifications is 'whom the worker still has to notify of a switch of a currency';
grant delete, select, update on currency_notifications to sarraf_app;

create table currency_switches (
  audit_id bigint not null,
  currency_id uuid not null,
  fiat_currency text not null,
  action text not null,
  at timestamp with time zone not null,
  constraint currency_switches_pkey PRIMARY KEY (audit_id),
  constraint currency_switches_action CHECK ((action = ANY (ARRAY['switch_currency_off'::text, 'switch_currency_on'::text]))),
  constraint currency_switches_currency FOREIGN KEY (currency_id, fiat_currency) REFERENCES currencies(id, code),
  constraint currency_switches_on_record FOREIGN KEY (audit_id, currency_id, action) REFERENCES audit_log(id, subject, action)
);
CREATE INDEX currency_switches_of_currency ON public.currency_switches USING btree (fiat_currency, audit_id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.currency_switches FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.currency_switches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply_currency_switch BEFORE INSERT ON public.currency_switches FOR EACH ROW EXECUTE FUNCTION apply_currency_switch();
CREATE TRIGGER queue_currency_notifications AFTER INSERT ON public.currency_switches FOR EACH ROW EXECUTE FUNCTION queue_currency_notifications();
comment on table currency_switches is 'when a currency was switched off and on. Of one that is off, no offer is on the market and no quote, trade or offer is made; its open trades go on';
grant insert (audit_id) on currency_switches to sarraf_app;
grant select on currency_switches to sarraf_app;

create table demonstration (
  is_one boolean not null default true,
  since timestamp with time zone not null default clock_timestamp(),
  constraint demonstration_pkey PRIMARY KEY (is_one),
  constraint demonstration_one CHECK (is_one)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.demonstration FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER demonstration_before_users BEFORE INSERT ON public.demonstration FOR EACH ROW EXECUTE FUNCTION demonstration_before_users();
comment on table demonstration is 'one row where the database is a demonstration: demo users are inserted only there';
grant insert (is_one) on demonstration to sarraf_app;
grant select on demonstration to sarraf_app;

create table devices (
  user_id uuid not null,
  hash text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone not null default clock_timestamp(),
  constraint devices_pkey PRIMARY KEY (user_id, hash),
  constraint devices_hash_form CHECK ((hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX devices_by_age ON public.devices USING btree (last_used_at);
CREATE INDEX devices_by_hash ON public.devices USING btree (hash);
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.devices FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.devices FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.devices FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table devices enable row level security;
create policy own_rows on devices for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table devices is 'browsers a user has signed in with: what tells a known one from a new one, and which users share one. Each sign-in gives the browser a new cookie';
grant delete, insert, select on devices to sarraf_app;
grant update (hash, last_used_at) on devices to sarraf_app;

create table dispute_assignments (
  trade_id uuid not null,
  arbiter_id uuid not null,
  event_seq integer not null,
  constraint dispute_assignments_pkey PRIMARY KEY (trade_id, arbiter_id),
  constraint dispute_assignments_arbiter_id_fkey FOREIGN KEY (arbiter_id) REFERENCES users(id),
  constraint dispute_assignments_event FOREIGN KEY (trade_id, event_seq) REFERENCES dispute_events(trade_id, seq)
);
CREATE INDEX dispute_assignments_of_arbiter ON public.dispute_assignments USING btree (arbiter_id);
CREATE TRIGGER append_only BEFORE UPDATE ON public.dispute_assignments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.dispute_assignments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER arbiter_has_no_team BEFORE INSERT ON public.dispute_assignments FOR EACH ROW EXECUTE FUNCTION arbiter_has_no_team();
CREATE TRIGGER arbiter_is_impartial BEFORE INSERT ON public.dispute_assignments FOR EACH ROW EXECUTE FUNCTION arbiter_is_impartial();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT ON public.dispute_assignments DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER retention_over BEFORE DELETE ON public.dispute_assignments FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table dispute_assignments enable row level security;
create policy system_only on dispute_assignments for all using (( SELECT sees_all() AS sees_all));
comment on table dispute_assignments is 'which arbiters have had a case';
grant insert, select on dispute_assignments to sarraf_app;

create table dispute_decisions (
  trade_id uuid not null,
  round smallint not null,
  arbiter_id uuid not null,
  event_seq integer not null,
  outcome text not null,
  usdt_micro bigint not null,
  released_micro bigint not null,
  bond_outcome text,
  reason text not null,
  arbiter_role text not null generated always as ('arbiter'::text) stored,
  constraint dispute_decisions_pkey PRIMARY KEY (trade_id, round),
  constraint dispute_decisions_amount CHECK (
CASE outcome
    WHEN 'release'::text THEN (released_micro = usdt_micro)
    WHEN 'refund'::text THEN (released_micro = 0)
    ELSE ((released_micro > 0) AND (released_micro < usdt_micro))
END),
  constraint dispute_decisions_bond CHECK ((bond_outcome = ANY (ARRAY['returned'::text, 'awarded'::text, 'burned'::text]))),
  constraint dispute_decisions_bond_of_refund CHECK (((bond_outcome IS NULL) OR (outcome = 'refund'::text))),
  constraint dispute_decisions_by_assigned FOREIGN KEY (trade_id, arbiter_id) REFERENCES dispute_assignments(trade_id, arbiter_id),
  constraint dispute_decisions_event FOREIGN KEY (trade_id, event_seq, round, arbiter_role) REFERENCES dispute_events(trade_id, seq, round, actor_role),
  constraint dispute_decisions_of_trade FOREIGN KEY (trade_id, usdt_micro) REFERENCES trades(id, usdt_micro),
  constraint dispute_decisions_outcome CHECK ((outcome = ANY (ARRAY['release'::text, 'refund'::text, 'split'::text]))),
  constraint dispute_decisions_reason CHECK ((((char_length(reason) >= 20) AND (char_length(reason) <= 2000)) AND (reason = btrim(reason))))
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.dispute_decisions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.dispute_decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT ON public.dispute_decisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER retention_over BEFORE DELETE ON public.dispute_decisions FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table dispute_decisions enable row level security;
create policy append on dispute_decisions for insert with check (true);
create policy of_own_trades on dispute_decisions for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = dispute_decisions.trade_id)))));
comment on table dispute_decisions is 'what the arbiter decided, and why: one decision in a round';
grant insert, select on dispute_decisions to sarraf_app;

create table dispute_events (
  trade_id uuid not null,
  seq integer not null,
  prev_seq integer generated always as (
CASE
    WHEN (seq > 1) THEN (seq - 1)
    ELSE NULL::integer
END) stored,
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  actor_id uuid,
  buyer_id uuid generated always as (
CASE
    WHEN (actor_role = 'buyer'::text) THEN actor_id
    ELSE NULL::uuid
END) stored,
  seller_id uuid generated always as (
CASE
    WHEN (actor_role = 'seller'::text) THEN actor_id
    ELSE NULL::uuid
END) stored,
  round smallint not null,
  prev_round smallint,
  deadline timestamp with time zone not null,
  prev_deadline timestamp with time zone,
  audit_id bigint,
  audit_action text generated always as ((action || '_dispute'::text)) stored,
  at timestamp with time zone not null default clock_timestamp(),
  clock_at timestamp with time zone not null,
  outage_id uuid,
  outage_length interval,
  command_key text not null,
  constraint dispute_events_pkey PRIMARY KEY (trade_id, seq),
  constraint dispute_events_actor_named CHECK (((actor_role = 'system'::text) = (actor_id IS NULL))),
  constraint dispute_events_allowed FOREIGN KEY (from_status, to_status, action, actor_role) REFERENCES dispute_rules(from_status, to_status, action, actor_role),
  constraint dispute_events_audited CHECK (((actor_role = 'arbiter'::text) = (audit_id IS NOT NULL))),
  constraint dispute_events_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id),
  constraint dispute_events_by_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint dispute_events_chain FOREIGN KEY (trade_id, prev_seq, from_status, prev_round, prev_deadline) REFERENCES dispute_events(trade_id, seq, to_status, round, deadline),
  constraint dispute_events_command_once UNIQUE (trade_id, command_key),
  constraint dispute_events_deadline CHECK ((deadline =
CASE
    WHEN (to_status = 'closed'::text) THEN 'infinity'::timestamp with time zone
    WHEN (action = ANY (ARRAY['open'::text, 'appeal'::text])) THEN (clock_at + '24:00:00'::interval)
    WHEN (action = ANY (ARRAY['close_statements'::text, 'reassign'::text])) THEN (clock_at + '48:00:00'::interval)
    WHEN (action = 'extend_for_outage'::text) THEN (prev_deadline + outage_length)
    WHEN (action = 'decide'::text) THEN (clock_at +
    CASE round
        WHEN 1 THEN '24:00:00'::interval
        ELSE '00:00:00'::interval
    END)
    ELSE prev_deadline
END)),
  constraint dispute_events_first CHECK ((((seq = 1) = (from_status = 'none'::text)) AND (num_nulls(prev_round, prev_deadline) =
CASE seq
    WHEN 1 THEN 2
    ELSE 0
END))),
  constraint dispute_events_in_time CHECK (((actor_role = 'system'::text) OR (seq = 1) OR (clock_at <= prev_deadline))),
  constraint dispute_events_late CHECK (((action <> 'reassign'::text) OR (clock_at > prev_deadline))),
  constraint dispute_events_of_dispute FOREIGN KEY (trade_id) REFERENCES disputes(trade_id) DEFERRABLE INITIALLY DEFERRED,
  constraint dispute_events_of_outage CHECK ((((action = 'extend_for_outage'::text) = (outage_id IS NOT NULL)) AND ((outage_id IS NULL) = (outage_length IS NULL)))),
  constraint dispute_events_of_record FOREIGN KEY (audit_id, trade_id, actor_id, audit_action) REFERENCES audit_log(id, subject, actor_id, action),
  constraint dispute_events_of_role UNIQUE (trade_id, seq, round, actor_role),
  constraint dispute_events_outage FOREIGN KEY (outage_id, outage_length) REFERENCES outages(id, length),
  constraint dispute_events_outage_once UNIQUE (trade_id, outage_id),
  constraint dispute_events_own_record UNIQUE (audit_id),
  constraint dispute_events_position UNIQUE (trade_id, seq, to_status, round, deadline),
  constraint dispute_events_round CHECK (((round =
CASE action
    WHEN 'open'::text THEN 1
    WHEN 'appeal'::text THEN (prev_round + 1)
    ELSE (prev_round)::integer
END) AND (round <= 2))),
  constraint dispute_events_seq_positive CHECK ((seq >= 1))
);
CREATE UNIQUE INDEX dispute_events_accepted_once ON public.dispute_events USING btree (trade_id, round, actor_role) WHERE (action = 'accept'::text);
CREATE INDEX dispute_events_ended ON public.dispute_events USING btree (at) WHERE ((action = 'decide'::text) OR (to_status = 'closed'::text));
CREATE UNIQUE INDEX dispute_events_one_appeal ON public.dispute_events USING btree (trade_id) WHERE (action = 'appeal'::text);
CREATE UNIQUE INDEX dispute_events_one_decision ON public.dispute_events USING btree (trade_id, round) WHERE (action = 'decide'::text);
CREATE UNIQUE INDEX dispute_events_statement_once ON public.dispute_events USING btree (trade_id, round, actor_role) WHERE (action = ANY (ARRAY['state'::text, 'appeal'::text]));
CREATE TRIGGER append_only BEFORE UPDATE ON public.dispute_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.dispute_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER arbiter_has_no_team BEFORE INSERT ON public.dispute_events FOR EACH ROW WHEN ((new.action = 'decide'::text)) EXECUTE FUNCTION arbiter_has_no_team();
CREATE TRIGGER by_person BEFORE INSERT ON public.dispute_events FOR EACH ROW WHEN (((new.actor_id IS NOT NULL) AND (new.action <> ALL (ARRAY['open'::text, 'state'::text])) AND (acting_key() IS NOT NULL))) EXECUTE FUNCTION dispute_moved_by_person();
CREATE TRIGGER clock BEFORE INSERT ON public.dispute_events FOR EACH ROW EXECUTE FUNCTION dispute_event_clock();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT ON public.dispute_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER dispute_event_fits_case BEFORE INSERT ON public.dispute_events FOR EACH ROW WHEN ((new.seq > 1)) EXECUTE FUNCTION dispute_event_fits_case();
CREATE TRIGGER extended_by_outage_only BEFORE INSERT ON public.dispute_events FOR EACH ROW WHEN ((new.action = 'extend_for_outage'::text)) EXECUTE FUNCTION extended_by_outage_only();
CREATE TRIGGER happens_now BEFORE INSERT ON public.dispute_events FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.dispute_events FOR EACH ROW WHEN (((new.actor_id IS NOT NULL) AND (acting_member() IS NOT NULL))) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.dispute_events FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table dispute_events enable row level security;
create policy append on dispute_events for insert with check (true);
create policy of_own_trades on dispute_events for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = dispute_events.trade_id)))));
comment on table dispute_events is 'every move of every case, in order: event n starts where event n-1 ended';
grant insert, select on dispute_events to sarraf_app;

create table dispute_outcomes (
  outcome text not null,
  trade_action text not null,
  actor_role text not null,
  lost_by text,
  constraint dispute_outcomes_pkey PRIMARY KEY (outcome),
  constraint dispute_outcomes_lost_by CHECK ((lost_by = ANY (ARRAY['buyer'::text, 'seller'::text])))
);
comment on table dispute_outcomes is 'how a case ends; domain/disputes/disputes.ts holds the same rows';
grant select on dispute_outcomes to sarraf_app;

create table dispute_readmissions (
  audit_id bigint not null,
  trade_id uuid not null,
  arbiter_id uuid not null,
  action text not null generated always as ('readmit_arbiter'::text) stored,
  event_seq integer,
  constraint dispute_readmissions_pkey PRIMARY KEY (audit_id),
  constraint dispute_readmissions_arbiter_id_fkey FOREIGN KEY (arbiter_id) REFERENCES users(id),
  constraint dispute_readmissions_event FOREIGN KEY (trade_id, event_seq) REFERENCES dispute_events(trade_id, seq),
  constraint dispute_readmissions_on_record FOREIGN KEY (audit_id, trade_id, action) REFERENCES audit_log(id, subject, action),
  constraint dispute_readmissions_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES disputes(trade_id)
);
CREATE INDEX dispute_readmissions_of_arbiter ON public.dispute_readmissions USING btree (arbiter_id);
CREATE UNIQUE INDEX dispute_readmissions_of_event ON public.dispute_readmissions USING btree (trade_id, event_seq);
CREATE UNIQUE INDEX dispute_readmissions_one_open ON public.dispute_readmissions USING btree (trade_id, arbiter_id) WHERE (event_seq IS NULL);
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.dispute_readmissions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT OR UPDATE ON public.dispute_readmissions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER readmission_is_last_resort BEFORE INSERT OR UPDATE ON public.dispute_readmissions FOR EACH ROW EXECUTE FUNCTION readmission_is_last_resort();
CREATE TRIGGER retention_over BEFORE DELETE ON public.dispute_readmissions FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table dispute_readmissions enable row level security;
create policy system_only on dispute_readmissions for all using (( SELECT sees_all() AS sees_all));
comment on table dispute_readmissions is 'former arbiters of a case who may take it once more, because no other arbiter can';
grant insert (audit_id, trade_id, arbiter_id) on dispute_readmissions to sarraf_app;
grant select on dispute_readmissions to sarraf_app;
grant update (event_seq) on dispute_readmissions to sarraf_app;

create table dispute_reasons (
  reason text not null,
  action text not null,
  actor_role text not null,
  constraint dispute_reasons_pkey PRIMARY KEY (reason),
  constraint dispute_reasons_move UNIQUE (reason, action, actor_role)
);
comment on table dispute_reasons is 'why a dispute is opened; domain/disputes/disputes.ts holds the same rows';
grant select on dispute_reasons to sarraf_app;

create table dispute_rules (
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  constraint dispute_rules_pkey PRIMARY KEY (from_status, to_status, action, actor_role),
  constraint dispute_rules_actor_role CHECK ((actor_role = ANY (ARRAY['buyer'::text, 'seller'::text, 'arbiter'::text, 'system'::text]))),
  constraint dispute_rules_one_target UNIQUE (from_status, action, actor_role),
  constraint dispute_rules_to_status FOREIGN KEY (to_status) REFERENCES dispute_statuses(status)
);
comment on table dispute_rules is 'the moves of a case: who may make them from where to where; domain/disputes/disputes.ts holds the same rows';
grant select on dispute_rules to sarraf_app;

create table dispute_statements (
  trade_id uuid not null,
  round smallint not null,
  party_role text not null,
  event_seq integer not null,
  body text not null,
  constraint dispute_statements_pkey PRIMARY KEY (trade_id, round, party_role),
  constraint dispute_statements_body CHECK ((((char_length(body) >= 20) AND (char_length(body) <= 2000)) AND (body = btrim(body)))),
  constraint dispute_statements_event FOREIGN KEY (trade_id, event_seq, round, party_role) REFERENCES dispute_events(trade_id, seq, round, actor_role),
  constraint dispute_statements_party CHECK ((party_role = ANY (ARRAY['buyer'::text, 'seller'::text])))
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.dispute_statements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.dispute_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT ON public.dispute_statements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.dispute_statements FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.dispute_statements FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table dispute_statements enable row level security;
create policy append on dispute_statements for insert with check (true);
create policy of_own_trades on dispute_statements for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = dispute_statements.trade_id)))));
comment on table dispute_statements is 'what each party says happened, once in a round';
grant insert, select on dispute_statements to sarraf_app;

create table dispute_statuses (
  status text not null,
  hours smallint,
  late_action text,
  constraint dispute_statuses_pkey PRIMARY KEY (status),
  constraint dispute_statuses_late_move CHECK (((hours IS NULL) = (late_action IS NULL)))
);
comment on table dispute_statuses is 'domain/disputes/disputes.ts holds the same rows';
grant select on dispute_statuses to sarraf_app;

create table disputes (
  trade_id uuid not null,
  buyer_id uuid not null,
  seller_id uuid not null,
  status text not null,
  version integer not null,
  round smallint not null,
  arbiter_id uuid,
  deadline timestamp with time zone not null,
  late_decisions smallint not null default 0,
  outcome text,
  reason text not null,
  opened_by text not null,
  opener_id uuid,
  opened_at timestamp with time zone not null,
  phrase text not null,
  constraint disputes_pkey PRIMARY KEY (trade_id),
  constraint disputes_at_last_event FOREIGN KEY (trade_id, version, status, round, deadline) REFERENCES dispute_events(trade_id, seq, to_status, round, deadline) DEFERRABLE INITIALLY DEFERRED,
  constraint disputes_closed_with_outcome CHECK (((status = 'closed'::text) = (outcome IS NOT NULL))),
  constraint disputes_of_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id),
  constraint disputes_of_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint disputes_outcome FOREIGN KEY (outcome) REFERENCES dispute_outcomes(outcome),
  constraint disputes_phrase CHECK ((phrase ~ '^[a-z]{3,8} [a-z]{3,8} [a-z]{3,8}$'::text))
);
CREATE INDEX disputes_by_opener ON public.disputes USING btree (opener_id, opened_at);
CREATE INDEX disputes_by_time ON public.disputes USING btree (opened_at);
CREATE INDEX disputes_of_arbiter ON public.disputes USING btree (arbiter_id) WHERE ((arbiter_id IS NOT NULL) AND (status <> 'closed'::text));
CREATE INDEX disputes_queue ON public.disputes USING btree (deadline, trade_id) WHERE (status <> 'closed'::text);
CREATE INDEX disputes_waiting ON public.disputes USING btree (((- late_decisions)), opened_at, trade_id) WHERE ((arbiter_id IS NULL) AND (status = ANY (ARRAY['statements'::text, 'deciding'::text])));
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.disputes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER count_closed_dispute AFTER UPDATE ON public.disputes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.outcome IS NULL) AND (new.outcome IS NOT NULL))) EXECUTE FUNCTION count_closed_dispute();
CREATE TRIGGER count_purged_disputes AFTER DELETE ON public.disputes REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION count_purged_disputes();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT OR UPDATE ON public.disputes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER dispute_is_frozen BEFORE UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION dispute_is_frozen();
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.disputes FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
CREATE TRIGGER retention_over BEFORE DELETE ON public.disputes FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table disputes enable row level security;
create policy append on disputes for insert with check (true);
create policy of_own_trades on disputes for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = disputes.trade_id)))));
comment on table disputes is 'the case of a disputed trade. Only its status, round, arbiter, deadline and outcome change, and only together with an event';
grant select on disputes to sarraf_app;
grant update (status, version, round, arbiter_id, deadline, late_decisions, outcome) on disputes to sarraf_app;

create table evidence_files (
  id uuid not null,
  trade_id uuid not null,
  purpose text not null,
  uploader_role text not null,
  uploader_id uuid not null,
  buyer_id uuid generated always as (
CASE
    WHEN (uploader_role = 'buyer'::text) THEN uploader_id
    ELSE NULL::uuid
END) stored,
  seller_id uuid generated always as (
CASE
    WHEN (uploader_role = 'seller'::text) THEN uploader_id
    ELSE NULL::uuid
END) stored,
  media_type text not null,
  width integer,
  height integer,
  bytes integer not null,
  data_key bytea not null,
  sealed bytea storage e,
  object_id uuid,
  sha256 bytea not null,
  content_sha256 bytea,
  submitted_at timestamp with time zone,
  at timestamp with time zone not null default clock_timestamp(),
  constraint evidence_files_pkey PRIMARY KEY (id),
  constraint evidence_files_area CHECK ((((width * height) <= 16777216) AND (LEAST(width, height) <= 1536))),
  constraint evidence_files_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id),
  constraint evidence_files_by_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint evidence_files_bytes CHECK (((bytes >= 1) AND (bytes <=
CASE media_type
    WHEN 'image/webp'::text THEN 6000000
    ELSE 5242880
END))),
  constraint evidence_files_content_sha256 CHECK (((content_sha256 IS NULL) OR ((media_type = 'application/pdf'::text) AND (octet_length(content_sha256) = 32)))),
  constraint evidence_files_data_key CHECK ((octet_length(data_key) = 69)),
  constraint evidence_files_evidence_submitted CHECK (((purpose = 'payment_proof'::text) OR (submitted_at IS NOT NULL))),
  constraint evidence_files_height CHECK (((height >= 1) AND (height <= 16383))),
  constraint evidence_files_in_one_place CHECK ((num_nonnulls(sealed, object_id) = 1)),
  constraint evidence_files_media_type FOREIGN KEY (media_type) REFERENCES evidence_media_types(media_type),
  constraint evidence_files_object FOREIGN KEY (object_id) REFERENCES stored_objects(id),
  constraint evidence_files_of_trade UNIQUE (trade_id, id),
  constraint evidence_files_once UNIQUE (trade_id, uploader_id, purpose, sha256),
  constraint evidence_files_picture_size CHECK (
CASE media_type
    WHEN 'image/webp'::text THEN (num_nulls(width, height) = 0)
    ELSE (num_nulls(width, height) = 2)
END),
  constraint evidence_files_position UNIQUE (trade_id, id, at),
  constraint evidence_files_purpose FOREIGN KEY (purpose) REFERENCES evidence_purposes(purpose),
  constraint evidence_files_sealed CHECK ((octet_length(sealed) = (bytes + 28))),
  constraint evidence_files_sha256 CHECK ((octet_length(sha256) = 32)),
  constraint evidence_files_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES trades(id),
  constraint evidence_files_uploader_role CHECK ((uploader_role = ANY (ARRAY['buyer'::text, 'seller'::text]))),
  constraint evidence_files_width CHECK (((width >= 1) AND (width <= 16383)))
);
CREATE INDEX evidence_files_by_content ON public.evidence_files USING btree (content_sha256, at) WHERE (content_sha256 IS NOT NULL);
CREATE UNIQUE INDEX evidence_files_by_object ON public.evidence_files USING btree (object_id) WHERE (object_id IS NOT NULL);
CREATE INDEX evidence_files_by_sha256 ON public.evidence_files USING btree (sha256, at);
CREATE INDEX evidence_files_by_uploader ON public.evidence_files USING btree (uploader_id, at);
CREATE INDEX evidence_files_in_postgres ON public.evidence_files USING btree (at) WHERE (object_id IS NULL);
CREATE TRIGGER append_only BEFORE UPDATE ON public.evidence_files FOR EACH ROW EXECUTE FUNCTION evidence_file_changes();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.evidence_files FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence_file_allowed BEFORE INSERT ON public.evidence_files FOR EACH ROW EXECUTE FUNCTION evidence_file_allowed();
CREATE TRIGGER happens_now BEFORE INSERT ON public.evidence_files FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)) OR (new.submitted_at <> new.at))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER hold_object AFTER UPDATE ON public.evidence_files FOR EACH ROW WHEN (((new.object_id IS NOT NULL) AND (new.object_id IS DISTINCT FROM old.object_id))) EXECUTE FUNCTION hold_object();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.evidence_files FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER release_deleted AFTER DELETE ON public.evidence_files FOR EACH ROW WHEN ((old.object_id IS NOT NULL)) EXECUTE FUNCTION release_object();
CREATE TRIGGER release_object AFTER UPDATE ON public.evidence_files FOR EACH ROW WHEN (((old.object_id IS NOT NULL) AND (new.object_id IS DISTINCT FROM old.object_id))) EXECUTE FUNCTION release_object();
CREATE TRIGGER retention_over BEFORE DELETE ON public.evidence_files FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.evidence_files FOR EACH ROW EXECUTE FUNCTION user_not_deleted('uploader_id');
CREATE TRIGGER written_with_bytes BEFORE INSERT ON public.evidence_files FOR EACH ROW WHEN ((new.object_id IS NOT NULL)) EXECUTE FUNCTION written_with_bytes();
alter table evidence_files enable row level security;
create policy own_files on evidence_files for all using ((( SELECT sees_all() AS sees_all) OR (uploader_id = ( SELECT viewer_id() AS viewer_id))));
create policy submitted_in_own_trades on evidence_files for select using (((submitted_at IS NOT NULL) AND (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = evidence_files.trade_id)))));
comment on table evidence_files is 'proofs of payment, and what the parties show in a dispute';
grant insert, select on evidence_files to sarraf_app;
grant update (sealed, object_id, submitted_at) on evidence_files to sarraf_app;

create table evidence_fingerprints (
  trade_id uuid not null,
  file_id uuid not null,
  crop smallint not null,
  hash bigint not null,
  band_0 integer not null generated always as (((hash & (65535)::bigint))::integer) stored,
  band_1 integer not null generated always as ((((hash >> 16) & (65535)::bigint))::integer) stored,
  band_2 integer not null generated always as ((((hash >> 32) & (65535)::bigint))::integer) stored,
  band_3 integer not null generated always as ((((hash >> 48) & (65535)::bigint))::integer) stored,
  detail bit(256) not null,
  at timestamp with time zone not null,
  constraint evidence_fingerprints_pkey PRIMARY KEY (trade_id, file_id, crop),
  constraint evidence_fingerprints_crop CHECK (((crop >= 0) AND (crop <= 6))),
  constraint evidence_fingerprints_of_file FOREIGN KEY (trade_id, file_id, at) REFERENCES evidence_files(trade_id, id, at)
);
CREATE INDEX evidence_fingerprints_band_0 ON public.evidence_fingerprints USING btree (band_0, at) INCLUDE (trade_id, file_id, detail);
CREATE INDEX evidence_fingerprints_band_1 ON public.evidence_fingerprints USING btree (band_1, at) INCLUDE (trade_id, file_id, detail);
CREATE INDEX evidence_fingerprints_band_2 ON public.evidence_fingerprints USING btree (band_2, at) INCLUDE (trade_id, file_id, detail);
CREATE INDEX evidence_fingerprints_band_3 ON public.evidence_fingerprints USING btree (band_3, at) INCLUDE (trade_id, file_id, detail);
CREATE TRIGGER append_only BEFORE UPDATE ON public.evidence_fingerprints FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.evidence_fingerprints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER retention_over BEFORE DELETE ON public.evidence_fingerprints FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
comment on table evidence_fingerprints is 'perceptual hashes of the pictures among the files. The server may add them and not read them: evidence_reuse compares them';
grant insert on evidence_fingerprints to sarraf_app;

create table evidence_media_types (
  media_type text not null,
  constraint evidence_media_types_pkey PRIMARY KEY (media_type)
);
comment on table evidence_media_types is 'as stored: every picture is a WebP; written by migrate from domain/trades/evidence.ts';
grant select on evidence_media_types to sarraf_app;

create table evidence_purposes (
  purpose text not null,
  constraint evidence_purposes_pkey PRIMARY KEY (purpose)
);
comment on table evidence_purposes is 'written by migrate from domain/trades/evidence.ts';
grant select on evidence_purposes to sarraf_app;

create table evidence_reads (
  id bigint not null generated always as identity,
  trade_id uuid not null,
  file_id uuid not null,
  reader_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint evidence_reads_pkey PRIMARY KEY (id),
  constraint evidence_reads_of_file FOREIGN KEY (trade_id, file_id) REFERENCES evidence_files(trade_id, id),
  constraint evidence_reads_reader_id_fkey FOREIGN KEY (reader_id) REFERENCES users(id)
);
CREATE INDEX evidence_reads_by_file ON public.evidence_reads USING btree (trade_id, file_id);
CREATE INDEX evidence_reads_by_reader ON public.evidence_reads USING btree (reader_id);
CREATE TRIGGER append_only BEFORE UPDATE ON public.evidence_reads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.evidence_reads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER evidence_read_allowed BEFORE INSERT ON public.evidence_reads FOR EACH ROW EXECUTE FUNCTION evidence_read_allowed();
CREATE TRIGGER happens_now BEFORE INSERT ON public.evidence_reads FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER retention_over BEFORE DELETE ON public.evidence_reads FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table evidence_reads enable row level security;
create policy own_rows on evidence_reads for all using ((( SELECT sees_all() AS sees_all) OR (reader_id = ( SELECT viewer_id() AS viewer_id))));
comment on table evidence_reads is 'each reading of a file: by whom, and when';
grant insert, select on evidence_reads to sarraf_app;

create table evidence_rules (
  purpose text not null,
  trade_status text not null,
  uploader_role text not null,
  is_submitted boolean not null,
  constraint evidence_rules_pkey PRIMARY KEY (purpose, trade_status, uploader_role),
  constraint evidence_rules_purpose FOREIGN KEY (purpose) REFERENCES evidence_purposes(purpose),
  constraint evidence_rules_role CHECK ((uploader_role = ANY (ARRAY['buyer'::text, 'seller'::text]))),
  constraint evidence_rules_status FOREIGN KEY (trade_status) REFERENCES trade_statuses(status)
);
comment on table evidence_rules is 'who may add which file in which status of the trade; written by migrate from domain/trades/evidence.ts';
grant select on evidence_rules to sarraf_app;

create table freed_usernames (
  skeleton text not null,
  user_id uuid,
  freed_at timestamp with time zone not null default clock_timestamp(),
  constraint freed_usernames_pkey PRIMARY KEY (skeleton),
  constraint freed_usernames_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX freed_usernames_by_age ON public.freed_usernames USING btree (freed_at);
CREATE INDEX freed_usernames_of_user ON public.freed_usernames USING btree (user_id) WHERE (user_id IS NOT NULL);
comment on table freed_usernames is 'names that were given up: for 365 days only the former owner may take them again, so that no other user poses as the owner';
grant delete on freed_usernames to sarraf_app;
grant select (ctid, skeleton, freed_at) on freed_usernames to sarraf_app;

create table hidden_offers (
  audit_id bigint not null,
  offer_id uuid not null,
  action text not null generated always as ('hide_offer'::text) stored,
  reason text not null,
  at timestamp with time zone not null,
  unhidden_id bigint,
  unhidden_action text generated always as (
CASE
    WHEN (unhidden_id IS NOT NULL) THEN 'unhide_offer'::text
    ELSE NULL::text
END) stored,
  unhidden_reason text,
  unhidden_at timestamp with time zone,
  constraint hidden_offers_pkey PRIMARY KEY (audit_id),
  constraint hidden_offers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint hidden_offers_on_record FOREIGN KEY (audit_id, offer_id, action) REFERENCES audit_log(id, subject, action),
  constraint hidden_offers_unhidden_on_record FOREIGN KEY (unhidden_id, offer_id, unhidden_action) REFERENCES audit_log(id, subject, action),
  constraint hidden_offers_unhidden_once UNIQUE (unhidden_id)
);
CREATE INDEX hidden_offers_of_offer ON public.hidden_offers USING btree (offer_id, audit_id DESC);
CREATE UNIQUE INDEX hidden_offers_one_open ON public.hidden_offers USING btree (offer_id) WHERE (unhidden_id IS NULL);
CREATE INDEX hidden_offers_open ON public.hidden_offers USING btree (audit_id DESC) WHERE (unhidden_id IS NULL);
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.hidden_offers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply_hidden_offer AFTER INSERT OR UPDATE ON public.hidden_offers FOR EACH ROW EXECUTE FUNCTION apply_hidden_offer();
CREATE TRIGGER hidden_offer_as_recorded BEFORE INSERT OR UPDATE ON public.hidden_offers FOR EACH ROW EXECUTE FUNCTION hidden_offer_as_recorded();
CREATE TRIGGER retention_over BEFORE DELETE ON public.hidden_offers FOR EACH ROW EXECUTE FUNCTION require_owner_retention_over();
alter table hidden_offers enable row level security;
create policy own_offers on hidden_offers for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM offers o
  WHERE ((o.id = hidden_offers.offer_id) AND (o.owner_id = ( SELECT viewer_id() AS viewer_id)))))));
comment on table hidden_offers is 'an offer that staff have hidden is shown to its owner only, with the reason';
grant insert (audit_id, offer_id) on hidden_offers to sarraf_app;
grant select on hidden_offers to sarraf_app;
grant update (unhidden_id) on hidden_offers to sarraf_app;

create table identities (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  label text,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_account_named CHECK (((char_length(account_id) >= 1) AND (char_length(account_id) <= 1000))),
  constraint identities_label CHECK (((char_length(label) >= 1) AND (char_length(label) <= 320))),
  constraint identities_one_of_each UNIQUE (user_id, provider_id),
  constraint identities_password_argon2id CHECK (((password IS NULL) OR (password ~~ '$argon2id$%'::text))),
  constraint identities_provider FOREIGN KEY (provider_id) REFERENCES identity_providers(provider),
  constraint identities_provider_account_key UNIQUE (provider_id, account_id),
  constraint identities_secret_of_password CHECK (((provider_id = 'credential'::text) = (password IS NOT NULL))),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint identities_wallet_form CHECK (((provider_id <> 'wallet'::text) OR (account_id ~ '^0x[0-9a-f]{40}$'::text)))
);
CREATE TRIGGER identity_frozen BEFORE UPDATE OF user_id, provider_id, account_id, label ON public.identities FOR EACH ROW EXECUTE FUNCTION identity_frozen();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.identities FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.identities FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.identities FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table identities enable row level security;
create policy own_rows on identities for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table identities is 'one of each provider for a user. Tokens, names and pictures that a provider hands out are never stored, so they have no column';
grant delete, insert, select on identities to sarraf_app;
grant update (password) on identities to sarraf_app;

create table identity_providers (
  provider text not null,
  constraint identity_providers_pkey PRIMARY KEY (provider)
);
comment on table identity_providers is 'credential is the password; written by migrate, the others from domain/accounts/sign-in-methods.ts';
grant select on identity_providers to sarraf_app;

create table key_moves (
  action text not null,
  scope text not null,
  constraint key_moves_pkey PRIMARY KEY (action),
  constraint key_moves_scope CHECK ((scope = ANY (ARRAY['trades'::text, 'release'::text])))
);
comment on table key_moves is 'the moves of a trade that an API key can make, and the scope for each; domain/accounts/key-releases.ts holds the same rows';
grant select on key_moves to sarraf_app;

create table key_releases (
  trade_id uuid not null,
  key_id uuid not null,
  user_id uuid not null,
  usdt_micro bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint key_releases_pkey PRIMARY KEY (trade_id),
  constraint key_releases_amount FOREIGN KEY (trade_id, usdt_micro) REFERENCES trades(id, usdt_micro),
  constraint key_releases_by_seller FOREIGN KEY (trade_id, user_id) REFERENCES trades(id, seller_id)
);
CREATE INDEX key_releases_of_key ON public.key_releases USING btree (key_id, at);
CREATE TRIGGER append_only BEFORE UPDATE ON public.key_releases FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.key_releases FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.key_releases FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
CREATE TRIGGER retention_over BEFORE DELETE ON public.key_releases FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table key_releases enable row level security;
create policy own_rows on key_releases for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table key_releases is 'what API keys have released; written by the trigger of the confirmation, which counts it against the limits of the key';
grant select on key_releases to sarraf_app;

create table languages (
  language text not null,
  constraint languages_pkey PRIMARY KEY (language)
);
comment on table languages is 'languages of pages and mails; domain/languages.ts holds the same';
grant select on languages to sarraf_app;

create table ledger_accounts (
  id bigint not null generated always as identity,
  kind text not null,
  user_id uuid,
  trade_id uuid,
  balance_micro bigint not null default 0,
  carried_micro bigint not null default 0,
  constraint ledger_accounts_pkey PRIMARY KEY (id),
  constraint ledger_accounts_kind CHECK ((kind = ANY (ARRAY['external'::text, 'escrow'::text, 'fees'::text, 'burned'::text, 'former'::text]))),
  constraint ledger_accounts_never_below_zero CHECK (((kind = ANY (ARRAY['external'::text, 'former'::text])) OR (balance_micro >= 0))),
  constraint ledger_accounts_of_kind UNIQUE (id, kind),
  constraint ledger_accounts_owner CHECK ((((kind = 'external'::text) = (user_id IS NOT NULL)) AND ((kind = 'escrow'::text) = (trade_id IS NOT NULL)))),
  constraint ledger_accounts_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES trades(id),
  constraint ledger_accounts_trade_key UNIQUE (trade_id),
  constraint ledger_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint ledger_accounts_user_key UNIQUE (user_id)
);
CREATE UNIQUE INDEX ledger_accounts_one_burned ON public.ledger_accounts USING btree (kind) WHERE (kind = 'burned'::text);
CREATE UNIQUE INDEX ledger_accounts_one_fees ON public.ledger_accounts USING btree (kind) WHERE (kind = 'fees'::text);
CREATE UNIQUE INDEX ledger_accounts_one_former ON public.ledger_accounts USING btree (kind) WHERE (kind = 'former'::text);
CREATE TRIGGER carry_to_former AFTER DELETE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION carry_to_former();
CREATE CONSTRAINT TRIGGER deleted_with_owner AFTER DELETE ON public.ledger_accounts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deleted_with_owner();
CREATE TRIGGER moved_by_transfer BEFORE UPDATE ON public.ledger_accounts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) OR ((new.id <> old.id) OR (new.kind <> old.kind)) OR ((new.user_id IS DISTINCT FROM old.user_id) OR (new.trade_id IS DISTINCT FROM old.trade_id)))) EXECUTE FUNCTION only_by_transfer();
CREATE TRIGGER only_by_transfer BEFORE DELETE ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION only_by_transfer();
CREATE TRIGGER opened_empty BEFORE INSERT ON public.ledger_accounts FOR EACH ROW WHEN (((new.balance_micro <> 0) OR (new.carried_micro <> 0))) EXECUTE FUNCTION only_by_transfer();
alter table ledger_accounts enable row level security;
create policy open on ledger_accounts for insert with check (true);
create policy own_accounts on ledger_accounts for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id)) OR (kind = ANY (ARRAY['fees'::text, 'burned'::text])) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = ledger_accounts.trade_id)))));
comment on table ledger_accounts is 'who holds how much USDT';
grant insert, select on ledger_accounts to sarraf_app;

create table ledger_asset (
  is_only_row boolean not null default true,
  code text not null,
  constraint ledger_asset_pkey PRIMARY KEY (is_only_row),
  constraint ledger_asset_code CHECK ((code ~ '^[A-Z0-9]{2,10}$'::text)),
  constraint ledger_asset_one_row CHECK (is_only_row)
);
comment on table ledger_asset is 'the asset of all amounts, written by the first migration and compared at every start; "USDT" in names stands for it';
grant select on ledger_asset to sarraf_app;

create table limits (
  name text not null,
  value bigint not null,
  constraint limits_pkey PRIMARY KEY (name),
  constraint limits_positive CHECK ((value > 0))
);
comment on table limits is 'what one user may have or do; domain/limits.ts holds the same rows';
grant select on limits to sarraf_app;

create table mail_kinds (
  kind text not null,
  priority smallint not null,
  minutes integer not null,
  constraint mail_kinds_pkey PRIMARY KEY (kind),
  constraint mail_kinds_minutes CHECK ((minutes > 0)),
  constraint mail_kinds_priority CHECK (((priority >= 1) AND (priority <= 3)))
);
comment on table mail_kinds is 'written by migrate from domain/notifications/mail-kinds.ts';
grant select on mail_kinds to sarraf_app;

create table mails (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  kind text not null,
  to_address text not null,
  language text not null,
  "values" jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  next_attempt_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  sent_at timestamp with time zone,
  failed_at timestamp with time zone,
  last_error text,
  contact_message_id uuid,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_attempts CHECK ((attempts >= 0)),
  constraint mails_contact_message FOREIGN KEY (contact_message_id) REFERENCES contact_messages(id) ON DELETE CASCADE,
  constraint mails_end_without_values CHECK ((((sent_at IS NULL) AND (failed_at IS NULL)) OR ("values" = '{}'::jsonb))),
  constraint mails_kind FOREIGN KEY (kind) REFERENCES mail_kinds(kind),
  constraint mails_language FOREIGN KEY (language) REFERENCES languages(language),
  constraint mails_last_error_short CHECK ((char_length(last_error) <= 200)),
  constraint mails_of_contact_message CHECK (((contact_message_id IS NOT NULL) = (kind = ANY (ARRAY['contact_message'::text, 'contact_answer'::text])))),
  constraint mails_one_end CHECK (((sent_at IS NULL) OR (failed_at IS NULL))),
  constraint mails_recipient CHECK (((user_id IS NULL) = (kind = ANY (ARRAY['registration_code'::text, 'contact_message'::text, 'contact_answer'::text])))),
  constraint mails_to_address CHECK (((to_address ~ '^[^[:space:][:cntrl:],;<>"]+@[^[:space:][:cntrl:],;<>"@]+$'::text) AND (char_length(to_address) <= 254))),
  constraint mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mails_values_object CHECK ((jsonb_typeof("values") = 'object'::text))
);
CREATE INDEX mails_by_age ON public.mails USING btree (created_at);
CREATE INDEX mails_by_contact_message ON public.mails USING btree (contact_message_id) WHERE (contact_message_id IS NOT NULL);
CREATE INDEX mails_by_user ON public.mails USING btree (user_id);
CREATE INDEX mails_due ON public.mails USING btree (next_attempt_at) WHERE ((sent_at IS NULL) AND (failed_at IS NULL));
CREATE TRIGGER skip_mail_to_deleted_user BEFORE INSERT ON public.mails FOR EACH ROW WHEN ((new.kind <> 'account_deleted'::text)) EXECUTE FUNCTION skip_mail_to_deleted_user();
alter table mails enable row level security;
create policy notify on mails for insert with check (true);
create policy own_rows on mails for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table mails is 'the outbox: a mail is written in the transaction of what it reports, and the worker sends it';
comment on column mails."values" is 'links and codes that open accounts: emptied when the mail was sent or has failed';
comment on column mails.last_error is 'codes of the failure only, never what the mail or the mail server said';
grant delete, insert, select on mails to sarraf_app;
grant update ("values", next_attempt_at, attempts, sent_at, failed_at, last_error) on mails to sarraf_app;

create table manual_rates (
  audit_id bigint not null,
  currency_id uuid not null,
  fiat_currency text not null,
  action text not null generated always as ('set_rate'::text) stored,
  rate_e6 bigint not null,
  at timestamp with time zone not null,
  constraint manual_rates_pkey PRIMARY KEY (audit_id),
  constraint manual_rates_bounds CHECK (((rate_e6 >= 1) AND (rate_e6 <= '1000000000000'::bigint))),
  constraint manual_rates_currency FOREIGN KEY (currency_id, fiat_currency) REFERENCES currencies(id, code),
  constraint manual_rates_on_record FOREIGN KEY (audit_id, currency_id, action) REFERENCES audit_log(id, subject, action)
);
CREATE INDEX manual_rates_of_currency ON public.manual_rates USING btree (fiat_currency, audit_id DESC);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.manual_rates FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.manual_rates FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER manual_rate_as_recorded BEFORE INSERT ON public.manual_rates FOR EACH ROW EXECUTE FUNCTION manual_rate_as_recorded();
comment on table manual_rates is 'rates that admins have set by hand: one source among others, for a day';
grant insert (audit_id, rate_e6) on manual_rates to sarraf_app;
grant select on manual_rates to sarraf_app;

create table market_counts (
  type text not null,
  payment_methods text[] not null,
  part smallint not null,
  offers bigint not null,
  constraint market_counts_pkey PRIMARY KEY (type, payment_methods, part)
);
comment on table market_counts is 'how many offers with these payment methods market_offers has, kept by its triggers in sixteen parts, so that concurrent writers wait for no count; a count is the sum of its parts';
grant select on market_counts to sarraf_app;

create table market_offers (
  offer_id uuid not null,
  owner_id uuid not null,
  type text not null,
  fiat_currency text not null,
  payment_method text not null,
  payment_methods text[] not null,
  created_at timestamp with time zone not null,
  percentage_tenths smallint not null,
  min_milli bigint not null,
  max_milli bigint not null,
  username text not null,
  completed_trades integer not null,
  completion_tenths smallint,
  rating_score integer not null,
  renewed_at timestamp with time zone not null,
  least_rate_e6 bigint,
  search_text text not null,
  trusted_only boolean not null,
  constraint market_offers_pkey PRIMARY KEY (offer_id, payment_method),
  constraint market_offers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id),
  constraint market_offers_one_of_methods CHECK ((payment_method = ANY (payment_methods))),
  constraint market_offers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint market_offers_public CHECK ((NOT trusted_only))
);
CREATE INDEX market_offers_by_best_price ON public.market_offers USING btree (type, payment_method, ((- percentage_tenths)), offer_id) WHERE (type = 'sell'::text);
CREATE INDEX market_offers_by_completion ON public.market_offers USING btree (type, payment_method, completion_tenths, offer_id) WHERE (completion_tenths IS NOT NULL);
CREATE INDEX market_offers_by_created ON public.market_offers USING btree (type, payment_method, created_at, offer_id);
CREATE INDEX market_offers_by_max ON public.market_offers USING btree (type, payment_method, max_milli, offer_id);
CREATE INDEX market_offers_by_min ON public.market_offers USING btree (type, payment_method, min_milli, offer_id);
CREATE INDEX market_offers_by_owner ON public.market_offers USING btree (owner_id);
CREATE INDEX market_offers_by_percentage ON public.market_offers USING btree (type, payment_method, percentage_tenths, offer_id);
CREATE INDEX market_offers_by_rate ON public.market_offers USING btree (type, payment_method, least_rate_e6) WHERE (least_rate_e6 IS NOT NULL);
CREATE INDEX market_offers_by_rating ON public.market_offers USING btree (type, payment_method, rating_score, offer_id);
CREATE INDEX market_offers_by_trades ON public.market_offers USING btree (type, payment_method, completed_trades, offer_id);
CREATE INDEX market_offers_traders ON public.market_offers USING gin (lower(username) gin_trgm_ops);
CREATE INDEX market_offers_words ON public.market_offers USING gin (search_text gin_trgm_ops);
CREATE TRIGGER count_changed_market_offer AFTER UPDATE ON public.market_offers FOR EACH ROW WHEN ((old.payment_methods <> new.payment_methods)) EXECUTE FUNCTION count_market_offer();
CREATE TRIGGER count_gone_market_offer AFTER DELETE ON public.market_offers FOR EACH ROW WHEN ((old.payment_method = old.payment_methods[1])) EXECUTE FUNCTION count_market_offer();
CREATE TRIGGER count_new_market_offer AFTER INSERT ON public.market_offers FOR EACH ROW WHEN ((new.payment_method = new.payment_methods[1])) EXECUTE FUNCTION count_market_offer();
comment on table market_offers is 'one row for each payment method of an offer that can be taken. Its indexes answer every filter and order without making each move of a trade touch them';
grant select on market_offers to sarraf_app;

create table market_trader_counts (
  currencies text[] not null,
  part smallint not null,
  traders bigint not null,
  constraint market_trader_counts_pkey PRIMARY KEY (currencies, part)
);
comment on table market_trader_counts is 'how many owners have rows in market_offers, by their currencies, in sixteen parts';
grant select on market_trader_counts to sarraf_app;

create table meeting_code_attempts (
  trade_id uuid not null,
  typist_id uuid not null,
  number integer not null,
  code_seq integer not null,
  is_right boolean not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint meeting_code_attempts_pkey PRIMARY KEY (trade_id, typist_id, number),
  constraint meeting_code_attempts_number CHECK ((number >= 1)),
  constraint meeting_code_attempts_of_code FOREIGN KEY (trade_id, code_seq) REFERENCES meeting_codes(trade_id, seq)
);
CREATE UNIQUE INDEX meeting_code_attempts_one_right ON public.meeting_code_attempts USING btree (trade_id, code_seq) WHERE is_right;
CREATE TRIGGER append_only BEFORE UPDATE ON public.meeting_code_attempts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.meeting_code_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.meeting_code_attempts FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER retention_over BEFORE DELETE ON public.meeting_code_attempts FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
CREATE CONSTRAINT TRIGGER with_move AFTER INSERT ON public.meeting_code_attempts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.is_right) EXECUTE FUNCTION meeting_code_with_move();
alter table meeting_code_attempts enable row level security;
create policy append on meeting_code_attempts for insert with check (true);
create policy of_own_trades on meeting_code_attempts for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = meeting_code_attempts.trade_id)))));
comment on table meeting_code_attempts is 'each code that a party typed, without its digits: a payment mark and a receipt in person need a right one';
grant select on meeting_code_attempts to sarraf_app;

create table meeting_codes (
  trade_id uuid not null,
  seq integer not null,
  holder_id uuid not null,
  code text,
  constraint meeting_codes_pkey PRIMARY KEY (trade_id, seq),
  constraint meeting_codes_form CHECK ((code ~ '^[0-9]{6}$'::text)),
  constraint meeting_codes_of_event FOREIGN KEY (trade_id, seq) REFERENCES trade_events(trade_id, seq) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX meeting_codes_to_erase ON public.meeting_codes USING btree (trade_id) WHERE (code IS NOT NULL);
CREATE TRIGGER append_only BEFORE UPDATE ON public.meeting_codes FOR EACH ROW EXECUTE FUNCTION meeting_code_frozen();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.meeting_codes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER of_event AFTER INSERT ON public.meeting_codes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION meeting_code_of_event();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.meeting_codes FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.meeting_codes FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table meeting_codes enable row level security;
create policy append on meeting_codes for insert with check (true);
create policy of_holder on meeting_codes for all using (((holder_id = ( SELECT viewer_id() AS viewer_id)) AND (( SELECT acting_member() AS acting_member) IS NULL) AND (( SELECT acting_key() AS acting_key) IS NULL)));
comment on table meeting_codes is 'what a party shows at a meeting: the seller before the payment mark, the buyer after it';
grant insert, select on meeting_codes to sarraf_app;

create table messages (
  trade_id uuid not null,
  seq integer not null,
  kind text not null,
  sender_role text,
  sender_id uuid,
  buyer_id uuid generated always as (
CASE
    WHEN (sender_role = 'buyer'::text) THEN sender_id
    ELSE NULL::uuid
END) stored,
  seller_id uuid generated always as (
CASE
    WHEN (sender_role = 'seller'::text) THEN sender_id
    ELSE NULL::uuid
END) stored,
  body text not null,
  system_code text,
  image_id uuid,
  client_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  arbiter_id uuid generated always as (
CASE
    WHEN (sender_role = 'arbiter'::text) THEN sender_id
    ELSE NULL::uuid
END) stored,
  member_id uuid,
  constraint messages_pkey PRIMARY KEY (trade_id, seq),
  constraint messages_body CHECK ((((char_length(body) >= 1) AND (char_length(body) <= 4000)) AND (body ~ '\S'::text))),
  constraint messages_by_arbiter FOREIGN KEY (trade_id, arbiter_id) REFERENCES dispute_assignments(trade_id, arbiter_id),
  constraint messages_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id),
  constraint messages_by_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint messages_image CHECK (((kind = 'image'::text) = (image_id IS NOT NULL))),
  constraint messages_image_of_trade FOREIGN KEY (trade_id, image_id) REFERENCES trade_images(trade_id, id),
  constraint messages_kind CHECK ((kind = ANY (ARRAY['text'::text, 'image'::text, 'terms'::text, 'automatic'::text, 'system'::text]))),
  constraint messages_sender_role CHECK ((sender_role = ANY (ARRAY['buyer'::text, 'seller'::text, 'arbiter'::text]))),
  constraint messages_sent_once UNIQUE (trade_id, sender_id, client_id),
  constraint messages_seq_positive CHECK ((seq >= 1)),
  constraint messages_system CHECK ((((kind = 'system'::text) = (sender_id IS NULL)) AND ((kind = 'system'::text) = (sender_role IS NULL)) AND ((kind = 'system'::text) = (system_code IS NOT NULL)))),
  constraint messages_system_code FOREIGN KEY (system_code) REFERENCES system_message_codes(code)
);
CREATE UNIQUE INDEX messages_automatic_once ON public.messages USING btree (trade_id) WHERE (kind = 'automatic'::text);
CREATE INDEX messages_by_age ON public.messages USING btree (created_at);
CREATE UNIQUE INDEX messages_system_once ON public.messages USING btree (trade_id, system_code) WHERE (system_code = ANY (ARRAY['opened'::text, 'completed'::text, 'released'::text, 'expired'::text, 'cancelled_by_buyer'::text, 'cancelled_by_seller'::text]));
CREATE UNIQUE INDEX messages_terms_once ON public.messages USING btree (trade_id) WHERE (kind = 'terms'::text);
CREATE TRIGGER append_only BEFORE UPDATE ON public.messages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER first_message_of_offer BEFORE INSERT ON public.messages FOR EACH ROW WHEN ((new.kind = 'automatic'::text)) EXECUTE FUNCTION first_message_of_offer();
CREATE TRIGGER happens_now BEFORE INSERT ON public.messages FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER message_by_member BEFORE INSERT ON public.messages FOR EACH ROW WHEN (((acting_member() IS NOT NULL) OR (new.member_id IS NOT NULL))) EXECUTE FUNCTION message_by_member();
CREATE TRIGGER message_by_present_arbiter BEFORE INSERT ON public.messages FOR EACH ROW WHEN ((new.sender_role = 'arbiter'::text)) EXECUTE FUNCTION message_by_present_arbiter();
CREATE TRIGGER messages_follow BEFORE INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION messages_follow();
CREATE TRIGGER record_purged_messages AFTER DELETE ON public.messages REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION record_purged_messages();
CREATE TRIGGER retention_over BEFORE DELETE ON public.messages FOR EACH ROW EXECUTE FUNCTION require_chat_retention_over();
CREATE TRIGGER terms_of_offer BEFORE INSERT ON public.messages FOR EACH ROW WHEN ((new.kind = 'terms'::text)) EXECUTE FUNCTION terms_of_offer();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.messages FOR EACH ROW WHEN (((new.sender_id IS NOT NULL) AND (new.kind <> ALL (ARRAY['terms'::text, 'automatic'::text])))) EXECUTE FUNCTION user_not_deleted('sender_id');
alter table messages enable row level security;
create policy append on messages for insert with check (true);
create policy of_own_trades on messages for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = messages.trade_id)))));
comment on table messages is 'what the parties and the system said in a trade, numbered without a gap';
comment on column messages.member_id is 'the team member who wrote the message in the party''s name, or made the move that it announces';
grant insert, select on messages to sarraf_app;

create table new_taker_shares (
  share text not null,
  numerator smallint not null,
  divisor smallint not null,
  bonded_numerator smallint not null,
  bonded_divisor smallint not null,
  constraint new_taker_shares_pkey PRIMARY KEY (share),
  constraint new_taker_shares_parts CHECK ((((numerator >= 0) AND (numerator <= divisor)) AND ((bonded_numerator >= 0) AND (bonded_numerator <= bonded_divisor)) AND (divisor > 0) AND (bonded_divisor > 0)))
);
comment on table new_taker_shares is 'which part of an offer, and of its owner''s limits, takers without a completed trade may use together, without and with bonds; domain/offers/new-takers.ts holds the same rows';
grant select on new_taker_shares to sarraf_app;

create table notification_channels (
  channel text not null,
  escalation_order smallint not null,
  constraint notification_channels_pkey PRIMARY KEY (channel),
  constraint notification_channels_escalation_order_key UNIQUE (escalation_order)
);
comment on table notification_channels is 'written by migrate from domain/notifications/notifications.ts';
grant select on notification_channels to sarraf_app;

create table notification_defaults (
  event_group text not null,
  channel text not null,
  is_on boolean not null,
  is_required boolean not null,
  constraint notification_defaults_pkey PRIMARY KEY (event_group, channel),
  constraint notification_defaults_channel FOREIGN KEY (channel) REFERENCES notification_channels(channel),
  constraint notification_defaults_group FOREIGN KEY (event_group) REFERENCES notification_groups(event_group),
  constraint notification_defaults_required_on CHECK ((is_on OR (NOT is_required)))
);
comment on table notification_defaults is 'each group on each channel; written by migrate from domain/notifications/notifications.ts';
grant select on notification_defaults to sarraf_app;

create table notification_deliveries (
  notification_id uuid not null,
  channel text not null,
  user_id uuid not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null,
  only_unseen boolean not null,
  attempts integer not null default 0,
  outcome text,
  ended_at timestamp with time zone,
  last_error text,
  decided_at timestamp with time zone,
  summary_id uuid,
  constraint notification_deliveries_pkey PRIMARY KEY (notification_id, channel),
  constraint notification_deliveries_attempts CHECK ((attempts >= 0)),
  constraint notification_deliveries_channel FOREIGN KEY (channel) REFERENCES notification_channels(channel),
  constraint notification_deliveries_ends_with_outcome CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint notification_deliveries_error_short CHECK ((char_length(last_error) <= 200)),
  constraint notification_deliveries_in_summary CHECK (((NOT (outcome IS DISTINCT FROM 'summarised'::text)) = ((summary_id IS NOT NULL) AND (summary_id <> notification_id)))),
  constraint notification_deliveries_not_in_app CHECK ((channel <> 'in_app'::text)),
  constraint notification_deliveries_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint notification_deliveries_outcome CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'dropped'::text, 'summarised'::text]))),
  constraint notification_deliveries_summary_decided CHECK (((summary_id IS NULL) OR (decided_at IS NOT NULL))),
  constraint notification_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX notification_deliveries_by_user ON public.notification_deliveries USING btree (user_id, channel, created_at);
CREATE INDEX notification_deliveries_decided ON public.notification_deliveries USING btree (user_id, channel, decided_at) WHERE (decided_at IS NOT NULL);
CREATE INDEX notification_deliveries_due ON public.notification_deliveries USING btree (channel, due_at) WHERE (outcome IS NULL);
CREATE INDEX notification_deliveries_of_summary ON public.notification_deliveries USING btree (summary_id, channel) WHERE (summary_id IS NOT NULL);
CREATE INDEX notification_deliveries_undecided ON public.notification_deliveries USING btree (user_id, channel) WHERE ((decided_at IS NULL) AND (outcome IS NULL));
CREATE TRIGGER append_only BEFORE UPDATE ON public.notification_deliveries FOR EACH ROW EXECUTE FUNCTION delivery_kept();
alter table notification_deliveries enable row level security;
create policy own_rows on notification_deliveries for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table notification_deliveries is 'the outbox: one row for each notification and channel but the product itself, whose list is notifications';
comment on column notification_deliveries.last_error is 'codes of the failure only, never what was sent or answered';
grant select on notification_deliveries to sarraf_app;
grant update (due_at, attempts, outcome, ended_at, last_error, decided_at, summary_id) on notification_deliveries to sarraf_app;

create table notification_events (
  event text not null,
  event_group text not null,
  is_urgent boolean not null,
  is_mailed boolean not null,
  constraint notification_events_pkey PRIMARY KEY (event),
  constraint notification_events_group FOREIGN KEY (event_group) REFERENCES notification_groups(event_group)
);
comment on table notification_events is 'what users are notified of; written by migrate from domain/notifications/notifications.ts';
grant select on notification_events to sarraf_app;

create table notification_groups (
  event_group text not null,
  constraint notification_groups_pkey PRIMARY KEY (event_group)
);
comment on table notification_groups is 'what users have settings for; written by migrate from domain/notifications/notifications.ts';
grant select on notification_groups to sarraf_app;

create table notification_preferences (
  user_id uuid not null,
  time_zone text not null default 'UTC'::text,
  quiet_from time without time zone,
  quiet_until time without time zone,
  escalation_minutes smallint not null default 5,
  escalation_channels text[] not null default '{push,telegram,email}'::text[],
  constraint notification_preferences_pkey PRIMARY KEY (user_id),
  constraint notification_preferences_channels CHECK ((escalation_channels <@ '{push,telegram,email}'::text[])),
  constraint notification_preferences_escalation CHECK ((escalation_minutes = ANY (ARRAY[2, 5, 15, 30]))),
  constraint notification_preferences_quiet_hours CHECK (((((quiet_from IS NULL) = (quiet_until IS NULL)) AND (quiet_from IS DISTINCT FROM quiet_until)) OR ((quiet_from IS NULL) AND (quiet_until IS NULL)))),
  constraint notification_preferences_time_zone CHECK (((char_length(time_zone) <= 64) AND (('2026-01-01 00:00:00'::timestamp without time zone AT TIME ZONE time_zone) IS NOT NULL))),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.notification_preferences FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table notification_preferences enable row level security;
create policy own_rows on notification_preferences for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table notification_preferences is 'a user''s quiet hours and escalation; without a row the defaults apply';
grant insert, select on notification_preferences to sarraf_app;
grant update (time_zone, quiet_from, quiet_until, escalation_minutes, escalation_channels) on notification_preferences to sarraf_app;

create table notification_settings (
  user_id uuid not null,
  event_group text not null,
  channel text not null,
  is_on boolean not null,
  constraint notification_settings_pkey PRIMARY KEY (user_id, event_group, channel),
  constraint notification_settings_default FOREIGN KEY (event_group, channel) REFERENCES notification_defaults(event_group, channel),
  constraint notification_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER setting_not_required BEFORE INSERT OR UPDATE ON public.notification_settings FOR EACH ROW EXECUTE FUNCTION setting_not_required();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.notification_settings FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table notification_settings enable row level security;
create policy own_rows on notification_settings for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table notification_settings is 'what a user changed; without a row the group''s own setting applies';
grant insert, select on notification_settings to sarraf_app;
grant update (is_on) on notification_settings to sarraf_app;

create table notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  event text not null,
  trade_id uuid,
  "values" jsonb not null default '{}'::jsonb,
  is_listed boolean not null,
  at timestamp with time zone not null default clock_timestamp(),
  escalate_at timestamp with time zone,
  seen_at timestamp with time zone,
  read_at timestamp with time zone,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_event FOREIGN KEY (event) REFERENCES notification_events(event),
  constraint notifications_read_is_seen CHECK (((read_at IS NULL) OR (seen_at IS NOT NULL) OR (NOT is_listed))),
  constraint notifications_seen_not_escalated CHECK (((seen_at IS NULL) OR (escalate_at IS NULL))),
  constraint notifications_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES trades(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_values CHECK (((jsonb_typeof("values") = 'object'::text) AND (char_length(("values")::text) <= 1000)))
);
CREATE INDEX notifications_by_age ON public.notifications USING btree (at);
CREATE INDEX notifications_by_user ON public.notifications USING btree (user_id, at DESC, id DESC);
CREATE INDEX notifications_of_trade ON public.notifications USING btree (trade_id, user_id) WHERE (trade_id IS NOT NULL);
CREATE UNIQUE INDEX notifications_one_message ON public.notifications USING btree (user_id, trade_id) WHERE ((event = 'message_received'::text) AND (read_at IS NULL));
CREATE UNIQUE INDEX notifications_one_sold_out ON public.notifications USING btree (user_id, (("values" ->> 'offerId'::text))) WHERE ((event = 'offer_sold_out'::text) AND (read_at IS NULL));
CREATE INDEX notifications_to_escalate ON public.notifications USING btree (escalate_at) WHERE (escalate_at IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id, at DESC, id DESC) WHERE (is_listed AND (read_at IS NULL));
CREATE TRIGGER append_only BEFORE UPDATE ON public.notifications FOR EACH ROW EXECUTE FUNCTION notification_kept();
CREATE TRIGGER read_now BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN (((new.read_at IS NOT NULL) AND (old.read_at IS NULL) AND ((new.read_at > clock_timestamp()) OR (new.read_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER seen_now BEFORE UPDATE ON public.notifications FOR EACH ROW WHEN (((new.seen_at IS NOT NULL) AND (old.seen_at IS NULL) AND ((new.seen_at > clock_timestamp()) OR (new.seen_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
alter table notifications enable row level security;
create policy own_rows on notifications for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table notifications is 'written in the transaction of the act that they report, by write_notification only';
grant delete, select on notifications to sarraf_app;
grant update (escalate_at, seen_at, read_at) on notifications to sarraf_app;

create table offer_access (
  viewer_id uuid not null,
  owner_id uuid not null,
  is_refused boolean not null,
  constraint offer_access_pkey PRIMARY KEY (viewer_id, owner_id),
  constraint offer_access_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint offer_access_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX offer_access_of_owner ON public.offer_access USING btree (owner_id, viewer_id);
CREATE TRIGGER only_by_triggers BEFORE INSERT OR UPDATE ON public.offer_access FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
alter table offer_access enable row level security;
create policy own_rows on offer_access for all using ((( SELECT sees_all() AS sees_all) OR (viewer_id = ( SELECT viewer_id() AS viewer_id))));
comment on table offer_access is 'which traders'' offers a user may take (trusted) or not (refused); kept by triggers. It does not say who blocked whom';
grant select on offer_access to sarraf_app;

create table offer_changes (
  id bigint not null generated always as identity,
  offer_id uuid not null,
  fiat_currency text,
  payment_methods text[],
  min_milli bigint,
  max_milli bigint,
  percentage_tenths smallint,
  at timestamp with time zone not null default clock_timestamp(),
  started_at timestamp with time zone,
  due_at timestamp with time zone not null default clock_timestamp(),
  look_up smallint not null default 0,
  last_advantage bigint,
  last_id uuid,
  constraint offer_changes_pkey PRIMARY KEY (id),
  constraint offer_changes_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE
);
CREATE INDEX offer_changes_due ON public.offer_changes USING btree (due_at) WHERE (started_at IS NOT NULL);
CREATE INDEX offer_changes_of_offer ON public.offer_changes USING btree (offer_id);
CREATE UNIQUE INDEX offer_changes_waiting ON public.offer_changes USING btree (offer_id) WHERE (started_at IS NULL);
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.offer_changes FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
alter table offer_changes enable row level security;
create policy system_only on offer_changes for all using (( SELECT sees_all() AS sees_all));
comment on table offer_changes is 'the outbox of the market: offers that newly appeared or changed, which the worker matches with saved searches';
grant select on offer_changes to sarraf_app;

create table offer_methods (
  offer_id uuid not null,
  owner_id uuid not null,
  fiat_currency text not null,
  payment_method text not null,
  payment_account_id uuid,
  constraint offer_methods_once PRIMARY KEY (offer_id, payment_method),
  constraint offer_methods_account FOREIGN KEY (payment_account_id, owner_id, payment_method) REFERENCES payment_accounts(id, user_id, payment_method),
  constraint offer_methods_of_currency FOREIGN KEY (fiat_currency, payment_method) REFERENCES payment_methods(fiat_currency, method),
  constraint offer_methods_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE
);
CREATE INDEX offer_methods_of_account ON public.offer_methods USING btree (payment_account_id) WHERE (payment_account_id IS NOT NULL);
CREATE TRIGGER only_by_triggers BEFORE INSERT OR UPDATE ON public.offer_methods FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
comment on table offer_methods is 'a row for each payment method of an offer, whose foreign keys say that the methods are of its currency and the accounts of its owner';
grant select on offer_methods to sarraf_app;

create table offer_statuses (
  status text not null,
  constraint offer_statuses_pkey PRIMARY KEY (status)
);
comment on table offer_statuses is 'written by migrate from domain/offers/offers.ts';
grant select on offer_statuses to sarraf_app;

create table offer_templates (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null,
  content jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint offer_templates_pkey PRIMARY KEY (id),
  constraint offer_templates_content CHECK (((jsonb_typeof(content) = 'object'::text) AND (char_length((content)::text) <= 8000))),
  constraint offer_templates_name CHECK ((((char_length(name) >= 1) AND (char_length(name) <= 60)) AND (name ~ '\S'::text))),
  constraint offer_templates_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX offer_templates_of_user ON public.offer_templates USING btree (user_id, created_at);
CREATE TRIGGER happens_now BEFORE INSERT ON public.offer_templates FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER offer_template_keeps_user BEFORE UPDATE ON public.offer_templates FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION offer_template_keeps_user();
CREATE TRIGGER offer_templates_within_limit AFTER INSERT ON public.offer_templates FOR EACH ROW EXECUTE FUNCTION offer_templates_within_limit();
CREATE TRIGGER template_by_member BEFORE INSERT OR DELETE OR UPDATE ON public.offer_templates FOR EACH ROW WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION template_by_member();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.offer_templates FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table offer_templates enable row level security;
create policy own_rows on offer_templates for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table offer_templates is 'what new offers of a user begin with; only the owner of a row, and the members who manage offers for them, read it';
grant delete, select on offer_templates to sarraf_app;
grant insert (user_id, name, content) on offer_templates to sarraf_app;
grant update (name) on offer_templates to sarraf_app;

create table offers (
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  owner_id uuid not null,
  type text not null,
  fiat_currency text not null,
  payment_methods text[] not null,
  payment_account_ids uuid[] not null,
  reference_policy text not null default 'optional'::text,
  amount_tail boolean not null default false,
  min_milli bigint not null,
  max_milli bigint not null,
  percentage_tenths smallint not null,
  terms text not null,
  first_message text not null default ''::text,
  payment_window_minutes smallint not null default 30,
  status text not null default 'active'::text,
  max_open_trades smallint not null default 5,
  open_trades smallint not null default 0,
  new_taker_share text not null default 'third'::text,
  new_taker_trades smallint not null default 0,
  new_taker_micro bigint not null default 0,
  inventory_micro bigint,
  reserved_micro bigint not null default 0,
  trades_opened integer not null default 0,
  trades_completed integer not null default 0,
  volume_micro bigint not null default 0,
  last_trade_at timestamp with time zone,
  trusted_only boolean not null default false,
  min_account_days smallint not null default 0,
  min_completed_trades smallint not null default 0,
  min_completion_rate smallint not null default 0,
  hours_only boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  renewed_at timestamp with time zone not null default clock_timestamp(),
  hidden_at timestamp with time zone,
  deleted_at timestamp with time zone,
  hours_owner_id uuid generated always as (
CASE
    WHEN (hours_only AND (deleted_at IS NULL)) THEN owner_id
    ELSE NULL::uuid
END) stored,
  constraint offers_pkey PRIMARY KEY (id),
  constraint offers_account_of_each_method CHECK (((cardinality(payment_account_ids) = cardinality(payment_methods)) AND (array_ndims(payment_account_ids) = 1) AND (array_lower(payment_account_ids, 1) = 1))),
  constraint offers_business_hours FOREIGN KEY (hours_owner_id) REFERENCES business_hours(user_id),
  constraint offers_first_message CHECK (((char_length(first_message) <= 500) AND ((first_message = ''::text) OR (first_message ~ '\S'::text)))),
  constraint offers_identity UNIQUE (id, owner_id, type),
  constraint offers_inventory_positive CHECK ((inventory_micro >= 0)),
  constraint offers_max_above_min CHECK ((max_milli > min_milli)),
  constraint offers_max_bounded CHECK ((max_milli < '1000000000000'::bigint)),
  constraint offers_min_account_days CHECK (((min_account_days >= 0) AND (min_account_days <= 365))),
  constraint offers_min_completed_trades CHECK (((min_completed_trades >= 0) AND (min_completed_trades <= 1000))),
  constraint offers_min_completion_rate CHECK (((min_completion_rate >= 0) AND (min_completion_rate <= 100))),
  constraint offers_min_smallest CHECK ((min_milli >= 1000)),
  constraint offers_new_taker_counts CHECK ((((new_taker_trades >= 0) AND (new_taker_trades <= open_trades)) AND ((new_taker_micro >= 0) AND (new_taker_micro <= reserved_micro)))),
  constraint offers_new_taker_share FOREIGN KEY (new_taker_share) REFERENCES new_taker_shares(share),
  constraint offers_not_oversold CHECK (((reserved_micro >= 0) AND (reserved_micro <= COALESCE(inventory_micro, reserved_micro)))),
  constraint offers_one_to_five_methods CHECK ((((cardinality(payment_methods) >= 1) AND (cardinality(payment_methods) <= 5)) AND (array_ndims(payment_methods) = 1) AND (array_lower(payment_methods, 1) = 1) AND (array_position(payment_methods, NULL::text) IS NULL))),
  constraint offers_open_trades_choice CHECK (((max_open_trades >= 1) AND (max_open_trades <= 20))),
  constraint offers_open_trades_within CHECK (((open_trades >= 0) AND (open_trades <= max_open_trades))),
  constraint offers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id),
  constraint offers_payment_window CHECK ((payment_window_minutes = ANY (ARRAY[15, 30, 60, 120, 360]))),
  constraint offers_percentage_band CHECK (((percentage_tenths >= '-100'::integer) AND (percentage_tenths <= 100))),
  constraint offers_reference_policy FOREIGN KEY (reference_policy) REFERENCES reference_policies(policy),
  constraint offers_sell_names_accounts CHECK (
CASE
    WHEN ((type = 'sell'::text) AND (deleted_at IS NULL)) THEN (num_nulls(VARIADIC payment_account_ids) = 0)
    WHEN (type = 'buy'::text) THEN (num_nonnulls(VARIADIC payment_account_ids) = 0)
    ELSE true
END),
  constraint offers_status FOREIGN KEY (status) REFERENCES offer_statuses(status),
  constraint offers_terms_length CHECK (((char_length(terms) >= 10) AND (char_length(terms) <= 500))),
  constraint offers_type CHECK ((type = ANY (ARRAY['buy'::text, 'sell'::text]))),
  constraint offers_version_positive CHECK ((version >= 1))
);
CREATE INDEX offers_by_hours ON public.offers USING btree (hours_owner_id) WHERE (hours_owner_id IS NOT NULL);
CREATE INDEX offers_by_owner ON public.offers USING btree (owner_id, created_at DESC) WHERE (deleted_at IS NULL);
CREATE INDEX offers_deleted ON public.offers USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX offers_expiring ON public.offers USING btree (renewed_at) WHERE ((status <> 'expired'::text) AND (deleted_at IS NULL));
CREATE INDEX offers_for_trusted ON public.offers USING btree (owner_id) WHERE (trusted_only AND (deleted_at IS NULL));
CREATE INDEX offers_newest ON public.offers USING btree (created_at DESC, id DESC) WHERE ((status = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX offers_of_owner ON public.offers USING btree (owner_id);
CREATE INDEX offers_on_market ON public.offers USING btree (type, fiat_currency, created_at DESC, id DESC) WHERE ((status = 'active'::text) AND (deleted_at IS NULL));
CREATE TRIGGER activation_may_trade BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((old.status <> 'active'::text) AND (new.status = 'active'::text))) EXECUTE FUNCTION users_may_trade();
CREATE TRIGGER active_offers_within_limits AFTER UPDATE ON public.offers FOR EACH ROW WHEN (((old.status <> 'active'::text) AND (new.status = 'active'::text))) EXECUTE FUNCTION offers_within_limits();
CREATE TRIGGER copy_changed_methods AFTER UPDATE ON public.offers FOR EACH ROW WHEN ((((old.fiat_currency IS DISTINCT FROM new.fiat_currency) OR (old.payment_methods IS DISTINCT FROM new.payment_methods)) OR (old.payment_account_ids IS DISTINCT FROM new.payment_account_ids))) EXECUTE FUNCTION copy_offer_methods();
CREATE TRIGGER copy_methods AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION copy_offer_methods();
CREATE TRIGGER counted_by_triggers BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND ((((((((old.open_trades IS DISTINCT FROM new.open_trades) OR (old.reserved_micro IS DISTINCT FROM new.reserved_micro)) OR (old.new_taker_trades IS DISTINCT FROM new.new_taker_trades)) OR (old.new_taker_micro IS DISTINCT FROM new.new_taker_micro)) OR (old.trades_opened IS DISTINCT FROM new.trades_opened)) OR (old.trades_completed IS DISTINCT FROM new.trades_completed)) OR (old.volume_micro IS DISTINCT FROM new.volume_micro)) OR (old.last_trade_at IS DISTINCT FROM new.last_trade_at)))) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER counted_from_zero BEFORE INSERT ON public.offers FOR EACH ROW WHEN (((new.open_trades <> 0) OR (new.reserved_micro <> 0) OR (new.new_taker_trades <> 0) OR (new.new_taker_micro <> 0) OR (new.trades_opened <> 0) OR (new.trades_completed <> 0) OR (new.volume_micro <> 0) OR (new.last_trade_at IS NOT NULL))) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER currency_available BEFORE INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION currency_available();
CREATE TRIGGER currency_still_available BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((new.status = 'active'::text) AND ((old.status <> 'active'::text) OR (old.fiat_currency <> new.fiat_currency)))) EXECUTE FUNCTION currency_available();
CREATE TRIGGER deleted_loses_accounts BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION deleted_offer_loses_accounts();
CREATE TRIGGER deleted_now BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL) AND ((new.deleted_at > clock_timestamp()) OR (new.deleted_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER hidden_by_triggers BEFORE UPDATE ON public.offers FOR EACH ROW WHEN ((old.hidden_at IS DISTINCT FROM new.hidden_at)) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER leaves_time_to_meet BEFORE INSERT OR UPDATE OF payment_methods, payment_window_minutes ON public.offers FOR EACH ROW WHEN ((new.payment_window_minutes < 120)) EXECUTE FUNCTION offer_leaves_time_to_meet();
CREATE TRIGGER not_deleted_at_first BEFORE INSERT ON public.offers FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION not_deleted_at_first();
CREATE TRIGGER not_hidden_at_first BEFORE INSERT ON public.offers FOR EACH ROW WHEN ((new.hidden_at IS NOT NULL)) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER offer_by_member BEFORE INSERT OR UPDATE ON public.offers FOR EACH ROW WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION offer_by_member();
CREATE TRIGGER offer_version_steps BEFORE UPDATE ON public.offers FOR EACH ROW WHEN ((((((((((((((((old.version IS DISTINCT FROM new.version) OR (old.fiat_currency IS DISTINCT FROM new.fiat_currency)) OR (old.payment_methods IS DISTINCT FROM new.payment_methods)) OR (old.min_milli IS DISTINCT FROM new.min_milli)) OR (old.max_milli IS DISTINCT FROM new.max_milli)) OR (old.percentage_tenths IS DISTINCT FROM new.percentage_tenths)) OR (old.terms IS DISTINCT FROM new.terms)) OR (old.payment_window_minutes IS DISTINCT FROM new.payment_window_minutes)) OR (old.reference_policy IS DISTINCT FROM new.reference_policy)) OR (old.amount_tail IS DISTINCT FROM new.amount_tail)) OR (old.trusted_only IS DISTINCT FROM new.trusted_only)) OR (old.min_account_days IS DISTINCT FROM new.min_account_days)) OR (old.min_completed_trades IS DISTINCT FROM new.min_completed_trades)) OR (old.min_completion_rate IS DISTINCT FROM new.min_completion_rate)) OR (old.new_taker_share IS DISTINCT FROM new.new_taker_share))) EXECUTE FUNCTION offer_version_steps();
CREATE TRIGGER offers_within_limits AFTER INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION offers_within_limits();
CREATE CONSTRAINT TRIGGER show_change_on_market AFTER UPDATE ON public.offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((((((((((old.status IS DISTINCT FROM new.status) OR (old.deleted_at IS DISTINCT FROM new.deleted_at)) OR (old.hidden_at IS DISTINCT FROM new.hidden_at)) OR ((old.open_trades >= old.max_open_trades) IS DISTINCT FROM (new.open_trades >= new.max_open_trades))) OR (old.fiat_currency IS DISTINCT FROM new.fiat_currency)) OR (old.payment_methods IS DISTINCT FROM new.payment_methods)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.percentage_tenths IS DISTINCT FROM new.percentage_tenths)) OR (old.min_milli IS DISTINCT FROM new.min_milli)) OR (old.max_milli IS DISTINCT FROM new.max_milli)) OR (old.terms IS DISTINCT FROM new.terms)) OR (old.trusted_only IS DISTINCT FROM new.trusted_only)) OR (old.hours_only IS DISTINCT FROM new.hours_only))) EXECUTE FUNCTION show_on_market();
CREATE CONSTRAINT TRIGGER show_on_market AFTER INSERT ON public.offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION show_on_market();
CREATE CONSTRAINT TRIGGER show_renewal_on_market AFTER UPDATE ON public.offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.renewed_at IS DISTINCT FROM new.renewed_at) OR ((old.inventory_micro - old.reserved_micro) IS DISTINCT FROM (new.inventory_micro - new.reserved_micro)))) EXECUTE FUNCTION show_renewal_on_market();
CREATE TRIGGER stays_deleted BEFORE UPDATE ON public.offers FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION stays_deleted();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION user_not_deleted('owner_id');
CREATE TRIGGER users_may_trade BEFORE INSERT ON public.offers FOR EACH ROW EXECUTE FUNCTION users_may_trade();
grant insert, select on offers to sarraf_app;
grant update (version, fiat_currency, payment_methods, payment_account_ids, reference_policy, amount_tail, min_milli, max_milli, percentage_tenths, terms, first_message, payment_window_minutes, status, max_open_trades, new_taker_share, inventory_micro, trusted_only, min_account_days, min_completed_trades, min_completion_rate, hours_only, renewed_at, deleted_at) on offers to sarraf_app;

create table one_time_token_purposes (
  purpose text not null,
  constraint one_time_token_purposes_pkey PRIMARY KEY (purpose)
);
comment on table one_time_token_purposes is 'what a one-time token is for; written by migrate from domain/accounts/one-time-tokens.ts';
grant select on one_time_token_purposes to sarraf_app;

create table one_time_tokens (
  id uuid not null default gen_random_uuid(),
  purpose text not null,
  user_id uuid,
  hash text not null,
  value jsonb not null default '{}'::jsonb,
  attempts_left integer not null default 5,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_attempts CHECK (((attempts_left >= 0) AND (attempts_left <= 5))),
  constraint one_time_tokens_hash UNIQUE (purpose, hash),
  constraint one_time_tokens_life CHECK (((expires_at > created_at) AND (expires_at <= (created_at +
CASE
    WHEN (purpose = ANY (ARRAY['undo_email_change'::text, 'remove_addition'::text])) THEN '169:00:00'::interval
    ELSE '25:00:00'::interval
END)))),
  constraint one_time_tokens_purpose FOREIGN KEY (purpose) REFERENCES one_time_token_purposes(purpose),
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX one_time_tokens_by_age ON public.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_by_user ON public.one_time_tokens USING btree (user_id, purpose);
CREATE INDEX one_time_tokens_of_old_email ON public.one_time_tokens USING btree (((value ->> 'oldEmail'::text))) WHERE (purpose = 'undo_email_change'::text);
CREATE INDEX one_time_tokens_of_registration ON public.one_time_tokens USING btree (((value ->> 'registration'::text))) WHERE (purpose = 'registration_code'::text);
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.one_time_tokens FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.one_time_tokens FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.one_time_tokens FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table one_time_tokens enable row level security;
create policy own_rows on one_time_tokens for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id)) OR ((user_id IS NULL) AND (purpose = 'passkey_challenge'::text))));
comment on table one_time_tokens is 'links and codes in mails, challenges, and sign-ins that wait for their next step, each redeemed once; only hashes are kept';
grant delete, insert, select on one_time_tokens to sarraf_app;
grant update (attempts_left) on one_time_tokens to sarraf_app;

create table outages (
  id uuid not null default gen_random_uuid(),
  started_at timestamp with time zone not null default clock_timestamp(),
  ended_at timestamp with time zone,
  length interval,
  start_id bigint not null,
  start_action text not null generated always as ('start_outage'::text) stored,
  end_id bigint,
  end_action text generated always as (
CASE
    WHEN (end_id IS NOT NULL) THEN 'end_outage'::text
    ELSE NULL::text
END) stored,
  constraint outages_pkey PRIMARY KEY (id),
  constraint outages_end_on_record FOREIGN KEY (end_id, id, end_action) REFERENCES audit_log(id, subject, action),
  constraint outages_end_recorded CHECK (((ended_at IS NULL) = (end_id IS NULL))),
  constraint outages_ended_once UNIQUE (end_id),
  constraint outages_in_order CHECK ((ended_at > started_at)),
  constraint outages_length UNIQUE (id, length),
  constraint outages_length_right CHECK ((((length IS NULL) = (ended_at IS NULL)) AND (length = (ended_at - started_at)))),
  constraint outages_start_on_record FOREIGN KEY (start_id, id, start_action) REFERENCES audit_log(id, subject, action),
  constraint outages_started_once UNIQUE (start_id)
);
CREATE UNIQUE INDEX outages_one_open ON public.outages USING btree ((true)) WHERE (ended_at IS NULL);
CREATE TRIGGER append_only BEFORE DELETE ON public.outages FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.outages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER outage_in_order BEFORE INSERT OR UPDATE ON public.outages FOR EACH ROW EXECUTE FUNCTION outage_in_order();
CREATE TRIGGER return_outage_time AFTER UPDATE ON public.outages FOR EACH ROW EXECUTE FUNCTION return_outage_time();
comment on table outages is 'when an admin stopped the deadlines of the open trades and disputes, and when they ran again';
grant insert (id, start_id) on outages to sarraf_app;
grant select on outages to sarraf_app;
grant update (end_id) on outages to sarraf_app;

create table page_scripts (
  name text not null,
  content bytea not null,
  replaced_at timestamp with time zone,
  constraint page_scripts_pkey PRIMARY KEY (name),
  constraint page_scripts_name CHECK ((name ~ '^[A-Za-z0-9_-]+\.js$'::text))
);
comment on table page_scripts is 'what browsers execute on the pages of the present build and of former ones';
grant select on page_scripts to sarraf_app;

create table passkeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  nr smallint not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  transports text[] not null default '{}'::text[],
  counter bigint not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_counter_counted CHECK ((counter >= 0)),
  constraint passkeys_credential UNIQUE (credential_id),
  constraint passkeys_credential_form CHECK (((credential_id ~ '^[A-Za-z0-9_-]+$'::text) AND (char_length(credential_id) <= 1400))),
  constraint passkeys_name CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  constraint passkeys_nr_once UNIQUE (user_id, nr),
  constraint passkeys_ten CHECK (((nr >= 1) AND (nr <= 10))),
  constraint passkeys_transports_few CHECK ((cardinality(transports) <= 10)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER passkey_goes_forward BEFORE UPDATE ON public.passkeys FOR EACH ROW EXECUTE FUNCTION passkey_goes_forward();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.passkeys FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.passkeys FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.passkeys FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table passkeys enable row level security;
create policy own_rows on passkeys for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table passkeys is 'WebAuthn credentials';
grant delete, insert, select on passkeys to sarraf_app;
grant update (counter, last_used_at) on passkeys to sarraf_app;

create table payee_answer_kinds (
  answer text not null,
  constraint payee_answer_kinds_pkey PRIMARY KEY (answer)
);
comment on table payee_answer_kinds is 'written by migrate from domain/payments/payee-check.ts';
grant select on payee_answer_kinds to sarraf_app;

create table payee_answers (
  trade_id uuid not null,
  number integer not null,
  buyer_id uuid not null,
  answer text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint payee_answers_pkey PRIMARY KEY (trade_id, number),
  constraint payee_answers_answer FOREIGN KEY (answer) REFERENCES payee_answer_kinds(answer),
  constraint payee_answers_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id)
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.payee_answers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.payee_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.payee_answers FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER payee_answer_allowed BEFORE INSERT ON public.payee_answers FOR EACH ROW EXECUTE FUNCTION payee_answer_allowed();
CREATE TRIGGER payee_answered_by_person BEFORE INSERT ON public.payee_answers FOR EACH ROW WHEN ((acting_key() IS NOT NULL)) EXECUTE FUNCTION payee_answered_by_person();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.payee_answers FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.payee_answers FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table payee_answers enable row level security;
create policy append on payee_answers for insert with check (true);
create policy of_own_trades on payee_answers for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = payee_answers.trade_id)))));
comment on table payee_answers is 'what the buyer recorded that the bank said of the payee''s name, before the payment; the last one counts';
grant insert, select on payee_answers to sarraf_app;

create table payer_checks (
  id uuid not null,
  trade_id uuid not null,
  number integer not null,
  declaration_seq integer not null,
  seller_id uuid not null,
  sealed bytea,
  erased_at timestamp with time zone,
  is_same boolean not null,
  is_stated boolean not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint payer_checks_pkey PRIMARY KEY (id),
  constraint payer_checks_by_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint payer_checks_erased CHECK (((sealed IS NULL) = (erased_at IS NOT NULL))),
  constraint payer_checks_numbered UNIQUE (trade_id, number),
  constraint payer_checks_of_declaration FOREIGN KEY (trade_id, declaration_seq) REFERENCES payer_declarations(trade_id, seq),
  constraint payer_checks_one_result CHECK ((NOT (is_same AND is_stated))),
  constraint payer_checks_sealed CHECK (((octet_length(sealed) >= 99) AND (octet_length(sealed) <= 497)))
);
CREATE UNIQUE INDEX payer_checks_one_accepted ON public.payer_checks USING btree (trade_id) WHERE (is_same OR is_stated);
CREATE TRIGGER append_only BEFORE UPDATE ON public.payer_checks FOR EACH ROW EXECUTE FUNCTION payer_name_frozen();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.payer_checks FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.payer_checks FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE CONSTRAINT TRIGGER payer_accepted_with_confirmation AFTER INSERT ON public.payer_checks DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.is_same OR new.is_stated)) EXECUTE FUNCTION payer_accepted_with_confirmation();
CREATE TRIGGER payer_check_allowed BEFORE INSERT ON public.payer_checks FOR EACH ROW EXECUTE FUNCTION payer_check_allowed();
CREATE TRIGGER payer_stated_by_person BEFORE INSERT ON public.payer_checks FOR EACH ROW WHEN ((new.is_stated AND (acting_key() IS NOT NULL))) EXECUTE FUNCTION payer_stated_by_person();
CREATE TRIGGER retention_over BEFORE DELETE ON public.payer_checks FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table payer_checks enable row level security;
create policy append on payer_checks for insert with check (true);
create policy of_own_trades on payer_checks for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = payer_checks.trade_id)))));
comment on table payer_checks is 'each comparison of the sender''s name that the seller typed with the declared one. A receipt is confirmed with one that is the same or stated';
grant insert, select on payer_checks to sarraf_app;

create table payer_declarations (
  id uuid not null,
  trade_id uuid not null,
  seq integer not null,
  buyer_id uuid not null,
  sealed bytea,
  erased_at timestamp with time zone,
  constraint payer_declarations_pkey PRIMARY KEY (id),
  constraint payer_declarations_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id),
  constraint payer_declarations_erased CHECK (((sealed IS NULL) = (erased_at IS NOT NULL))),
  constraint payer_declarations_of_event FOREIGN KEY (trade_id, seq) REFERENCES trade_events(trade_id, seq) DEFERRABLE INITIALLY DEFERRED,
  constraint payer_declarations_once UNIQUE (trade_id, seq),
  constraint payer_declarations_sealed CHECK (((octet_length(sealed) >= 99) AND (octet_length(sealed) <= 497)))
);
CREATE INDEX payer_declarations_to_erase ON public.payer_declarations USING btree (trade_id) WHERE (erased_at IS NULL);
CREATE TRIGGER append_only BEFORE UPDATE ON public.payer_declarations FOR EACH ROW EXECUTE FUNCTION payer_name_frozen();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.payer_declarations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER payer_declared_with_mark AFTER INSERT ON public.payer_declarations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION payer_declared_with_mark();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.payer_declarations FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.payer_declarations FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table payer_declarations enable row level security;
create policy append on payer_declarations for insert with check (true);
create policy of_own_trades on payer_declarations for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = payer_declarations.trade_id)))));
comment on table payer_declarations is 'the name of the payer that the buyer declared with each payment mark; nothing of it can be read in the database';
grant insert, select on payer_declarations to sarraf_app;

create table payment_accounts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  payment_method text not null,
  version integer not null default 1,
  sealed bytea not null,
  fingerprint text,
  is_default boolean not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint payment_accounts_pkey PRIMARY KEY (id),
  constraint payment_accounts_fingerprint_form CHECK ((fingerprint ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint payment_accounts_identity UNIQUE (id, user_id, payment_method),
  constraint payment_accounts_method FOREIGN KEY (payment_method) REFERENCES payment_methods(method),
  constraint payment_accounts_sealed CHECK (((octet_length(sealed) >= 100) AND (octet_length(sealed) <= 2000))),
  constraint payment_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint payment_accounts_version_positive CHECK ((version >= 1))
);
CREATE INDEX payment_accounts_of_user ON public.payment_accounts USING btree (user_id, fingerprint);
CREATE UNIQUE INDEX payment_accounts_one_default ON public.payment_accounts USING btree (user_id, payment_method) WHERE is_default;
CREATE TRIGGER changed_now BEFORE UPDATE ON public.payment_accounts FOR EACH ROW WHEN (((old.changed_at <> new.changed_at) AND ((new.changed_at > clock_timestamp()) OR (new.changed_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER happens_now BEFORE INSERT ON public.payment_accounts FOR EACH ROW WHEN (((new.changed_at > clock_timestamp()) OR (new.changed_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER payment_account_identified BEFORE INSERT OR UPDATE OF fingerprint ON public.payment_accounts FOR EACH ROW EXECUTE FUNCTION payment_account_identified();
CREATE TRIGGER payment_account_version_steps BEFORE UPDATE ON public.payment_accounts FOR EACH ROW EXECUTE FUNCTION payment_account_version_steps();
CREATE TRIGGER payment_accounts_within_limit AFTER INSERT ON public.payment_accounts FOR EACH ROW EXECUTE FUNCTION payment_accounts_within_limit();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.payment_accounts FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.payment_accounts FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.payment_accounts FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table payment_accounts enable row level security;
create policy own_rows on payment_accounts for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table payment_accounts is 'where a user is paid. The details are in the sealed column only: nothing of what was typed can be read in the database';
comment on column payment_accounts.fingerprint is 'the same for all users who save one account: trades between them do not count for their records';
grant delete, insert on payment_accounts to sarraf_app;
grant select (id, user_id, payment_method, version, sealed, is_default, created_at, changed_at) on payment_accounts to sarraf_app;
grant update (version, sealed, fingerprint, is_default, changed_at) on payment_accounts to sarraf_app;

create table payment_detail_reads (
  trade_id uuid not null,
  reader_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint payment_detail_reads_by_buyer FOREIGN KEY (trade_id, reader_id) REFERENCES trades(id, buyer_id)
);
CREATE INDEX payment_detail_reads_of_trade ON public.payment_detail_reads USING btree (trade_id, reader_id, at);
CREATE TRIGGER append_only BEFORE UPDATE ON public.payment_detail_reads FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.payment_detail_reads FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.payment_detail_reads FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER payment_details_read_while_open BEFORE INSERT ON public.payment_detail_reads FOR EACH ROW EXECUTE FUNCTION payment_details_read_while_open();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.payment_detail_reads FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.payment_detail_reads FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table payment_detail_reads enable row level security;
create policy append on payment_detail_reads for insert with check (true);
create policy of_own_trades on payment_detail_reads for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = payment_detail_reads.trade_id)))));
comment on table payment_detail_reads is 'every time that a buyer was shown the payment details of a trade';
grant insert, select on payment_detail_reads to sarraf_app;

create table payment_method_risks (
  payment_method text not null,
  risk text not null,
  constraint payment_method_risks_pkey PRIMARY KEY (payment_method),
  constraint payment_method_risks_method FOREIGN KEY (payment_method) REFERENCES payment_methods(method),
  constraint payment_method_risks_risk FOREIGN KEY (risk) REFERENCES payment_risks(risk)
);
comment on table payment_method_risks is 'written by migrate from domain/payments/methods/';
grant select on payment_method_risks to sarraf_app;

create table payment_methods (
  fiat_currency text not null,
  method text not null,
  has_payee_check boolean not null default false,
  is_in_person boolean not null default false,
  constraint payment_methods_pkey PRIMARY KEY (fiat_currency, method),
  constraint payment_methods_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint payment_methods_no_bank_in_person CHECK ((NOT (has_payee_check AND is_in_person))),
  constraint payment_methods_one_currency UNIQUE (method)
);
comment on table payment_methods is 'written by migrate from domain/payments/methods/';
grant select on payment_methods to sarraf_app;

create table payment_risks (
  risk text not null,
  constraint payment_risks_pkey PRIMARY KEY (risk)
);
comment on table payment_risks is 'whether the sender of a payment can have it returned, or carries it to a stranger; domain/accounts/tiers.ts holds the same';
grant select on payment_risks to sarraf_app;

create table phrase_words (
  word text not null,
  constraint phrase_words_pkey PRIMARY KEY (word),
  constraint phrase_words_form CHECK ((word ~ '^[a-z]{3,8}$'::text))
);
comment on table phrase_words is 'the words of verification phrases';
grant select on phrase_words to sarraf_app;

create table public_figure_kinds (
  figure text not null,
  released_with text,
  is_one_group boolean not null,
  constraint public_figure_kinds_pkey PRIMARY KEY (figure),
  constraint public_figure_kinds_released_with_fkey FOREIGN KEY (released_with) REFERENCES public_figure_kinds(figure)
);
comment on table public_figure_kinds is 'what is counted. The parts of "minutes" figures are whole minutes, those of "completed", "traded" and "settlement" a currency and a method';
grant select on public_figure_kinds to sarraf_app;

create table public_figures (
  figure text not null,
  day date not null,
  part text not null,
  total bigint not null,
  released_on date,
  constraint public_figures_pkey PRIMARY KEY (figure, day, part),
  constraint public_figures_figure FOREIGN KEY (figure) REFERENCES public_figure_kinds(figure),
  constraint public_figures_released_later CHECK ((released_on >= day)),
  constraint public_figures_total CHECK ((total >= 0))
);
CREATE INDEX public_figures_waiting ON public.public_figures USING btree (figure, part) WHERE (released_on IS NULL);
CREATE TRIGGER public_figure_is_final BEFORE DELETE OR UPDATE ON public.public_figures FOR EACH ROW EXECUTE FUNCTION public_figure_is_final();
comment on table public_figures is 'how much happened on a day. No row names a user, and only count_public_day and release_public_day write them: "traded", "locked" and "left_escrow" are micro USDT, "settlement" is seconds';
grant select on public_figures to sarraf_app;

create table purge_progress (
  purge text not null,
  looked_at_until timestamp with time zone not null,
  constraint purge_progress_pkey PRIMARY KEY (purge),
  constraint purge_progress_purge CHECK ((purge = 'quotes'::text))
);
comment on table purge_progress is 'how far a purge has read. Used quotes are kept with their trades and soon outnumber the others: each is read a single time, in order of age';
grant select on purge_progress to sarraf_app;

create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  public_key text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_success_at timestamp with time zone,
  constraint push_subscriptions_pkey PRIMARY KEY (session_id),
  constraint push_subscriptions_auth CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text)),
  constraint push_subscriptions_endpoint CHECK (((char_length(endpoint) <= 1000) AND (endpoint ~ '^https://[a-z0-9.-]+\.[a-z][a-z0-9-]*/'::text))),
  constraint push_subscriptions_endpoint_once UNIQUE (endpoint),
  constraint push_subscriptions_key CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text)),
  constraint push_subscriptions_session FOREIGN KEY (session_id, user_id) REFERENCES sessions(id, user_id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_subscriptions_vapid FOREIGN KEY (public_key) REFERENCES vapid_keys(public_key)
);
CREATE INDEX push_subscriptions_by_user ON public.push_subscriptions USING btree (user_id);
CREATE TRIGGER happens_now BEFORE INSERT ON public.push_subscriptions FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER push_subscriptions_within_limit AFTER INSERT ON public.push_subscriptions FOR EACH ROW EXECUTE FUNCTION push_subscriptions_within_limit();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.push_subscriptions FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table push_subscriptions enable row level security;
create policy own_rows on push_subscriptions for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table push_subscriptions is 'browsers that get push notifications; removed when the push service no longer knows them';
grant delete, insert, select on push_subscriptions to sarraf_app;
grant update (last_success_at) on push_subscriptions to sarraf_app;

create table quick_replies (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  title text not null,
  text text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint quick_replies_pkey PRIMARY KEY (id),
  constraint quick_replies_text CHECK ((((char_length(text) >= 1) AND (char_length(text) <= 500)) AND (text ~ '\S'::text))),
  constraint quick_replies_title CHECK ((char_length(title) <= 40)),
  constraint quick_replies_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX quick_replies_of_user ON public.quick_replies USING btree (user_id, created_at);
CREATE TRIGGER happens_now BEFORE INSERT ON public.quick_replies FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER quick_replies_within_limit AFTER INSERT ON public.quick_replies FOR EACH ROW EXECUTE FUNCTION quick_replies_within_limit();
CREATE TRIGGER quick_reply_keeps_user BEFORE UPDATE ON public.quick_replies FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION quick_reply_keeps_user();
CREATE TRIGGER refuse_acting BEFORE INSERT OR DELETE OR UPDATE ON public.quick_replies FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.quick_replies FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table quick_replies enable row level security;
create policy own_rows on quick_replies for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table quick_replies is 'the quick replies of users; only the owner of a row, and the members who write in chats for them, read it';
grant delete, select on quick_replies to sarraf_app;
grant insert (user_id, title, text) on quick_replies to sarraf_app;
grant update (title, text) on quick_replies to sarraf_app;

create table quotes (
  id uuid not null default gen_random_uuid(),
  taker_id uuid not null,
  offer_id uuid not null,
  offer_owner_id uuid not null,
  offer_type text not null,
  offer_version integer not null,
  fiat_currency text not null,
  payment_method text not null,
  step_milli bigint not null,
  anchor text not null,
  rate_e6 bigint not null,
  percentage_tenths smallint not null,
  price_e9 bigint not null generated always as ((rate_e6 * (1000 + percentage_tenths))) stored,
  fiat_milli bigint not null,
  usdt_micro bigint not null,
  fee_micro bigint not null,
  tail_milli bigint not null default 0,
  bond_micro bigint not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  expires_at timestamp with time zone not null,
  constraint quotes_pkey PRIMARY KEY (id),
  constraint quotes_amounts_agree CHECK (
CASE anchor
    WHEN 'fiat'::text THEN ((usdt_micro)::numeric = div(((fiat_milli)::numeric * ('1000000000000'::bigint)::numeric), ((rate_e6 * (1000 + percentage_tenths)))::numeric))
    ELSE ((((fiat_milli)::numeric * ('1000000000000'::bigint)::numeric) >= ((usdt_micro)::numeric * ((rate_e6 * (1000 + percentage_tenths)))::numeric)) AND ((((fiat_milli - step_milli))::numeric * ('1000000000000'::bigint)::numeric) < ((usdt_micro)::numeric * ((rate_e6 * (1000 + percentage_tenths)))::numeric)))
END),
  constraint quotes_anchor CHECK ((anchor = ANY (ARRAY['fiat'::text, 'usdt'::text]))),
  constraint quotes_bond CHECK (((bond_micro = 0) OR ((offer_type = 'sell'::text) AND (bond_micro = bond_on(usdt_micro))))),
  constraint quotes_currency_step FOREIGN KEY (fiat_currency, step_milli) REFERENCES currencies(code, step_milli),
  constraint quotes_fee_half_percent CHECK ((fee_micro = (usdt_micro / 200))),
  constraint quotes_fiat_smallest CHECK ((fiat_milli >= 1000)),
  constraint quotes_method_of_currency FOREIGN KEY (fiat_currency, payment_method) REFERENCES payment_methods(fiat_currency, method),
  constraint quotes_not_own_offer CHECK ((taker_id <> offer_owner_id)),
  constraint quotes_offer FOREIGN KEY (offer_id, offer_owner_id, offer_type) REFERENCES offers(id, owner_id, type),
  constraint quotes_on_step CHECK (((fiat_milli % step_milli) = 0)),
  constraint quotes_percentage_band CHECK (((percentage_tenths >= '-100'::integer) AND (percentage_tenths <= 100))),
  constraint quotes_rate_positive CHECK ((rate_e6 > 0)),
  constraint quotes_short_lived CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '00:01:01'::interval)))),
  constraint quotes_tail CHECK (((abs(tail_milli) < (100 * step_milli)) AND ((tail_milli % step_milli) = 0) AND ((tail_milli = 0) OR (anchor = 'fiat'::text)))),
  constraint quotes_taker_id_fkey FOREIGN KEY (taker_id) REFERENCES users(id),
  constraint quotes_terms_of_trade UNIQUE (id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, payment_method, anchor, rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, expires_at),
  constraint quotes_usdt_positive CHECK ((usdt_micro > 0))
);
CREATE INDEX quotes_by_age ON public.quotes USING btree (created_at);
CREATE INDEX quotes_of_offer ON public.quotes USING btree (offer_id);
CREATE INDEX quotes_of_taker ON public.quotes USING btree (taker_id);
CREATE TRIGGER append_only BEFORE UPDATE ON public.quotes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bond_of_quote BEFORE INSERT ON public.quotes FOR EACH ROW WHEN ((new.bond_micro <> 0)) EXECUTE FUNCTION bond_of_quote();
CREATE TRIGGER by_method_of_offer BEFORE INSERT ON public.quotes FOR EACH ROW EXECUTE FUNCTION quote_by_method_of_offer();
CREATE TRIGGER happens_now BEFORE INSERT ON public.quotes FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER quote_may_be_made BEFORE INSERT ON public.quotes FOR EACH ROW EXECUTE FUNCTION quote_may_be_made();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.quotes FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
alter table quotes enable row level security;
create policy own_rows on quotes for all using ((( SELECT sees_all() AS sees_all) OR (taker_id = ( SELECT viewer_id() AS viewer_id))));
comment on table quotes is 'a price held for one user for 60 seconds. Rows never change; a trade repeats their numbers by foreign key';
grant delete, insert, select on quotes to sarraf_app;

create table rate_hours (
  fiat_currency text not null,
  hour timestamp with time zone not null,
  rate_e6 bigint not null,
  low_e6 bigint not null,
  high_e6 bigint not null,
  constraint rate_hours_pkey PRIMARY KEY (fiat_currency, hour),
  constraint rate_hours_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint rate_hours_positive CHECK ((rate_e6 > 0)),
  constraint rate_hours_range CHECK (((rate_e6 >= low_e6) AND (rate_e6 <= high_e6))),
  constraint rate_hours_whole CHECK ((hour = date_trunc('hour'::text, hour, 'UTC'::text)))
);
comment on table rate_hours is 'the history of the reference rates that came from sources';
grant insert, select on rate_hours to sarraf_app;
grant update (rate_e6, low_e6, high_e6) on rate_hours to sarraf_app;

create table rate_limits (
  key text not null,
  used integer not null,
  blocked_until timestamp with time zone not null default clock_timestamp(),
  window_ends_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key),
  constraint rate_limits_key_form CHECK ((key ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint rate_limits_used CHECK ((used >= 0))
);
CREATE INDEX rate_limits_by_end ON public.rate_limits USING btree (window_ends_at);
comment on table rate_limits is 'how often something was attempted, counted for all processes together';
grant delete, insert, select, update on rate_limits to sarraf_app;

create table rate_readings (
  fiat_currency text not null,
  source text not null,
  rate_e6 bigint,
  as_of timestamp with time zone,
  read_at timestamp with time zone not null,
  read_fault text,
  fault text,
  constraint rate_readings_pkey PRIMARY KEY (fiat_currency, source),
  constraint rate_readings_bounds CHECK (((rate_e6 >= 1) AND (rate_e6 <= '1000000000000'::bigint))),
  constraint rate_readings_fault CHECK ((fault ~ '^[a-z_]{1,40}$'::text)),
  constraint rate_readings_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint rate_readings_read_fault CHECK ((read_fault ~ '^[a-z_]{1,40}$'::text)),
  constraint rate_readings_source CHECK (((char_length(source) >= 1) AND (char_length(source) <= 260))),
  constraint rate_readings_value CHECK ((((rate_e6 IS NULL) = (as_of IS NULL)) AND ((rate_e6 IS NOT NULL) OR (read_fault IS NOT NULL))))
);
comment on table rate_readings is 'what each source of a reference rate said last, for the admins';
grant delete, insert, select, update on rate_readings to sarraf_app;

create table rate_rounds (
  only_row boolean not null default true,
  next_at timestamp with time zone not null default clock_timestamp(),
  constraint rate_rounds_pkey PRIMARY KEY (only_row),
  constraint rate_rounds_only_row CHECK (only_row)
);
comment on table rate_rounds is 'when the sources are asked next: the process that moves the time on asks them';
grant select on rate_rounds to sarraf_app;
grant update (next_at) on rate_rounds to sarraf_app;

create table rating_replies (
  rating_id uuid not null,
  author_id uuid not null,
  reply text not null,
  at timestamp with time zone not null,
  constraint rating_replies_pkey PRIMARY KEY (rating_id),
  constraint rating_replies_by_rated FOREIGN KEY (rating_id, author_id) REFERENCES ratings(id, rated_id),
  constraint rating_replies_length CHECK (((char_length(reply) >= 1) AND (char_length(reply) <= 280)))
);
CREATE INDEX rating_replies_by_author ON public.rating_replies USING btree (author_id);
CREATE TRIGGER append_only BEFORE UPDATE ON public.rating_replies FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.rating_replies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER retention_over BEFORE DELETE ON public.rating_replies FOR EACH ROW EXECUTE FUNCTION require_reply_retention_over();
CREATE TRIGGER to_published_rating BEFORE INSERT ON public.rating_replies FOR EACH ROW EXECUTE FUNCTION reply_to_published_rating();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.rating_replies FOR EACH ROW EXECUTE FUNCTION user_not_deleted('author_id');
comment on table rating_replies is 'the one answer of the rated user to a published rating';
grant insert (rating_id, author_id, reply) on rating_replies to sarraf_app;
grant select on rating_replies to sarraf_app;

create table ratings (
  trade_id uuid not null,
  rater_id uuid not null,
  id uuid not null default gen_random_uuid(),
  rated_id uuid not null,
  stars smallint not null,
  comment text not null default ''::text,
  counts boolean not null,
  at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  published_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint ratings_pkey PRIMARY KEY (trade_id, rater_id),
  constraint ratings_comment_length CHECK ((char_length(comment) <= 280)),
  constraint ratings_id_key UNIQUE (id),
  constraint ratings_in_time CHECK ((at <= due_at)),
  constraint ratings_of_trade FOREIGN KEY (trade_id) REFERENCES trades(id),
  constraint ratings_rated_id_fkey FOREIGN KEY (rated_id) REFERENCES users(id),
  constraint ratings_rated_key UNIQUE (id, rated_id),
  constraint ratings_rater_id_fkey FOREIGN KEY (rater_id) REFERENCES users(id),
  constraint ratings_stars CHECK (((stars >= 1) AND (stars <= 5)))
);
CREATE INDEX ratings_by_rated ON public.ratings USING btree (rated_id);
CREATE INDEX ratings_by_rater ON public.ratings USING btree (rater_id);
CREATE INDEX ratings_due ON public.ratings USING btree (due_at) WHERE (published_at IS NULL);
CREATE INDEX ratings_of_user ON public.ratings USING btree (rated_id, published_at, id) WHERE (counts AND (published_at IS NOT NULL) AND (removed_at IS NULL));
CREATE TRIGGER append_only BEFORE UPDATE ON public.ratings FOR EACH ROW EXECUTE FUNCTION rating_frozen();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.ratings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_purged_rating AFTER DELETE ON public.ratings FOR EACH ROW WHEN ((old.counts AND (old.published_at IS NOT NULL) AND (old.removed_at IS NULL))) EXECUTE FUNCTION count_rating();
CREATE TRIGGER count_rating AFTER UPDATE ON public.ratings FOR EACH ROW WHEN ((new.counts AND (old.published_at IS NULL) AND (new.published_at IS NOT NULL))) EXECUTE FUNCTION count_rating();
CREATE TRIGGER count_removed_rating AFTER UPDATE ON public.ratings FOR EACH ROW WHEN ((new.counts AND (old.removed_at IS NULL) AND (new.removed_at IS NOT NULL))) EXECUTE FUNCTION count_rating();
CREATE TRIGGER of_completed_trade BEFORE INSERT ON public.ratings FOR EACH ROW EXECUTE FUNCTION rating_of_completed_trade();
CREATE TRIGGER publish_both AFTER INSERT ON public.ratings FOR EACH ROW EXECUTE FUNCTION publish_both_ratings();
CREATE TRIGGER retention_over BEFORE DELETE ON public.ratings FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.ratings FOR EACH ROW EXECUTE FUNCTION user_not_deleted('rater_id');
alter table ratings enable row level security;
create policy own_and_published on ratings for select using ((( SELECT sees_all() AS sees_all) OR (rater_id = ( SELECT viewer_id() AS viewer_id)) OR ((published_at IS NOT NULL) AND (removed_at IS NULL))));
create policy rate on ratings for insert with check ((( SELECT sees_all() AS sees_all) OR (rater_id = ( SELECT viewer_id() AS viewer_id))));
comment on table ratings is 'what the parties of a completed trade think of each other; only its rater reads one that is hidden (0042_row_security.sql)';
grant insert (trade_id, rater_id, stars, comment) on ratings to sarraf_app;
grant select on ratings to sarraf_app;

create table recovery_codes (
  user_id uuid not null,
  nr smallint not null,
  hash text not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint recovery_codes_pkey PRIMARY KEY (user_id, nr),
  constraint recovery_codes_hash UNIQUE (hash),
  constraint recovery_codes_hash_form CHECK ((hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint recovery_codes_ten CHECK (((nr >= 1) AND (nr <= 10))),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.recovery_codes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.recovery_codes FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.recovery_codes FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.recovery_codes FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table recovery_codes enable row level security;
create policy own_rows on recovery_codes for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table recovery_codes is 'a used code is deleted';
grant delete, insert, select on recovery_codes to sarraf_app;

create table reference_policies (
  policy text not null,
  constraint reference_policies_pkey PRIMARY KEY (policy)
);
comment on table reference_policies is 'whether a payment names its reference; written by migrate from domain/offers/offers.ts';
grant select on reference_policies to sarraf_app;

create table reference_rates (
  fiat_currency text not null,
  rate_e6 bigint not null,
  sources text[] not null,
  as_of timestamp with time zone not null default clock_timestamp(),
  unavailable_since timestamp with time zone,
  reported_at timestamp with time zone,
  former_e6 bigint,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint reference_rates_pkey PRIMARY KEY (fiat_currency),
  constraint reference_rates_bounds CHECK (((rate_e6 >= 1) AND (rate_e6 <= '1000000000000'::bigint))),
  constraint reference_rates_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint reference_rates_sources CHECK (((cardinality(sources) >= 1) AND (cardinality(sources) <= 20)))
);
CREATE TRIGGER note_rate_change BEFORE UPDATE ON public.reference_rates FOR EACH ROW WHEN ((old.rate_e6 <> new.rate_e6)) EXECUTE FUNCTION note_rate_change();
comment on table reference_rates is 'the present rate of each currency; migrate writes that of domain/offers/currencies/ first';
grant select on reference_rates to sarraf_app;
grant update (rate_e6, sources, as_of, unavailable_since, reported_at) on reference_rates to sarraf_app;

create table rehearsal_passes (
  user_id uuid not null,
  scenario text not null,
  constraint rehearsal_passes_pkey PRIMARY KEY (user_id, scenario),
  constraint rehearsal_passes_scenario FOREIGN KEY (scenario) REFERENCES rehearsal_scenarios(scenario),
  constraint rehearsal_passes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.rehearsal_passes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.rehearsal_passes FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
alter table rehearsal_passes enable row level security;
create policy own_rows on rehearsal_passes for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table rehearsal_passes is 'the scenarios that a user has passed; written by a trigger only';
grant select on rehearsal_passes to sarraf_app;

create table rehearsal_rules (
  scenario text not null,
  from_step text not null,
  move text not null,
  to_step text not null,
  constraint rehearsal_rules_pkey PRIMARY KEY (scenario, from_step, move),
  constraint rehearsal_rules_scenario FOREIGN KEY (scenario) REFERENCES rehearsal_scenarios(scenario)
);
comment on table rehearsal_rules is 'the moves of each scenario; the first step is claim, and passed, lost and abandoned are ends. domain/trades/rehearsals.ts holds the same rows';
grant select on rehearsal_rules to sarraf_app;

create table rehearsal_scenarios (
  scenario text not null,
  constraint rehearsal_scenarios_pkey PRIMARY KEY (scenario)
);
comment on table rehearsal_scenarios is 'domain/trades/rehearsals.ts holds the same';
grant select on rehearsal_scenarios to sarraf_app;

create table rehearsals (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  scenario text not null,
  step text not null default 'claim'::text,
  moves text[] not null default '{}'::text[],
  started_at timestamp with time zone not null default clock_timestamp(),
  constraint rehearsals_pkey PRIMARY KEY (id),
  constraint rehearsals_scenario FOREIGN KEY (scenario) REFERENCES rehearsal_scenarios(scenario),
  constraint rehearsals_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX rehearsals_one_of_scenario ON public.rehearsals USING btree (user_id, scenario);
CREATE TRIGGER rehearsal_begins BEFORE INSERT ON public.rehearsals FOR EACH ROW EXECUTE FUNCTION rehearsal_begins();
CREATE TRIGGER rehearsal_moves BEFORE UPDATE ON public.rehearsals FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION rehearsal_moves();
CREATE TRIGGER rehearsal_passed AFTER UPDATE ON public.rehearsals FOR EACH ROW WHEN ((new.step = 'passed'::text)) EXECUTE FUNCTION rehearsal_passed();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.rehearsals FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table rehearsals enable row level security;
create policy own_rows on rehearsals for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table rehearsals is 'the latest attempt of a user at each scenario: a new one replaces it. A row changes only by a move of rehearsal_rules';
grant delete, select on rehearsals to sarraf_app;
grant insert (user_id, scenario) on rehearsals to sarraf_app;
grant update (step, moves) on rehearsals to sarraf_app;

create table relation_kinds (
  kind text not null,
  constraint relation_kinds_pkey PRIMARY KEY (kind)
);
comment on table relation_kinds is 'written by migrate from domain/profiles/relations.ts';
grant select on relation_kinds to sarraf_app;

create table relations (
  owner_id uuid not null,
  other_id uuid not null,
  kind text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint relations_pkey PRIMARY KEY (owner_id, other_id),
  constraint relations_kind FOREIGN KEY (kind) REFERENCES relation_kinds(kind),
  constraint relations_not_with_oneself CHECK ((owner_id <> other_id)),
  constraint relations_other_id_fkey FOREIGN KEY (other_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint relations_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX relations_listed ON public.relations USING btree (owner_id, kind, at DESC);
CREATE INDEX relations_of_other ON public.relations USING btree (other_id);
CREATE TRIGGER a_lock_pair BEFORE INSERT OR DELETE OR UPDATE ON public.relations FOR EACH ROW EXECUTE FUNCTION relation_locks_pair();
CREATE TRIGGER happens_now BEFORE INSERT OR UPDATE ON public.relations FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER relation_changes_access AFTER INSERT OR DELETE OR UPDATE ON public.relations FOR EACH ROW EXECUTE FUNCTION relation_changes_access();
CREATE TRIGGER relation_keeps_users BEFORE UPDATE ON public.relations FOR EACH ROW WHEN (((old.owner_id IS DISTINCT FROM new.owner_id) OR (old.other_id IS DISTINCT FROM new.other_id))) EXECUTE FUNCTION relation_keeps_users();
CREATE TRIGGER relations_within_limit AFTER INSERT ON public.relations FOR EACH ROW EXECUTE FUNCTION relations_within_limit();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.relations FOR EACH ROW EXECUTE FUNCTION user_not_deleted('owner_id', 'other_id');
alter table relations enable row level security;
create policy own_rows on relations for all using ((( SELECT sees_all() AS sees_all) OR (owner_id = ( SELECT viewer_id() AS viewer_id))));
comment on table relations is 'whom a user trusts or blocks; only the owner of a row reads it';
grant delete, insert, select on relations to sarraf_app;
grant update (kind, at) on relations to sarraf_app;

create table removed_ratings (
  audit_id bigint not null,
  rating_id uuid not null,
  action text not null generated always as ('remove_rating'::text) stored,
  reason text not null,
  at timestamp with time zone not null,
  constraint removed_ratings_pkey PRIMARY KEY (audit_id),
  constraint removed_ratings_on_record FOREIGN KEY (audit_id, rating_id, action) REFERENCES audit_log(id, subject, action),
  constraint removed_ratings_once UNIQUE (rating_id),
  constraint removed_ratings_rating_id_fkey FOREIGN KEY (rating_id) REFERENCES ratings(id)
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.removed_ratings FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.removed_ratings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply_removed_rating AFTER INSERT ON public.removed_ratings FOR EACH ROW EXECUTE FUNCTION apply_removed_rating();
CREATE TRIGGER removed_rating_as_recorded BEFORE INSERT ON public.removed_ratings FOR EACH ROW EXECUTE FUNCTION removed_rating_as_recorded();
CREATE TRIGGER retention_over BEFORE DELETE ON public.removed_ratings FOR EACH ROW EXECUTE FUNCTION require_removal_retention_over();
alter table removed_ratings enable row level security;
create policy own_ratings on removed_ratings for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM ratings r
  WHERE ((r.id = removed_ratings.rating_id) AND (r.rater_id = ( SELECT viewer_id() AS viewer_id)))))));
comment on table removed_ratings is 'published ratings that staff have removed for good: only the author still reads one, with the reason';
grant insert (audit_id, rating_id) on removed_ratings to sarraf_app;
grant select on removed_ratings to sarraf_app;

create table report_outcomes (
  outcome text not null,
  constraint report_outcomes_pkey PRIMARY KEY (outcome)
);
comment on table report_outcomes is 'how a report is closed; written by migrate from domain/profiles/reports.ts';
grant select on report_outcomes to sarraf_app;

create table report_reasons (
  subject_kind text not null,
  reason text not null,
  constraint report_reasons_pkey PRIMARY KEY (subject_kind, reason)
);
comment on table report_reasons is 'what can be reported, and for which reasons; written by migrate from domain/profiles/reports.ts';
grant select on report_reasons to sarraf_app;

create table reports (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid,
  reported_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  message_seq integer,
  reason text not null,
  text text not null,
  excerpt text not null default ''::text,
  at timestamp with time zone not null default clock_timestamp(),
  closing_id bigint,
  outcome text,
  closed_with uuid,
  recorded_id uuid not null generated always as (COALESCE(closed_with, id)) stored,
  constraint reports_pkey PRIMARY KEY (id),
  constraint reports_closed_on_record FOREIGN KEY (closing_id, recorded_id) REFERENCES audit_log(id, subject),
  constraint reports_closed_with_another CHECK (((closed_with IS NULL) OR ((closed_with <> id) AND (closing_id IS NOT NULL)))),
  constraint reports_closed_with_outcome CHECK (((closing_id IS NULL) = (outcome IS NULL))),
  constraint reports_excerpt CHECK ((char_length(excerpt) <= 4000)),
  constraint reports_message_named CHECK (((subject_kind = 'message'::text) = (message_seq IS NOT NULL))),
  constraint reports_not_about_oneself CHECK ((reporter_id <> reported_id)),
  constraint reports_outcome FOREIGN KEY (outcome) REFERENCES report_outcomes(outcome),
  constraint reports_reason FOREIGN KEY (subject_kind, reason) REFERENCES report_reasons(subject_kind, reason),
  constraint reports_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_text CHECK (((char_length(text) <= 1000) AND ((reason <> 'other'::text) OR (char_length(text) >= 20)) AND (text = btrim(text))))
);
CREATE INDEX reports_by_age ON public.reports USING btree (at);
CREATE INDEX reports_closed ON public.reports USING btree (closing_id DESC) WHERE (closing_id IS NOT NULL);
CREATE INDEX reports_of_reported ON public.reports USING btree (reported_id, at, id);
CREATE INDEX reports_of_reporter ON public.reports USING btree (reporter_id, at);
CREATE UNIQUE INDEX reports_one_open ON public.reports USING btree (reporter_id, subject_kind, subject_id, COALESCE(message_seq, 0)) WHERE (closing_id IS NULL);
CREATE INDEX reports_open ON public.reports USING btree (at, id) WHERE (closing_id IS NULL);
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.reports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.reports FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER report_is_closed_impartially BEFORE UPDATE OF closing_id ON public.reports FOR EACH ROW WHEN (((old.closing_id IS NULL) AND (new.closing_id IS NOT NULL))) EXECUTE FUNCTION report_is_closed_impartially();
CREATE TRIGGER report_is_frozen BEFORE UPDATE ON public.reports FOR EACH ROW EXECUTE FUNCTION report_is_frozen();
CREATE TRIGGER report_names_subject BEFORE INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION report_names_subject();
CREATE TRIGGER reports_within_limit AFTER INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION reports_within_limit();
CREATE TRIGGER retention_over BEFORE DELETE ON public.reports FOR EACH ROW EXECUTE FUNCTION require_report_retention_over();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.reports FOR EACH ROW EXECUTE FUNCTION user_not_deleted('reporter_id');
alter table reports enable row level security;
create policy own_rows on reports for all using ((( SELECT sees_all() AS sees_all) OR (reporter_id = ( SELECT viewer_id() AS viewer_id))));
comment on table reports is 'what users report to staff; only the reporter and staff read a report';
grant insert, select on reports to sarraf_app;
grant update (closing_id, outcome, closed_with) on reports to sarraf_app;

create table saved_searches (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  trader_id uuid,
  type text,
  fiat_currency text,
  payment_methods text[] not null default '{}'::text[],
  amount_milli bigint,
  percentage_tenths smallint,
  price_e6 bigint,
  is_paused boolean not null default false,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_amount CHECK (((amount_milli >= 1000) AND (amount_milli < '1000000000000'::bigint))),
  constraint saved_searches_fiat_currency_fkey FOREIGN KEY (fiat_currency) REFERENCES currencies(code),
  constraint saved_searches_limit_of_type CHECK (((percentage_tenths IS NULL) OR (type IS NOT NULL))),
  constraint saved_searches_methods CHECK (are_sorted_methods(payment_methods)),
  constraint saved_searches_narrowed CHECK (((num_nonnulls(trader_id, type, fiat_currency, amount_milli) > 0) OR (payment_methods <> '{}'::text[]))),
  constraint saved_searches_not_own CHECK ((trader_id <> user_id)),
  constraint saved_searches_once UNIQUE NULLS NOT DISTINCT (user_id, trader_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths, price_e6),
  constraint saved_searches_one_limit CHECK ((num_nonnulls(percentage_tenths, price_e6) <= 1)),
  constraint saved_searches_percentage CHECK (((percentage_tenths >= '-100'::integer) AND (percentage_tenths <= 100))),
  constraint saved_searches_price CHECK (((price_e6 > 0) AND (price_e6 < '1000000000000000'::bigint))),
  constraint saved_searches_price_of_currency CHECK (((price_e6 IS NULL) OR (num_nulls(type, fiat_currency) = 0))),
  constraint saved_searches_trader_id_fkey FOREIGN KEY (trader_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint saved_searches_type CHECK ((type = ANY (ARRAY['buy'::text, 'sell'::text]))),
  constraint saved_searches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX saved_searches_of_trader ON public.saved_searches USING btree (trader_id) WHERE (trader_id IS NOT NULL);
CREATE TRIGGER happens_now BEFORE INSERT ON public.saved_searches FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER saved_search_keeps_owner BEFORE UPDATE ON public.saved_searches FOR EACH ROW WHEN ((((old.id IS DISTINCT FROM new.id) OR (old.user_id IS DISTINCT FROM new.user_id)) OR (old.created_at IS DISTINCT FROM new.created_at))) EXECUTE FUNCTION saved_search_keeps_owner();
CREATE TRIGGER saved_searches_within_limit AFTER INSERT ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION saved_searches_within_limit();
CREATE TRIGGER scope_saved_search AFTER INSERT OR UPDATE ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION scope_saved_search();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.saved_searches FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id', 'trader_id');
alter table saved_searches enable row level security;
create policy own_rows on saved_searches for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table saved_searches is 'the filters that users saved; only the owner of a row reads it';
grant delete, insert, select on saved_searches to sarraf_app;
grant update (trader_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths, price_e6, is_paused) on saved_searches to sarraf_app;

create table search_matches (
  search_id uuid not null,
  offer_id uuid not null,
  user_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint search_matches_pkey PRIMARY KEY (search_id, offer_id),
  constraint search_matches_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES offers(id) ON DELETE CASCADE,
  constraint search_matches_search_id_fkey FOREIGN KEY (search_id) REFERENCES saved_searches(id) ON DELETE CASCADE,
  constraint search_matches_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX search_matches_by_age ON public.search_matches USING btree (at);
CREATE INDEX search_matches_by_user ON public.search_matches USING btree (user_id, at);
CREATE INDEX search_matches_of_offer ON public.search_matches USING btree (offer_id);
alter table search_matches enable row level security;
create policy own_rows on search_matches for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table search_matches is 'of which offer a user was notified by which search: once in 24 hours, and of so many matches in all and by one trader; kept for two days';
grant delete, select on search_matches to sarraf_app;

create table search_scopes (
  search_id uuid not null,
  fiat_currency text,
  payment_method text,
  scope text not null,
  limit_kind smallint not null,
  least_advantage bigint not null,
  is_paused boolean not null,
  constraint search_scopes_pkey PRIMARY KEY (search_id, scope),
  constraint search_scopes_method FOREIGN KEY (fiat_currency, payment_method) REFERENCES payment_methods(fiat_currency, method),
  constraint search_scopes_method_of_currency CHECK (((payment_method IS NULL) OR (fiat_currency IS NOT NULL))),
  constraint search_scopes_search_id_fkey FOREIGN KEY (search_id) REFERENCES saved_searches(id) ON DELETE CASCADE
);
CREATE INDEX search_scopes_to_match ON public.search_scopes USING btree (scope, limit_kind, least_advantage, search_id) WHERE (NOT is_paused);
CREATE TRIGGER only_by_triggers BEFORE INSERT OR UPDATE ON public.search_scopes FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
alter table search_scopes enable row level security;
create policy system_only on search_scopes for all using (( SELECT sees_all() AS sees_all));
comment on table search_scopes is 'what an offer finds saved searches by: a row for each payment method of a search, or one for every method';
grant select on search_scopes to sarraf_app;

create table sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token text not null,
  method text not null default 'password'::text,
  second_factor_since timestamp with time zone,
  reauthenticated_at timestamp with time zone not null default clock_timestamp(),
  recovered_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default clock_timestamp(),
  updated_at timestamp with time zone not null default clock_timestamp(),
  acting_for uuid,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_acting_for_fkey FOREIGN KEY (acting_for) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_method FOREIGN KEY (method) REFERENCES sign_in_methods(method),
  constraint sessions_method_first_factor CHECK ((method <> ALL (ARRAY['totp'::text, 'recovery_code'::text]))),
  constraint sessions_of_user UNIQUE (id, user_id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_acting ON public.sessions USING btree (acting_for, user_id) WHERE (acting_for IS NOT NULL);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.sessions FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.sessions FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER session_acts_in_team BEFORE INSERT OR UPDATE OF acting_for, user_id ON public.sessions FOR EACH ROW WHEN ((new.acting_for IS NOT NULL)) EXECUTE FUNCTION session_acts_in_team();
CREATE TRIGGER session_origin_frozen BEFORE UPDATE ON public.sessions FOR EACH ROW WHEN ((old.recovered_at IS DISTINCT FROM new.recovered_at)) EXECUTE FUNCTION session_origin_frozen();
CREATE TRIGGER sessions_life BEFORE INSERT OR UPDATE ON public.sessions FOR EACH ROW EXECUTE FUNCTION cap_session_life();
CREATE TRIGGER sessions_within_limit AFTER INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION sessions_within_limit();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.sessions FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table sessions enable row level security;
create policy own_rows on sessions for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table sessions is 'browsers that are signed in';
comment on column sessions.acting_for is 'the owner of the team for whom the session''s user acts; null: the user acts alone';
grant delete, insert, select, update on sessions to sarraf_app;

create table sign_in_methods (
  method text not null,
  constraint sign_in_methods_pkey PRIMARY KEY (method)
);
comment on table sign_in_methods is 'what a user signs in with; written by migrate from domain/accounts/sign-in-methods.ts';
grant select on sign_in_methods to sarraf_app;

create table sign_ins (
  id bigint not null generated always as identity,
  user_id uuid not null,
  at timestamp with time zone not null default clock_timestamp(),
  method text not null,
  outcome text not null,
  is_new_device boolean not null default false,
  user_agent text not null default ''::text,
  constraint sign_ins_pkey PRIMARY KEY (id),
  constraint sign_ins_method FOREIGN KEY (method) REFERENCES sign_in_methods(method),
  constraint sign_ins_outcome CHECK ((outcome = ANY (ARRAY['signed_in'::text, 'refused'::text]))),
  constraint sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sign_ins_by_age ON public.sign_ins USING btree (at);
CREATE INDEX sign_ins_by_user ON public.sign_ins USING btree (user_id, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE ON public.sign_ins FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.sign_ins FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table sign_ins enable row level security;
create policy own_rows on sign_ins for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table sign_ins is 'the log of sign-ins and failed attempts that its user reads; without IP addresses, which tell little and are personal data';
grant delete, insert, select on sign_ins to sarraf_app;

create table signing_keys (
  kid text not null,
  public_jwk jsonb not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint signing_keys_pkey PRIMARY KEY (kid),
  constraint signing_keys_kid_form CHECK ((kid ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint signing_keys_public CHECK ((NOT (public_jwk ? 'd'::text)))
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.signing_keys FOR EACH ROW EXECUTE FUNCTION only_resealed();
comment on table signing_keys is 'keys with which the server signs its requests to identity providers; the public halves are at /.well-known/jwks.json';
grant insert, select on signing_keys to sarraf_app;

create table staff_members (
  user_id uuid not null,
  role text not null,
  granted_at timestamp with time zone not null default clock_timestamp(),
  constraint staff_members_pkey PRIMARY KEY (user_id, role),
  constraint staff_members_role FOREIGN KEY (role) REFERENCES staff_roles(role),
  constraint staff_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER arbiter_has_no_active_offer BEFORE INSERT OR UPDATE OF user_id, role ON public.staff_members FOR EACH ROW WHEN ((new.role = 'arbiter'::text)) EXECUTE FUNCTION arbiter_has_no_active_offer();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.staff_members FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table staff_members enable row level security;
create policy own_rows on staff_members for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table staff_members is 'who has which role; granted and revoked on the server''s machine (scripts/role.ts), the program only reads it';
grant select on staff_members to sarraf_app;

create table staff_roles (
  role text not null,
  constraint staff_roles_pkey PRIMARY KEY (role)
);
comment on table staff_roles is 'written by migrate from domain/staff/staff.ts';
grant select on staff_roles to sarraf_app;

create table stored_objects (
  id uuid not null,
  of_table text not null,
  of_id uuid not null,
  bytes integer not null,
  sha256 bytea not null,
  data_key bytea not null,
  status text not null default 'new'::text,
  created_at timestamp with time zone not null default clock_timestamp(),
  delete_at timestamp with time zone default (clock_timestamp() + '00:10:00'::interval),
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  constraint stored_objects_pkey PRIMARY KEY (id),
  constraint stored_objects_bytes CHECK (((bytes >= 1) AND (bytes <= 6000028))),
  constraint stored_objects_data_key CHECK ((octet_length(data_key) = 69)),
  constraint stored_objects_deleted_unless_held CHECK (((status = 'held'::text) = (delete_at IS NULL))),
  constraint stored_objects_of_table CHECK ((of_table = ANY (ARRAY['evidence_files'::text, 'trade_images'::text]))),
  constraint stored_objects_sha256 CHECK ((octet_length(sha256) = 32)),
  constraint stored_objects_status CHECK ((status = ANY (ARRAY['new'::text, 'held'::text, 'released'::text])))
);
CREATE INDEX stored_objects_due ON public.stored_objects USING btree (delete_at) WHERE (delete_at IS NOT NULL);
CREATE UNIQUE INDEX stored_objects_held_once ON public.stored_objects USING btree (of_table, of_id) WHERE (status = 'held'::text);
CREATE UNIQUE INDEX stored_objects_new_once ON public.stored_objects USING btree (of_table, of_id) WHERE (status = 'new'::text);
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.stored_objects FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stored_object_changes BEFORE UPDATE ON public.stored_objects FOR EACH ROW EXECUTE FUNCTION stored_object_changes();
CREATE TRIGGER stored_object_released BEFORE DELETE ON public.stored_objects FOR EACH ROW WHEN ((old.status <> 'released'::text)) EXECUTE FUNCTION stored_object_released();
comment on table stored_objects is 'what the server has written to the S3-compatible store, and not deleted there yet';
grant delete, select on stored_objects to sarraf_app;
grant insert (id, of_table, of_id, bytes, sha256, data_key) on stored_objects to sarraf_app;
grant update (status, delete_at, attempts, next_attempt_at) on stored_objects to sarraf_app;

create table suspended_email_keys (
  id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint suspended_email_keys_pkey PRIMARY KEY (id)
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.suspended_email_keys FOR EACH ROW EXECUTE FUNCTION only_resealed();
alter table suspended_email_keys enable row level security;
create policy system_only on suspended_email_keys for all using (( SELECT sees_all() AS sees_all));
comment on table suspended_email_keys is 'the key of the fingerprints in suspended_emails, created once; a further one only where SECRET was lost';
grant insert (id, sealed) on suspended_email_keys to sarraf_app;
grant select on suspended_email_keys to sarraf_app;

create table suspended_emails (
  user_id uuid not null,
  fingerprint text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint suspended_emails_pkey PRIMARY KEY (user_id, fingerprint),
  constraint suspended_emails_fingerprint_form CHECK ((fingerprint ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint suspended_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX suspended_emails_by_fingerprint ON public.suspended_emails USING btree (fingerprint);
CREATE TRIGGER append_only BEFORE UPDATE ON public.suspended_emails FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.suspended_emails FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.suspended_emails FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER retention_over BEFORE DELETE ON public.suspended_emails FOR EACH ROW EXECUTE FUNCTION suspended_email_retention_over();
CREATE TRIGGER suspended_email_of_suspended BEFORE INSERT ON public.suspended_emails FOR EACH ROW EXECUTE FUNCTION suspended_email_of_suspended();
alter table suspended_emails enable row level security;
create policy system_only on suspended_emails for all using (( SELECT sees_all() AS sees_all));
comment on table suspended_emails is 'addresses that a suspended user gave up, by a change or by deleting the account: no other account gets them while the suspension lasts';
grant insert (user_id, fingerprint) on suspended_emails to sarraf_app;
grant select on suspended_emails to sarraf_app;

create table suspensions (
  audit_id bigint not null,
  user_id uuid not null,
  action text not null generated always as ('suspend_user'::text) stored,
  reason text not null,
  at timestamp with time zone not null,
  restored_id bigint,
  restored_action text generated always as (
CASE
    WHEN (restored_id IS NOT NULL) THEN 'restore_user'::text
    ELSE NULL::text
END) stored,
  restored_reason text,
  restored_at timestamp with time zone,
  constraint suspensions_pkey PRIMARY KEY (audit_id),
  constraint suspensions_on_record FOREIGN KEY (audit_id, user_id, action) REFERENCES audit_log(id, subject, action),
  constraint suspensions_restored_on_record FOREIGN KEY (restored_id, user_id, restored_action) REFERENCES audit_log(id, subject, action),
  constraint suspensions_restored_once UNIQUE (restored_id),
  constraint suspensions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX suspensions_of_user ON public.suspensions USING btree (user_id, audit_id DESC);
CREATE UNIQUE INDEX suspensions_one_open ON public.suspensions USING btree (user_id) WHERE (restored_id IS NULL);
CREATE INDEX suspensions_open ON public.suspensions USING btree (audit_id DESC) WHERE (restored_id IS NULL);
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.suspensions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER apply_suspension AFTER INSERT OR UPDATE ON public.suspensions FOR EACH ROW EXECUTE FUNCTION apply_suspension();
CREATE TRIGGER release_suspended_emails AFTER UPDATE ON public.suspensions FOR EACH ROW WHEN ((new.restored_id IS NOT NULL)) EXECUTE FUNCTION release_suspended_emails();
CREATE TRIGGER retention_over BEFORE DELETE ON public.suspensions FOR EACH ROW EXECUTE FUNCTION require_owner_retention_over();
CREATE TRIGGER suspension_as_recorded BEFORE INSERT OR UPDATE ON public.suspensions FOR EACH ROW EXECUTE FUNCTION suspension_as_recorded();
alter table suspensions enable row level security;
create policy own_rows on suspensions for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table suspensions is 'a suspended user finishes their open trades, but opens no trade and posts or activates no offer, and their offers leave the market';
grant insert (audit_id, user_id) on suspensions to sarraf_app;
grant select on suspensions to sarraf_app;
grant update (restored_id) on suspensions to sarraf_app;

create table system_message_codes (
  code text not null,
  constraint system_message_codes_pkey PRIMARY KEY (code)
);
comment on table system_message_codes is 'messages the server writes about a trade''s moves; written by migrate from domain/chat/chat.ts';
grant select on system_message_codes to sarraf_app;

create table team_act_kinds (
  kind text not null,
  constraint team_act_kinds_pkey PRIMARY KEY (kind)
);
comment on table team_act_kinds is 'written by migrate from domain/accounts/teams.ts';
grant select on team_act_kinds to sarraf_app;

create table team_acts (
  id bigint not null generated always as identity,
  owner_id uuid not null,
  member_id uuid not null,
  kind text not null,
  trade_id uuid,
  offer_id uuid,
  at timestamp with time zone not null default clock_timestamp(),
  constraint team_acts_pkey PRIMARY KEY (id),
  constraint team_acts_about CHECK ((num_nonnulls(trade_id, offer_id) =
CASE
    WHEN (kind ~ '^(business_hours|offer_template)_'::text) THEN 0
    ELSE 1
END)),
  constraint team_acts_kind FOREIGN KEY (kind) REFERENCES team_act_kinds(kind),
  constraint team_acts_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX team_acts_by_age ON public.team_acts USING btree (at);
CREATE INDEX team_acts_of_owner ON public.team_acts USING btree (owner_id, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE ON public.team_acts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.team_acts FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
CREATE TRIGGER retention_over BEFORE DELETE ON public.team_acts FOR EACH ROW EXECUTE FUNCTION team_retention_over();
alter table team_acts enable row level security;
create policy of_own_team on team_acts for all using ((( SELECT sees_all() AS sees_all) OR (owner_id = ( SELECT viewer_id() AS viewer_id))));
comment on table team_acts is 'what members did in the owner''s name, which the owner reads; written by the triggers of the acts';
grant delete, select on team_acts to sarraf_app;

create table team_member_roles (
  membership_id uuid not null,
  role text not null,
  granted_at timestamp with time zone not null default clock_timestamp(),
  constraint team_member_roles_pkey PRIMARY KEY (membership_id, role),
  constraint team_member_roles_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES team_members(id) ON DELETE CASCADE,
  constraint team_member_roles_role FOREIGN KEY (role) REFERENCES team_roles(role)
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.team_member_roles FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER happens_now BEFORE INSERT ON public.team_member_roles FOR EACH ROW WHEN (((new.granted_at > clock_timestamp()) OR (new.granted_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.team_member_roles FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.team_member_roles FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
alter table team_member_roles enable row level security;
create policy by_owner on team_member_roles for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM team_members m
  WHERE ((m.id = team_member_roles.membership_id) AND (m.owner_id = ( SELECT viewer_id() AS viewer_id)))))));
create policy of_own_team on team_member_roles for select using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM team_members m
  WHERE (m.id = team_member_roles.membership_id)))));
comment on table team_member_roles is 'the roles of each member; taken away by deleting the row';
grant delete, insert, select on team_member_roles to sarraf_app;

create table team_members (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null,
  member_id uuid not null,
  invited_at timestamp with time zone not null default clock_timestamp(),
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint team_members_pkey PRIMARY KEY (id),
  constraint team_members_member_id_fkey FOREIGN KEY (member_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint team_members_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint team_members_two_users CHECK ((owner_id <> member_id))
);
CREATE INDEX team_members_ended ON public.team_members USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX team_members_of_member ON public.team_members USING btree (member_id);
CREATE INDEX team_members_of_owner ON public.team_members USING btree (owner_id);
CREATE UNIQUE INDEX team_members_present ON public.team_members USING btree (owner_id, member_id) WHERE (ended_at IS NULL);
CREATE TRIGGER accepted_now BEFORE UPDATE ON public.team_members FOR EACH ROW WHEN (((new.accepted_at IS DISTINCT FROM old.accepted_at) AND ((new.accepted_at > clock_timestamp()) OR (new.accepted_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER end_acting_sessions AFTER UPDATE ON public.team_members FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION end_acting_sessions();
CREATE TRIGGER end_acting_sessions_of_deleted AFTER DELETE ON public.team_members FOR EACH ROW EXECUTE FUNCTION end_acting_sessions();
CREATE TRIGGER ended_now BEFORE UPDATE ON public.team_members FOR EACH ROW WHEN (((new.ended_at IS DISTINCT FROM old.ended_at) AND ((new.ended_at > clock_timestamp()) OR (new.ended_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER happens_now BEFORE INSERT ON public.team_members FOR EACH ROW WHEN (((new.invited_at > clock_timestamp()) OR (new.invited_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.team_members FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.team_members FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER retention_over BEFORE DELETE ON public.team_members FOR EACH ROW EXECUTE FUNCTION team_retention_over();
CREATE TRIGGER team_is_flat BEFORE INSERT ON public.team_members FOR EACH ROW EXECUTE FUNCTION team_is_flat();
CREATE TRIGGER team_is_flat_when_accepted BEFORE UPDATE ON public.team_members FOR EACH ROW WHEN (((old.accepted_at IS NULL) AND (new.accepted_at IS NOT NULL))) EXECUTE FUNCTION team_is_flat();
CREATE TRIGGER team_member_invited_first BEFORE INSERT ON public.team_members FOR EACH ROW WHEN (((new.accepted_at IS NOT NULL) OR (new.ended_at IS NOT NULL))) EXECUTE FUNCTION team_member_invited_first();
CREATE TRIGGER team_member_is_frozen BEFORE UPDATE ON public.team_members FOR EACH ROW EXECUTE FUNCTION team_member_is_frozen();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.team_members FOR EACH ROW EXECUTE FUNCTION user_not_deleted('owner_id', 'member_id');
alter table team_members enable row level security;
create policy of_own_team on team_members for all using ((( SELECT sees_all() AS sees_all) OR (owner_id = ( SELECT viewer_id() AS viewer_id)) OR (member_id = ( SELECT viewer_id() AS viewer_id))));
comment on table team_members is 'who acts, or acted, for whom';
grant delete, insert, select on team_members to sarraf_app;
grant update (accepted_at, ended_at) on team_members to sarraf_app;

create table team_moves (
  action text not null,
  role text not null,
  constraint team_moves_pkey PRIMARY KEY (action),
  constraint team_moves_role FOREIGN KEY (role) REFERENCES team_roles(role)
);
comment on table team_moves is 'the moves of a trade that a member can make, and the role for each; domain/accounts/teams.ts holds the same rows';
grant select on team_moves to sarraf_app;

create table team_roles (
  role text not null,
  constraint team_roles_pkey PRIMARY KEY (role)
);
comment on table team_roles is 'what a member may do for the owner; domain/accounts/teams.ts holds the same';
grant select on team_roles to sarraf_app;

create table telegram_bots (
  only_row boolean not null default true,
  bot_id text,
  username text,
  asked_at timestamp with time zone,
  next_update_id bigint not null default 0,
  heard_at timestamp with time zone,
  turn_ends_at timestamp with time zone not null default clock_timestamp(),
  sends_after timestamp with time zone not null default clock_timestamp(),
  constraint telegram_bots_pkey PRIMARY KEY (only_row),
  constraint telegram_bots_id CHECK ((bot_id ~ '^[0-9]{1,15}$'::text)),
  constraint telegram_bots_only_row CHECK (only_row),
  constraint telegram_bots_username CHECK ((username ~ '^[A-Za-z][A-Za-z0-9_]{3,31}$'::text))
);
comment on table telegram_bots is 'the bot of the setting TELEGRAM_BOT_TOKEN, and how far its messages were read';
grant select on telegram_bots to sarraf_app;
grant update (bot_id, username, asked_at, next_update_id, heard_at, turn_ends_at, sends_after) on telegram_bots to sarraf_app;

create table telegram_chats (
  user_id uuid not null,
  sealed bytea,
  fingerprint text,
  linked_at timestamp with time zone not null default clock_timestamp(),
  last_success_at timestamp with time zone,
  refused_at timestamp with time zone,
  constraint telegram_chats_pkey PRIMARY KEY (user_id),
  constraint telegram_chats_fingerprint_form CHECK ((fingerprint ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint telegram_chats_once UNIQUE (fingerprint),
  constraint telegram_chats_refused CHECK ((((sealed IS NULL) = (refused_at IS NOT NULL)) AND ((fingerprint IS NULL) = (refused_at IS NOT NULL)))),
  constraint telegram_chats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE TRIGGER happens_now BEFORE INSERT ON public.telegram_chats FOR EACH ROW WHEN (((new.linked_at > clock_timestamp()) OR (new.linked_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER telegram_chat_kept BEFORE UPDATE ON public.telegram_chats FOR EACH ROW EXECUTE FUNCTION telegram_chat_kept();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.telegram_chats FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table telegram_chats enable row level security;
create policy own_rows on telegram_chats for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table telegram_chats is 'the Telegram chats that get notifications, one for each account';
grant delete, select on telegram_chats to sarraf_app;
grant insert (user_id, sealed, fingerprint) on telegram_chats to sarraf_app;
grant update (sealed, fingerprint, last_success_at, refused_at) on telegram_chats to sarraf_app;

create table tier_limit_changes (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default clock_timestamp(),
  operator text not null,
  tier text not null,
  risk text not null,
  former_trade_micro bigint not null,
  former_open_micro bigint not null,
  former_day_micro bigint not null,
  trade_micro bigint not null,
  open_micro bigint not null,
  day_micro bigint not null,
  constraint tier_limit_changes_pkey PRIMARY KEY (id)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.tier_limit_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.tier_limit_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.tier_limit_changes FOR EACH ROW EXECUTE FUNCTION inserted_by_triggers();
comment on table tier_limit_changes is 'every change of tier_limits, written by a trigger';

create table tier_limits (
  tier text not null,
  risk text not null,
  trade_micro bigint not null,
  open_micro bigint not null,
  day_micro bigint not null,
  constraint tier_limits_pkey PRIMARY KEY (tier, risk),
  constraint tier_limits_bounded CHECK (((trade_micro >= 10000000) AND (day_micro <= '100000000000000'::bigint))),
  constraint tier_limits_nested CHECK (((trade_micro <= open_micro) AND (open_micro <= day_micro))),
  constraint tier_limits_risk FOREIGN KEY (risk) REFERENCES payment_risks(risk),
  constraint tier_limits_tier FOREIGN KEY (tier) REFERENCES tiers(tier)
);
CREATE TRIGGER record_tier_limit_change AFTER UPDATE ON public.tier_limits FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION record_tier_limit_change();
CREATE CONSTRAINT TRIGGER tier_limits_ordered AFTER INSERT OR DELETE OR UPDATE ON public.tier_limits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tier_limits_ordered();
comment on table tier_limits is 'how much a user of a tier may trade by payment methods of a risk; the operator changes it with npm run limits';
grant select on tier_limits to sarraf_app;

create table tiers (
  tier text not null,
  rank smallint not null,
  min_account_days integer not null,
  min_completed_trades integer not null,
  min_partners integer not null,
  needs_rehearsal boolean not null,
  constraint tiers_pkey PRIMARY KEY (tier),
  constraint tiers_account_days CHECK ((min_account_days >= 0)),
  constraint tiers_completed_trades CHECK ((min_completed_trades >= 0)),
  constraint tiers_partners CHECK (((min_partners >= 0) AND (min_partners <= min_completed_trades))),
  constraint tiers_rank CHECK ((rank >= 0)),
  constraint tiers_rank_key UNIQUE (rank)
);
comment on table tiers is 'what a user needs for each tier, all of it; domain/accounts/tiers.ts holds the same rows';
grant select on tiers to sarraf_app;

create table totps (
  user_id uuid not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  confirmed_at timestamp with time zone,
  last_step bigint,
  wrong_at timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  wrong_count smallint not null default 0,
  wrong_since timestamp with time zone,
  wrong_notified_at timestamp with time zone,
  constraint totps_pkey PRIMARY KEY (user_id),
  constraint totps_confirmed_by_code CHECK (((confirmed_at IS NULL) = (last_step IS NULL))),
  constraint totps_sealed_whole CHECK ((octet_length(sealed) = (97 + 20))),
  constraint totps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint totps_wrong_five CHECK ((cardinality(wrong_at) <= 5)),
  constraint totps_wrong_hundred CHECK (((wrong_count >= 0) AND (wrong_count <= 100)))
);
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.totps FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.totps FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER totp_goes_forward BEFORE UPDATE ON public.totps FOR EACH ROW EXECUTE FUNCTION totp_goes_forward();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.totps FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table totps enable row level security;
create policy own_rows on totps for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table totps is 'authenticator apps (RFC 6238); limits are those of domain/accounts/factors.ts';
grant delete, insert, select on totps to sarraf_app;
grant update (confirmed_at, last_step, wrong_at, wrong_count, wrong_since, wrong_notified_at) on totps to sarraf_app;

create table trade_chats (
  trade_id uuid not null,
  last_seq integer not null default 0,
  purged_seq integer not null default 0,
  buyer_read_seq integer not null default 0,
  seller_read_seq integer not null default 0,
  constraint trade_chats_pkey PRIMARY KEY (trade_id),
  constraint trade_chats_purged_within CHECK (((purged_seq >= 0) AND (purged_seq <= last_seq))),
  constraint trade_chats_read_within CHECK ((((buyer_read_seq >= 0) AND (buyer_read_seq <= last_seq)) AND ((seller_read_seq >= 0) AND (seller_read_seq <= last_seq)))),
  constraint trade_chats_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES trades(id)
);
CREATE TRIGGER counted_by_triggers BEFORE UPDATE ON public.trade_chats FOR EACH ROW WHEN ((old.purged_seq <> new.purged_seq)) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER counted_from_zero BEFORE INSERT ON public.trade_chats FOR EACH ROW WHEN (((new.purged_seq <> 0) OR (new.buyer_read_seq <> 0) OR (new.seller_read_seq <> 0))) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER read_mark_advances BEFORE UPDATE ON public.trade_chats FOR EACH ROW WHEN (((new.buyer_read_seq <> old.buyer_read_seq) OR (new.seller_read_seq <> old.seller_read_seq))) EXECUTE FUNCTION read_mark_advances();
alter table trade_chats enable row level security;
create policy append on trade_chats for insert with check (true);
create policy of_own_trades on trade_chats for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = trade_chats.trade_id)))));
comment on table trade_chats is 'counts a trade''s messages, and those that each party has read';
grant insert, select on trade_chats to sarraf_app;
grant update (last_seq, buyer_read_seq, seller_read_seq) on trade_chats to sarraf_app;

create table trade_events (
  trade_id uuid not null,
  seq integer not null,
  prev_seq integer generated always as (
CASE
    WHEN (seq > 1) THEN (seq - 1)
    ELSE NULL::integer
END) stored,
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  once_only boolean not null default false,
  actor_id uuid,
  buyer_id uuid generated always as (
CASE
    WHEN (actor_role = 'buyer'::text) THEN actor_id
    ELSE NULL::uuid
END) stored,
  seller_id uuid generated always as (
CASE
    WHEN (actor_role = 'seller'::text) THEN actor_id
    ELSE NULL::uuid
END) stored,
  pay_deadline timestamp with time zone not null,
  prev_pay_deadline timestamp with time zone,
  deadline timestamp with time zone not null,
  prev_deadline timestamp with time zone,
  prev_at timestamp with time zone,
  payment_window_minutes smallint not null,
  escalation_hours smallint,
  opened_at timestamp with time zone not null,
  dispute_reason text,
  arrives_by timestamp with time zone,
  at timestamp with time zone not null default clock_timestamp(),
  clock_at timestamp with time zone not null,
  returned interval not null,
  moved_at timestamp with time zone not null generated always as (
CASE action
    WHEN 'extend_for_outage'::text THEN prev_at
    ELSE at
END) stored,
  outage_id uuid,
  outage_length interval,
  command_key text not null,
  member_id uuid,
  constraint trade_events_pkey PRIMARY KEY (trade_id, seq),
  constraint trade_events_actor_named CHECK (((actor_role = 'system'::text) = (actor_id IS NULL))),
  constraint trade_events_allowed FOREIGN KEY (from_status, to_status, action, actor_role, once_only) REFERENCES trade_rules(from_status, to_status, action, actor_role, once_only),
  constraint trade_events_arrives_by CHECK ((((action = ANY (ARRAY['mark_paid'::text, 'object'::text])) = (arrives_by IS NOT NULL)) AND (arrives_by <= (deadline + (at - clock_at))) AND ((arrives_by >= (at - '00:00:01'::interval)) AND (arrives_by <= (at + '15 days'::interval))))),
  constraint trade_events_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id) DEFERRABLE INITIALLY DEFERRED,
  constraint trade_events_by_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id) DEFERRABLE INITIALLY DEFERRED,
  constraint trade_events_chain FOREIGN KEY (trade_id, prev_seq, from_status, prev_pay_deadline, prev_deadline, prev_at) REFERENCES trade_events(trade_id, seq, to_status, pay_deadline, deadline, moved_at),
  constraint trade_events_command_once UNIQUE (trade_id, command_key),
  constraint trade_events_deadline CHECK ((deadline =
CASE
    WHEN (action = 'extend_for_outage'::text) THEN (prev_deadline + outage_length)
    WHEN (to_status = 'awaiting_payment'::text) THEN pay_deadline
    WHEN (to_status = 'refund_held'::text) THEN (clock_at + '00:15:00'::interval)
    WHEN (to_status = 'payment_sent'::text) THEN GREATEST(((opened_at + make_interval(hours => (escalation_hours)::integer)) + returned), (clock_at + '01:00:00'::interval))
    ELSE 'infinity'::timestamp with time zone
END)),
  constraint trade_events_dispute_not_early CHECK (((action <> 'open_dispute'::text) OR (at >= (prev_at + '00:10:00'::interval)))),
  constraint trade_events_dispute_reason CHECK (((to_status = 'disputed'::text) = (dispute_reason IS NOT NULL))),
  constraint trade_events_escalation CHECK (((to_status = 'payment_sent'::text) = (escalation_hours IS NOT NULL))),
  constraint trade_events_first CHECK ((((seq = 1) = (from_status = 'none'::text)) AND (num_nulls(prev_pay_deadline, prev_deadline, prev_at) =
CASE seq
    WHEN 1 THEN 3
    ELSE 0
END))),
  constraint trade_events_in_time CHECK (((actor_role = 'system'::text) OR (seq = 1) OR (clock_at <= prev_deadline))),
  constraint trade_events_late CHECK (((action <> ALL (ARRAY['expire'::text, 'expire_after_details'::text, 'refund'::text, 'escalate'::text])) OR (clock_at > prev_deadline))),
  constraint trade_events_of_outage CHECK ((((action = 'extend_for_outage'::text) = (outage_id IS NOT NULL)) AND ((outage_id IS NULL) = (outage_length IS NULL)))),
  constraint trade_events_of_trade FOREIGN KEY (trade_id, payment_window_minutes, opened_at) REFERENCES trades(id, payment_window_minutes, created_at) DEFERRABLE INITIALLY DEFERRED,
  constraint trade_events_outage FOREIGN KEY (outage_id, outage_length) REFERENCES outages(id, length),
  constraint trade_events_outage_once UNIQUE (trade_id, outage_id),
  constraint trade_events_pay_deadline CHECK (
CASE action
    WHEN 'open'::text THEN (pay_deadline = (clock_at + make_interval(mins => (payment_window_minutes)::integer)))
    WHEN 'extend_payment_window'::text THEN (pay_deadline = (prev_pay_deadline + make_interval(mins => (payment_window_minutes)::integer)))
    WHEN 'withdraw_payment_mark'::text THEN ((pay_deadline >= (clock_at + '00:05:00'::interval)) AND (pay_deadline <= (clock_at + make_interval(mins => (2 * payment_window_minutes)))))
    WHEN 'extend_for_outage'::text THEN (pay_deadline = (prev_pay_deadline + outage_length))
    ELSE (pay_deadline = prev_pay_deadline)
END),
  constraint trade_events_position UNIQUE (trade_id, seq, to_status, pay_deadline, deadline, moved_at),
  constraint trade_events_reason_of_move FOREIGN KEY (dispute_reason, action, actor_role) REFERENCES dispute_reasons(reason, action, actor_role),
  constraint trade_events_seq_positive CHECK ((seq >= 1))
);
CREATE UNIQUE INDEX trade_events_once_only ON public.trade_events USING btree (trade_id, action) WHERE once_only;
CREATE TRIGGER append_only BEFORE UPDATE ON public.trade_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.trade_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER clock BEFORE INSERT ON public.trade_events FOR EACH ROW EXECUTE FUNCTION trade_event_clock();
CREATE TRIGGER count_trade_event AFTER INSERT ON public.trade_events FOR EACH ROW WHEN (((new.action = 'open'::text) OR (new.to_status = ANY (ARRAY['completed'::text, 'cancelled'::text])))) EXECUTE FUNCTION count_trade_event();
CREATE CONSTRAINT TRIGGER event_agrees AFTER INSERT ON public.trade_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION event_agrees();
CREATE TRIGGER event_by_key BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN (((new.actor_id IS NOT NULL) AND (acting_key() IS NOT NULL))) EXECUTE FUNCTION event_by_key();
CREATE TRIGGER event_by_member BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN (((acting_member() IS NOT NULL) OR (new.member_id IS NOT NULL))) EXECUTE FUNCTION event_by_member();
CREATE TRIGGER extended_by_outage_only BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN ((new.action = 'extend_for_outage'::text)) EXECUTE FUNCTION extended_by_outage_only();
CREATE TRIGGER happens_now BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE CONSTRAINT TRIGGER objection_has_proof AFTER INSERT ON public.trade_events DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.action = 'object'::text)) EXECUTE FUNCTION objection_has_proof();
CREATE TRIGGER open_dispute_case AFTER INSERT ON public.trade_events FOR EACH ROW WHEN ((new.to_status = 'disputed'::text)) EXECUTE FUNCTION open_dispute_case();
CREATE TRIGGER retention_over BEFORE DELETE ON public.trade_events FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
CREATE TRIGGER trade_event_after_arrival BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN ((new.dispute_reason = 'not_received'::text)) EXECUTE FUNCTION trade_event_after_arrival();
CREATE TRIGGER trade_event_fits_details BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN (((new.from_status = 'awaiting_payment'::text) AND (new.actor_role <> 'buyer'::text) AND (new.to_status = ANY (ARRAY['cancelled'::text, 'refund_held'::text])))) EXECUTE FUNCTION trade_event_fits_details();
CREATE TRIGGER trade_event_withdraws_in_time BEFORE INSERT ON public.trade_events FOR EACH ROW WHEN ((new.action = 'withdraw_payment_mark'::text)) EXECUTE FUNCTION trade_event_withdraws_in_time();
alter table trade_events enable row level security;
create policy append on trade_events for insert with check (true);
create policy of_own_trades on trade_events for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = trade_events.trade_id)))));
comment on table trade_events is 'every move of every trade, in order: event n starts where event n-1 ended';
comment on column trade_events.member_id is 'the team member who made the move in the party''s name; null: the party, or the system';
grant insert, select on trade_events to sarraf_app;

create table trade_images (
  id uuid not null default gen_random_uuid(),
  trade_id uuid not null,
  width integer not null,
  height integer not null,
  bytes bytea storage e,
  object_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint trade_images_pkey PRIMARY KEY (id),
  constraint trade_images_area CHECK ((((width * height) <= 16777216) AND (LEAST(width, height) <= 1536))),
  constraint trade_images_height CHECK (((height >= 1) AND (height <= 16383))),
  constraint trade_images_in_one_place CHECK ((num_nonnulls(bytes, object_id) = 1)),
  constraint trade_images_object FOREIGN KEY (object_id) REFERENCES stored_objects(id),
  constraint trade_images_of_trade UNIQUE (trade_id, id),
  constraint trade_images_size CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 6000000))),
  constraint trade_images_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES trades(id),
  constraint trade_images_width CHECK (((width >= 1) AND (width <= 16383)))
);
CREATE UNIQUE INDEX trade_images_by_object ON public.trade_images USING btree (object_id) WHERE (object_id IS NOT NULL);
CREATE INDEX trade_images_in_postgres ON public.trade_images USING btree (created_at) WHERE (object_id IS NULL);
CREATE TRIGGER append_only BEFORE UPDATE ON public.trade_images FOR EACH ROW EXECUTE FUNCTION trade_image_changes();
CREATE TRIGGER hold_object AFTER UPDATE ON public.trade_images FOR EACH ROW WHEN (((new.object_id IS NOT NULL) AND (new.object_id IS DISTINCT FROM old.object_id))) EXECUTE FUNCTION hold_object();
CREATE TRIGGER release_deleted AFTER DELETE ON public.trade_images FOR EACH ROW WHEN ((old.object_id IS NOT NULL)) EXECUTE FUNCTION release_object();
CREATE TRIGGER release_object AFTER UPDATE ON public.trade_images FOR EACH ROW WHEN (((old.object_id IS NOT NULL) AND (new.object_id IS DISTINCT FROM old.object_id))) EXECUTE FUNCTION release_object();
CREATE TRIGGER retention_over BEFORE DELETE ON public.trade_images FOR EACH ROW EXECUTE FUNCTION require_chat_retention_over();
CREATE TRIGGER written_with_bytes BEFORE INSERT ON public.trade_images FOR EACH ROW WHEN ((new.object_id IS NOT NULL)) EXECUTE FUNCTION written_with_bytes();
alter table trade_images enable row level security;
create policy append on trade_images for insert with check (true);
create policy of_own_trades on trade_images for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = trade_images.trade_id)))));
comment on table trade_images is 'pictures sent in a chat';
grant insert, select on trade_images to sarraf_app;
grant update (bytes, object_id) on trade_images to sarraf_app;

create table trade_outcomes (
  trade_id uuid not null,
  buyer_id uuid not null,
  seller_id uuid not null,
  taker_id uuid not null,
  failed_by uuid,
  counts boolean not null,
  at timestamp with time zone not null,
  payment_method text not null,
  pay_seconds integer,
  release_seconds integer,
  constraint trade_outcomes_pkey PRIMARY KEY (trade_id),
  constraint trade_outcomes_by_buyer FOREIGN KEY (trade_id, buyer_id) REFERENCES trades(id, buyer_id),
  constraint trade_outcomes_by_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint trade_outcomes_party CHECK (((failed_by = buyer_id) OR (failed_by = seller_id)))
);
CREATE INDEX trade_outcomes_as_buyer ON public.trade_outcomes USING btree (buyer_id, at) INCLUDE (payment_method, pay_seconds) WHERE (counts AND (failed_by IS NULL));
CREATE INDEX trade_outcomes_as_seller ON public.trade_outcomes USING btree (seller_id, at) INCLUDE (payment_method, release_seconds) WHERE (counts AND (failed_by IS NULL));
CREATE INDEX trade_outcomes_by_time ON public.trade_outcomes USING btree (at) WHERE (failed_by IS NULL);
CREATE INDEX trade_outcomes_of_pair ON public.trade_outcomes USING btree (LEAST(buyer_id, seller_id), GREATEST(buyer_id, seller_id), at) WHERE (counts OR (failed_by IS NULL));
CREATE INDEX trade_outcomes_of_taker ON public.trade_outcomes USING btree (taker_id, at) WHERE (failed_by IS NOT NULL);
CREATE TRIGGER append_only BEFORE UPDATE ON public.trade_outcomes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.trade_outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER count_purged_outcomes AFTER DELETE ON public.trade_outcomes REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION count_purged_outcomes();
CREATE TRIGGER only_by_triggers BEFORE INSERT ON public.trade_outcomes FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION inserted_by_triggers();
CREATE TRIGGER retention_over BEFORE DELETE ON public.trade_outcomes FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table trade_outcomes enable row level security;
create policy own_trades on trade_outcomes for all using ((( SELECT sees_all() AS sees_all) OR (buyer_id = ( SELECT viewer_id() AS viewer_id)) OR (seller_id = ( SELECT viewer_id() AS viewer_id))));
comment on table trade_outcomes is 'how each closed trade counts, for its parties'' records and for the pause after failures. Why one does not count is not stored, and no answer shows it';
grant select on trade_outcomes to sarraf_app;

create table trade_payment_details (
  trade_id uuid not null,
  seller_id uuid not null,
  account_id uuid,
  account_version integer not null,
  account_changed_at timestamp with time zone not null,
  sealed bytea,
  erased_at timestamp with time zone,
  fingerprint text,
  constraint trade_payment_details_pkey PRIMARY KEY (trade_id),
  constraint trade_payment_details_account FOREIGN KEY (account_id) REFERENCES payment_accounts(id) ON DELETE SET NULL,
  constraint trade_payment_details_erased CHECK (((sealed IS NULL) = (erased_at IS NOT NULL))),
  constraint trade_payment_details_of_seller FOREIGN KEY (trade_id, seller_id) REFERENCES trades(id, seller_id),
  constraint trade_payment_details_sealed CHECK (((octet_length(sealed) >= 100) AND (octet_length(sealed) <= 2000)))
);
CREATE INDEX trade_payment_details_of_account ON public.trade_payment_details USING btree (account_id);
CREATE INDEX trade_payment_details_of_seller ON public.trade_payment_details USING btree (seller_id);
CREATE INDEX trade_payment_details_paid_on ON public.trade_payment_details USING btree (seller_id, fingerprint) WHERE (fingerprint IS NOT NULL);
CREATE INDEX trade_payment_details_paid_to ON public.trade_payment_details USING btree (fingerprint, seller_id) WHERE (fingerprint IS NOT NULL);
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.trade_payment_details FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payment_details_as_chosen BEFORE INSERT ON public.trade_payment_details FOR EACH ROW EXECUTE FUNCTION payment_details_as_chosen();
CREATE TRIGGER payment_details_frozen BEFORE UPDATE ON public.trade_payment_details FOR EACH ROW EXECUTE FUNCTION payment_details_frozen();
CREATE TRIGGER retention_over BEFORE DELETE ON public.trade_payment_details FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
alter table trade_payment_details enable row level security;
create policy append on trade_payment_details for insert with check (true);
create policy of_own_trades on trade_payment_details for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = trade_payment_details.trade_id)))));
comment on table trade_payment_details is 'where the buyer of a trade pays: a copy of the seller''s payment account, which never changes and is erased 30 days after the end of the trade';
grant insert on trade_payment_details to sarraf_app;
grant select (trade_id, seller_id, account_id, account_version, account_changed_at, sealed, erased_at) on trade_payment_details to sarraf_app;

create table trade_rules (
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  once_only boolean not null,
  constraint trade_rules_pkey PRIMARY KEY (from_status, to_status, action, actor_role),
  constraint trade_rules_actor_role CHECK ((actor_role = ANY (ARRAY['buyer'::text, 'seller'::text, 'system'::text]))),
  constraint trade_rules_move UNIQUE (from_status, to_status, action, actor_role, once_only),
  constraint trade_rules_one_target UNIQUE (from_status, action, actor_role),
  constraint trade_rules_to_status FOREIGN KEY (to_status) REFERENCES trade_statuses(status)
);
comment on table trade_rules is 'the moves: who may make them from where to where; domain/trades/trades.ts holds the same rows';
grant select on trade_rules to sarraf_app;

create table trade_statuses (
  status text not null,
  is_open boolean not null,
  escrow_state text not null,
  late_action text,
  late_status text,
  late_action_after_details text,
  late_status_after_details text,
  constraint trade_statuses_pkey PRIMARY KEY (status),
  constraint trade_statuses_escrow_state CHECK ((escrow_state = ANY (ARRAY['locked'::text, 'released'::text, 'refunded'::text]))),
  constraint trade_statuses_late_move CHECK (((num_nulls(late_action, late_status) = ANY (ARRAY[0, 2])) AND (num_nulls(late_action_after_details, late_status_after_details) = ANY (ARRAY[0, 2])))),
  constraint trade_statuses_late_status FOREIGN KEY (late_status) REFERENCES trade_statuses(status),
  constraint trade_statuses_late_status_after_details FOREIGN KEY (late_status_after_details) REFERENCES trade_statuses(status),
  constraint trade_statuses_open_while_locked CHECK ((is_open = (escrow_state = 'locked'::text)))
);
comment on table trade_statuses is 'domain/trades/trades.ts holds the same rows';
grant select on trade_statuses to sarraf_app;

create table trader_notes (
  writer_id uuid not null,
  about_id uuid not null,
  text text not null,
  tags text[] not null,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint trader_notes_pkey PRIMARY KEY (writer_id, about_id),
  constraint trader_notes_about_id_fkey FOREIGN KEY (about_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint trader_notes_not_about_oneself CHECK ((writer_id <> about_id)),
  constraint trader_notes_not_empty CHECK (((text <> ''::text) OR (cardinality(tags) > 0))),
  constraint trader_notes_tags CHECK (((cardinality(tags) <= 3) AND (array_position(tags, NULL::text) IS NULL) AND are_note_tags(tags))),
  constraint trader_notes_text CHECK (((char_length(text) <= 500) AND (text = btrim(text, ' 	
'::text)))),
  constraint trader_notes_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX trader_notes_about ON public.trader_notes USING btree (about_id);
CREATE INDEX trader_notes_listed ON public.trader_notes USING btree (writer_id, changed_at DESC, about_id);
CREATE TRIGGER happens_now BEFORE INSERT OR UPDATE ON public.trader_notes FOR EACH ROW WHEN (((new.changed_at > clock_timestamp()) OR (new.changed_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.trader_notes FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.trader_notes FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER trader_note_keeps_users BEFORE UPDATE ON public.trader_notes FOR EACH ROW WHEN (((old.writer_id IS DISTINCT FROM new.writer_id) OR (old.about_id IS DISTINCT FROM new.about_id))) EXECUTE FUNCTION trader_note_keeps_users();
CREATE TRIGGER trader_notes_within_limit AFTER INSERT ON public.trader_notes FOR EACH ROW EXECUTE FUNCTION trader_notes_within_limit();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.trader_notes FOR EACH ROW EXECUTE FUNCTION user_not_deleted('writer_id', 'about_id');
alter table trader_notes enable row level security;
create policy of_its_writer on trader_notes for all using (((writer_id = ( SELECT viewer_id() AS viewer_id)) AND (( SELECT acting_member() AS acting_member) IS NULL)));
comment on table trader_notes is 'what a user notes about another trader; only its writer reads it, and no member of a team';
grant delete, select on trader_notes to sarraf_app;
grant insert (writer_id, about_id, text, tags) on trader_notes to sarraf_app;
grant update (text, tags, changed_at) on trader_notes to sarraf_app;

create table trades (
  id uuid not null default gen_random_uuid(),
  quote_id uuid not null,
  quote_expires_at timestamp with time zone not null,
  offer_id uuid not null,
  offer_owner_id uuid not null,
  offer_type text not null,
  taker_id uuid not null,
  buyer_id uuid not null,
  seller_id uuid not null,
  fiat_currency text not null,
  payment_method text not null,
  terms text not null,
  reference_policy text not null default 'optional'::text,
  payment_window_minutes smallint not null,
  escalation_hours smallint not null default 24,
  anchor text not null,
  rate_e6 bigint not null,
  percentage_tenths smallint not null,
  price_e9 bigint not null generated always as ((rate_e6 * (1000 + percentage_tenths))) stored,
  fiat_milli bigint not null,
  usdt_micro bigint not null,
  fee_micro bigint not null,
  seller_locks_micro bigint not null generated always as ((usdt_micro +
CASE offer_type
    WHEN 'buy'::text THEN fee_micro
    ELSE (0)::bigint
END)) stored,
  buyer_receives_micro bigint not null generated always as ((usdt_micro -
CASE offer_type
    WHEN 'sell'::text THEN fee_micro
    ELSE (0)::bigint
END)) stored,
  escrow_address text not null,
  chain text not null,
  status text not null,
  version integer not null,
  pay_deadline timestamp with time zone not null,
  deadline timestamp with time zone not null,
  moved_at timestamp with time zone not null,
  split_released_micro bigint,
  by_new_taker boolean not null default false,
  bond_micro bigint not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint trades_pkey PRIMARY KEY (id),
  constraint trades_amount UNIQUE (id, usdt_micro),
  constraint trades_as_quoted FOREIGN KEY (quote_id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, payment_method, anchor, rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, quote_expires_at) REFERENCES quotes(id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, payment_method, anchor, rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, expires_at),
  constraint trades_at_last_event FOREIGN KEY (id, version, status, pay_deadline, deadline, moved_at) REFERENCES trade_events(trade_id, seq, to_status, pay_deadline, deadline, moved_at) DEFERRABLE INITIALLY DEFERRED,
  constraint trades_buyer UNIQUE (id, buyer_id),
  constraint trades_chain CHECK ((chain = 'polygon'::text)),
  constraint trades_escalation_hours CHECK (((escalation_hours >= 24) AND (escalation_hours <= 240))),
  constraint trades_escrow_address_form CHECK (((escrow_address ~ '^0x[0-9a-fA-F]{40}$'::text) AND (escrow_address ~ '[a-f]'::text) AND (substr(escrow_address, 3) ~ '[A-F]'::text))),
  constraint trades_escrow_address_key UNIQUE (escrow_address),
  constraint trades_have_payment_details FOREIGN KEY (id) REFERENCES trade_payment_details(trade_id) DEFERRABLE INITIALLY DEFERRED,
  constraint trades_quote_alive CHECK ((created_at <= quote_expires_at)),
  constraint trades_quote_used_once UNIQUE (quote_id),
  constraint trades_reference_policy FOREIGN KEY (reference_policy) REFERENCES reference_policies(policy),
  constraint trades_roles CHECK (
CASE offer_type
    WHEN 'sell'::text THEN ((seller_id = offer_owner_id) AND (buyer_id = taker_id))
    ELSE ((buyer_id = offer_owner_id) AND (seller_id = taker_id))
END),
  constraint trades_seller UNIQUE (id, seller_id),
  constraint trades_split_completed CHECK (((split_released_micro IS NULL) OR (status = 'completed'::text))),
  constraint trades_split_inside CHECK (((split_released_micro > 0) AND (split_released_micro < usdt_micro))),
  constraint trades_two_people CHECK ((buyer_id <> seller_id)),
  constraint trades_window UNIQUE (id, payment_window_minutes, created_at)
);
CREATE INDEX trades_by_age ON public.trades USING btree (created_at);
CREATE INDEX trades_by_buyer ON public.trades USING btree (buyer_id, created_at DESC);
CREATE INDEX trades_by_offer ON public.trades USING btree (offer_id) WHERE (status = ANY (ARRAY['awaiting_payment'::text, 'refund_held'::text, 'payment_sent'::text, 'payment_confirmed'::text, 'disputed'::text]));
CREATE INDEX trades_by_pair ON public.trades USING btree (buyer_id, seller_id, moved_at);
CREATE INDEX trades_by_seller ON public.trades USING btree (seller_id, created_at DESC);
CREATE INDEX trades_due ON public.trades USING btree (deadline) WHERE (deadline < 'infinity'::timestamp with time zone);
CREATE UNIQUE INDEX trades_one_open_of_taker ON public.trades USING btree (taker_id, offer_id) WHERE (status = ANY (ARRAY['awaiting_payment'::text, 'refund_held'::text, 'payment_sent'::text, 'payment_confirmed'::text, 'disputed'::text]));
CREATE INDEX trades_open_by_new_taker ON public.trades USING btree (taker_id) WHERE (by_new_taker AND (status = ANY (ARRAY['awaiting_payment'::text, 'refund_held'::text, 'payment_sent'::text, 'payment_confirmed'::text, 'disputed'::text])));
CREATE INDEX trades_open_of_buyer ON public.trades USING btree (buyer_id) WHERE (status = ANY (ARRAY['awaiting_payment'::text, 'refund_held'::text, 'payment_sent'::text, 'payment_confirmed'::text, 'disputed'::text]));
CREATE INDEX trades_open_of_seller ON public.trades USING btree (seller_id) WHERE (status = ANY (ARRAY['awaiting_payment'::text, 'refund_held'::text, 'payment_sent'::text, 'payment_confirmed'::text, 'disputed'::text]));
CREATE INDEX trades_to_settle ON public.trades USING btree (id) WHERE (status = 'payment_confirmed'::text);
CREATE TRIGGER by_new_taker BEFORE INSERT ON public.trades FOR EACH ROW EXECUTE FUNCTION trade_by_new_taker();
CREATE CONSTRAINT TRIGGER closed_trade_agrees AFTER UPDATE ON public.trades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = ANY (ARRAY['completed'::text, 'cancelled'::text])) OR (new.status = ANY (ARRAY['completed'::text, 'cancelled'::text])))) EXECUTE FUNCTION trade_agrees();
CREATE CONSTRAINT TRIGGER dispute_agrees AFTER INSERT ON public.trades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = ANY (ARRAY['disputed'::text, 'completed'::text, 'cancelled'::text, 'payment_confirmed'::text]))) EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER happens_now BEFORE INSERT ON public.trades FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE CONSTRAINT TRIGGER moved_dispute_agrees AFTER UPDATE ON public.trades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = 'disputed'::text) OR (new.status = 'disputed'::text) OR (new.split_released_micro IS NOT NULL))) EXECUTE FUNCTION dispute_agrees();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.trades FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE CONSTRAINT TRIGGER reopened_within_tier_limits AFTER UPDATE ON public.trades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.status = ANY (ARRAY['completed'::text, 'cancelled'::text])) AND (new.status <> ALL (ARRAY['completed'::text, 'cancelled'::text])))) EXECUTE FUNCTION trade_within_tier_limits();
CREATE TRIGGER retention_over BEFORE DELETE ON public.trades FOR EACH ROW EXECUTE FUNCTION require_events_purged();
CREATE CONSTRAINT TRIGGER trade_agrees AFTER INSERT ON public.trades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION trade_agrees();
CREATE TRIGGER trade_is_frozen BEFORE UPDATE ON public.trades FOR EACH ROW EXECUTE FUNCTION trade_is_frozen();
CREATE TRIGGER trade_may_be_opened BEFORE INSERT ON public.trades FOR EACH ROW EXECUTE FUNCTION trade_may_be_opened();
CREATE CONSTRAINT TRIGGER within_tier_limits AFTER INSERT ON public.trades DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION trade_within_tier_limits();
alter table trades enable row level security;
create policy own_trades on trades for all using ((( SELECT sees_all() AS sees_all) OR (buyer_id = ( SELECT viewer_id() AS viewer_id)) OR (seller_id = ( SELECT viewer_id() AS viewer_id))));
comment on table trades is 'what two users agreed on. Only status, version, deadlines and the split ever change, and only together with an event';
grant insert, select on trades to sarraf_app;
grant update (status, version, pay_deadline, deadline, moved_at, split_released_micro) on trades to sarraf_app;

create table transfers (
  id bigint not null generated always as identity,
  trade_id uuid not null,
  leg text not null,
  debit_id bigint not null,
  credit_id bigint not null,
  debit_kind text not null generated always as (
CASE
    WHEN (leg = ANY (ARRAY['lock'::text, 'bond'::text])) THEN 'external'::text
    ELSE 'escrow'::text
END) stored,
  credit_kind text not null generated always as (
CASE
    WHEN (leg = ANY (ARRAY['lock'::text, 'bond'::text])) THEN 'escrow'::text
    WHEN (leg = 'fee'::text) THEN 'fees'::text
    WHEN (leg = 'bond_burned'::text) THEN 'burned'::text
    ELSE 'external'::text
END) stored,
  amount_micro bigint not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint transfers_pkey PRIMARY KEY (id),
  constraint transfers_amount_positive CHECK ((amount_micro > 0)),
  constraint transfers_credit FOREIGN KEY (credit_id, credit_kind) REFERENCES ledger_accounts(id, kind),
  constraint transfers_debit FOREIGN KEY (debit_id, debit_kind) REFERENCES ledger_accounts(id, kind),
  constraint transfers_leg CHECK ((leg = ANY (ARRAY['lock'::text, 'release'::text, 'fee'::text, 'refund'::text, 'split_release'::text, 'split_refund'::text, 'bond'::text, 'bond_returned'::text, 'bond_awarded'::text, 'bond_burned'::text]))),
  constraint transfers_leg_once UNIQUE (trade_id, leg),
  constraint transfers_trade_id_fkey FOREIGN KEY (trade_id) REFERENCES trades(id)
);
CREATE INDEX transfers_by_credit ON public.transfers USING btree (credit_id);
CREATE INDEX transfers_by_debit ON public.transfers USING btree (debit_id);
CREATE INDEX transfers_by_time ON public.transfers USING btree (at);
CREATE UNIQUE INDEX transfers_one_outcome ON public.transfers USING btree (trade_id) WHERE (leg = ANY (ARRAY['release'::text, 'refund'::text, 'split_release'::text]));
CREATE UNIQUE INDEX transfers_one_outcome_of_bond ON public.transfers USING btree (trade_id) WHERE (leg = ANY (ARRAY['bond_returned'::text, 'bond_awarded'::text, 'bond_burned'::text]));
CREATE TRIGGER append_only BEFORE UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_whole BEFORE TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER book_transfer AFTER INSERT ON public.transfers REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION book_transfer();
CREATE TRIGGER carry_forward AFTER DELETE ON public.transfers REFERENCING OLD TABLE AS purged FOR EACH STATEMENT EXECUTE FUNCTION carry_forward();
CREATE CONSTRAINT TRIGGER deleted_with_owner AFTER DELETE ON public.transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION deleted_with_owner();
CREATE TRIGGER happens_now BEFORE INSERT ON public.transfers FOR EACH ROW WHEN (((new.at > clock_timestamp()) OR (new.at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER retention_over BEFORE DELETE ON public.transfers FOR EACH ROW EXECUTE FUNCTION require_trade_retention_over();
CREATE TRIGGER retention_over_itself BEFORE DELETE ON public.transfers FOR EACH ROW WHEN ((old.at >= (clock_timestamp() - '7 years'::interval))) EXECUTE FUNCTION refuse_change();
alter table transfers enable row level security;
create policy append on transfers for insert with check (true);
create policy of_own_trades on transfers for all using ((( SELECT sees_all() AS sees_all) OR (EXISTS ( SELECT
   FROM trades t
  WHERE (t.id = transfers.trade_id)))));
comment on table transfers is 'USDT that moved: locked from the seller, then released to the buyer less the fee, or refunded, or split between both; and the buyer''s bond, which is returned, awarded to the seller or burned';
grant insert, select on transfers to sarraf_app;

create table transparency (
  is_only_row boolean not null default true,
  counted_to date not null,
  snapshot jsonb,
  statistics jsonb,
  as_of timestamp with time zone,
  constraint transparency_pkey PRIMARY KEY (is_only_row),
  constraint transparency_dated CHECK ((((snapshot IS NULL) = (as_of IS NULL)) AND ((statistics IS NULL) = (as_of IS NULL)))),
  constraint transparency_one_row CHECK (is_only_row)
);
comment on table transparency is 'the latest published figures, which the worker computes once a day';
grant select on transparency to sarraf_app;
grant update (snapshot, statistics, as_of) on transparency to sarraf_app;

create table upload_parts (
  user_id uuid not null,
  upload_id uuid not null,
  number smallint not null,
  sealed bytea not null storage e,
  expires_at timestamp with time zone not null default (clock_timestamp() + '01:00:00'::interval),
  constraint upload_parts_pkey PRIMARY KEY (user_id, upload_id, number),
  constraint upload_parts_number CHECK (((number >= 0) AND (number <= 19))),
  constraint upload_parts_sealed CHECK (((octet_length(sealed) >= 98) AND (octet_length(sealed) <= 262241))),
  constraint upload_parts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX upload_parts_by_expiry ON public.upload_parts USING btree (expires_at);
CREATE TRIGGER upload_parts_within_limit AFTER INSERT ON public.upload_parts FOR EACH ROW EXECUTE FUNCTION upload_parts_within_limit();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.upload_parts FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table upload_parts enable row level security;
create policy own_rows on upload_parts for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table upload_parts is 'parts of files that no form has named yet, or whose form may be sent again';
grant delete, select on upload_parts to sarraf_app;
grant insert (user_id, upload_id, number, sealed) on upload_parts to sarraf_app;
grant update (sealed, expires_at) on upload_parts to sarraf_app;

create table user_events (
  user_id uuid not null,
  seq bigint not null,
  kind text not null,
  data jsonb not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint user_events_pkey PRIMARY KEY (user_id, seq),
  constraint user_events_kind CHECK ((kind = ANY (ARRAY['trade'::text, 'message'::text, 'file'::text, 'notification'::text, 'read'::text])))
);
CREATE INDEX user_events_by_age ON public.user_events USING btree (at);
alter table user_events enable row level security;
create policy notify on user_events for insert with check (true);
create policy own_rows on user_events for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table user_events is 'the events of a user''s stream';
grant delete, insert, select on user_events to sarraf_app;

create table user_networks (
  user_id uuid not null,
  hash text not null,
  last_seen_at timestamp with time zone not null default clock_timestamp(),
  constraint user_networks_pkey PRIMARY KEY (user_id, hash),
  constraint user_networks_hash_form CHECK ((hash ~ '^[A-Za-z0-9_-]{43}$'::text)),
  constraint user_networks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX user_networks_by_age ON public.user_networks USING btree (last_seen_at);
CREATE INDEX user_networks_by_hash ON public.user_networks USING btree (hash, user_id);
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.user_networks FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
alter table user_networks enable row level security;
create policy own_rows on user_networks for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table user_networks is 'networks a user was signed in from in the last 30 days: trades between users of one network do not count for their records';
grant delete, insert, select on user_networks to sarraf_app;
grant update (last_seen_at) on user_networks to sarraf_app;

create table user_streams (
  user_id uuid not null,
  last_seq bigint not null default 0,
  constraint user_streams_pkey PRIMARY KEY (user_id),
  constraint user_streams_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table user_streams is 'numbers a user''s events under a row lock held to commit: the order of numbers is the order of commits, so no reader misses one';
grant insert, select on user_streams to sarraf_app;
grant update (last_seq) on user_streams to sarraf_app;

create table users (
  id uuid not null default gen_random_uuid(),
  username text not null,
  username_skeleton text not null generated always as (replace(replace(translate(replace(lower(username), '_'::text, ''::text), '01i'::text, 'oll'::text), 'rn'::text, 'm'::text), 'vv'::text, 'w'::text)) stored,
  email_verified boolean not null default false,
  is_demo boolean not null default false,
  bio text not null default ''::text,
  location text not null default ''::text,
  completed_trades integer not null default 0,
  failed_trades integer not null default 0,
  partners integer not null default 0,
  completed_in_person integer not null default 0,
  partners_in_person integer not null default 0,
  purged_trades integer not null default 0,
  disputes_lost integer not null default 0,
  disputes_confirmed integer not null default 0,
  disputes_released_late integer not null default 0,
  median_pay_seconds integer,
  median_release_seconds integer,
  completion_tenths smallint generated always as (round((((completed_trades)::numeric * 1000.0) / (NULLIF((completed_trades + failed_trades), 0))::numeric))) stored,
  rating_count integer not null default 0,
  rating_stars integer not null default 0,
  created_at timestamp with time zone not null default clock_timestamp(),
  suspended_at timestamp with time zone,
  deleted_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_bio_length CHECK ((char_length(bio) <= 300)),
  constraint users_completed_in_person_counted CHECK (((completed_in_person >= 0) AND (completed_in_person <= completed_trades))),
  constraint users_completed_trades_counted CHECK ((completed_trades >= 0)),
  constraint users_deleted_anonymous CHECK (((deleted_at IS NULL) OR ((username ~ '^deleted_[0-9a-f]{8}$'::text) AND (NOT email_verified) AND (bio = ''::text) AND (location = ''::text)))),
  constraint users_disputes_confirmed_counted CHECK ((disputes_confirmed >= 0)),
  constraint users_disputes_lost_counted CHECK ((disputes_lost >= 0)),
  constraint users_disputes_released_late_counted CHECK ((disputes_released_late >= 0)),
  constraint users_failed_trades_counted CHECK ((failed_trades >= 0)),
  constraint users_location_length CHECK ((char_length(location) <= 60)),
  constraint users_partners_counted CHECK (((partners >= 0) AND (partners <= completed_trades))),
  constraint users_partners_in_person_counted CHECK (((partners_in_person >= 0) AND (partners_in_person <= LEAST(partners, completed_in_person)))),
  constraint users_purged_trades_counted CHECK (((purged_trades >= 0) AND (purged_trades <= completed_trades))),
  constraint users_rating_count_counted CHECK ((rating_count >= 0)),
  constraint users_rating_stars_counted CHECK (((rating_stars >= rating_count) AND (rating_stars <= (5 * rating_count)))),
  constraint users_username_form CHECK ((username ~ '^[A-Za-z0-9_]{3,20}$'::text))
);
CREATE INDEX users_by_creation ON public.users USING btree (created_at);
CREATE INDEX users_by_name_start ON public.users USING btree (lower(username) COLLATE "C");
CREATE INDEX users_by_username ON public.users USING btree (username);
CREATE INDEX users_deleted ON public.users USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX users_username_skeleton_key ON public.users USING btree (username_skeleton) WHERE (username_skeleton <> ''::text);
CREATE CONSTRAINT TRIGGER account_deletion_complete AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION account_deletion_complete();
CREATE TRIGGER changed_username_is_free AFTER UPDATE ON public.users FOR EACH ROW WHEN ((old.username IS DISTINCT FROM new.username)) EXECUTE FUNCTION username_is_free();
CREATE TRIGGER counted_by_triggers BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND (((((((((((((old.completed_trades IS DISTINCT FROM new.completed_trades) OR (old.failed_trades IS DISTINCT FROM new.failed_trades)) OR (old.partners IS DISTINCT FROM new.partners)) OR (old.completed_in_person IS DISTINCT FROM new.completed_in_person)) OR (old.partners_in_person IS DISTINCT FROM new.partners_in_person)) OR (old.purged_trades IS DISTINCT FROM new.purged_trades)) OR (old.disputes_lost IS DISTINCT FROM new.disputes_lost)) OR (old.disputes_confirmed IS DISTINCT FROM new.disputes_confirmed)) OR (old.disputes_released_late IS DISTINCT FROM new.disputes_released_late)) OR (old.median_pay_seconds IS DISTINCT FROM new.median_pay_seconds)) OR (old.median_release_seconds IS DISTINCT FROM new.median_release_seconds)) OR (old.rating_count IS DISTINCT FROM new.rating_count)) OR (old.rating_stars IS DISTINCT FROM new.rating_stars)))) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER counted_from_zero BEFORE INSERT ON public.users FOR EACH ROW WHEN ((((new.completed_trades <> 0) OR (new.failed_trades <> 0) OR (new.partners <> 0) OR (new.completed_in_person <> 0) OR (new.partners_in_person <> 0) OR (new.purged_trades <> 0) OR (new.disputes_lost <> 0) OR (new.disputes_confirmed <> 0) OR (new.disputes_released_late <> 0) OR (new.rating_count <> 0) OR (new.rating_stars <> 0)) OR (num_nonnulls(new.median_pay_seconds, new.median_release_seconds) > 0))) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER deleted_now BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL) AND ((new.deleted_at > clock_timestamp()) OR (new.deleted_at < (clock_timestamp() - '00:00:10'::interval))))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER deletion_waits_for_inserts BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION deletion_waits_for_inserts();
CREATE TRIGGER demo_user_in_demonstration BEFORE INSERT ON public.users FOR EACH ROW WHEN (new.is_demo) EXECUTE FUNCTION demo_user_in_demonstration();
CREATE TRIGGER happens_now BEFORE INSERT ON public.users FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER not_deleted_at_first BEFORE INSERT ON public.users FOR EACH ROW WHEN ((new.deleted_at IS NOT NULL)) EXECUTE FUNCTION not_deleted_at_first();
CREATE TRIGGER not_suspended_at_first BEFORE INSERT ON public.users FOR EACH ROW WHEN ((new.suspended_at IS NOT NULL)) EXECUTE FUNCTION only_by_triggers();
CREATE TRIGGER open_ledger_account AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION open_ledger_account();
CREATE CONSTRAINT TRIGGER show_owner_on_market AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((((((old.username IS DISTINCT FROM new.username) OR (old.completed_trades IS DISTINCT FROM new.completed_trades)) OR (old.failed_trades IS DISTINCT FROM new.failed_trades)) OR (old.rating_count IS DISTINCT FROM new.rating_count)) OR (old.rating_stars IS DISTINCT FROM new.rating_stars))) EXECUTE FUNCTION show_owner_on_market();
CREATE CONSTRAINT TRIGGER show_suspension_on_market AFTER UPDATE ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.suspended_at IS DISTINCT FROM new.suspended_at)) EXECUTE FUNCTION show_suspension_on_market();
CREATE TRIGGER stays_deleted BEFORE UPDATE ON public.users FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION stays_deleted();
CREATE TRIGGER suspended_by_triggers BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((old.suspended_at IS DISTINCT FROM new.suspended_at)) EXECUTE FUNCTION only_by_triggers();
CREATE CONSTRAINT TRIGGER user_has_account AFTER INSERT ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION user_has_account();
CREATE TRIGGER username_changes_once_a_year BEFORE UPDATE ON public.users FOR EACH ROW WHEN ((old.username IS DISTINCT FROM new.username)) EXECUTE FUNCTION username_changes_once_a_year();
CREATE TRIGGER username_is_free AFTER INSERT ON public.users FOR EACH ROW EXECUTE FUNCTION username_is_free();
CREATE TRIGGER username_visible BEFORE INSERT OR UPDATE OF username ON public.users FOR EACH ROW WHEN ((new.username ~ '^_+$'::text)) EXECUTE FUNCTION username_visible();
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
grant insert, select on users to sarraf_app;
grant update (username, email_verified, bio, location, deleted_at) on users to sarraf_app;

create table vapid_keys (
  public_key text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint vapid_keys_pkey PRIMARY KEY (public_key),
  constraint vapid_keys_public CHECK ((public_key ~ '^[A-Za-z0-9_-]{87}$'::text))
);
CREATE TRIGGER append_only BEFORE UPDATE ON public.vapid_keys FOR EACH ROW EXECUTE FUNCTION only_resealed();
comment on table vapid_keys is 'the key that signs messages to push services (RFC 8292), created once; a further one only where SECRET was lost';
grant insert, select on vapid_keys to sarraf_app;

create table violation_checks (
  rule text not null,
  found integer not null default 0,
  checked_at timestamp with time zone,
  constraint violation_checks_pkey PRIMARY KEY (rule)
);
alter table violation_checks enable row level security;
create policy system_only on violation_checks for all using (( SELECT sees_all() AS sees_all));
comment on table violation_checks is 'the latest reading of each view violations_…, by the worker in turn; 0040_violations.sql adds the rows';
grant select on violation_checks to sarraf_app;

create table vocabularies (
  checksum text not null,
  at timestamp with time zone not null default clock_timestamp(),
  constraint vocabularies_pkey PRIMARY KEY (checksum)
);
comment on table vocabularies is 'the vocabularies that migrate has written, each when it was first written';
grant select on vocabularies to sarraf_app;

create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  key_id uuid not null,
  user_id uuid not null,
  notification_id uuid,
  created_at timestamp with time zone not null default clock_timestamp(),
  since timestamp with time zone not null default clock_timestamp(),
  due_at timestamp with time zone not null default clock_timestamp(),
  attempts integer not null default 0,
  last_attempt_at timestamp with time zone,
  response_status smallint,
  failure text,
  outcome text,
  ended_at timestamp with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_attempts CHECK ((attempts >= 0)),
  constraint webhook_deliveries_ends_with_outcome CHECK (((outcome IS NULL) = (ended_at IS NULL))),
  constraint webhook_deliveries_failure CHECK ((failure = ANY (ARRAY['timed_out'::text, 'no_connection'::text, 'certificate'::text]))),
  constraint webhook_deliveries_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint webhook_deliveries_once UNIQUE (key_id, notification_id),
  constraint webhook_deliveries_one_result CHECK (((response_status IS NULL) OR (failure IS NULL))),
  constraint webhook_deliveries_outcome CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'dropped'::text]))),
  constraint webhook_deliveries_status CHECK (((response_status >= 100) AND (response_status <= 999))),
  constraint webhook_deliveries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint webhook_deliveries_webhook FOREIGN KEY (key_id, user_id) REFERENCES webhooks(key_id, user_id) ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_by_user ON public.webhook_deliveries USING btree (user_id, created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (key_id, due_at) WHERE (outcome IS NULL);
CREATE INDEX webhook_deliveries_of_notification ON public.webhook_deliveries USING btree (notification_id);
CREATE INDEX webhook_deliveries_of_webhook ON public.webhook_deliveries USING btree (key_id, created_at DESC, id DESC);
CREATE TRIGGER append_only BEFORE UPDATE ON public.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION webhook_delivery_kept();
CREATE TRIGGER happens_now BEFORE INSERT ON public.webhook_deliveries FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER of_user BEFORE INSERT ON public.webhook_deliveries FOR EACH ROW EXECUTE FUNCTION webhook_delivery_of_user();
alter table webhook_deliveries enable row level security;
create policy own_rows on webhook_deliveries for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table webhook_deliveries is 'the requests to webhooks, and their last result; nothing of an answer but its status is kept';
grant delete, select on webhook_deliveries to sarraf_app;
grant insert (key_id, user_id, notification_id) on webhook_deliveries to sarraf_app;
grant update (since, due_at, attempts, last_attempt_at, response_status, failure, outcome, ended_at) on webhook_deliveries to sarraf_app;

create table webhooks (
  key_id uuid not null,
  user_id uuid not null,
  url text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  last_success_at timestamp with time zone,
  failing_since timestamp with time zone,
  paused_at timestamp with time zone,
  pause_reason text,
  constraint webhooks_pkey PRIMARY KEY (key_id),
  constraint webhooks_key FOREIGN KEY (key_id, user_id) REFERENCES api_keys(id, user_id) ON DELETE CASCADE,
  constraint webhooks_of_user UNIQUE (key_id, user_id),
  constraint webhooks_pause_reason CHECK ((pause_reason = ANY (ARRAY['failing'::text, 'gone'::text]))),
  constraint webhooks_paused_with_reason CHECK (((paused_at IS NULL) = (pause_reason IS NULL))),
  constraint webhooks_url CHECK ((url ~ '^https://[a-z0-9.-]+\.[a-z][a-z0-9-]*/[^[:space:][:cntrl:]]*$'::text)),
  constraint webhooks_url_length CHECK ((char_length(url) <= 1000)),
  constraint webhooks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX webhooks_by_user ON public.webhooks USING btree (user_id);
CREATE TRIGGER happens_now BEFORE INSERT ON public.webhooks FOR EACH ROW WHEN (((new.created_at > clock_timestamp()) OR (new.created_at < (clock_timestamp() - '00:00:10'::interval)))) EXECUTE FUNCTION happens_now();
CREATE TRIGGER of_reading_key BEFORE INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION webhook_of_reading_key();
CREATE TRIGGER refuse_acting BEFORE INSERT ON public.webhooks FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER refuse_acting_change BEFORE DELETE OR UPDATE ON public.webhooks FOR EACH STATEMENT WHEN ((acting_member() IS NOT NULL)) EXECUTE FUNCTION refuse_acting();
CREATE TRIGGER user_not_deleted BEFORE INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION user_not_deleted('user_id');
CREATE TRIGGER webhook_kept BEFORE UPDATE ON public.webhooks FOR EACH ROW EXECUTE FUNCTION webhook_kept();
CREATE TRIGGER webhooks_within_limit AFTER INSERT ON public.webhooks FOR EACH ROW EXECUTE FUNCTION webhooks_within_limit();
alter table webhooks enable row level security;
create policy own_rows on webhooks for all using ((( SELECT sees_all() AS sees_all) OR (user_id = ( SELECT viewer_id() AS viewer_id))));
comment on table webhooks is 'the addresses to which notifications are sent, one for each API key';
grant delete, select on webhooks to sarraf_app;
grant insert (key_id, user_id, url, sealed) on webhooks to sarraf_app;
grant update (url, last_success_at, failing_since, paused_at, pause_reason) on webhooks to sarraf_app;

create view bond_now with (security_invoker=true) as
 SELECT COALESCE(( SELECT bond_switches.is_on
           FROM bond_switches
          ORDER BY bond_switches.id DESC
         LIMIT 1), false) AS is_on;
comment on view bond_now is 'whether buyers without a completed trade can lock a bond';
grant select on bond_now to sarraf_app;

create view methods_of_offers as
 SELECT o.id AS offer_id,
    o.owner_id,
    o.fiat_currency,
    m.payment_method,
    m.payment_account_id
   FROM offers o
     CROSS JOIN LATERAL UNNEST(o.payment_methods, o.payment_account_ids) m(payment_method, payment_account_id);
comment on view methods_of_offers is 'what offer_methods must hold';

create view offers_to_show with (security_invoker=true) as
 SELECT offer_id,
    owner_id,
    type,
    fiat_currency,
    payment_method,
    payment_methods,
    created_at,
    percentage_tenths,
    min_milli,
    max_milli,
    username,
    completed_trades,
    completion_tenths,
    rating_score,
    renewed_at,
    least_rate_e6,
    search_text,
    trusted_only
   FROM open_offers
  WHERE NOT trusted_only;
comment on view offers_to_show is 'what market_offers must hold';
grant select on offers_to_show to sarraf_app;

create view open_offers with (security_invoker=true) as
 SELECT o.id AS offer_id,
    o.owner_id,
    o.type,
    o.fiat_currency,
    m.payment_method,
    m.payment_methods,
    o.created_at,
    o.percentage_tenths,
    o.min_milli,
    o.max_milli,
    u.username,
    u.completed_trades,
    u.completion_tenths,
    rating_score(u.rating_count, u.rating_stars) AS rating_score,
    o.renewed_at,
    least_rate_e6(o.*) AS least_rate_e6,
    search_text_of(u.username, m.payment_methods, o.terms) AS search_text,
    o.trusted_only
   FROM offers o
     JOIN users u ON u.id = o.owner_id
     CROSS JOIN LATERAL ( SELECT payment_method.payment_method,
            ARRAY( SELECT method.method
                   FROM unnest(o.payment_methods) method(method)
                  ORDER BY (method.method COLLATE "C")) AS payment_methods
           FROM unnest(o.payment_methods) payment_method(payment_method)) m
  WHERE o.status = 'active'::text AND o.deleted_at IS NULL AND o.open_trades < o.max_open_trades AND o.hidden_at IS NULL AND u.suspended_at IS NULL AND (NOT o.hours_only OR business_is_open(o.owner_id));
comment on view open_offers is 'the offers that can be taken, by each of their payment methods';
grant select on open_offers to sarraf_app;

create view payment_marks with (security_invoker=true) as
 SELECT t.id AS trade_id,
    mark.at AS paid_at,
    mark.arrives_by,
    mark.clock_at + '00:15:00'::interval + (last.returned - mark.returned) AS final_at
   FROM trades t
     JOIN trade_events last ON last.trade_id = t.id AND last.seq = t.version,
    LATERAL ( SELECT trade_events.trade_id,
            trade_events.seq,
            trade_events.prev_seq,
            trade_events.from_status,
            trade_events.to_status,
            trade_events.action,
            trade_events.actor_role,
            trade_events.once_only,
            trade_events.actor_id,
            trade_events.buyer_id,
            trade_events.seller_id,
            trade_events.pay_deadline,
            trade_events.prev_pay_deadline,
            trade_events.deadline,
            trade_events.prev_deadline,
            trade_events.prev_at,
            trade_events.payment_window_minutes,
            trade_events.escalation_hours,
            trade_events.opened_at,
            trade_events.dispute_reason,
            trade_events.arrives_by,
            trade_events.at,
            trade_events.clock_at,
            trade_events.returned,
            trade_events.moved_at,
            trade_events.outage_id,
            trade_events.outage_length,
            trade_events.command_key
           FROM trade_events
          WHERE trade_events.trade_id = t.id AND (trade_events.action = ANY (ARRAY['mark_paid'::text, 'withdraw_payment_mark'::text]))
          ORDER BY trade_events.seq DESC
         LIMIT 1) mark
  WHERE mark.action = 'mark_paid'::text;
comment on view payment_marks is 'the payment marks that were not withdrawn, and until when they can be';
grant select on payment_marks to sarraf_app;

create view scopes_of_searches as
 SELECT s.id AS search_id,
    place.fiat_currency,
    place.payment_method,
    search_scope(s.trader_id, s.type, place.fiat_currency, place.payment_method) AS scope,
        CASE
            WHEN s.percentage_tenths IS NOT NULL THEN 1
            WHEN s.price_e6 IS NOT NULL THEN 2
            ELSE 0
        END::smallint AS limit_kind,
        CASE
            WHEN s.type = 'sell'::text THEN '-1'::integer
            ELSE 1
        END * COALESCE(s.percentage_tenths::bigint, s.price_e6 * 1000, 0::bigint) AS least_advantage,
    s.is_paused
   FROM saved_searches s
     CROSS JOIN LATERAL ( SELECT s.fiat_currency,
            NULL::text AS payment_method
          WHERE s.payment_methods = '{}'::text[]
        UNION ALL
         SELECT COALESCE(s.fiat_currency, m.fiat_currency) AS "coalesce",
            named.method
           FROM unnest(s.payment_methods) named(method)
             LEFT JOIN payment_methods m ON m.method = named.method) place;
comment on view scopes_of_searches is 'what search_scopes must hold';

create view tiers_reached as
 SELECT u.id AS user_id,
    t.tier,
    t.rank
   FROM users u
     LEFT JOIN accounts a ON a.user_id = u.id
     JOIN tiers t ON u.created_at <= (clock_timestamp() - make_interval(days => t.min_account_days)) AND (u.completed_trades - u.completed_in_person) >= t.min_completed_trades AND (u.partners - u.partners_in_person) >= t.min_partners AND (a.rehearsed_at IS NOT NULL OR NOT t.needs_rehearsal);
comment on view tiers_reached is 'the highest is the user''s tier';

create view trade_states with (security_invoker=true) as
 SELECT t.id AS trade_id,
    t.buyer_id,
    t.seller_id,
    COALESCE(t.split_released_micro, t.usdt_micro) AS traded_micro,
    t.version,
    t.created_at,
    statement_timestamp() AS moment,
    LEAST(statement_timestamp(), ( SELECT outages.started_at
           FROM outages
          WHERE outages.ended_at IS NULL)) AS clock,
    COALESCE(late.status, own.status) AS status,
    COALESCE(late.is_open, own.is_open) AS is_open,
    own.escrow_state,
    NULLIF(t.deadline, 'infinity'::timestamp with time zone) AS deadline,
    late.status IS NOT NULL AS is_late
   FROM trades t
     JOIN trade_statuses own ON own.status = t.status
     LEFT JOIN trade_statuses late ON late.status =
        CASE
            WHEN t.status = 'disputed'::text THEN ( SELECT
                    CASE x.outcome
                        WHEN 'refund'::text THEN 'cancelled'::text
                        ELSE 'completed'::text
                    END AS "case"
               FROM disputes d
                 JOIN dispute_decisions x ON x.trade_id = d.trade_id AND x.round = d.round
              WHERE d.trade_id = t.id AND d.status = 'decided'::text AND LEAST(statement_timestamp(), ( SELECT outages.started_at
                       FROM outages
                      WHERE outages.ended_at IS NULL)) > d.deadline)
            WHEN LEAST(statement_timestamp(), ( SELECT outages.started_at
               FROM outages
              WHERE outages.ended_at IS NULL)) <= t.deadline THEN NULL::text
            WHEN own.late_status_after_details IS NOT NULL AND details_shown(t.id) THEN own.late_status_after_details
            ELSE own.late_status
        END;
comment on view trade_states is 'a trade''s state now. Past its deadline by the clock of the deadlines the status is as the late move leaves it, even before the worker makes that move and books the escrow';
grant select on trade_states to sarraf_app;

create view trades_without_proof with (security_invoker=true) as
 SELECT t.id AS trade_id
   FROM trades t
     JOIN users buyer ON buyer.id = t.buyer_id
  WHERE buyer.completed_trades = 0 AND NOT (EXISTS ( SELECT
           FROM evidence_files f
          WHERE f.trade_id = t.id AND f.purpose = 'payment_proof'::text AND f.submitted_at IS NOT NULL));
comment on view trades_without_proof is 'the trades whose buyer has no completed trade and has not shown a proof of payment in this one';
grant select on trades_without_proof to sarraf_app;

create view trusted_offers with (security_invoker=true) as
 SELECT offer_id,
    owner_id,
    type,
    fiat_currency,
    payment_method,
    payment_methods,
    created_at,
    percentage_tenths,
    min_milli,
    max_milli,
    username,
    completed_trades,
    completion_tenths,
    rating_score,
    renewed_at,
    least_rate_e6,
    search_text,
    trusted_only
   FROM open_offers
  WHERE trusted_only;
comment on view trusted_offers is 'the offers for traders whom their owner trusts, with the columns of market_offers';
grant select on trusted_offers to sarraf_app;

create view user_owned_tables as
 SELECT c.conrelid::regclass AS of_table,
    a.attname AS of_column
   FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f'::"char" AND (c.confrelid = ANY (ARRAY['users'::regclass::oid, 'accounts'::regclass::oid])) AND c.confdeltype = 'c'::"char" AND cardinality(c.conkey) = 1;
comment on view user_owned_tables is 'tables whose rows belong to one user only: those whose rows would be deleted with the user''s or the account''s. A later table is in it by its foreign key';

create view violations as
 SELECT 'balances_sum_to_zero'::text AS rule,
    violations_balances_sum_to_zero.id
   FROM violations_balances_sum_to_zero
UNION ALL
 SELECT 'balance_matches_transfers'::text AS rule,
    violations_balance_matches_transfers.id
   FROM violations_balance_matches_transfers
UNION ALL
 SELECT 'escrow_matches_status'::text AS rule,
    violations_escrow_matches_status.id
   FROM violations_escrow_matches_status
UNION ALL
 SELECT 'legs_match_status'::text AS rule,
    violations_legs_match_status.id
   FROM violations_legs_match_status
UNION ALL
 SELECT 'trade_matches_last_event'::text AS rule,
    violations_trade_matches_last_event.id
   FROM violations_trade_matches_last_event
UNION ALL
 SELECT 'trade_has_every_event'::text AS rule,
    violations_trade_has_every_event.id
   FROM violations_trade_has_every_event
UNION ALL
 SELECT 'offer_counts_open_trades'::text AS rule,
    violations_offer_counts_open_trades.id
   FROM violations_offer_counts_open_trades
UNION ALL
 SELECT 'user_counts_completed_trades'::text AS rule,
    violations_user_counts_completed_trades.id
   FROM violations_user_counts_completed_trades
UNION ALL
 SELECT 'user_counts_trades_in_person'::text AS rule,
    violations_user_counts_trades_in_person.id
   FROM violations_user_counts_trades_in_person
UNION ALL
 SELECT 'user_counts_failed_trades'::text AS rule,
    violations_user_counts_failed_trades.id
   FROM violations_user_counts_failed_trades
UNION ALL
 SELECT 'user_counts_lost_disputes'::text AS rule,
    violations_user_counts_lost_disputes.id
   FROM violations_user_counts_lost_disputes
UNION ALL
 SELECT 'user_counts_confirmed_disputes'::text AS rule,
    violations_user_counts_confirmed_disputes.id
   FROM violations_user_counts_confirmed_disputes
UNION ALL
 SELECT 'user_counts_partners'::text AS rule,
    violations_user_counts_partners.id
   FROM violations_user_counts_partners
UNION ALL
 SELECT 'user_counts_ratings'::text AS rule,
    violations_user_counts_ratings.id
   FROM violations_user_counts_ratings
UNION ALL
 SELECT 'rating_of_completed_trade'::text AS rule,
    violations_rating_of_completed_trade.id
   FROM violations_rating_of_completed_trade
UNION ALL
 SELECT 'rating_published'::text AS rule,
    violations_rating_published.id
   FROM violations_rating_published
UNION ALL
 SELECT 'rating_removed_on_record'::text AS rule,
    violations_rating_removed_on_record.id
   FROM violations_rating_removed_on_record
UNION ALL
 SELECT 'closed_trade_has_outcome'::text AS rule,
    violations_closed_trade_has_outcome.id
   FROM violations_closed_trade_has_outcome
UNION ALL
 SELECT 'pair_counts_once'::text AS rule,
    violations_pair_counts_once.id
   FROM violations_pair_counts_once
UNION ALL
 SELECT 'stream_has_no_gap'::text AS rule,
    violations_stream_has_no_gap.id
   FROM violations_stream_has_no_gap
UNION ALL
 SELECT 'chat_has_no_gap'::text AS rule,
    violations_chat_has_no_gap.id
   FROM violations_chat_has_no_gap
UNION ALL
 SELECT 'chat_reports_every_move'::text AS rule,
    violations_chat_reports_every_move.id
   FROM violations_chat_reports_every_move
UNION ALL
 SELECT 'deadline_kept'::text AS rule,
    violations_deadline_kept.id
   FROM violations_deadline_kept
UNION ALL
 SELECT 'open_trade_has_deadline'::text AS rule,
    violations_open_trade_has_deadline.id
   FROM violations_open_trade_has_deadline
UNION ALL
 SELECT 'dispute_matches_trade'::text AS rule,
    violations_dispute_matches_trade.id
   FROM violations_dispute_matches_trade
UNION ALL
 SELECT 'offer_access_matches'::text AS rule,
    violations_offer_access_matches.id
   FROM violations_offer_access_matches
UNION ALL
 SELECT 'teams_are_flat'::text AS rule,
    violations_teams_are_flat.id
   FROM violations_teams_are_flat
UNION ALL
 SELECT 'session_acts_in_team'::text AS rule,
    violations_session_acts_in_team.id
   FROM violations_session_acts_in_team
UNION ALL
 SELECT 'arbiters_do_not_trade'::text AS rule,
    violations_arbiters_do_not_trade.id
   FROM violations_arbiters_do_not_trade
UNION ALL
 SELECT 'dispute_deadline_kept'::text AS rule,
    violations_dispute_deadline_kept.id
   FROM violations_dispute_deadline_kept
UNION ALL
 SELECT 'confirmed_trade_settled'::text AS rule,
    violations_confirmed_trade_settled.id
   FROM violations_confirmed_trade_settled
UNION ALL
 SELECT 'deleted_user_has_no_open_trade'::text AS rule,
    violations_deleted_user_has_no_open_trade.id
   FROM violations_deleted_user_has_no_open_trade
UNION ALL
 SELECT 'user_has_account'::text AS rule,
    violations_user_has_account.id
   FROM violations_user_has_account
UNION ALL
 SELECT 'deleted_user_cannot_sign_in'::text AS rule,
    violations_deleted_user_cannot_sign_in.id
   FROM violations_deleted_user_cannot_sign_in
UNION ALL
 SELECT 'deleted_user_is_erased'::text AS rule,
    violations_deleted_user_is_erased.id
   FROM violations_deleted_user_is_erased
UNION ALL
 SELECT 'trade_has_payment_details'::text AS rule,
    violations_trade_has_payment_details.id
   FROM violations_trade_has_payment_details
UNION ALL
 SELECT 'payment_details_erased'::text AS rule,
    violations_payment_details_erased.id
   FROM violations_payment_details_erased
UNION ALL
 SELECT 'payer_names_erased'::text AS rule,
    violations_payer_names_erased.id
   FROM violations_payer_names_erased
UNION ALL
 SELECT 'meeting_by_codes'::text AS rule,
    violations_meeting_by_codes.id
   FROM violations_meeting_by_codes
UNION ALL
 SELECT 'meeting_codes_erased'::text AS rule,
    violations_meeting_codes_erased.id
   FROM violations_meeting_codes_erased
UNION ALL
 SELECT 'payer_named'::text AS rule,
    violations_payer_named.id
   FROM violations_payer_named
UNION ALL
 SELECT 'key_releases_within_limits'::text AS rule,
    violations_key_releases_within_limits.id
   FROM violations_key_releases_within_limits
UNION ALL
 SELECT 'offer_counts_trades'::text AS rule,
    violations_offer_counts_trades.id
   FROM violations_offer_counts_trades
UNION ALL
 SELECT 'offer_methods'::text AS rule,
    violations_offer_methods.id
   FROM violations_offer_methods
UNION ALL
 SELECT 'market_shows_offers'::text AS rule,
    violations_market_shows_offers.id
   FROM violations_market_shows_offers
UNION ALL
 SELECT 'search_scopes'::text AS rule,
    violations_search_scopes.id
   FROM violations_search_scopes
UNION ALL
 SELECT 'market_counts_offers'::text AS rule,
    violations_market_counts_offers.id
   FROM violations_market_counts_offers
UNION ALL
 SELECT 'market_counts_traders'::text AS rule,
    violations_market_counts_traders.id
   FROM violations_market_counts_traders
UNION ALL
 SELECT 'business_hours_followed'::text AS rule,
    violations_business_hours_followed.id
   FROM violations_business_hours_followed
UNION ALL
 SELECT 'public_figures_in_groups'::text AS rule,
    violations_public_figures_in_groups.id
   FROM violations_public_figures_in_groups;
comment on view violations is 'every broken rule, with the row that breaks it: empty when all is well';

create view violations_arbiters_do_not_trade as
 SELECT o.id
   FROM offers o
     JOIN staff_members m ON m.user_id = o.owner_id AND m.role = 'arbiter'::text
  WHERE o.status = 'active'::text AND o.deleted_at IS NULL
UNION ALL
 SELECT t.id
   FROM staff_members m
     JOIN trades t ON t.buyer_id = m.user_id AND t.created_at > m.granted_at
  WHERE m.role = 'arbiter'::text
UNION ALL
 SELECT t.id
   FROM staff_members m
     JOIN trades t ON t.seller_id = m.user_id AND t.created_at > m.granted_at
  WHERE m.role = 'arbiter'::text;
comment on view violations_arbiters_do_not_trade is 'an arbiter has no active offer and no trade that was opened since the role was granted';

create view violations_balance_matches_transfers as
 SELECT COALESCE(user_id, trade_id) AS id
   FROM ledger_accounts a
  WHERE (kind <> ALL (ARRAY['fees'::text, 'burned'::text])) AND (balance_micro - carried_micro)::numeric <> ((( SELECT COALESCE(sum(transfers.amount_micro), 0::numeric) AS "coalesce"
           FROM transfers
          WHERE transfers.credit_id = a.id)) - (( SELECT COALESCE(sum(transfers.amount_micro), 0::numeric) AS "coalesce"
           FROM transfers
          WHERE transfers.debit_id = a.id)));
comment on view violations_balance_matches_transfers is 'a balance is the sum of its transfers and of what purged ones had moved';

create view violations_balances_sum_to_zero as
 SELECT NULL::uuid AS id
   FROM ledger_accounts
 HAVING (sum(balance_micro) + sum(carried_micro) FILTER (WHERE kind = ANY (ARRAY['fees'::text, 'burned'::text])) + (( SELECT COALESCE(sum(transfers.amount_micro), 0::numeric) AS "coalesce"
           FROM transfers
          WHERE transfers.leg = ANY (ARRAY['fee'::text, 'bond_burned'::text])))) <> 0::numeric;
comment on view violations_balances_sum_to_zero is 'the sum of all balances is zero';

create view violations_business_hours_followed as
 SELECT h.user_id AS id
   FROM business_hours h,
    LATERAL business_hours_now(h.user_id) n(is_open, changes_at)
  WHERE h.changes_at < (clock_timestamp() - '00:15:00'::interval) AND h.is_open <> n.is_open;
comment on view violations_business_hours_followed is 'the market shows the offers that follow business hours within them, and hides them outside, at most 15 minutes late';

create view violations_chat_has_no_gap as
 SELECT c.trade_id AS id
   FROM trade_chats c
  WHERE (c.last_seq - c.purged_seq) <> (( SELECT count(*) AS count
           FROM messages
          WHERE messages.trade_id = c.trade_id)) OR c.last_seq <> (( SELECT COALESCE(max(messages.seq), c.purged_seq) AS "coalesce"
           FROM messages
          WHERE messages.trade_id = c.trade_id))
UNION ALL
 SELECT DISTINCT m.trade_id AS id
   FROM messages m
  WHERE NOT (EXISTS ( SELECT
           FROM trade_chats
          WHERE trade_chats.trade_id = m.trade_id));
comment on view violations_chat_has_no_gap is 'a chat''s messages are numbered without a gap, after those that were purged, and each has a chat';

create view violations_chat_reports_every_move as
 SELECT id
   FROM trades t
  WHERE version > (( SELECT count(*) AS count
           FROM messages
          WHERE messages.trade_id = t.id AND messages.kind = 'system'::text AND messages.system_code !~ '^(deadlines_stopped$|payee_)'::text)) AND NOT (EXISTS ( SELECT
           FROM trade_chats
          WHERE trade_chats.trade_id = t.id AND trade_chats.purged_seq > 0));
comment on view violations_chat_reports_every_move is 'every move of a trade has its system message, unless the chat was purged';

create view violations_closed_trade_has_outcome as
 SELECT t.id
   FROM trades t
     JOIN trade_statuses s ON s.status = t.status
     LEFT JOIN trade_outcomes o ON o.trade_id = t.id
  WHERE (o.trade_id IS NULL) <> s.is_open OR (o.failed_by IS NULL) <> (t.status = 'completed'::text OR s.is_open);
comment on view violations_closed_trade_has_outcome is 'a closed trade has the outcome that its status says, and an open one has none';

create view violations_confirmed_trade_settled as
 SELECT t.id
   FROM trades t
     JOIN trade_events e ON e.trade_id = t.id AND e.seq = t.version
  WHERE t.status = 'payment_confirmed'::text AND e.at < (clock_timestamp() - '00:01:00'::interval);
comment on view violations_confirmed_trade_settled is 'a confirmed trade is settled within a minute';

create view violations_deadline_kept as
 SELECT trade_id AS id
   FROM trade_states
  WHERE deadline < (clock_timestamp() - '00:01:00'::interval) AND deadline < (( SELECT deadline_clock(clock_timestamp()) AS deadline_clock));
comment on view violations_deadline_kept is 'the worker moves a trade within a minute after its deadline';

create view violations_deleted_user_cannot_sign_in as
 SELECT id
   FROM users u
  WHERE deleted_at IS NOT NULL AND ((EXISTS ( SELECT
           FROM sessions
          WHERE sessions.user_id = u.id)) OR (EXISTS ( SELECT
           FROM identities
          WHERE identities.user_id = u.id)) OR (EXISTS ( SELECT
           FROM api_keys
          WHERE api_keys.user_id = u.id)) OR (EXISTS ( SELECT
           FROM passkeys
          WHERE passkeys.user_id = u.id)));
comment on view violations_deleted_user_cannot_sign_in is 'a deleted account has no session and no sign-in method';

create view violations_deleted_user_has_no_open_trade as
 SELECT t.id
   FROM trades t
     JOIN trade_statuses s ON s.status = t.status
     JOIN users u ON u.id = t.buyer_id OR u.id = t.seller_id
  WHERE u.deleted_at IS NOT NULL AND s.is_open;
comment on view violations_deleted_user_has_no_open_trade is 'a deleted account has no open trade';

create view violations_deleted_user_is_erased as
 SELECT id
   FROM users u
  WHERE deleted_at IS NOT NULL AND ((EXISTS ( SELECT
           FROM accounts
          WHERE accounts.user_id = u.id)) OR (EXISTS ( SELECT
           FROM one_time_tokens
          WHERE one_time_tokens.user_id = u.id)) OR (EXISTS ( SELECT
           FROM devices
          WHERE devices.user_id = u.id)) OR (EXISTS ( SELECT
           FROM sign_ins
          WHERE sign_ins.user_id = u.id)) OR (EXISTS ( SELECT
           FROM totps
          WHERE totps.user_id = u.id)) OR (EXISTS ( SELECT
           FROM recovery_codes
          WHERE recovery_codes.user_id = u.id)) OR (EXISTS ( SELECT
           FROM avatars
          WHERE avatars.user_id = u.id)) OR (EXISTS ( SELECT
           FROM staff_members
          WHERE staff_members.user_id = u.id)) OR (EXISTS ( SELECT
           FROM commands
          WHERE commands.actor_id = u.id)) OR (EXISTS ( SELECT
           FROM contact_messages
          WHERE contact_messages.user_id = u.id)) OR (EXISTS ( SELECT
           FROM notifications
          WHERE notifications.user_id = u.id)) OR (EXISTS ( SELECT
           FROM ratings
          WHERE ratings.rater_id = u.id AND ratings.comment <> ''::text)) OR (EXISTS ( SELECT
           FROM rating_replies
          WHERE rating_replies.author_id = u.id)) OR (EXISTS ( SELECT
           FROM freed_usernames
          WHERE freed_usernames.user_id = u.id)) OR (EXISTS ( SELECT
           FROM mails
          WHERE mails.user_id = u.id AND mails.kind <> 'account_deleted'::text)) OR (EXISTS ( SELECT
           FROM offers
          WHERE offers.owner_id = u.id AND offers.deleted_at IS NULL)));
comment on view violations_deleted_user_is_erased is 'nothing of a deleted account''s own is left but the mail that confirms the deletion';

create view violations_dispute_deadline_kept as
 SELECT trade_id AS id
   FROM disputes
  WHERE deadline < (clock_timestamp() - '00:01:00'::interval) AND deadline < (( SELECT deadline_clock(clock_timestamp()) AS deadline_clock));
comment on view violations_dispute_deadline_kept is 'the worker moves a case within a minute after its deadline';

create view violations_dispute_matches_trade as
 SELECT COALESCE(t.id, d.trade_id) AS id
   FROM trades t
     FULL JOIN disputes d ON d.trade_id = t.id
  WHERE NOT dispute_matches(t.*, d.*);
comment on view violations_dispute_matches_trade is 'a dispute agrees with its trade and its events: one outcome, carried out';

create view violations_escrow_matches_status as
 SELECT t.id
   FROM trades t
     LEFT JOIN ledger_accounts a ON a.trade_id = t.id
  WHERE a.balance_micro IS DISTINCT FROM expected_escrow_micro(t.*);
comment on view violations_escrow_matches_status is 'the escrow account of a trade holds what the status says';

create view violations_key_releases_within_limits as
 SELECT r.trade_id AS id
   FROM key_releases r
     LEFT JOIN api_keys k ON k.id = r.key_id,
    LATERAL ( SELECT count(*) AS releases,
            sum(key_releases.usdt_micro) AS micro
           FROM key_releases
          WHERE key_releases.key_id = r.key_id AND key_releases.at > (r.at - '24:00:00'::interval) AND key_releases.at <= r.at) lately
  WHERE lately.releases > k.releases_a_day OR lately.micro > k.release_micro_a_day::numeric OR NOT (EXISTS ( SELECT
           FROM trade_events
          WHERE trade_events.trade_id = r.trade_id AND trade_events.action = 'confirm_receipt'::text AND trade_events.seller_id = r.user_id));
comment on view violations_key_releases_within_limits is 'what an API key released is confirmed, and within the limits of the key in any 24 hours';

create view violations_legs_match_status as
 SELECT id
   FROM trades t
  WHERE expected_legs(t.*) IS DISTINCT FROM (( SELECT jsonb_object_agg(transfers.leg, transfers.amount_micro) AS jsonb_object_agg
           FROM transfers
          WHERE transfers.trade_id = t.id));
comment on view violations_legs_match_status is 'the transfers of a trade are those its status requires';

create view violations_market_counts_offers as
 SELECT NULL::uuid AS id
   FROM ( SELECT market_counts.type,
            market_counts.payment_methods,
            sum(market_counts.offers) AS n
           FROM market_counts
          GROUP BY market_counts.type, market_counts.payment_methods) c
     FULL JOIN ( SELECT market_offers.type,
            market_offers.payment_methods,
            count(DISTINCT market_offers.offer_id) AS n
           FROM market_offers
          GROUP BY market_offers.type, market_offers.payment_methods) m USING (type, payment_methods)
  WHERE COALESCE(c.n, 0::numeric) <> COALESCE(m.n, 0::bigint)::numeric;
comment on view violations_market_counts_offers is 'market_counts counts the offers of market_offers, each once';

create view violations_market_counts_traders as
 SELECT NULL::uuid AS id
   FROM ( SELECT market_trader_counts.currencies,
            sum(market_trader_counts.traders) AS n
           FROM market_trader_counts
          GROUP BY market_trader_counts.currencies) c
     FULL JOIN ( SELECT owners.currencies,
            count(*) AS n
           FROM ( SELECT array_agg(DISTINCT market_offers.fiat_currency ORDER BY market_offers.fiat_currency) AS currencies
                   FROM market_offers
                  GROUP BY market_offers.owner_id) owners
          GROUP BY owners.currencies) m USING (currencies)
  WHERE COALESCE(c.n, 0::numeric) <> COALESCE(m.n, 0::bigint)::numeric;
comment on view violations_market_counts_traders is 'market_trader_counts counts the owners of market_offers by their currencies';

create view violations_market_shows_offers as
 SELECT COALESCE(s.offer_id, m.offer_id) AS id
   FROM offers_to_show s
     FULL JOIN market_offers m ON m.offer_id = s.offer_id AND m.payment_method = s.payment_method
  WHERE s.* IS DISTINCT FROM m.*;
comment on view violations_market_shows_offers is 'market_offers is a copy of offers_to_show';

create view violations_meeting_by_codes as
 SELECT t.id
   FROM trades t
     JOIN trade_events e ON e.trade_id = t.id
  WHERE is_in_person(t.payment_method) AND ((e.action = ANY (ARRAY['open'::text, 'mark_paid'::text, 'withdraw_payment_mark'::text])) AND NOT (EXISTS ( SELECT
           FROM meeting_codes c
          WHERE c.trade_id = t.id AND c.seq = e.seq)) OR (e.action = 'mark_paid'::text OR e.action = 'confirm_receipt'::text AND e.from_status = 'payment_sent'::text) AND NOT is_meeting_code_typed(t.id, e.seq) OR (EXISTS ( SELECT
           FROM payer_declarations
          WHERE payer_declarations.trade_id = t.id)) OR (EXISTS ( SELECT
           FROM payee_answers
          WHERE payee_answers.trade_id = t.id)));
comment on view violations_meeting_by_codes is 'a payment in person is marked and confirmed by the codes of both parties, and has neither a payer''s name nor an answer of a bank';

create view violations_meeting_codes_erased as
 SELECT t.id
   FROM meeting_codes c
     JOIN trades t ON t.id = c.trade_id
     JOIN trade_statuses s ON s.status = t.status
     JOIN trade_events last ON last.trade_id = t.id AND last.seq = t.version
  WHERE c.code IS NOT NULL AND NOT s.is_open AND last.at < (clock_timestamp() - '1 day'::interval);
comment on view violations_meeting_codes_erased is 'the codes of a meeting are erased when the trade has ended';

create view violations_offer_access_matches as
 SELECT COALESCE(a.owner_id, wanted.owner_id) AS id
   FROM offer_access a
     FULL JOIN ( SELECT reasons.viewer_id,
            reasons.owner_id,
            bool_or(reasons.is_refused) AS is_refused
           FROM ( SELECT relations.other_id AS viewer_id,
                    relations.owner_id,
                    relations.kind = 'blocked'::text AS is_refused
                   FROM relations
                UNION ALL
                 SELECT relations.owner_id,
                    relations.other_id,
                    true
                   FROM relations
                  WHERE relations.kind = 'blocked'::text) reasons
          GROUP BY reasons.viewer_id, reasons.owner_id) wanted USING (viewer_id, owner_id)
  WHERE a.is_refused IS DISTINCT FROM wanted.is_refused;
comment on view violations_offer_access_matches is 'offer_access says what relations say';

create view violations_offer_counts_open_trades as
 SELECT id
   FROM offers o
  WHERE ROW(open_trades, reserved_micro, new_taker_trades, new_taker_micro) IS DISTINCT FROM (( SELECT ROW(count(*)::smallint, COALESCE(sum(t.usdt_micro), 0::numeric)::bigint, count(*) FILTER (WHERE t.by_new_taker)::smallint, COALESCE(sum(t.usdt_micro) FILTER (WHERE t.by_new_taker), 0::numeric)::bigint) AS "row"
           FROM trades t
             JOIN trade_statuses s ON s.status = t.status
          WHERE t.offer_id = o.id AND s.is_open));
comment on view violations_offer_counts_open_trades is 'an offer counts its open trades and what they reserve, and those of takers without a completed trade';

create view violations_offer_counts_trades as
 SELECT o.id
   FROM offers o
     JOIN ( SELECT t.offer_id,
            count(*) AS opened,
            count(*) FILTER (WHERE t.status = 'completed'::text) AS completed,
            COALESCE(sum(COALESCE(t.split_released_micro, t.usdt_micro)) FILTER (WHERE s.escrow_state = 'released'::text), 0::numeric) AS volume_micro
           FROM trades t
             JOIN trade_statuses s ON s.status = t.status
          GROUP BY t.offer_id) counted ON counted.offer_id = o.id
  WHERE o.trades_opened < counted.opened OR o.trades_completed < counted.completed OR o.volume_micro::numeric < counted.volume_micro;
comment on view violations_offer_counts_trades is 'an offer counts its trades, purged ones included';

create view violations_offer_methods as
 SELECT COALESCE(v.offer_id, m.offer_id) AS id
   FROM methods_of_offers v
     FULL JOIN offer_methods m ON m.offer_id = v.offer_id AND m.payment_method = v.payment_method
  WHERE v.* IS DISTINCT FROM m.*;
comment on view violations_offer_methods is 'offer_methods is a copy of methods_of_offers';

create view violations_open_trade_has_deadline as
 SELECT t.id
   FROM trades t
     JOIN trade_statuses s ON s.status = t.status
     LEFT JOIN disputes d ON d.trade_id = t.id
  WHERE s.is_open AND t.status <> 'payment_confirmed'::text AND
        CASE t.status
            WHEN 'disputed'::text THEN COALESCE(d.deadline, 'infinity'::timestamp with time zone)
            ELSE t.deadline
        END = 'infinity'::timestamp with time zone;
comment on view violations_open_trade_has_deadline is 'an open trade has a deadline, or its dispute has; a confirmed one is settled immediately';

create view violations_pair_counts_once as
 SELECT o.trade_id AS id
   FROM trade_outcomes o
     JOIN trade_outcomes other ON other.trade_id <> o.trade_id AND other.counts AND LEAST(other.buyer_id, other.seller_id) = LEAST(o.buyer_id, o.seller_id) AND GREATEST(other.buyer_id, other.seller_id) = GREATEST(o.buyer_id, o.seller_id) AND NOT other.failed_by IS DISTINCT FROM o.failed_by AND other.at <= o.at AND other.at > (o.at - make_interval(days => limit_of('pair_counts_days'::text)::integer))
  WHERE o.counts;
comment on view violations_pair_counts_once is 'two users'' outcomes of one kind count once within 30 days';

create view violations_payer_named as
 SELECT e.trade_id AS id
   FROM trade_events e
     JOIN trades t ON t.id = e.trade_id
  WHERE NOT is_in_person(t.payment_method) AND (e.action = 'mark_paid'::text AND NOT (EXISTS ( SELECT
           FROM payer_declarations d
          WHERE d.trade_id = e.trade_id AND d.seq = e.seq)) OR e.action = 'confirm_receipt'::text AND (e.from_status = 'payment_sent'::text OR ( SELECT m.action = 'mark_paid'::text
           FROM trade_events m
          WHERE m.trade_id = e.trade_id AND (m.action = ANY (ARRAY['mark_paid'::text, 'withdraw_payment_mark'::text]))
          ORDER BY m.seq DESC
         LIMIT 1)) AND NOT (EXISTS ( SELECT
           FROM payer_checks c
          WHERE c.trade_id = e.trade_id AND (c.is_same OR c.is_stated) AND c.declaration_seq = (( SELECT max(d.seq) AS max
                   FROM payer_declarations d
                  WHERE d.trade_id = e.trade_id AND d.seq < e.seq)))));
comment on view violations_payer_named is 'a payment mark names its payer, and a marked payment is confirmed after a check that accepts that payer';

create view violations_payer_names_erased as
 SELECT t.id
   FROM trades t
     JOIN trade_statuses s ON s.status = t.status
     JOIN trade_events last ON last.trade_id = t.id AND last.seq = t.version
  WHERE NOT s.is_open AND last.at < (clock_timestamp() - '30 days 01:00:00'::interval) AND ((EXISTS ( SELECT
           FROM payer_declarations
          WHERE payer_declarations.trade_id = t.id AND payer_declarations.erased_at IS NULL)) OR (EXISTS ( SELECT
           FROM payer_checks
          WHERE payer_checks.trade_id = t.id AND payer_checks.erased_at IS NULL)));
comment on view violations_payer_names_erased is 'the names of a trade''s payer are erased 30 days after its end';

create view violations_payment_details_erased as
 SELECT d.trade_id AS id
   FROM trade_payment_details d
     JOIN trades t ON t.id = d.trade_id
     JOIN trade_statuses s ON s.status = t.status
     JOIN trade_events last ON last.trade_id = t.id AND last.seq = t.version
  WHERE d.erased_at IS NULL AND NOT s.is_open AND last.at < (clock_timestamp() - '30 days 01:00:00'::interval);
comment on view violations_payment_details_erased is 'the payment details of a trade are erased 30 days after its end';

create view violations_public_figures_in_groups as
 SELECT NULL::uuid AS id
   FROM ( SELECT f.figure,
                CASE
                    WHEN k.is_one_group THEN ''::text
                    ELSE f.part
                END AS part,
            f.released_on,
            f.total
           FROM public_figures f
             JOIN public_figure_kinds k ON k.figure = f.figure AND k.released_with = f.figure
          WHERE f.released_on IS NOT NULL) released
  GROUP BY figure, part, released_on
 HAVING sum(total) < limit_of('published_from'::text)::numeric;
comment on view violations_public_figures_in_groups is 'no group of public figures is smaller than the number from which they are published';

create view violations_rating_of_completed_trade as
 SELECT r.id
   FROM ratings r
     LEFT JOIN trades t ON t.id = r.trade_id
     LEFT JOIN trade_outcomes o ON o.trade_id = r.trade_id
  WHERE t.status IS DISTINCT FROM 'completed'::text OR r.counts IS DISTINCT FROM o.counts OR (r.rater_id <> t.buyer_id OR r.rated_id <> t.seller_id) AND (r.rater_id <> t.seller_id OR r.rated_id <> t.buyer_id);
comment on view violations_rating_of_completed_trade is 'a rating is of one party of a completed trade by the other, and counts where the trade does';

create view violations_rating_published as
 SELECT r.id
   FROM ratings r
     LEFT JOIN ratings other ON other.trade_id = r.trade_id AND other.rater_id = r.rated_id
  WHERE
        CASE
            WHEN r.published_at IS NULL THEN other.id IS NOT NULL OR r.due_at < (clock_timestamp() - '01:00:00'::interval)
            ELSE other.id IS NULL AND r.published_at <= r.due_at
        END;
comment on view violations_rating_published is 'a rating is hidden until the trade''s other party rates or the time is over, and published then';

create view violations_rating_removed_on_record as
 SELECT COALESCE(r.id, m.rating_id) AS id
   FROM ( SELECT ratings.id,
            ratings.removed_at
           FROM ratings
          WHERE ratings.removed_at IS NOT NULL) r
     FULL JOIN removed_ratings m ON m.rating_id = r.id
  WHERE r.removed_at IS DISTINCT FROM m.at;
comment on view violations_rating_removed_on_record is 'a rating is removed by an audit record, at its moment';

create view violations_search_scopes as
 SELECT COALESCE(v.search_id, s.search_id) AS id
   FROM scopes_of_searches v
     FULL JOIN search_scopes s ON s.search_id = v.search_id AND s.scope = v.scope
  WHERE v.* IS DISTINCT FROM s.*;
comment on view violations_search_scopes is 'search_scopes is a copy of scopes_of_searches';

create view violations_session_acts_in_team as
 SELECT id
   FROM sessions s
  WHERE acting_for IS NOT NULL AND NOT (EXISTS ( SELECT
           FROM team_members
          WHERE team_members.owner_id = s.acting_for AND team_members.member_id = s.user_id AND team_members.accepted_at IS NOT NULL AND team_members.ended_at IS NULL));
comment on view violations_session_acts_in_team is 'a session acts for the owner of a team only while its user is a member';

create view violations_stream_has_no_gap as
 SELECT s.user_id AS id
   FROM user_streams s
  WHERE (EXISTS ( SELECT
           FROM ( SELECT count(*) AS n,
                    min(user_events.seq) AS first,
                    max(user_events.seq) AS last
                   FROM user_events
                  WHERE user_events.user_id = s.user_id) e
          WHERE e.n > 0 AND (e.last <> s.last_seq OR e.n <> (e.last - e.first + 1))))
UNION ALL
 SELECT DISTINCT e.user_id AS id
   FROM user_events e
  WHERE NOT (EXISTS ( SELECT
           FROM user_streams
          WHERE user_streams.user_id = e.user_id));
comment on view violations_stream_has_no_gap is 'a user''s events are numbered by the stream, without a gap';

create view violations_teams_are_flat as
 SELECT owned.owner_id AS id
   FROM team_members owned
     JOIN team_members joined ON joined.member_id = owned.owner_id
  WHERE owned.ended_at IS NULL AND joined.accepted_at IS NOT NULL AND joined.ended_at IS NULL;
comment on view violations_teams_are_flat is 'a member of a team has no team';

create view violations_trade_has_every_event as
 SELECT id
   FROM trades t
  WHERE version <> (( SELECT count(*) AS count
           FROM trade_events
          WHERE trade_events.trade_id = t.id));
comment on view violations_trade_has_every_event is 'no event of a trade is missing';

create view violations_trade_has_payment_details as
 SELECT t.id
   FROM trades t
     JOIN trade_statuses s ON s.status = t.status
     LEFT JOIN trade_payment_details d ON d.trade_id = t.id
  WHERE d.trade_id IS NULL OR s.is_open AND d.sealed IS NULL;
comment on view violations_trade_has_payment_details is 'a trade has frozen payment details, which can be read while it is open';

create view violations_trade_matches_last_event as
 SELECT id
   FROM trades t
  WHERE ROW(version, status, pay_deadline, deadline, moved_at) IS DISTINCT FROM (( SELECT ROW(trade_events.seq, trade_events.to_status, trade_events.pay_deadline, trade_events.deadline, trade_events.moved_at) AS "row"
           FROM trade_events
          WHERE trade_events.trade_id = t.id
          ORDER BY trade_events.seq DESC
         LIMIT 1));
comment on view violations_trade_matches_last_event is 'a trade''s version, status and deadline are those of its last event';

create view violations_user_counts_completed_trades as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT parties.user_id,
            count(*) AS trades
           FROM trade_outcomes,
            LATERAL ( VALUES (trade_outcomes.buyer_id), (trade_outcomes.seller_id)) parties(user_id)
          WHERE trade_outcomes.counts AND trade_outcomes.failed_by IS NULL
          GROUP BY parties.user_id) counted ON counted.user_id = u.id
  WHERE (u.completed_trades - u.purged_trades) <> COALESCE(counted.trades, 0::bigint);
comment on view violations_user_counts_completed_trades is 'a user''s completed trades that count are counted';

create view violations_user_counts_confirmed_disputes as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT disputes.seller_id,
            count(*) FILTER (WHERE disputes.opened_by <> 'seller'::text) AS confirmed,
            count(*) FILTER (WHERE disputes.opened_by = 'seller'::text) AS released_late
           FROM disputes
          WHERE disputes.outcome = 'seller_confirmed'::text
          GROUP BY disputes.seller_id) counted ON counted.seller_id = u.id
  WHERE u.disputes_confirmed <> COALESCE(counted.confirmed, 0::bigint) OR u.disputes_released_late <> COALESCE(counted.released_late, 0::bigint);
comment on view violations_user_counts_confirmed_disputes is 'the disputes that a seller ended by confirming the payment are counted, those that the seller had opened apart';

create view violations_user_counts_failed_trades as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT trade_outcomes.failed_by,
            count(*) AS trades
           FROM trade_outcomes
          WHERE trade_outcomes.counts AND trade_outcomes.failed_by IS NOT NULL
          GROUP BY trade_outcomes.failed_by) counted ON counted.failed_by = u.id
  WHERE u.failed_trades <> COALESCE(counted.trades, 0::bigint);
comment on view violations_user_counts_failed_trades is 'the trades that a user cancelled or let expire, and that count, are counted';

create view violations_user_counts_lost_disputes as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT
                CASE o.lost_by
                    WHEN 'buyer'::text THEN d.buyer_id
                    ELSE d.seller_id
                END AS user_id,
            count(*) AS disputes
           FROM disputes d
             JOIN dispute_outcomes o ON o.outcome = d.outcome
          WHERE o.lost_by IS NOT NULL
          GROUP BY (
                CASE o.lost_by
                    WHEN 'buyer'::text THEN d.buyer_id
                    ELSE d.seller_id
                END)) counted ON counted.user_id = u.id
  WHERE u.disputes_lost <> COALESCE(counted.disputes, 0::bigint);
comment on view violations_user_counts_lost_disputes is 'the disputes that a user lost are counted';

create view violations_user_counts_partners as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT parties.user_id,
            count(DISTINCT parties.partner) AS partners
           FROM trade_outcomes,
            LATERAL ( VALUES (trade_outcomes.buyer_id,trade_outcomes.seller_id), (trade_outcomes.seller_id,trade_outcomes.buyer_id)) parties(user_id, partner)
          WHERE trade_outcomes.counts AND trade_outcomes.failed_by IS NULL
          GROUP BY parties.user_id) counted ON counted.user_id = u.id
  WHERE u.partners <> COALESCE(counted.partners, 0::bigint);
comment on view violations_user_counts_partners is 'the partners of a user''s completed trades that count are counted';

create view violations_user_counts_ratings as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT ratings.rated_id,
            count(*) AS n,
            sum(ratings.stars) AS stars
           FROM ratings
          WHERE ratings.counts AND ratings.published_at IS NOT NULL AND ratings.removed_at IS NULL
          GROUP BY ratings.rated_id) r ON r.rated_id = u.id
  WHERE u.rating_count <> COALESCE(r.n, 0::bigint) OR u.rating_stars <> COALESCE(r.stars, 0::bigint);
comment on view violations_user_counts_ratings is 'a user''s counters hold the published ratings whose trade counts, without removed ones';

create view violations_user_counts_trades_in_person as
 SELECT u.id
   FROM users u
     LEFT JOIN ( SELECT counting.user_id,
            count(*) AS trades,
            count(*) FILTER (WHERE counting.at = counting.first_at) AS partners
           FROM ( SELECT parties.user_id,
                    trade_outcomes.payment_method,
                    trade_outcomes.at,
                    min(trade_outcomes.at) OVER (PARTITION BY parties.user_id, parties.partner) AS first_at
                   FROM trade_outcomes,
                    LATERAL ( VALUES (trade_outcomes.buyer_id,trade_outcomes.seller_id), (trade_outcomes.seller_id,trade_outcomes.buyer_id)) parties(user_id, partner)
                  WHERE trade_outcomes.counts AND trade_outcomes.failed_by IS NULL) counting
          WHERE is_in_person(counting.payment_method)
          GROUP BY counting.user_id) counted ON counted.user_id = u.id
  WHERE (u.completed_in_person - COALESCE(counted.trades, 0::bigint)) < 0 OR (u.completed_in_person - COALESCE(counted.trades, 0::bigint)) > u.purged_trades OR u.partners_in_person <> COALESCE(counted.partners, 0::bigint);
comment on view violations_user_counts_trades_in_person is 'of a user''s completed trades that count, and of their partners, those in person are counted';

create view violations_user_has_account as
 SELECT id
   FROM users u
  WHERE deleted_at IS NULL AND NOT (EXISTS ( SELECT
           FROM accounts
          WHERE accounts.user_id = u.id));
comment on view violations_user_has_account is 'a user who is not deleted has an account';

-- What the tables of disputes cannot say by constraints, and the state of a trade with them.

-- The trade whose dispute another one of this user waits for: the oldest that the user has opened and that is not closed. Null with
-- a completed trade.
create function dispute_before(the_opener uuid) returns uuid language sql stable security definer set search_path = public, pg_temp as $$
  select d.trade_id from disputes d join users u on u.id = d.opener_id
  where d.opener_id = the_opener and d.status <> 'closed' and u.completed_trades = 0 order by d.opened_at limit 1
$$;
revoke execute on function dispute_before from public;

-- The move that disputes a trade opens its case.
create function open_dispute_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger open_dispute_case after insert on trade_events for each row when (new.to_status = 'disputed')
  execute function open_dispute_case();

-- What connects the takers of open cases, for domain/disputes/linked-cases.ts. Keys are numbers of this answer: no hash leaves the database. Of
-- accounts, only those count on which a taker was to be paid in a trade: a saved one could be another user's. Networks of one taker alone are
-- left out, which bounds the answer however many a taker tours.
create function open_case_links(most bigint) returns table (trade_id uuid, link text, key bigint)
language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function open_case_links from public;

-- The parties who lose by a decision.
create function losers_of(outcome text) returns text[] language sql immutable as $$
  select case outcome when 'release' then array['seller'] when 'refund' then array['buyer'] when 'split' then array['buyer', 'seller'] end
$$;

-- Who has the case before this event: the arbiter who took it last, until it is reassigned or appealed.
create function arbiter_before(the_trade uuid, before_seq int) returns uuid
language sql stable set search_path = public, pg_temp as $$
  select case action when 'take' then actor_id end from dispute_events
  where trade_id = the_trade and seq < before_seq and action in ('take', 'reassign', 'appeal') order by seq desc limit 1
$$;

-- What the table of moves cannot say: who has the case, who lost, and what must be there before the time is over.
create function dispute_event_fits_case() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger dispute_event_fits_case before insert on dispute_events for each row when (new.seq > 1)
  execute function dispute_event_fits_case();

-- At commit: a case agrees with its trade and its last event; each statement, decision and assignment has its event and each
-- event its row; a closed case ended its trade as its outcome says.
create function dispute_agrees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

create function dispute_matches(t trades, d disputes) returns boolean
language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function dispute_matches from public;

create constraint trigger dispute_agrees after insert on trades
  deferrable initially deferred for each row when (new.status in ('disputed', 'completed', 'cancelled', 'payment_confirmed'))
  execute function dispute_agrees();
-- Other moves change nothing that a case says of its trade.
create constraint trigger moved_dispute_agrees after update on trades
  deferrable initially deferred for each row
  when (old.status = 'disputed' or new.status = 'disputed' or new.split_released_micro is not null)
  execute function dispute_agrees();
create constraint trigger dispute_agrees after insert or update on disputes
  deferrable initially deferred for each row execute function dispute_agrees();
create constraint trigger dispute_agrees after insert on dispute_events
  deferrable initially deferred for each row execute function dispute_agrees();
create constraint trigger dispute_agrees after insert on dispute_statements
  deferrable initially deferred for each row execute function dispute_agrees();
create constraint trigger dispute_agrees after insert on dispute_decisions
  deferrable initially deferred for each row execute function dispute_agrees();
create constraint trigger dispute_agrees after insert on dispute_assignments
  deferrable initially deferred for each row execute function dispute_agrees();

-- At commit, after the trade's own locks: a lost dispute counts for its loser's record, and one that the seller ended by confirming the
-- payment for the seller's, where it is no loss: the habit shows.
create function count_closed_dispute() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create constraint trigger count_closed_dispute after update on disputes deferrable initially deferred
  for each row when (old.outcome is null and new.outcome is not null) execute function count_closed_dispute();

-- What counts is deleted with its record (purge_trades of 0037_retention.sql).
create function count_purged_disputes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger count_purged_disputes after delete on disputes referencing old table as purged
  for each statement execute function count_purged_disputes();

create view violations_user_counts_confirmed_disputes as
  select u.id
  from users u left join (
    select seller_id, count(*) filter (where opened_by <> 'seller') as confirmed, count(*) filter (where opened_by = 'seller') as released_late
    from disputes where outcome = 'seller_confirmed' group by 1) counted on counted.seller_id = u.id
  where (u.disputes_confirmed, u.disputes_released_late) <> (coalesce(counted.confirmed, 0), coalesce(counted.released_late, 0));
comment on view violations_user_counts_confirmed_disputes is
  'the disputes that a seller ended by confirming the payment are counted, those that the seller had opened apart';

-- An arbiter writes in the chats of their own cases.
alter table messages drop constraint messages_sender_role,
  add constraint messages_sender_role check (sender_role in ('buyer', 'seller', 'arbiter')),
  add column arbiter_id uuid generated always as (case when sender_role = 'arbiter' then sender_id end) stored,
  add constraint messages_by_arbiter foreign key (trade_id, arbiter_id) references dispute_assignments (trade_id, arbiter_id);

create function message_by_present_arbiter() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from disputes where trade_id = new.trade_id and status <> 'closed' and arbiter_id = new.sender_id) then
    return new;
  end if;
  raise exception 'another arbiter has the case, or it is closed'
    using errcode = 'check_violation', constraint = 'messages_by_present_arbiter';
end $$;
create trigger message_by_present_arbiter before insert on messages for each row when (new.sender_role = 'arbiter')
  execute function message_by_present_arbiter();

-- Whether the buyer of a trade has been shown the seller's payment details.
create function details_shown(the_trade uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from payment_detail_reads where trade_id = the_trade)
$$;
revoke execute on function details_shown from public;

-- The clock is deadline_clock, in the view's own words, so that no function is called for a row. Statistics read it alone; reads of whole trades join it by id. The moment is the statement's: a
-- statement after a lock judges by a clock that is later than the lock.
create view trade_states with (security_invoker = true) as
  select t.id as trade_id, t.buyer_id, t.seller_id,
    -- what has changed hands, once the trade is completed
    coalesce(t.split_released_micro, t.usdt_micro) as traded_micro, t.version, t.created_at, statement_timestamp() as moment,
    least(statement_timestamp(), (select started_at from outages where ended_at is null)) as clock,
    coalesce(late.status, own.status) as status,
    coalesce(late.is_open, own.is_open) as is_open,
    own.escrow_state,
    nullif(t.deadline, 'infinity') as deadline,
    late.status is not null as is_late
  from trades t
  join trade_statuses own on own.status = t.status
  left join trade_statuses late on late.status = case
    when t.status = 'disputed' then (
      select case x.outcome when 'refund' then 'cancelled' else 'completed' end
      from disputes d join dispute_decisions x on x.trade_id = d.trade_id and x.round = d.round
      where d.trade_id = t.id and d.status = 'decided' and least(statement_timestamp(), (select started_at from outages where ended_at is null)) > d.deadline)
    when least(statement_timestamp(), (select started_at from outages where ended_at is null)) <= t.deadline then null
    when own.late_status_after_details is not null and details_shown(t.id) then own.late_status_after_details
    else own.late_status end;
comment on view trade_states is
  'a trade''s state now. Past its deadline by the clock of the deadlines the status is as the late move leaves it, even before the worker makes that move and books the escrow';

-- An API key opens a dispute with a statement. What ends one in the other party's favour is a person's act, as in key_moves.
create function dispute_moved_by_person() returns trigger language plpgsql as $$
begin
  raise exception 'an API key gives up no dispute'
    using errcode = 'restrict_violation', constraint = 'dispute_events_by_person';
end $$;
create trigger by_person before insert on dispute_events for each row
  when (new.actor_id is not null and new.action not in ('open', 'state') and acting_key() is not null)
  execute function dispute_moved_by_person();

-- The beginning and the end of an outage, which give the open trades and disputes their time back.

alter table outages
  add constraint outages_start_on_record foreign key (start_id, id, start_action) references audit_log (id, subject, action),
  add constraint outages_end_on_record foreign key (end_id, id, end_action) references audit_log (id, subject, action);

-- The open trades, in one order: a move that is being made reads the clock of the deadlines under the same lock, so it comes wholly
-- before the outage begins or ends, or wholly after it.
create function lock_open_trades() returns void language sql security definer set search_path = public, pg_temp as $$
  select from trades where status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
  order by id for no key update
$$;
revoke execute on function lock_open_trades from public;

create function outage_in_order() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger outage_in_order before insert or update on outages for each row execute function outage_in_order();
create trigger append_only before delete on outages for each row execute function refuse_change();
create trigger append_only_whole before truncate on outages execute function refuse_change();

-- A deadline that had not passed when the outage began moves by its length, in the transaction that ends it.
create function return_outage_time() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger return_outage_time after update on outages for each row execute function return_outage_time();

-- Only the end of an outage may record a deadline extension.
create function extended_by_outage_only() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'only the end of an outage returns its time'
      using errcode = 'restrict_violation', constraint = tg_table_name || '_extended_by_outage';
  end if;
  return new;
end $$;
create trigger extended_by_outage_only before insert on trade_events for each row when (new.action = 'extend_for_outage')
  execute function extended_by_outage_only();
create trigger extended_by_outage_only before insert on dispute_events for each row when (new.action = 'extend_for_outage')
  execute function extended_by_outage_only();

----------------------------------------------------------------------------------------------- whether a trade may be opened

-- All that is judged before a trade's row is written, in one statement after all locks: the currency, the outage, the teams, the relation
-- of the users, the business hours and both users. Offers have triggers of their own for their part of it, and quotes one
-- (quote_may_be_made).
create function trade_may_be_opened() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger trade_may_be_opened before insert on trades for each row execute function trade_may_be_opened();

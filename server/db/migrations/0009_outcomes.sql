-- How closed trades count, and what takers may have open.

create table trade_outcomes (
  trade_id uuid primary key,
  buyer_id uuid not null,
  seller_id uuid not null,
  taker_id uuid not null,
  -- null: the trade was completed; otherwise the party who cancelled it, or the buyer whose payment window passed
  failed_by uuid constraint trade_outcomes_party check (failed_by in (buyer_id, seller_id)),
  -- whether it counts for the record of both parties, or of the one who failed
  counts boolean not null,
  at timestamptz not null,
  payment_method text not null,
  -- of a completed trade: from its opening to the payment mark, and from that to the confirmation; null where there was none
  pay_seconds int,
  release_seconds int,
  constraint trade_outcomes_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint trade_outcomes_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table trade_outcomes is
  'how each closed trade counts, for its parties'' records and for the pause after failures. Why one does not count is not stored, and no answer shows it';
create index trade_outcomes_of_pair on trade_outcomes (least(buyer_id, seller_id), greatest(buyer_id, seller_id), at)
  where counts or failed_by is null;
create index trade_outcomes_as_buyer on trade_outcomes (buyer_id, at) include (payment_method, pay_seconds)
  where counts and failed_by is null;
create index trade_outcomes_as_seller on trade_outcomes (seller_id, at) include (payment_method, release_seconds)
  where counts and failed_by is null;
-- opening_pause names the taker by a parameter, from which Postgres can prove `is not null` but no equality of two columns.
create index trade_outcomes_of_taker on trade_outcomes (taker_id, at) where failed_by is not null;
create trigger only_by_triggers before insert on trade_outcomes
  for each row when (pg_trigger_depth() = 0) execute function inserted_by_triggers();
create trigger append_only before update on trade_outcomes for each row execute function refuse_change();
create trigger append_only_whole before truncate on trade_outcomes execute function refuse_change();

-- The median of one side's times over the user's latest completed trades that count.
create function median_seconds(the_user uuid, side text) returns int
language sql stable set search_path = public, pg_temp as $$
  select round(percentile_cont(0.5) within group (order by seconds))::int
  from (
    (select pay_seconds as seconds from trade_outcomes
      where side = 'buyer' and buyer_id = the_user and counts and failed_by is null
      order by at desc limit limit_of('median_over_trades'))
    union all
    (select release_seconds from trade_outcomes
      where side = 'seller' and seller_id = the_user and counts and failed_by is null
      order by at desc limit limit_of('median_over_trades'))) latest
$$;
revoke execute on function median_seconds from public;

-- How the outcome counts (docs/decisions.md, Trades, "Which trades count"). A completed trade counts for both parties, or for
-- neither: they are not connected, and neither has a trade of the last 30 days that counts with the other or with a user
-- connected with the other. The failures of one user with one counterparty count once within 30 days.
create function record_outcome(t trades, e trade_events) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
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
end $$;
revoke execute on function record_outcome from public;

create function pause_minutes(failures bigint) returns int language sql stable set search_path = public, pg_temp as $$
  select case when failures < limit_of('failures_before_pause') then 0 else
    least(limit_of('pause_minutes') * 2 ^ least(failures - limit_of('failures_before_pause'), 20),
      limit_of('longest_pause_minutes')) end::int
$$;

-- How many trades the taker cancelled or let expire lately, and when opening is possible again: null without a pause. A query includes it
-- as its own part: as a statement of its own it would be planned again whenever the server and a trigger use it in turns.
create function opening_pause(taker uuid) returns table (failures int, until timestamptz)
language sql stable begin atomic
  select count(*)::int, case when count(*) > 0 then max(at) + make_interval(mins => nullif(pause_minutes(count(*)), 0)) end
  from trade_outcomes
  where taker_id = taker and failed_by = taker
    and at > (select clock_timestamp() - make_interval(hours => value::int) from limits where name = 'failure_window_hours');
end;

-- How many trades this taker may have open. Part of a query, as opening_pause.
create function open_trades_limit(taker uuid) returns table (most bigint) language sql stable begin atomic
  select l.value
  from users u
    join limits days on days.name = 'new_trader_days'
    join limits l on l.name = case
      when u.created_at > clock_timestamp() - make_interval(days => days.value::int) or u.completed_trades = 0
      then 'open_trades_of_new_trader' else 'open_trades_of_taker' end
  where u.id = taker;
end;

create function taker_within_limits(taker uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function taker_within_limits from public;

-- What a move does to its offer and to the parties' counters. Opening reserves, closing gives back or uses up.
create function count_trade_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
-- A test holds the statuses equal to those that are not open.
create trigger count_trade_event after insert on trade_events for each row
  when (new.action = 'open' or new.to_status in ('completed', 'cancelled')) execute function count_trade_event();

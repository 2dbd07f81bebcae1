-- Trades and their state machine. The machine is data: adding a move is one row here and in domain/trades.ts, which a test
-- keeps equal.

create table trade_statuses (
  status text primary key,
  -- an open trade counts against its offer's limits, and neither party can delete the account
  is_open boolean not null,
  -- where the seller's USDT is: expected_legs derives the ledger from it
  escrow_state text not null constraint trade_statuses_escrow_state check (escrow_state in ('locked', 'released', 'refunded')),
  -- the column of trades that limits the time in this status; the move by the system when it is over, and where that leads
  deadline_column text constraint trade_statuses_deadline_column check (deadline_column in ('pay_deadline')),
  late_action text,
  late_status text constraint trade_statuses_late_status references trade_statuses,
  constraint trade_statuses_open_while_locked check (is_open = (escrow_state = 'locked')),
  constraint trade_statuses_deadline check (num_nulls(deadline_column, late_action, late_status) in (0, 3))
);
comment on table trade_statuses is 'domain/trades.ts holds the same rows';
insert into trade_statuses values
  ('completed', false, 'released', null, null, null),
  ('cancelled', false, 'refunded', null, null, null),
  ('awaiting_payment', true, 'locked', 'pay_deadline', 'expire', 'cancelled'),
  ('payment_sent', true, 'locked', null, null, null),
  ('payment_confirmed', true, 'locked', null, null, null);

create table trade_rules (
  -- "none" before the trade is opened
  from_status text not null,
  to_status text not null constraint trade_rules_to_status references trade_statuses,
  action text not null,
  actor_role text not null constraint trade_rules_actor_role check (actor_role in ('buyer', 'seller', 'system')),
  -- whether a trade sees this move once at most
  once_only boolean not null,
  primary key (from_status, to_status, action, actor_role),
  constraint trade_rules_move unique (from_status, to_status, action, actor_role, once_only),
  constraint trade_rules_one_target unique (from_status, action, actor_role)
);
comment on table trade_rules is 'the moves: who may make them from where to where; domain/trades.ts holds the same rows';
insert into trade_rules values
  ('none', 'awaiting_payment', 'open', 'buyer', false),
  ('none', 'awaiting_payment', 'open', 'seller', false),
  ('awaiting_payment', 'payment_sent', 'mark_paid', 'buyer', false),
  ('awaiting_payment', 'awaiting_payment', 'extend_payment_window', 'seller', true),
  ('awaiting_payment', 'cancelled', 'cancel', 'buyer', false),
  ('awaiting_payment', 'cancelled', 'cancel', 'seller', false),
  ('awaiting_payment', 'cancelled', 'expire', 'system', false),
  ('payment_sent', 'awaiting_payment', 'withdraw_payment_mark', 'buyer', true),
  ('payment_sent', 'payment_confirmed', 'confirm_receipt', 'seller', false),
  ('payment_confirmed', 'completed', 'settle', 'system', false);

create table trades (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null constraint trades_quote_used_once unique,
  quote_expires_at timestamptz not null,
  offer_id uuid not null,
  offer_owner_id uuid not null,
  offer_type text not null,
  -- the buyer or the seller (trades_roles), who refer to users
  taker_id uuid not null,
  buyer_id uuid not null references users,
  seller_id uuid not null references users,
  fiat_currency text not null,
  payment_method text not null,
  terms text not null,
  payment_window_minutes smallint not null,
  anchor text not null,
  rate_e6 bigint not null,
  percentage_tenths smallint not null,
  price_e9 bigint not null generated always as (rate_e6 * (1000 + percentage_tenths)) stored,
  fiat_milli bigint not null,
  usdt_micro bigint not null,
  -- paid by the taker on completion
  fee_micro bigint not null,
  seller_locks_micro bigint not null generated always as (usdt_micro + case offer_type when 'buy' then fee_micro else 0 end) stored,
  buyer_receives_micro bigint not null generated always as (usdt_micro - case offer_type when 'sell' then fee_micro else 0 end) stored,
  -- a demo address: hex in mixed case, so that its checksum counts (and is wrong on purpose)
  escrow_address text not null constraint trades_escrow_address_key unique
    constraint trades_escrow_address_form
      check (escrow_address ~ '^0x[0-9a-fA-F]{40}$' and escrow_address ~ '[a-f]' and substr(escrow_address, 3) ~ '[A-F]'),
  chain text not null constraint trades_chain check (chain = 'polygon'),
  status text not null,
  version int not null,
  pay_deadline timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint trades_two_people check (buyer_id <> seller_id),
  constraint trades_roles check (
    case offer_type
      when 'sell' then seller_id = offer_owner_id and buyer_id = taker_id
      else buyer_id = offer_owner_id and seller_id = taker_id
    end),
  constraint trades_quote_alive check (created_at <= quote_expires_at),
  constraint trades_offer foreign key (offer_id, offer_owner_id, offer_type) references offers (id, owner_id, type),
  constraint trades_method_of_currency foreign key (fiat_currency, payment_method) references payment_methods,
  constraint trades_as_quoted foreign key (
    quote_id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, anchor,
    rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, quote_expires_at)
    references quotes (
    id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, anchor,
    rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, expires_at),
  constraint trades_buyer unique (id, buyer_id),
  constraint trades_seller unique (id, seller_id),
  constraint trades_window unique (id, payment_window_minutes)
);
comment on table trades is
  'what two users agreed on. Only status, version and pay_deadline ever change, and only together with an event';
create index trades_by_buyer on trades (buyer_id, created_at desc);
create index trades_by_seller on trades (seller_id, created_at desc);
create index trades_by_age on trades (created_at);
create index trades_of_offer on trades (offer_id);
-- The predicates name statuses as an index must; a test holds them equal to trade_statuses.
create index trades_by_offer on trades (offer_id) where status in ('awaiting_payment', 'payment_sent', 'payment_confirmed');
create unique index trades_one_open_of_taker on trades (taker_id, offer_id)
  where status in ('awaiting_payment', 'payment_sent', 'payment_confirmed');
create index trades_awaiting on trades (pay_deadline) where status = 'awaiting_payment';
create index trades_to_settle on trades (id) where status = 'payment_confirmed';
create trigger happens_now before insert on trades for each row execute function happens_now('created_at');
create trigger user_not_deleted before insert on trades for each row execute function user_not_deleted('buyer_id', 'seller_id');

-- Generated columns are null in a BEFORE trigger, so they are left out of the comparison.
create function trade_is_frozen() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['status', 'version', 'pay_deadline', 'price_e9', 'seller_locks_micro', 'buyer_receives_micro'];
begin
  if to_jsonb(new) - movable is distinct from to_jsonb(old) - movable then
    raise exception 'what was agreed does not change' using errcode = 'restrict_violation', constraint = 'trades_frozen';
  end if;
  if new.version <> old.version + 1 then
    raise exception 'the version steps by one' using errcode = 'restrict_violation', constraint = 'trades_version_steps';
  end if;
  return new;
end $$;
create trigger trade_is_frozen before update on trades for each row execute function trade_is_frozen();

-- Statistics read it alone; reads of whole trades join it by id. The moment is the statement's: a
-- statement after a lock judges by a clock that is later than the lock.
create view trade_states with (security_invoker = true) as
  select t.id as trade_id, t.buyer_id, t.seller_id, t.usdt_micro, t.version, t.created_at, statement_timestamp() as moment,
    coalesce(late.status, own.status) as status,
    coalesce(late.is_open, own.is_open) as is_open,
    own.escrow_state,
    case own.deadline_column when 'pay_deadline' then t.pay_deadline end as deadline,
    own.late_action,
    late.status is not null as is_late
  from trades t
  join trade_statuses own on own.status = t.status
  left join trade_statuses late on late.status = own.late_status
    and statement_timestamp() > case own.deadline_column when 'pay_deadline' then t.pay_deadline end;
comment on view trade_states is
  'a trade''s state now. Past its deadline the status is as the late move leaves it, even before the worker makes that move and books the escrow';

create table trade_events (
  trade_id uuid not null,
  seq int not null constraint trade_events_seq_positive check (seq >= 1),
  prev_seq int generated always as (case when seq > 1 then seq - 1 end) stored,
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  -- as in trade_rules
  once_only boolean not null default false,
  actor_id uuid,
  buyer_id uuid generated always as (case when actor_role = 'buyer' then actor_id end) stored,
  seller_id uuid generated always as (case when actor_role = 'seller' then actor_id end) stored,
  -- the payment deadline after this event, and the one before it
  pay_deadline timestamptz not null,
  prev_pay_deadline timestamptz,
  payment_window_minutes smallint not null,
  -- the moment the command was judged by: the database's clock, read after the lock
  at timestamptz not null default clock_timestamp(),
  -- one command acts once
  command_key text not null,
  primary key (trade_id, seq),
  constraint trade_events_position unique (trade_id, seq, to_status, pay_deadline),
  constraint trade_events_command_once unique (trade_id, command_key),
  constraint trade_events_first check ((seq = 1) = (from_status = 'none') and (seq = 1) = (prev_pay_deadline is null)),
  constraint trade_events_actor_named check ((actor_role = 'system') = (actor_id is null)),
  constraint trade_events_paid_in_time check (action not in ('mark_paid', 'extend_payment_window') or at <= prev_pay_deadline),
  constraint trade_events_expired_late check (action <> 'expire' or at > prev_pay_deadline),
  constraint trade_events_deadline check (
    case action
      when 'open' then pay_deadline = at + make_interval(mins => payment_window_minutes)
      when 'extend_payment_window' then pay_deadline = prev_pay_deadline + make_interval(mins => payment_window_minutes)
      when 'withdraw_payment_mark' then pay_deadline >= at + interval '5 minutes'
        and pay_deadline <= at + make_interval(mins => 2 * payment_window_minutes)
      else pay_deadline = prev_pay_deadline
    end),
  constraint trade_events_allowed foreign key (from_status, to_status, action, actor_role, once_only)
    references trade_rules (from_status, to_status, action, actor_role, once_only),
  constraint trade_events_chain foreign key (trade_id, prev_seq, from_status, prev_pay_deadline)
    references trade_events (trade_id, seq, to_status, pay_deadline),
  constraint trade_events_of_trade foreign key (trade_id, payment_window_minutes)
    references trades (id, payment_window_minutes) deferrable initially deferred,
  constraint trade_events_by_buyer foreign key (trade_id, buyer_id)
    references trades (id, buyer_id) deferrable initially deferred,
  constraint trade_events_by_seller foreign key (trade_id, seller_id)
    references trades (id, seller_id) deferrable initially deferred
);
comment on table trade_events is 'every move of every trade, in order: event n starts where event n-1 ended';
create unique index trade_events_once_only on trade_events (trade_id, action) where once_only;
create trigger append_only before update on trade_events for each row execute function refuse_change();
create trigger append_only_whole before truncate on trade_events execute function refuse_change();
create trigger happens_now before insert on trade_events for each row execute function happens_now('at');

-- The reference is circular: an event belongs to a trade, whose status is that of its last event.
alter table trades add constraint trades_at_last_event
  foreign key (id, version, status, pay_deadline)
  references trade_events (trade_id, seq, to_status, pay_deadline) deferrable initially deferred;

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
  constraint trade_outcomes_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint trade_outcomes_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table trade_outcomes is
  'how each closed trade counts, for its parties'' records and for the pause after failures. Why one does not count is not stored, and no answer shows it';
create index trade_outcomes_of_pair on trade_outcomes (least(buyer_id, seller_id), greatest(buyer_id, seller_id), at)
  where counts;
create index trade_outcomes_of_taker on trade_outcomes (taker_id, at) where failed_by = taker_id;
create trigger only_by_triggers before insert on trade_outcomes for each row execute function inserted_by_triggers();
create trigger append_only before update on trade_outcomes for each row execute function refuse_change();
create trigger append_only_whole before truncate on trade_outcomes execute function refuse_change();

-- Two users' outcomes of one kind count once within 30 days: completed trades between them, and the failures of one of them.
-- A completed trade between users of one browser or one network does not count.
create function record_outcome(t trades, e trade_events) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  failed constant uuid := case when e.to_status = 'completed' then null
    when e.actor_role = 'seller' then t.seller_id else t.buyer_id end;
  does_count boolean;
  is_new_pair boolean;
begin
  -- Both rows in id order, as a transfer locks accounts: outcomes of one pair are evaluated one after the other.
  perform from users where id in (t.buyer_id, t.seller_id) order by id for no key update;
  -- A buyer who offers to buy fails where strangers sell to them and they do not pay: only takers with a record count.
  does_count := case
    when failed is null then not users_share_origin(t.buyer_id, t.seller_id)
    when failed = t.buyer_id and failed <> t.taker_id then
      exists (select from users taker where taker.id = t.taker_id and taker.completed_trades > 0)
    else true end and not exists (
    select from trade_outcomes o
    where o.counts and least(o.buyer_id, o.seller_id) = least(t.buyer_id, t.seller_id)
      and greatest(o.buyer_id, o.seller_id) = greatest(t.buyer_id, t.seller_id)
      and o.at > e.at - make_interval(days => limit_of('pair_counts_days')::int)
      and o.failed_by is not distinct from failed);
  is_new_pair := not exists (
    select from trade_outcomes o
    where o.counts and least(o.buyer_id, o.seller_id) = least(t.buyer_id, t.seller_id)
      and greatest(o.buyer_id, o.seller_id) = greatest(t.buyer_id, t.seller_id) and o.failed_by is null);
  insert into trade_outcomes values (t.id, t.buyer_id, t.seller_id, t.taker_id, failed, does_count, e.at);
  if not does_count then return; end if;
  if failed is null then
    update users set completed_trades = completed_trades + 1, partners = partners + is_new_pair::int
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

-- How many trades the taker cancelled or let expire lately, and when opening is possible again: null without a pause.
create function opening_pause(taker uuid, out failures int, out until timestamptz)
language sql stable set search_path = public, pg_temp as $$
  select count(*)::int, max(at) + make_interval(mins => nullif(pause_minutes(count(*)), 0))
  from trade_outcomes
  where taker_id = taker and failed_by = taker
    and at > (select clock_timestamp() - make_interval(hours => limit_of('failure_window_hours')::int))
$$;

-- How many trades this taker may have open.
create function open_trades_limit(taker uuid) returns bigint language sql stable set search_path = public, pg_temp as $$
  select limit_of(case
    when created_at > clock_timestamp() - make_interval(days => limit_of('new_trader_days')::int) or completed_trades = 0
    then 'open_trades_of_new_taker' else 'open_trades_of_taker' end)
  from users where id = taker
$$;

create function taker_within_limits(taker uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  open_trades bigint;
begin
  perform count_alone('trades', taker);
  select count(*) into open_trades from trades
  where taker_id = taker and status in ('awaiting_payment', 'payment_sent', 'payment_confirmed');
  if open_trades > open_trades_limit(taker) then
    raise exception 'this taker has % open trades', open_trades
      using errcode = 'check_violation', constraint = 'trades_open_of_taker_within_limit';
  end if;
  if (select until > clock_timestamp() from opening_pause(taker)) then
    raise exception 'this taker cancelled trades or let them expire'
      using errcode = 'check_violation', constraint = 'trades_taker_not_paused';
  end if;
end $$;
revoke execute on function taker_within_limits from public;

-- What a move does to its offer and to the parties' counters. Opening reserves, closing gives back or uses up.
create function count_trade_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t trades;
  s trade_statuses;
begin
  select * into s from trade_statuses where status = new.to_status;
  if new.action <> 'open' and s.is_open then return null; end if;
  select * into t from trades where id = new.trade_id;
  update offers set
    open_trades = open_trades + case new.action when 'open' then 1 else -1 end,
    reserved_micro = reserved_micro + case new.action when 'open' then t.usdt_micro else -t.usdt_micro end,
    inventory_micro = inventory_micro - case s.escrow_state when 'released' then t.usdt_micro else 0 end,
    renewed_at = case new.action when 'open' then greatest(renewed_at, new.at) else renewed_at end
  where id = t.offer_id;
  -- The update above holds the offer's row, so this is the offer as it is when the trade commits.
  if new.action = 'open' and not exists (
    select from offers o join quotes q on q.id = t.quote_id
    where o.id = t.offer_id and new.actor_id = t.taker_id
      and o.status = 'active' and o.deleted_at is null and o.version = q.offer_version
      and (o.fiat_currency, o.payment_method, o.terms, o.payment_window_minutes, o.percentage_tenths)
        = (t.fiat_currency, t.payment_method, t.terms, t.payment_window_minutes, t.percentage_tenths)
      and t.fiat_milli between o.min_milli and o.max_milli
  ) then
    raise exception 'a trade takes its offer as it is' using errcode = 'check_violation', constraint = 'trades_as_offered';
  end if;
  if new.action = 'open' then
    perform taker_within_limits(t.taker_id);
  else
    perform record_outcome(t, new);
  end if;
  return null;
end $$;
create trigger count_trade_event after insert on trade_events for each row execute function count_trade_event();

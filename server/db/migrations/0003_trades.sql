-- The trade machine is data: adding a move is one row here (and in domain/trades.ts; a test keeps the two equal).

create table trade_rules (
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  primary key (from_status, to_status, action, actor_role)
);
insert into trade_rules values
  ('none', 'awaiting_payment', 'open', 'buyer'),
  ('none', 'awaiting_payment', 'open', 'seller'),
  ('awaiting_payment', 'payment_sent', 'mark_paid', 'buyer'),
  ('awaiting_payment', 'awaiting_payment', 'give_time', 'seller'),
  ('awaiting_payment', 'cancelled', 'cancel', 'buyer'),
  ('awaiting_payment', 'cancelled', 'cancel', 'seller'),
  ('awaiting_payment', 'cancelled', 'expire', 'system'),
  ('payment_sent', 'awaiting_payment', 'take_back_paid', 'buyer'),
  ('payment_sent', 'payment_confirmed', 'confirm_receipt', 'seller'),
  ('payment_confirmed', 'completed', 'settle', 'system');

-- What two people agreed on. Only status, version and pay_deadline ever change, and only together with an event.
create table trades (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null constraint trades_quote_used_once unique,
  quote_expires_at timestamptz not null,
  offer_id uuid not null,
  offer_owner_id uuid not null,
  offer_type text not null,
  taker_id uuid not null references users,
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
  -- a demonstration address: hex in mixed case, so that its checksum counts (and is wrong on purpose)
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
create index trades_by_buyer on trades (buyer_id, created_at desc);
create index trades_by_seller on trades (seller_id, created_at desc);
create index trades_by_offer on trades (offer_id) where status in ('awaiting_payment', 'payment_sent', 'payment_confirmed');
create index trades_awaiting on trades (pay_deadline) where status = 'awaiting_payment';
create index trades_to_settle on trades (id) where status = 'payment_confirmed';

-- Every move, in order, for ever. Event n starts where event n-1 ended.
create table trade_events (
  trade_id uuid not null,
  seq int not null constraint trade_events_seq_positive check (seq >= 1),
  prev_seq int generated always as (case when seq > 1 then seq - 1 end) stored,
  from_status text not null,
  to_status text not null,
  action text not null,
  actor_role text not null,
  actor_id uuid,
  buyer_id uuid generated always as (case when actor_role = 'buyer' then actor_id end) stored,
  seller_id uuid generated always as (case when actor_role = 'seller' then actor_id end) stored,
  -- the payment deadline this event leaves behind, and the one it found
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
  constraint trade_events_paid_in_time check (action not in ('mark_paid', 'give_time') or at <= prev_pay_deadline),
  constraint trade_events_expired_late check (action <> 'expire' or at > prev_pay_deadline),
  constraint trade_events_deadline check (
    case action
      when 'open' then pay_deadline = at + make_interval(mins => payment_window_minutes)
      when 'give_time' then pay_deadline = prev_pay_deadline + make_interval(mins => payment_window_minutes)
      when 'take_back_paid' then pay_deadline >= at + interval '5 minutes'
        and pay_deadline <= at + make_interval(mins => 2 * payment_window_minutes)
      else pay_deadline = prev_pay_deadline
    end),
  constraint trade_events_allowed foreign key (from_status, to_status, action, actor_role) references trade_rules,
  constraint trade_events_chain foreign key (trade_id, prev_seq, from_status, prev_pay_deadline)
    references trade_events (trade_id, seq, to_status, pay_deadline),
  constraint trade_events_of_trade foreign key (trade_id, payment_window_minutes)
    references trades (id, payment_window_minutes) deferrable initially deferred,
  constraint trade_events_by_buyer foreign key (trade_id, buyer_id)
    references trades (id, buyer_id) deferrable initially deferred,
  constraint trade_events_by_seller foreign key (trade_id, seller_id)
    references trades (id, seller_id) deferrable initially deferred
);
create unique index trade_events_once_only on trade_events (trade_id, action)
  where action in ('give_time', 'take_back_paid');

alter table trades add constraint trades_at_last_event
  foreign key (id, version, status, pay_deadline)
  references trade_events (trade_id, seq, to_status, pay_deadline) deferrable initially deferred;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;

create trigger append_only before update or delete on trade_events for each row execute function refuse_change();
create trigger append_only_whole before truncate on trade_events execute function refuse_change();
create trigger append_only before update on quotes for each row execute function refuse_change();
create trigger no_delete before delete on trades for each row execute function refuse_change();

-- The writer gives the moment it judged by; it must be now.
create function happens_now() returns trigger language plpgsql as $$
declare
  moment constant timestamptz := to_jsonb(new) ->> tg_argv[0];
begin
  if moment > clock_timestamp() or moment < clock_timestamp() - interval '10 seconds' then
    raise exception 'a row of % is written when it happens', tg_table_name
      using errcode = 'check_violation', constraint = tg_table_name || '_now';
  end if;
  return new;
end $$;
create trigger happens_now before insert on trade_events for each row execute function happens_now('at');
create trigger happens_now before insert on trades for each row execute function happens_now('created_at');
create trigger happens_now before insert on quotes for each row execute function happens_now('created_at');

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

-- What a move does to its offer and to its people's counters. Opening reserves, ending gives back or uses up.
-- Here and below: pg_temp comes last by name, or it would come first, and a temporary table could pose as ours.
create function count_trade_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t trades;
begin
  if new.action <> 'open' and new.to_status not in ('completed', 'cancelled') then return null; end if;
  select * into t from trades where id = new.trade_id;
  update offers set
    open_trades = open_trades + case new.action when 'open' then 1 else -1 end,
    reserved_micro = reserved_micro + case new.action when 'open' then t.usdt_micro else -t.usdt_micro end,
    inventory_micro = inventory_micro - case new.to_status when 'completed' then t.usdt_micro else 0 end,
    renewed_at = case new.action when 'open' then greatest(renewed_at, new.at) else renewed_at end
  where id = t.offer_id;
  -- The update above holds the offer's row, so this is the offer as it stands when the trade commits.
  if new.action = 'open' and not exists (
    select from offers o join quotes q on q.id = t.quote_id
    where o.id = t.offer_id and new.actor_id = t.taker_id
      and o.status = 'active' and o.deleted_at is null and o.version = q.offer_version
      and (o.fiat_currency, o.payment_method, o.terms, o.payment_window_minutes, o.percentage_tenths)
        = (t.fiat_currency, t.payment_method, t.terms, t.payment_window_minutes, t.percentage_tenths)
      and t.fiat_milli between o.min_milli and o.max_milli
  ) then
    raise exception 'a trade takes its offer as it stands' using errcode = 'check_violation', constraint = 'trades_as_offered';
  end if;
  if new.to_status = 'completed' then
    update users set completed_trades = completed_trades + 1 where id = least(t.buyer_id, t.seller_id);
    update users set completed_trades = completed_trades + 1 where id = greatest(t.buyer_id, t.seller_id);
  end if;
  return null;
end $$;
create trigger count_trade_event after insert on trade_events for each row execute function count_trade_event();

create function only_by_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 then return new; end if;
  raise exception 'counted by the moves of trades only'
    using errcode = 'restrict_violation', constraint = tg_table_name || '_counted_by_moves';
end $$;
create trigger counted_by_moves before update on offers for each row
  when ((old.open_trades, old.reserved_micro) is distinct from (new.open_trades, new.reserved_micro))
  execute function only_by_moves();
create trigger counted_from_zero before insert on offers for each row
  when (new.open_trades <> 0 or new.reserved_micro <> 0) execute function only_by_moves();
create trigger counted_by_moves before update on users for each row
  when (old.completed_trades <> new.completed_trades) execute function only_by_moves();
create trigger counted_from_zero before insert on users for each row
  when (new.completed_trades <> 0) execute function only_by_moves();

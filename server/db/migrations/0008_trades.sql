-- Trades and their state machine. The machine is data: adding a move is one row here and in domain/trades/trades.ts, which a test
-- keeps equal.

create table trade_statuses (
  status text primary key,
  -- an open trade counts against its offer's limits, and neither party can delete the account
  is_open boolean not null,
  -- where the seller's USDT is: expected_legs derives the ledger from it
  escrow_state text not null constraint trade_statuses_escrow_state check (escrow_state in ('locked', 'released', 'refunded')),
  -- the system's move when the deadline has passed, and where it leads
  late_action text,
  late_status text constraint trade_statuses_late_status references trade_statuses,
  -- the same where the buyer has been shown the payment details, if that differs
  late_action_after_details text,
  late_status_after_details text constraint trade_statuses_late_status_after_details references trade_statuses,
  constraint trade_statuses_open_while_locked check (is_open = (escrow_state = 'locked')),
  constraint trade_statuses_late_move check (num_nulls(late_action, late_status) in (0, 2)
    and num_nulls(late_action_after_details, late_status_after_details) in (0, 2))
);
comment on table trade_statuses is 'domain/trades/trades.ts holds the same rows';
insert into trade_statuses values
  ('completed', false, 'released', null, null, null, null),
  ('cancelled', false, 'refunded', null, null, null, null),
  ('refund_held', true, 'locked', 'refund', 'cancelled', null, null),
  ('awaiting_payment', true, 'locked', 'expire', 'cancelled', 'expire_after_details', 'refund_held'),
  ('disputed', true, 'locked', null, null, null, null),
  ('payment_sent', true, 'locked', 'escalate', 'disputed', null, null),
  ('payment_confirmed', true, 'locked', null, null, null, null);

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
comment on table trade_rules is 'the moves: who may make them from where to where; domain/trades/trades.ts holds the same rows';
insert into trade_rules values
  ('none', 'awaiting_payment', 'open', 'buyer', false),
  ('none', 'awaiting_payment', 'open', 'seller', false),
  ('awaiting_payment', 'payment_sent', 'mark_paid', 'buyer', false),
  ('awaiting_payment', 'awaiting_payment', 'extend_payment_window', 'seller', true),
  ('awaiting_payment', 'cancelled', 'cancel', 'buyer', false),
  ('awaiting_payment', 'cancelled', 'cancel', 'seller', false),
  ('awaiting_payment', 'refund_held', 'cancel_after_details', 'seller', false),
  ('awaiting_payment', 'cancelled', 'expire', 'system', false),
  ('awaiting_payment', 'refund_held', 'expire_after_details', 'system', false),
  ('refund_held', 'cancelled', 'refund', 'system', false),
  ('refund_held', 'disputed', 'object', 'buyer', false),
  ('payment_sent', 'awaiting_payment', 'withdraw_payment_mark', 'buyer', true),
  ('payment_sent', 'payment_confirmed', 'confirm_receipt', 'seller', false),
  ('payment_confirmed', 'completed', 'settle', 'system', false),
  ('payment_sent', 'disputed', 'open_dispute', 'buyer', false),
  ('payment_sent', 'disputed', 'open_dispute', 'seller', false),
  ('payment_sent', 'disputed', 'escalate', 'system', false),
  ('disputed', 'payment_confirmed', 'confirm_receipt', 'seller', false),
  ('disputed', 'payment_confirmed', 'concede', 'seller', false),
  ('disputed', 'cancelled', 'concede', 'buyer', false),
  ('disputed', 'completed', 'release_decided', 'system', false),
  ('disputed', 'cancelled', 'refund_decided', 'system', false),
  ('disputed', 'completed', 'split_decided', 'system', false),
  ('awaiting_payment', 'awaiting_payment', 'extend_for_outage', 'system', false),
  ('refund_held', 'refund_held', 'extend_for_outage', 'system', false),
  ('payment_sent', 'payment_sent', 'extend_for_outage', 'system', false);

create table dispute_reasons (
  reason text primary key,
  -- the move that opens a dispute for this reason, and who makes it
  action text not null,
  actor_role text not null,
  constraint dispute_reasons_move unique (reason, action, actor_role)
);
comment on table dispute_reasons is 'why a dispute is opened; domain/disputes/disputes.ts holds the same rows';
insert into dispute_reasons values
  ('seller_silent', 'open_dispute', 'buyer'), ('payment_denied', 'open_dispute', 'buyer'),
  ('wrong_details', 'open_dispute', 'buyer'), ('buyer_other', 'open_dispute', 'buyer'),
  ('not_received', 'open_dispute', 'seller'), ('wrong_amount', 'open_dispute', 'seller'),
  ('third_party_payer', 'open_dispute', 'seller'), ('false_proof', 'open_dispute', 'seller'),
  ('seller_other', 'open_dispute', 'seller'),
  ('paid_before_cancellation', 'object', 'buyer'), ('silence', 'escalate', 'system');

create table trades (
  id uuid primary key default gen_random_uuid(),
  quote_id uuid not null constraint trades_quote_used_once unique,
  quote_expires_at timestamptz not null,
  offer_id uuid not null,
  offer_owner_id uuid not null,
  offer_type text not null,
  taker_id uuid not null,
  -- the taker and the owner of the offer (trades_roles)
  buyer_id uuid not null,
  seller_id uuid not null,
  fiat_currency text not null,
  payment_method text not null,
  terms text not null,
  reference_policy text not null default 'optional' constraint trades_reference_policy references reference_policies,
  payment_window_minutes smallint not null,
  -- after its opening, a paid trade that is not confirmed is disputed; longer where its payment takes days (domain/payments/arrival.ts)
  escalation_hours smallint not null default 24 constraint trades_escalation_hours check (escalation_hours between 24 and 240),
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
  -- of the present status; 'infinity' where it has none
  deadline timestamptz not null,
  -- when the trade got its present status
  moved_at timestamptz not null,
  -- the part of the USDT that a split releases, in micro USDT
  split_released_micro bigint,
  -- whether the taker had no completed trade when the trade was opened; written by a trigger
  by_new_taker boolean not null default false,
  -- what such a taker locks beside the seller's USDT, as the quote said, and may lose (domain/trades/bonds.ts); written by a trigger
  bond_micro bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint trades_split_inside check (split_released_micro > 0 and split_released_micro < usdt_micro),
  constraint trades_split_completed check (split_released_micro is null or status = 'completed'),
  constraint trades_two_people check (buyer_id <> seller_id),
  constraint trades_roles check (
    case offer_type
      when 'sell' then seller_id = offer_owner_id and buyer_id = taker_id
      else buyer_id = offer_owner_id and seller_id = taker_id
    end),
  constraint trades_quote_alive check (created_at <= quote_expires_at),
  -- The quote already refers to its taker, offer and method, so a trade needs no keys to them.
  constraint trades_as_quoted foreign key (
    quote_id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, payment_method, anchor,
    rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, quote_expires_at)
    references quotes (
    id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, payment_method, anchor,
    rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, expires_at),
  constraint trades_buyer unique (id, buyer_id),
  constraint trades_seller unique (id, seller_id),
  constraint trades_window unique (id, payment_window_minutes, created_at),
  constraint trades_amount unique (id, usdt_micro)
);
comment on table trades is
  'what two users agreed on. Only status, version, deadlines and the split ever change, and only together with an event';
create index trades_by_buyer on trades (buyer_id, created_at desc);
create index trades_by_seller on trades (seller_id, created_at desc);
create index trades_by_age on trades (created_at);
-- The predicates name statuses as an index must; a test holds them equal to trade_statuses.
create index trades_by_offer on trades (offer_id) where status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed');
create unique index trades_one_open_of_taker on trades (taker_id, offer_id)
  where status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed');
create index trades_open_by_new_taker on trades (taker_id)
  where by_new_taker and status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed');
create index trades_due on trades (deadline) where deadline < 'infinity';
create index trades_to_settle on trades (id) where status = 'payment_confirmed';
create trigger happens_now before insert on trades
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function trade_by_new_taker() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select u.completed_trades = 0, case u.completed_trades when 0 then q.bond_micro else 0 end into new.by_new_taker, new.bond_micro
  from users u left join quotes q on q.id = new.quote_id where u.id = new.taker_id;
  return new;
end $$;
create trigger by_new_taker before insert on trades for each row execute function trade_by_new_taker();

-- Generated columns are null in a BEFORE trigger, so they are left out of the comparison.
create function trade_is_frozen() returns trigger language plpgsql as $$
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
end $$;
create trigger trade_is_frozen before update on trades for each row execute function trade_is_frozen();

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
  -- the deadline of the status after this event, and of the one before it
  deadline timestamptz not null,
  prev_deadline timestamptz,
  prev_at timestamptz,
  payment_window_minutes smallint not null,
  -- of the trade, with the payment mark; written by a trigger
  escalation_hours smallint,
  opened_at timestamptz not null,
  -- why a dispute is opened
  dispute_reason text,
  -- by when a payment arrives that was made at this mark, or at this objection (domain/payments/arrival.ts)
  arrives_by timestamptz,
  -- the moment the command was judged by: the database's clock, read after the lock
  at timestamptz not null default clock_timestamp(),
  -- the clock of the deadlines at that moment; written by a trigger, as is the time that ended outages have returned
  clock_at timestamptz not null,
  returned interval not null,
  -- when the trade got its status: an outage leaves that as it was
  moved_at timestamptz not null generated always as (case action when 'extend_for_outage' then prev_at else at end) stored,
  -- the outage that has ended, and the time that is returned for it
  outage_id uuid,
  outage_length interval,
  -- one command acts once
  command_key text not null,
  primary key (trade_id, seq),
  constraint trade_events_position unique (trade_id, seq, to_status, pay_deadline, deadline, moved_at),
  constraint trade_events_command_once unique (trade_id, command_key),
  constraint trade_events_first check ((seq = 1) = (from_status = 'none')
    and num_nulls(prev_pay_deadline, prev_deadline, prev_at) = case seq when 1 then 3 else 0 end),
  constraint trade_events_actor_named check ((actor_role = 'system') = (actor_id is null)),
  constraint trade_events_of_outage check ((action = 'extend_for_outage') = (outage_id is not null)
    and (outage_id is null) = (outage_length is null)),
  constraint trade_events_outage_once unique (trade_id, outage_id),
  constraint trade_events_outage foreign key (outage_id, outage_length) references outages (id, length),
  constraint trade_events_in_time check (actor_role = 'system' or seq = 1 or clock_at <= prev_deadline),
  constraint trade_events_late check (
    action not in ('expire', 'expire_after_details', 'refund', 'escalate') or clock_at > prev_deadline),
  constraint trade_events_dispute_not_early check (action <> 'open_dispute' or at >= prev_at + interval '10 minutes'),
  -- A dispute opens at the deadline in any case, which an outage moves.
  constraint trade_events_arrives_by check (
    (action in ('mark_paid', 'object')) = (arrives_by is not null) and arrives_by <= deadline + (at - clock_at)
      and arrives_by between at - interval '1 second' and at + interval '15 days'),
  constraint trade_events_pay_deadline check (
    case action
      when 'open' then pay_deadline = clock_at + make_interval(mins => payment_window_minutes)
      when 'extend_payment_window' then pay_deadline = prev_pay_deadline + make_interval(mins => payment_window_minutes)
      when 'withdraw_payment_mark' then pay_deadline >= clock_at + interval '5 minutes'
        and pay_deadline <= clock_at + make_interval(mins => 2 * payment_window_minutes)
      when 'extend_for_outage' then pay_deadline = prev_pay_deadline + outage_length
      else pay_deadline = prev_pay_deadline
    end),
  constraint trade_events_deadline check (
    deadline = case
      when action = 'extend_for_outage' then prev_deadline + outage_length
      when to_status = 'awaiting_payment' then pay_deadline
      when to_status = 'refund_held' then clock_at + interval '15 minutes'
      when to_status = 'payment_sent' then greatest(opened_at + make_interval(hours => escalation_hours) + returned, clock_at + interval '60 minutes')
      else 'infinity'
    end),
  constraint trade_events_escalation check ((to_status = 'payment_sent') = (escalation_hours is not null)),
  constraint trade_events_dispute_reason check ((to_status = 'disputed') = (dispute_reason is not null)),
  constraint trade_events_reason_of_move foreign key (dispute_reason, action, actor_role)
    references dispute_reasons (reason, action, actor_role),
  constraint trade_events_allowed foreign key (from_status, to_status, action, actor_role, once_only)
    references trade_rules (from_status, to_status, action, actor_role, once_only),
  constraint trade_events_chain foreign key (trade_id, prev_seq, from_status, prev_pay_deadline, prev_deadline, prev_at)
    references trade_events (trade_id, seq, to_status, pay_deadline, deadline, moved_at),
  constraint trade_events_of_trade foreign key (trade_id, payment_window_minutes, opened_at)
    references trades (id, payment_window_minutes, created_at) deferrable initially deferred,
  constraint trade_events_by_buyer foreign key (trade_id, buyer_id)
    references trades (id, buyer_id) deferrable initially deferred,
  constraint trade_events_by_seller foreign key (trade_id, seller_id)
    references trades (id, seller_id) deferrable initially deferred
);
comment on table trade_events is 'every move of every trade, in order: event n starts where event n-1 ended';
create unique index trade_events_once_only on trade_events (trade_id, action) where once_only;
create trigger append_only before update on trade_events for each row execute function refuse_change();
create trigger append_only_whole before truncate on trade_events execute function refuse_change();
create trigger happens_now before insert on trade_events
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function trade_event_clock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- as deadline_clock
  select least(new.at, (select started_at from outages where ended_at is null)),
    coalesce(new.outage_length, '0') + coalesce((select sum(outage_length) from trade_events where trade_id = new.trade_id), '0'),
    case new.to_status when 'payment_sent' then (select escalation_hours from trades where id = new.trade_id) end
  into new.clock_at, new.returned, new.escalation_hours;
  return new;
end $$;
create trigger clock before insert on trade_events for each row execute function trade_event_clock();

-- Until when a mark can be withdrawn is by the clock of the deadlines: what outages took since is given back.
create view payment_marks with (security_invoker = true) as
  select t.id as trade_id, mark.at as paid_at, mark.arrives_by,
    mark.clock_at + interval '15 minutes' + (last.returned - mark.returned) as final_at
  from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version, lateral (
    select * from trade_events where trade_id = t.id and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1) mark
  where mark.action = 'mark_paid';
comment on view payment_marks is 'the payment marks that were not withdrawn, and until when they can be';
create function trade_event_withdraws_in_time() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.clock_at > (select final_at from payment_marks where trade_id = new.trade_id) then
    raise exception 'a payment mark stands after its first minutes'
      using errcode = 'check_violation', constraint = 'trade_events_mark_withdrawn_in_time';
  end if;
  return new;
end $$;
create trigger trade_event_withdraws_in_time before insert on trade_events for each row
  when (new.action = 'withdraw_payment_mark') execute function trade_event_withdraws_in_time();

create function trade_event_after_arrival() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from trade_events where trade_id = new.trade_id and arrives_by > new.at
    and seq = (select max(seq) from trade_events where trade_id = new.trade_id and arrives_by is not null))
  then
    raise exception 'a payment that can still arrive is not missing'
      using errcode = 'check_violation', constraint = 'trade_events_not_received_after_arrival';
  end if;
  return new;
end $$;
create trigger trade_event_after_arrival before insert on trade_events for each row
  when (new.dispute_reason = 'not_received') execute function trade_event_after_arrival();

-- The reference is circular: an event belongs to a trade, whose status is that of its last event.
alter table trades add constraint trades_at_last_event
  foreign key (id, version, status, pay_deadline, deadline, moved_at)
  references trade_events (trade_id, seq, to_status, pay_deadline, deadline, moved_at) deferrable initially deferred;

-- Cancelling holds the refund where the buyer has been shown the payment details, and only there. The details are shown
-- under a lock that a move waits for (server/trades/read-payment-details.ts).
create function trade_event_fits_details() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.to_status = 'refund_held') is distinct from exists (
    select from payment_detail_reads where trade_id = new.trade_id)
  then
    raise exception 'a refund is held where the buyer has seen the payment details'
      using errcode = 'check_violation', constraint = 'trade_events_refund_held_after_details';
  end if;
  return new;
end $$;
create trigger trade_event_fits_details before insert on trade_events for each row
  when (new.from_status = 'awaiting_payment' and new.actor_role <> 'buyer' and new.to_status in ('cancelled', 'refund_held'))
  execute function trade_event_fits_details();

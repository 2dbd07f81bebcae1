-- The escrow ledger. A row moves one positive amount from one account to another, so no row can be unbalanced.

create table ledger_asset (
  is_only_row boolean primary key default true constraint ledger_asset_one_row check (is_only_row),
  code text not null constraint ledger_asset_code check (code ~ '^[A-Z0-9]{2,10}$')
);
comment on table ledger_asset is 'the asset of all amounts, written by the first migration and compared at every start; "USDT" in names stands for it';

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- external: a user's USDT outside the product, which may go below zero; escrow: one per trade; fees: one;
  -- burned: lost bonds that neither party receives; former: what the accounts of purged users held
  kind text not null constraint ledger_accounts_kind check (kind in ('external', 'escrow', 'fees', 'burned', 'former')),
  user_id uuid references users constraint ledger_accounts_user_key unique,
  trade_id uuid references trades constraint ledger_accounts_trade_key unique,
  -- micro USDT; the accounts of fees and burned bonds are summed from their transfers instead, or every trade would wait for one row
  balance_micro bigint not null default 0,
  -- what purged transfers had moved, as an old book is closed: a balance is this and its transfers
  carried_micro bigint not null default 0,
  constraint ledger_accounts_owner check ((kind = 'external') = (user_id is not null) and (kind = 'escrow') = (trade_id is not null)),
  constraint ledger_accounts_never_below_zero check (kind in ('external', 'former') or balance_micro >= 0),
  constraint ledger_accounts_of_kind unique (id, kind)
);
comment on table ledger_accounts is 'who holds how much USDT';
create unique index ledger_accounts_one_fees on ledger_accounts (kind) where kind = 'fees';
create unique index ledger_accounts_one_burned on ledger_accounts (kind) where kind = 'burned';
create unique index ledger_accounts_one_former on ledger_accounts (kind) where kind = 'former';
insert into ledger_accounts (kind) values ('fees'), ('burned'), ('former');

create function open_ledger_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_accounts (kind, user_id) values ('external', new.id);
  return null;
end $$;
create trigger open_ledger_account after insert on users for each row execute function open_ledger_account();

create table transfers (
  id bigint generated always as identity primary key,
  trade_id uuid not null references trades,
  leg text not null constraint transfers_leg check (leg in ('lock', 'release', 'fee', 'refund', 'split_release', 'split_refund',
    'bond', 'bond_returned', 'bond_awarded', 'bond_burned')),
  debit_id bigint not null,
  credit_id bigint not null,
  debit_kind text not null generated always as (case when leg in ('lock', 'bond') then 'external' else 'escrow' end) stored,
  credit_kind text not null generated always as (
    case when leg in ('lock', 'bond') then 'escrow' when leg = 'fee' then 'fees' when leg = 'bond_burned' then 'burned' else 'external' end) stored,
  amount_micro bigint not null constraint transfers_amount_positive check (amount_micro > 0),
  at timestamptz not null default clock_timestamp(),
  constraint transfers_leg_once unique (trade_id, leg),
  constraint transfers_debit foreign key (debit_id, debit_kind) references ledger_accounts (id, kind),
  constraint transfers_credit foreign key (credit_id, credit_kind) references ledger_accounts (id, kind)
);
comment on table transfers is 'USDT that moved: locked from the seller, then released to the buyer less the fee, or refunded, or split between both; and the buyer''s bond, which is returned, awarded to the seller or burned';
create unique index transfers_one_outcome on transfers (trade_id) where leg in ('release', 'refund', 'split_release');
create unique index transfers_one_outcome_of_bond on transfers (trade_id) where leg in ('bond_returned', 'bond_awarded', 'bond_burned');
create index transfers_by_debit on transfers (debit_id);
create index transfers_by_credit on transfers (credit_id);
create trigger append_only before update on transfers for each row execute function refuse_change();
create trigger append_only_whole before truncate on transfers execute function refuse_change();
create trigger happens_now before insert on transfers
  for each row when (new.at > clock_timestamp() or new.at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- Transfers book themselves, all those of a statement together, after making sure that they run between their trade's escrow and the
-- right party.
create function book_transfer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger book_transfer after insert on transfers referencing new table as booked
  for each statement execute function book_transfer();

-- What the taker pays when this much of a trade's USDT is released: 0.5%, rounded down.
create function fee_on(released_micro bigint) returns bigint language sql immutable as $$ select released_micro / 200 $$;

-- What the buyer receives when this much is released: less the fee, where the buyer is the taker (domain/disputes/disputes.ts, divideEscrow).
create function split_to_buyer_micro(t trades) returns bigint language sql immutable set search_path = public, pg_temp as $$
  select t.split_released_micro - case t.offer_type when 'sell' then fee_on(t.split_released_micro) else 0 end
$$;

create table bond_rules (
  action text not null,
  actor_role text not null,
  -- null: as the arbiter decides, and returned where the decision says nothing
  outcome text constraint bond_rules_outcome check (outcome in ('returned', 'awarded', 'burned')),
  -- the bond is returned where the move is made this soon after the opening
  free_minutes smallint,
  primary key (action, actor_role)
);
comment on table bond_rules is
  'what becomes of the buyer''s bond after the move that decided how the trade ends; domain/trades/bonds.ts holds the same rows';
insert into bond_rules values
  ('settle', 'system', 'returned', null), ('release_decided', 'system', 'returned', null),
  ('split_decided', 'system', 'returned', null), ('cancel', 'seller', 'returned', null),
  ('cancel_after_details', 'seller', 'returned', null), ('cancel', 'buyer', 'awarded', 10),
  ('expire', 'system', 'awarded', null), ('expire_after_details', 'system', 'awarded', null),
  ('concede', 'buyer', 'awarded', null), ('refund_decided', 'system', null, null);

-- Where the bond of a closed trade goes. A held refund ends as the move says that began to hold it.
create function bond_leg_of(t trades) returns text language plpgsql stable set search_path = public, pg_temp as $$
begin
  return (select 'bond_' || case when e.at <= e.opened_at + make_interval(mins => r.free_minutes) then 'returned'
    else coalesce(r.outcome, (select bond_outcome from dispute_decisions where trade_id = t.id order by round desc limit 1), 'returned') end
  from trade_events e join bond_rules r on r.action = e.action and r.actor_role = e.actor_role
  where e.trade_id = t.id order by e.seq desc limit 1);
end $$;

-- The whole ledger of a trade, as its status requires it.
create function expected_legs(t trades) returns jsonb language sql stable set search_path = public, pg_temp as $$
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
$$;

-- What a trade's escrow account holds, as its status requires it.
create function expected_escrow_micro(t trades) returns bigint language sql stable set search_path = public, pg_temp as $$
  select case escrow_state when 'locked' then t.seller_locks_micro + t.bond_micro else 0 end from trade_statuses where status = t.status
$$;

-- At commit: the escrow of a trade that was opened or closed holds what its status says, after the transfers that it requires. Nothing
-- changes between: book_transfer moves no USDT of a trade that stays open, a second lock would be a second row of its leg, and an
-- escrow that is empty pays nothing.
create function trade_agrees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create constraint trigger trade_agrees after insert on trades
  deferrable initially deferred for each row execute function trade_agrees();
-- A test holds the statuses equal to those that are not open.
create constraint trigger closed_trade_agrees after update on trades deferrable initially deferred
  for each row when (old.status in ('completed', 'cancelled') or new.status in ('completed', 'cancelled'))
  execute function trade_agrees();

----------------------------------------------------------------------------------------------------- acts of API keys

create table key_moves (
  action text primary key,
  scope text not null constraint key_moves_scope check (scope in ('trades', 'release'))
);
comment on table key_moves is
  'the moves of a trade that an API key can make, and the scope for each; domain/accounts/key-releases.ts holds the same rows';
insert into key_moves values
  ('open', 'trades'), ('mark_paid', 'trades'), ('extend_payment_window', 'trades'), ('cancel', 'trades'),
  ('cancel_after_details', 'trades'), ('open_dispute', 'trades'), ('object', 'trades'), ('confirm_receipt', 'release');

create table key_releases (
  trade_id uuid primary key,
  -- no reference: the record outlives the key
  key_id uuid not null,
  user_id uuid not null,
  usdt_micro bigint not null,
  at timestamptz not null default clock_timestamp(),
  constraint key_releases_by_seller foreign key (trade_id, user_id) references trades (id, seller_id),
  constraint key_releases_amount foreign key (trade_id, usdt_micro) references trades (id, usdt_micro)
);
comment on table key_releases is 'what API keys have released; written by the trigger of the confirmation, which counts it against the limits of the key';
create index key_releases_of_key on key_releases (key_id, at);
create trigger only_by_triggers before insert on key_releases for each row execute function inserted_by_triggers();
create trigger append_only before update on key_releases for each row execute function refuse_change();
create trigger append_only_whole before truncate on key_releases execute function refuse_change();

-- A key makes the moves of its scopes, and none while its user is suspended. Its row stays locked until the act is committed: a removal
-- waits for the act or comes before it, and of two releases the second counts the first.
create function event_by_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger event_by_key before insert on trade_events for each row
  when (new.actor_id is not null and acting_key() is not null) execute function event_by_key();

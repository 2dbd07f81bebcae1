-- The escrow ledger. A row moves one positive amount from one account to another, so no row can be unbalanced.

create table ledger_asset (
  is_only_row boolean primary key default true constraint ledger_asset_one_row check (is_only_row),
  code text not null constraint ledger_asset_code check (code ~ '^[A-Z0-9]{2,10}$')
);
comment on table ledger_asset is 'the asset of all amounts, written by the first migration and compared at every start; "USDT" in names stands for it';

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- external: a user's USDT outside the product, which may go below zero; escrow: one per trade; fees: one;
  -- former: what the accounts of purged users held
  kind text not null constraint ledger_accounts_kind check (kind in ('external', 'escrow', 'fees', 'former')),
  user_id uuid references users constraint ledger_accounts_user_key unique,
  trade_id uuid references trades constraint ledger_accounts_trade_key unique,
  -- micro USDT; the fees account is summed from its transfers instead, or every trade would wait for its row
  balance_micro bigint not null default 0,
  -- what purged transfers had moved, as an old book is closed: a balance is this and its transfers
  carried_micro bigint not null default 0,
  constraint ledger_accounts_owner check ((kind = 'external') = (user_id is not null) and (kind = 'escrow') = (trade_id is not null)),
  constraint ledger_accounts_never_below_zero check (kind in ('external', 'former') or balance_micro >= 0),
  constraint ledger_accounts_of_kind unique (id, kind)
);
comment on table ledger_accounts is 'who holds how much USDT';
create unique index ledger_accounts_one_fees on ledger_accounts (kind) where kind = 'fees';
create unique index ledger_accounts_one_former on ledger_accounts (kind) where kind = 'former';
insert into ledger_accounts (kind) values ('fees'), ('former');

create function open_ledger_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into ledger_accounts (kind, user_id) values ('external', new.id);
  return null;
end $$;
create trigger open_ledger_account after insert on users for each row execute function open_ledger_account();

create table transfers (
  id bigint generated always as identity primary key,
  trade_id uuid not null references trades,
  leg text not null constraint transfers_leg check (leg in ('lock', 'release', 'fee', 'refund', 'split_release', 'split_refund')),
  debit_id bigint not null,
  credit_id bigint not null,
  debit_kind text not null generated always as (case leg when 'lock' then 'external' else 'escrow' end) stored,
  credit_kind text not null generated always as (case leg when 'lock' then 'escrow' when 'fee' then 'fees' else 'external' end) stored,
  amount_micro bigint not null constraint transfers_amount_positive check (amount_micro > 0),
  at timestamptz not null default clock_timestamp(),
  constraint transfers_leg_once unique (trade_id, leg),
  constraint transfers_debit foreign key (debit_id, debit_kind) references ledger_accounts (id, kind),
  constraint transfers_credit foreign key (credit_id, credit_kind) references ledger_accounts (id, kind)
);
comment on table transfers is 'USDT that moved: locked from the seller, then released to the buyer less the fee, or refunded, or split between both';
create unique index transfers_one_outcome on transfers (trade_id) where leg in ('release', 'refund', 'split_release');
create index transfers_by_debit on transfers (debit_id);
create index transfers_by_credit on transfers (credit_id);
create trigger append_only before update on transfers for each row execute function refuse_change();
create trigger append_only_whole before truncate on transfers execute function refuse_change();
create trigger happens_now before insert on transfers for each row execute function happens_now('at');

-- A transfer books itself, after making sure that it runs between this trade's escrow and the right party.
create function book_transfer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  t trades;
begin
  select * into t from trades where id = new.trade_id;
  if not exists (
    select from ledger_accounts
    where id = case new.leg when 'lock' then new.credit_id else new.debit_id end and trade_id = new.trade_id
  ) then
    raise exception 'a transfer touches its own trade''s escrow' using errcode = 'check_violation', constraint = 'transfers_own_escrow';
  end if;
  if new.leg <> 'fee' and not exists (
    select from ledger_accounts
    where id = case new.leg when 'lock' then new.debit_id else new.credit_id end
      and user_id = case when new.leg in ('release', 'split_release') then t.buyer_id else t.seller_id end
  ) then
    raise exception 'a transfer touches its own trade''s parties' using errcode = 'check_violation', constraint = 'transfers_own_parties';
  end if;
  -- both rows in id order, so that two transfers never wait for each other in a circle
  perform from ledger_accounts where id in (new.debit_id, new.credit_id) and kind <> 'fees' order by id for no key update;
  update ledger_accounts set balance_micro = balance_micro - new.amount_micro where id = new.debit_id;
  update ledger_accounts set balance_micro = balance_micro + new.amount_micro where id = new.credit_id and kind <> 'fees';
  return null;
end $$;
create trigger book_transfer after insert on transfers for each row execute function book_transfer();

-- What the taker pays when this much of a trade's USDT is released: 0.5%, rounded down.
create function fee_on(released_micro bigint) returns bigint language sql immutable as $$ select released_micro / 200 $$;

-- What the buyer receives when this much is released: less the fee, where the buyer is the taker (domain/disputes/disputes.ts, divideEscrow).
create function split_to_buyer_micro(t trades) returns bigint language sql immutable set search_path = public, pg_temp as $$
  select t.split_released_micro - case t.offer_type when 'sell' then fee_on(t.split_released_micro) else 0 end
$$;

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
  from trade_statuses where status = t.status
$$;

-- What a trade's escrow account holds, as its status requires it.
create function expected_escrow_micro(t trades) returns bigint language sql stable set search_path = public, pg_temp as $$
  select case escrow_state when 'locked' then t.seller_locks_micro else 0 end from trade_statuses where status = t.status
$$;

-- At commit: a trade's row agrees with its last event, and its escrow holds what its status says.
create function trade_agrees() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  the_id constant uuid := case tg_table_name when 'trades' then to_jsonb(new) ->> 'id' else to_jsonb(new) ->> 'trade_id' end;
  t trades;
  held bigint;
  legs jsonb;
begin
  select * into t from trades where id = the_id;
  if exists (select from trade_events where trade_id = the_id and seq > t.version) then
    raise exception 'trade % has an event after its version', the_id
      using errcode = 'check_violation', constraint = 'trades_stands_at_last_event';
  end if;
  select balance_micro into held from ledger_accounts where trade_id = the_id;
  select coalesce(jsonb_object_agg(leg, amount_micro), '{}') into legs from transfers where trade_id = the_id;
  if held is distinct from expected_escrow_micro(t) or legs is distinct from expected_legs(t) then
    raise exception 'trade % is %, its escrow holds % after %', the_id, t.status, held, legs
      using errcode = 'check_violation', constraint = 'trades_escrow_agrees';
  end if;
  return null;
end $$;
create constraint trigger trade_agrees after insert or update on trades
  deferrable initially deferred for each row execute function trade_agrees();
create constraint trigger trade_agrees after insert on transfers
  deferrable initially deferred for each row execute function trade_agrees();
create constraint trigger trade_agrees after insert on trade_events
  deferrable initially deferred for each row execute function trade_agrees();

-- Records whose time is over are forgotten. Periods are those of domain/privacy.ts. What is deleted is judged by its age
-- in triggers, whoever asks; the program may only call the functions.

------------------------------------------------------------------------------------- chats: two years, or one after the end

alter table trade_chats
  -- messages up to this number are forgotten
  add column forgotten_seq int not null default 0,
  add constraint trade_chats_forgotten_within check (forgotten_seq between 0 and last_seq);
create index messages_by_age on messages (created_at);

create function chat_is_over_time(the_trade uuid, sent_at timestamptz) returns boolean
language sql set search_path = public, pg_temp as $$
  select sent_at < clock_timestamp() - interval '2 years' or exists (
    select from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and t.status in ('completed', 'cancelled') and last.at < clock_timestamp() - interval '1 year')
$$;

create function only_when_chat_is_over_time() returns trigger language plpgsql as $$
begin
  if public.chat_is_over_time(old.trade_id, old.created_at) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
drop trigger append_only on messages;
create trigger append_only before update on messages for each row execute function refuse_change();
create trigger forgotten_in_time before delete on messages for each row execute function only_when_chat_is_over_time();
create trigger forgotten_in_time before delete on trade_images for each row execute function only_when_chat_is_over_time();

-- A chat is forgotten from its beginning on; what is left of it has no gap.
create function chat_forgets() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from gone g join messages m on m.trade_id = g.trade_id and m.seq < g.seq) then
    raise exception 'a chat is forgotten from its beginning on'
      using errcode = 'restrict_violation', constraint = 'messages_append_only';
  end if;
  update trade_chats c set forgotten_seq = greatest(c.forgotten_seq, g.seq)
  from (select trade_id, max(seq) as seq from gone group by trade_id) g where c.trade_id = g.trade_id;
  return null;
end $$;
create trigger chat_forgets after delete on messages referencing old table as gone
  for each statement execute function chat_forgets();

-- As the foreign key did that this replaces: a message follows the one before, which may be forgotten by now.
alter table messages drop column prev_seq;
create function message_follows() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten constant int := coalesce((select forgotten_seq from trade_chats where trade_id = new.trade_id), 0);
begin
  if new.seq <= 0 or new.seq - 1 = forgotten or (new.seq > forgotten
      and exists (select from messages where trade_id = new.trade_id and seq = new.seq - 1)) then return new; end if;
  raise exception 'a message follows the one before' using errcode = 'foreign_key_violation', constraint = 'messages_chain';
end $$;
create trigger message_follows before insert on messages for each row execute function message_follows();

-- Returns how many chats it was about; as many as were asked for: there may be more.
create function forget_old_messages(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  chats constant uuid[] := array(
    select distinct trade_id from (
      select trade_id from messages
      where created_at < clock_timestamp() - interval '1 year' and chat_is_over_time(trade_id, created_at)
      limit at_most) due);
begin
  with gone as (
    delete from messages where trade_id = any(chats) and chat_is_over_time(trade_id, created_at) returning image_id
  )
  delete from trade_images i using gone where i.id = gone.image_id;
  return cardinality(chats);
end $$;
revoke execute on function forget_old_messages from public;

--------------------------------------------------------------------------------------------- records of trades: seven years

-- What forgotten transfers had moved is carried forward, as an old book is closed: a balance is that and its transfers.
alter table ledger_accounts
  add column carried_micro bigint not null default 0,
  -- former: what the accounts had that went with their persons
  drop constraint ledger_accounts_kind,
  add constraint ledger_accounts_kind check (kind in ('external', 'escrow', 'fees', 'former')),
  drop constraint ledger_accounts_never_below_zero,
  add constraint ledger_accounts_never_below_zero check (kind in ('external', 'former') or balance_micro >= 0);
create unique index ledger_accounts_one_former on ledger_accounts (kind) where kind = 'former';
insert into ledger_accounts (kind) values ('former');

create function trade_is_over_time(the_trade uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (select from trades where id = the_trade and status in ('completed', 'cancelled'))
    and not exists (
      select from trade_events where trade_id = the_trade and at >= clock_timestamp() - interval '7 years')
$$;
create function person_is_over_time(person uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (select from users where id = person and deleted_at < clock_timestamp() - interval '7 years')
$$;

create function only_when_trade_is_over_time() returns trigger language plpgsql as $$
begin
  if public.trade_is_over_time(old.trade_id) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
drop trigger append_only on trade_events;
create trigger append_only before update on trade_events for each row execute function refuse_change();
create trigger forgotten_in_time before delete on trade_events for each row execute function only_when_trade_is_over_time();
drop trigger append_only on transfers;
create trigger append_only before update on transfers for each row execute function refuse_change();
create trigger forgotten_in_time before delete on transfers for each row execute function only_when_trade_is_over_time();

-- A trade goes after its history, which was judged by its age; without the trade no history can go (trades_at_last_event).
create function only_after_history() returns trigger language plpgsql as $$
begin
  if not exists (select from public.trade_events where trade_id = old.id) then return old; end if;
  raise exception 'trades is append-only' using errcode = 'restrict_violation', constraint = 'trades_append_only';
end $$;
drop trigger no_delete on trades;
create trigger forgotten_in_time before delete on trades for each row execute function only_after_history();

create or replace function only_by_transfer() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['balance_micro', 'carried_micro'];
begin
  if tg_op = 'INSERT' and new.balance_micro = 0 and new.carried_micro = 0 then return new; end if;
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 and to_jsonb(new) - movable = to_jsonb(old) - movable then return new; end if;
  if tg_op = 'DELETE' and (
      (old.kind = 'escrow' and old.balance_micro = 0 and public.trade_is_over_time(old.trade_id))
      or (old.kind = 'external' and public.person_is_over_time(old.user_id))
    ) then return old; end if;
  raise exception 'a balance moves by a transfer only'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_only_by_transfer';
end $$;

create function carry_forward() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ledger_accounts a set carried_micro = a.carried_micro + moved.micro
  from (
    select account_id, sum(micro) as micro from (
      select credit_id as account_id, amount_micro as micro from gone
      union all select debit_id, -amount_micro from gone) sides
    group by account_id) moved
  where a.id = moved.account_id;
  return null;
end $$;
create trigger carry_forward after delete on transfers referencing old table as gone
  for each statement execute function carry_forward();

create function keep_what_was_carried() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.balance_micro <> 0 then
    update ledger_accounts set balance_micro = balance_micro + old.balance_micro, carried_micro = carried_micro + old.carried_micro
    where kind = 'former';
  end if;
  return null;
end $$;
create trigger keep_what_was_carried after delete on ledger_accounts for each row execute function keep_what_was_carried();

-- Money's rows go with what they are about or not at all.
create function goes_with_its_own() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from trades where id = old.trade_id)
    or exists (select from users where id = (to_jsonb(old) ->> 'user_id')::uuid) then
    raise exception 'a row of % goes with its trade or person', tg_table_name
      using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
  end if;
  return null;
end $$;
create constraint trigger goes_with_its_own after delete on transfers
  deferrable initially deferred for each row execute function goes_with_its_own();
create constraint trigger goes_with_its_own after delete on ledger_accounts
  deferrable initially deferred for each row execute function goes_with_its_own();

-- The number of a person's completed trades outlives their records.
alter table users
  -- those of completed_trades whose records are forgotten
  add column forgotten_trades int not null default 0
    constraint users_forgotten_trades_counted check (forgotten_trades between 0 and completed_trades);
create trigger forgotten_by_the_job before update on users
  for each row when (old.forgotten_trades <> new.forgotten_trades) execute function only_by_moves();
create trigger forgotten_from_zero before insert on users
  for each row when (new.forgotten_trades <> 0) execute function only_by_moves();
create function count_forgotten_trades() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users u set forgotten_trades = u.forgotten_trades + sides.trades
  from (
    select person, count(*) as trades
    from (select buyer_id as person from gone where status = 'completed'
      union all select seller_id from gone where status = 'completed') both_sides
    group by person) sides
  where u.id = sides.person;
  return null;
end $$;
create trigger count_forgotten_trades after delete on trades referencing old table as gone
  for each statement execute function count_forgotten_trades();

-- Returns how many it forgot; as many as were asked for: there may be more. Quotes follow as unused ones do.
create function forget_old_trades(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_ones constant uuid[] := array(
    select t.id from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.created_at < clock_timestamp() - interval '7 years' and t.status in ('completed', 'cancelled')
      and last.at < clock_timestamp() - interval '7 years'
    order by t.created_at limit at_most for no key update of t skip locked);
begin
  -- in id order, as transfers take them
  perform from ledger_accounts where kind = 'external'
    and id in (select debit_id from transfers where trade_id = any(old_ones)
      union select credit_id from transfers where trade_id = any(old_ones))
    order by id for no key update;
  delete from messages where trade_id = any(old_ones);
  delete from trade_images where trade_id = any(old_ones);
  delete from trade_chats where trade_id = any(old_ones);
  delete from transfers where trade_id = any(old_ones);
  delete from ledger_accounts where trade_id = any(old_ones);
  delete from trade_events where trade_id = any(old_ones);
  delete from trades where id = any(old_ones);
  return cardinality(old_ones);
end $$;
revoke execute on function forget_old_trades from public;

--------------------------------------------------------------------------- deleted accounts and offers: seven years afterwards

create index offers_deleted on offers (deleted_at) where deleted_at is not null;

-- Only what no trade and no quote refers to any more. Returns how many people and offers it forgot.
create function forget_old_leavings(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_offers constant uuid[] := array(
    select o.id from offers o
    where o.deleted_at < clock_timestamp() - interval '7 years'
      and not exists (select from trades where offer_id = o.id) and not exists (select from quotes where offer_id = o.id)
    limit at_most);
  old_people uuid[];
begin
  delete from offers where id = any(old_offers);
  old_people := array(
    select u.id from users u
    where u.deleted_at < clock_timestamp() - interval '7 years'
      and not exists (select from trades where buyer_id = u.id) and not exists (select from trades where seller_id = u.id)
      and not exists (select from offers where owner_id = u.id) and not exists (select from quotes where taker_id = u.id)
      and not exists (select from audit_log where actor_id = u.id)
    limit at_most for no key update skip locked);
  delete from user_events where user_id = any(old_people);
  delete from user_streams where user_id = any(old_people);
  delete from ledger_accounts where user_id = any(old_people);
  delete from users where id = any(old_people);
  return cardinality(old_offers) + cardinality(old_people);
end $$;
revoke execute on function forget_old_leavings from public;

-- As before (0006), with what is forgotten told from what is missing, and two rules about who has left at the end.
create or replace view violations_of_trades as
  select 'the sum of all balances is not zero' as rule, null::uuid as id
  from ledger_accounts
  having sum(balance_micro) + sum(carried_micro) filter (where kind = 'fees')
    + (select coalesce(sum(amount_micro), 0) from transfers where leg = 'fee') <> 0
union all
  select 'a balance differs from its transfers', coalesce(a.user_id, a.trade_id)
  from ledger_accounts a
  where a.kind <> 'fees' and a.balance_micro - a.carried_micro <>
    (select coalesce(sum(amount_micro), 0) from transfers where credit_id = a.id) -
    (select coalesce(sum(amount_micro), 0) from transfers where debit_id = a.id)
union all
  select 'escrow does not match the status', t.id
  from trades t left join ledger_accounts a on a.trade_id = t.id
  where a.balance_micro is distinct from case when t.status in ('completed', 'cancelled') then 0 else t.seller_locks_micro end
union all
  select 'the ledger of a trade is not what its status wants', t.id
  from trades t
  where expected_legs(t) is distinct from (select jsonb_object_agg(leg, amount_micro) from transfers where trade_id = t.id)
union all
  select 'a trade does not stand at its last event', t.id
  from trades t
  where (t.version, t.status, t.pay_deadline) is distinct from
    (select (seq, to_status, pay_deadline) from trade_events where trade_id = t.id order by seq desc limit 1)
union all
  select 'an event of a trade is missing', t.id
  from trades t
  where t.version <> (select count(*) from trade_events where trade_id = t.id)
union all
  select 'an offer counts its open trades wrong', o.id
  from offers o
  where (o.open_trades, o.reserved_micro) is distinct from
    (select (count(*)::smallint, coalesce(sum(usdt_micro), 0)::bigint) from trades
     where offer_id = o.id and status in ('awaiting_payment', 'payment_sent', 'payment_confirmed'))
union all
  select 'a trader''s completed trades are counted wrong', u.id
  from users u
  where u.completed_trades - u.forgotten_trades <>
    (select count(*) from trades where status = 'completed' and (buyer_id = u.id or seller_id = u.id))
union all
  select 'a stream has a gap', s.user_id
  from user_streams s
  where exists (
    select from (select count(*) as n, min(seq) as first, max(seq) as last from user_events where user_id = s.user_id) e
    where e.n > 0 and (e.last <> s.last_seq or e.n <> e.last - e.first + 1))
union all
  select 'a chat has a gap', c.trade_id
  from trade_chats c
  where c.last_seq - c.forgotten_seq <> (select count(*) from messages where trade_id = c.trade_id)
     or c.last_seq <> (select coalesce(max(seq), c.forgotten_seq) from messages where trade_id = c.trade_id)
union all
  select 'a trade was not told about in its chat', t.id
  from trades t
  where t.version > (select count(*) from messages where trade_id = t.id and kind = 'system')
    and not exists (select from trade_chats where trade_id = t.id and forgotten_seq > 0)
union all
  select 'a trade is open past its deadline', t.id
  from trades t
  where t.status = 'awaiting_payment' and t.pay_deadline < clock_timestamp() - interval '1 minute'
union all
  select 'a confirmed trade was not settled', t.id
  from trades t join trade_events e on e.trade_id = t.id and e.seq = t.version
  where t.status = 'payment_confirmed' and e.at < clock_timestamp() - interval '1 minute'
union all
  select 'somebody who has left trades', t.id
  from trades t join users u on u.id in (t.buyer_id, t.seller_id)
  where u.deleted_at is not null and t.status not in ('completed', 'cancelled')
union all
  select 'somebody who has left can come in', u.id
  from users u
  where u.deleted_at is not null and (exists (select from sessions where user_id = u.id)
    or exists (select from identities where user_id = u.id) or exists (select from api_keys where user_id = u.id)
    or exists (select from passkeys where user_id = u.id));

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant delete on contact_messages to sarraf_app;
  grant execute on function forget_old_messages, forget_old_trades, forget_old_leavings to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

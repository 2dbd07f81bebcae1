-- Forgetting, after a second look: it keeps up with whatever there is, nothing is dated back into being forgotten, and
-- nothing begins for somebody who left while it was on its way.
-- Moments are read once, into a constant: an index is not asked for what clock_timestamp() says anew for each row.

------------------------------------------------------------------------------------------- moments are those of the clock

-- The periods run from here, so that a record which says it was deleted long ago would go at once.
create trigger deleted_now before update on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function happens_now('deleted_at');
create trigger deleted_now before update on offers for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function happens_now('deleted_at');

-- An offer that is deleted stays so, as an account does: its owner may have left.
create function offer_deleted_for_good() returns trigger language plpgsql as $$
begin
  raise exception 'a deleted offer stays deleted'
    using errcode = 'restrict_violation', constraint = 'offers_deleted_for_good';
end $$;
create trigger deleted_for_good before update on offers for each row
  when (old.deleted_at is not null and old.deleted_at is distinct from new.deleted_at) execute function offer_deleted_for_good();

-- Nobody comes as somebody who has left.
create function begins_undeleted() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is deleted after it was there', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_begin_undeleted';
end $$;
create trigger begins_undeleted before insert on users for each row
  when (new.deleted_at is not null) execute function begins_undeleted();
create trigger begins_undeleted before insert on offers for each row
  when (new.deleted_at is not null) execute function begins_undeleted();

-- What is forgotten of a chat is written down by its forgetting only: it excuses what is missing.
create trigger forgotten_by_the_job before update on trade_chats
  for each row when (old.forgotten_seq <> new.forgotten_seq) execute function only_by_moves();
create trigger forgotten_from_zero before insert on trade_chats
  for each row when (new.forgotten_seq <> 0) execute function only_by_moves();

------------------------------------------------------------------------------------- what is on its way when somebody leaves

-- After, so that who waits for the same key holds nothing that the first may need.
create trigger person_is_here after insert on commands for each row execute function person_is_here('actor_id');
create trigger person_is_here after insert on contact_messages for each row execute function person_is_here('user_id');

-- No refusal: whoever has a mail written to them may not be who acts.
create function mail_has_reader() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone boolean;
begin
  select deleted_at is not null into gone from users where id = new.user_id for key share;
  return case when gone then null else new end;
end $$;
create trigger mail_has_reader before insert on mails for each row
  when (new.kind <> 'account_deleted') execute function mail_has_reader();

--------------------------------------------------------------------------------------------------- quotes nobody has used

-- Used ones are kept with their trades and are soon most of all: each is looked at once, in order of age.
create table forgotten_until (
  what text primary key constraint forgotten_until_what check (what in ('quotes')),
  -- all that is older was looked at
  moment timestamptz not null
);
insert into forgotten_until values ('quotes', '-infinity');

-- Returns how many it looked at; as many as were asked for: there may be more. Of two callers one looks.
create function forget_unused_quotes(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a_day_ago constant timestamptz := clock_timestamp() - interval '1 day';
  since timestamptz;
  until timestamptz;
  looked int;
begin
  select moment into since from forgotten_until where what = 'quotes' for no key update skip locked;
  if since is null then return 0; end if;
  select max(created_at), count(*) into until, looked from (
    select created_at from quotes
    where created_at > since and created_at < a_day_ago
    order by created_at limit at_most) next_ones;
  if looked = 0 then return 0; end if;
  delete from quotes q
    where created_at > since and created_at <= until and not exists (select from trades where quote_id = q.id);
  update forgotten_until set moment = until where what = 'quotes';
  return looked;
end $$;
revoke execute on function forget_unused_quotes from public;

------------------------------------------------------------------------------------------------------- chats, by messages

-- As before (0022), counted in messages: a batch of chats was full long before it had as many chats, and the rest waited
-- a minute for the next; and a chat of any length goes in pieces. Returns how many messages were due, of those asked for.
create or replace function forget_old_messages(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a_year_ago constant timestamptz := clock_timestamp() - interval '1 year';
  two_years_ago constant timestamptz := clock_timestamp() - interval '2 years';
  due int;
begin
  -- chat_is_over_time, written out: it is asked for every message of that age whose trade goes on
  with old_ones as (
    select m.trade_id, m.seq from messages m
    where m.created_at < a_year_ago and (m.created_at < two_years_ago or (
      select t.status in ('completed', 'cancelled') and last.at < a_year_ago
      from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
      where t.id = m.trade_id))
    order by m.created_at limit at_most
  ), chats as (
    select trade_id, max(seq) as seq, count(*) as messages from old_ones group by trade_id
  ), gone as (
    delete from messages m using chats c where m.trade_id = c.trade_id and m.seq <= c.seq returning m.image_id
  ), pictures as (
    delete from trade_images i using gone where i.id = gone.image_id
  )
  select coalesce(sum(messages), 0) into due from chats;
  return due;
end $$;

------------------------------------------------------------------------------------------------------------------- trades

-- As before (0022), with the quotes, which nobody would look at again; and people are locked before their accounts, as a
-- trade that is being settled locks them.
create or replace function forget_old_trades(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '7 years';
  old_ones constant uuid[] := array(
    select t.id from trades t join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.created_at < long_ago and t.status in ('completed', 'cancelled') and last.at < long_ago
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
  delete from messages where trade_id = any(old_ones);
  delete from trade_images where trade_id = any(old_ones);
  delete from trade_chats where trade_id = any(old_ones);
  delete from transfers where trade_id = any(old_ones);
  delete from ledger_accounts where trade_id = any(old_ones);
  delete from trade_events where trade_id = any(old_ones);
  delete from trades where id = any(old_ones);
  delete from quotes where id = any(their_quotes);
  return cardinality(old_ones);
end $$;

------------------------------------------------------------------------------------------------------------ what is left

-- As before (0022), with its moment read once.
create or replace function forget_old_leavings(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '7 years';
  old_offers constant uuid[] := array(
    select o.id from offers o
    where o.deleted_at < long_ago
      and not exists (select from trades where offer_id = o.id) and not exists (select from quotes where offer_id = o.id)
    limit at_most);
  old_people uuid[];
begin
  delete from offers where id = any(old_offers);
  old_people := array(
    select u.id from users u
    where u.deleted_at < long_ago
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

-- What goes is looked for in all that could refer to it: without these, in the whole of each table, for every row.
create index quotes_of_offer on quotes (offer_id);
create index quotes_of_taker on quotes (taker_id);
create index trades_of_offer on trades (offer_id);
create index audit_log_of_actor on audit_log (actor_id);
create index contact_messages_of_person on contact_messages (user_id) where user_id is not null;
create index freed_usernames_of_person on freed_usernames (user_id) where user_id is not null;
-- The taker is the buyer or the seller (trades_roles), and both are people.
alter table trades drop constraint trades_taker_id_fkey;

------------------------------------------------------------------------------------------------------------- one more rule

alter view violations rename to violations_of_market;
create view violations as
  select * from violations_of_market
union all
  select 'something of somebody who has left is there', u.id
  from users u
  where u.deleted_at is not null and (
    exists (select from one_time_tokens where user_id = u.id) or exists (select from devices where user_id = u.id)
    or exists (select from sign_ins where user_id = u.id) or exists (select from totps where user_id = u.id)
    or exists (select from recovery_codes where user_id = u.id) or exists (select from avatars where user_id = u.id)
    or exists (select from roles where user_id = u.id) or exists (select from commands where actor_id = u.id)
    or exists (select from contact_messages where user_id = u.id)
    or exists (select from freed_usernames where user_id = u.id)
    or exists (select from mails where user_id = u.id and kind <> 'account_deleted')
    or exists (select from offers where owner_id = u.id and deleted_at is null));

-- It works as its owner and counts whatever it is told; the market's triggers call it.
revoke execute on function count_on_market from public;

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select on violations, forgotten_until to sarraf_app;
  grant execute on function forget_unused_quotes to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

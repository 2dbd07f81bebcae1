-- Records are purged when their retention period is over; the periods are those of domain/accounts/privacy.ts. Triggers judge each
-- deleted row by its age, for every role; the server’s role may only call the purge functions. A purge function takes how many
-- rows it may purge and returns how many it did: as many as it may means that there may be more. Moments are read once, into
-- a constant: an index cannot be searched for clock_timestamp(), which differs for each row.

-------------------------------------------------------------------------- chats: two years, or one after the trade's end

create function chat_retention_over(the_trade uuid, sent_at timestamptz) returns boolean
language sql set search_path = public, pg_temp as $$
  select sent_at < clock_timestamp() - interval '2 years' or exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and not s.is_open and last.at < clock_timestamp() - interval '1 year')
$$;

create function require_chat_retention_over() returns trigger language plpgsql as $$
begin
  if public.chat_retention_over(old.trade_id, old.created_at) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
create trigger retention_over before delete on messages for each row execute function require_chat_retention_over();
create trigger retention_over before delete on trade_images for each row execute function require_chat_retention_over();

-- A chat is purged from its beginning on, so that what is left of it has no gap.
create function record_purged_messages() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from purged p join messages m on m.trade_id = p.trade_id and m.seq < p.seq) then
    raise exception 'a chat is purged from its beginning on'
      using errcode = 'restrict_violation', constraint = 'messages_append_only';
  end if;
  update trade_chats c set purged_seq = greatest(c.purged_seq, p.seq)
  from (select trade_id, max(seq) as seq from purged group by trade_id) p where c.trade_id = p.trade_id;
  return null;
end $$;
create trigger record_purged_messages after delete on messages referencing old table as purged
  for each statement execute function record_purged_messages();

-- Counts messages, not chats: a chat of any length goes in pieces.
create function purge_messages(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a_year_ago constant timestamptz := clock_timestamp() - interval '1 year';
  two_years_ago constant timestamptz := clock_timestamp() - interval '2 years';
  due int;
begin
  -- chat_retention_over, written out: it is asked for every message of that age whose trade is open
  with old_ones as (
    select m.trade_id, m.seq from messages m
    where m.created_at < a_year_ago and (m.created_at < two_years_ago or (
      select not s.is_open and last.at < a_year_ago
      from trades t join trade_statuses s on s.status = t.status
        join trade_events last on last.trade_id = t.id and last.seq = t.version
      where t.id = m.trade_id))
    order by m.created_at limit at_most
  ), chats as (
    select trade_id, max(seq) as seq, count(*) as messages from old_ones group by trade_id
  ), purged as (
    delete from messages m using chats c where m.trade_id = c.trade_id and m.seq <= c.seq returning m.image_id
  ), images as (
    delete from trade_images i using purged where i.id = purged.image_id
  )
  select coalesce(sum(messages), 0) into due from chats;
  return due;
end $$;
revoke execute on function purge_messages from public;

--------------------------------------------------------------------------------------------- records of trades: seven years

create function trade_retention_over(the_trade uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (select from trades t join trade_statuses s on s.status = t.status where t.id = the_trade and not s.is_open)
    and not exists (
      select from trade_events where trade_id = the_trade and at >= clock_timestamp() - interval '7 years')
$$;
create function user_retention_over(the_user uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (select from users where id = the_user and deleted_at < clock_timestamp() - interval '7 years')
$$;

create function require_trade_retention_over() returns trigger language plpgsql as $$
begin
  if public.trade_retention_over(old.trade_id) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
create trigger retention_over before delete on trade_events for each row execute function require_trade_retention_over();
create trigger retention_over before delete on transfers for each row execute function require_trade_retention_over();
-- A late transfer of an old trade would be folded away with it, and would have moved USDT without a record.
create trigger retention_over_itself before delete on transfers
  for each row when (old.at >= clock_timestamp() - interval '7 years') execute function refuse_change();
create trigger retention_over before delete on trade_outcomes for each row execute function require_trade_retention_over();
create trigger retention_over before delete on trade_payment_details for each row execute function require_trade_retention_over();
create trigger retention_over before delete on payment_detail_reads for each row execute function require_trade_retention_over();
create trigger retention_over before delete on payee_answers for each row execute function require_trade_retention_over();
create trigger retention_over before delete on payer_declarations for each row execute function require_trade_retention_over();
create trigger retention_over before delete on payer_checks for each row execute function require_trade_retention_over();
create trigger retention_over before delete on meeting_codes for each row execute function require_trade_retention_over();
create trigger retention_over before delete on meeting_code_attempts for each row execute function require_trade_retention_over();
create trigger retention_over before delete on key_releases for each row execute function require_trade_retention_over();
create trigger retention_over before delete on evidence_files for each row execute function require_trade_retention_over();
create trigger retention_over before delete on evidence_reads for each row execute function require_trade_retention_over();
create trigger retention_over before delete on evidence_fingerprints for each row execute function require_trade_retention_over();
create trigger retention_over before delete on ratings for each row execute function require_trade_retention_over();
create trigger retention_over before delete on disputes for each row execute function require_trade_retention_over();
create trigger retention_over before delete on dispute_events for each row execute function require_trade_retention_over();
create trigger retention_over before delete on dispute_assignments for each row execute function require_trade_retention_over();
create trigger retention_over before delete on dispute_readmissions for each row execute function require_trade_retention_over();
create trigger retention_over before delete on dispute_statements for each row execute function require_trade_retention_over();
create trigger retention_over before delete on dispute_decisions for each row execute function require_trade_retention_over();

-- A reply goes with its trade, or with the account of its author.
create function require_reply_retention_over() returns trigger language plpgsql as $$
begin
  if public.trade_retention_over((select trade_id from public.ratings where id = old.rating_id))
    or exists (select from public.users where id = old.author_id and deleted_at is not null) then return old; end if;
  raise exception 'rating_replies is append-only'
    using errcode = 'restrict_violation', constraint = 'rating_replies_append_only';
end $$;
create trigger retention_over before delete on rating_replies for each row execute function require_reply_retention_over();

create function require_removal_retention_over() returns trigger language plpgsql as $$
begin
  if public.trade_retention_over((select trade_id from public.ratings where id = old.rating_id)) then return old; end if;
  raise exception 'removed_ratings is append-only'
    using errcode = 'restrict_violation', constraint = 'removed_ratings_append_only';
end $$;
create trigger retention_over before delete on removed_ratings for each row execute function require_removal_retention_over();

-- A trade is deleted after its events, which were judged by their age; trades_at_last_event keeps events of a trade that stays.
create function require_events_purged() returns trigger language plpgsql as $$
begin
  if not exists (select from public.trade_events where trade_id = old.id) then return old; end if;
  raise exception 'trades is append-only' using errcode = 'restrict_violation', constraint = 'trades_append_only';
end $$;
create trigger retention_over before delete on trades for each row execute function require_events_purged();

create function only_by_transfer() returns trigger language plpgsql as $$
declare
  movable constant text[] := array['balance_micro', 'carried_micro'];
begin
  if tg_op = 'INSERT' and new.balance_micro = 0 and new.carried_micro = 0 then return new; end if;
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1 and to_jsonb(new) - movable = to_jsonb(old) - movable then return new; end if;
  if tg_op = 'DELETE' and (
      (old.kind = 'escrow' and old.balance_micro = 0 and public.trade_retention_over(old.trade_id))
      or (old.kind = 'external' and public.user_retention_over(old.user_id))
    ) then return old; end if;
  raise exception 'a balance moves by a transfer only'
    using errcode = 'restrict_violation', constraint = 'ledger_accounts_only_by_transfer';
end $$;
create trigger only_by_transfer before delete on ledger_accounts for each row execute function only_by_transfer();
create trigger opened_empty before insert on ledger_accounts
  for each row when (new.balance_micro <> 0 or new.carried_micro <> 0) execute function only_by_transfer();
-- A trigger that changes nothing but the balance is not called for.
create trigger moved_by_transfer before update on ledger_accounts
  for each row when (pg_trigger_depth() = 0
    or (new.id, new.kind) <> (old.id, old.kind) or (new.user_id, new.trade_id) is distinct from (old.user_id, old.trade_id))
  execute function only_by_transfer();

create function carry_forward() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ledger_accounts a set carried_micro = a.carried_micro + moved.micro
  from (
    select account_id, sum(micro) as micro from (
      select credit_id as account_id, amount_micro as micro from purged
      union all select debit_id, -amount_micro from purged) sides
    group by account_id) moved
  where a.id = moved.account_id;
  return null;
end $$;
create trigger carry_forward after delete on transfers referencing old table as purged
  for each statement execute function carry_forward();

create function carry_to_former() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.balance_micro <> 0 then
    update ledger_accounts set balance_micro = balance_micro + old.balance_micro, carried_micro = carried_micro + old.carried_micro
    where kind = 'former';
  end if;
  return null;
end $$;
create trigger carry_to_former after delete on ledger_accounts for each row execute function carry_to_former();

-- At commit: rows of the ledger are deleted together with their trade or user, or not at all.
create function deleted_with_owner() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from trades where id = old.trade_id)
    or exists (select from users where id = (to_jsonb(old) ->> 'user_id')::uuid) then
    raise exception 'a row of % is deleted with its trade or user', tg_table_name
      using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
  end if;
  return null;
end $$;
create constraint trigger deleted_with_owner after delete on transfers
  deferrable initially deferred for each row execute function deleted_with_owner();
create constraint trigger deleted_with_owner after delete on ledger_accounts
  deferrable initially deferred for each row execute function deleted_with_owner();

-- The number of a user's completed trades outlives the trades' records. A failure is deleted with its record, and so are
-- the partners of whom no record is left.
create function count_purged_outcomes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users u set purged_trades = u.purged_trades + sides.trades, partners = u.partners - sides.partners,
    partners_in_person = u.partners_in_person - sides.partners_in_person
  from (
    select user_id, sum(trades) as trades, count(*) filter (where is_last) as partners, sum(met_first - meet_first) as partners_in_person
    from (
      select p.buyer_id, p.seller_id, count(*) as trades, kept.at is null as is_last, coalesce(is_in_person(kept.method), false)::int as meet_first,
        is_in_person(case when kept.at < min(p.at) then kept.method else (array_agg(p.method order by p.at))[1] end)::int as met_first
      from (select least(buyer_id, seller_id) as buyer_id, greatest(buyer_id, seller_id) as seller_id, at, payment_method as method
        from purged where counts and failed_by is null) p
        left join lateral (
          select o.at, o.payment_method as method from trade_outcomes o
          where o.counts and o.failed_by is null and least(o.buyer_id, o.seller_id) = p.buyer_id
            and greatest(o.buyer_id, o.seller_id) = p.seller_id order by o.at limit 1) kept on true
      group by p.buyer_id, p.seller_id, kept.at, kept.method) counted,
      lateral (values (buyer_id), (seller_id)) both_sides (user_id)
    group by user_id) sides
  where u.id = sides.user_id;
  update users u set failed_trades = u.failed_trades - failures.trades
  from (select failed_by, count(*) as trades from purged where counts and failed_by is not null group by failed_by) failures
  where u.id = failures.failed_by;
  return null;
end $$;
create trigger count_purged_outcomes after delete on trade_outcomes referencing old table as purged
  for each statement execute function count_purged_outcomes();

-- With their ledgers and quotes. Users are locked before their accounts, as a trade that is being settled locks them.
create function purge_trades(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '7 years';
  old_ones constant uuid[] := array(
    select t.id from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.created_at < long_ago and not s.is_open and last.at < long_ago
      and not exists (select from transfers where trade_id = t.id and at >= long_ago)
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
  delete from rating_replies where rating_id in (select id from ratings where trade_id = any(old_ones));
  delete from removed_ratings where rating_id in (select id from ratings where trade_id = any(old_ones));
  delete from ratings where trade_id = any(old_ones);
  delete from evidence_reads where trade_id = any(old_ones);
  delete from evidence_fingerprints where trade_id = any(old_ones);
  delete from evidence_files where trade_id = any(old_ones);
  delete from messages where trade_id = any(old_ones);
  delete from dispute_statements where trade_id = any(old_ones);
  delete from dispute_decisions where trade_id = any(old_ones);
  delete from dispute_readmissions where trade_id = any(old_ones);
  delete from dispute_assignments where trade_id = any(old_ones);
  delete from dispute_events where trade_id = any(old_ones);
  delete from disputes where trade_id = any(old_ones);
  delete from trade_images where trade_id = any(old_ones);
  delete from trade_chats where trade_id = any(old_ones);
  delete from transfers where trade_id = any(old_ones);
  delete from ledger_accounts where trade_id = any(old_ones);
  delete from trade_outcomes where trade_id = any(old_ones);
  delete from key_releases where trade_id = any(old_ones);
  delete from payer_checks where trade_id = any(old_ones);
  delete from payer_declarations where trade_id = any(old_ones);
  delete from meeting_code_attempts where trade_id = any(old_ones);
  delete from meeting_codes where trade_id = any(old_ones);
  delete from payee_answers where trade_id = any(old_ones);
  delete from payment_detail_reads where trade_id = any(old_ones);
  delete from trade_payment_details where trade_id = any(old_ones);
  delete from trade_events where trade_id = any(old_ones);
  delete from trades where id = any(old_ones);
  delete from quotes where id = any(their_quotes);
  return cardinality(old_ones);
end $$;
revoke execute on function purge_trades from public;

---------------------------------------------------------------- payment details of trades: thirty days after the trade's end

create function payment_details_due(the_trade uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
      join users seller on seller.id = t.seller_id
    where t.id = the_trade and not s.is_open
      and (last.at < clock_timestamp() - interval '30 days' or seller.deleted_at is not null))
$$;

-- A fingerprint stays thirty days in any case: the trade counts for a record as long.
create function fingerprint_due(the_trade uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and not s.is_open and last.at < clock_timestamp() - interval '30 days')
$$;

-- The copy never changes: it is erased when it is due, wrapped again by npm run rotate-keys, and loses its reference to an account that is removed.
create function payment_details_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept constant text[] := array['account_id', 'sealed', 'erased_at', 'fingerprint'];
  rotates constant boolean := coalesce(current_setting('sarraf.rotates_keys', true) = 'on', false);
begin
  if to_jsonb(new) - kept = to_jsonb(old) - kept
    and (new.fingerprint is not distinct from old.fingerprint or (old.fingerprint is not null and new.fingerprint is not null and rotates)
      or (new.fingerprint is null and fingerprint_due(old.trade_id)))
    and (new.account_id is not distinct from old.account_id
      or (new.account_id is null and not exists (select from payment_accounts where id = old.account_id)))
    and ((new.sealed, new.erased_at) is not distinct from (old.sealed, old.erased_at)
      or (old.erased_at is null and new.sealed is null
        and new.erased_at between clock_timestamp() - interval '10 seconds' and clock_timestamp()
        and payment_details_due(old.trade_id))
      or (old.erased_at is null and new.sealed is not null and new.erased_at is null and rotates)) then
    return new;
  end if;
  raise exception 'the payment details of a trade do not change'
    using errcode = 'restrict_violation', constraint = 'trade_payment_details_frozen';
end $$;
create trigger payment_details_frozen before update on trade_payment_details
  for each row execute function payment_details_frozen();

create function erase_payment_details(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a_month_ago constant timestamptz := clock_timestamp() - interval '30 days';
  due constant uuid[] := array(
    select d.trade_id from trade_payment_details d join trades t on t.id = d.trade_id
      join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where (d.erased_at is null or d.fingerprint is not null) and not s.is_open and last.at < a_month_ago
    limit at_most for no key update of d skip locked);
begin
  update trade_payment_details set sealed = null, erased_at = coalesce(erased_at, clock_timestamp()), fingerprint = null
    where trade_id = any(due);
  return cardinality(due);
end $$;
revoke execute on function erase_payment_details from public;

-- The names of payers, as the payment details: thirty days after the trade's end, or when one of the parties is deleted.
create function payer_names_due(the_trade uuid) returns boolean language sql set search_path = public, pg_temp as $$
  select exists (
    select from trades t join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where t.id = the_trade and not s.is_open and (last.at < clock_timestamp() - interval '30 days'
      or exists (select from users where id in (t.buyer_id, t.seller_id) and deleted_at is not null)))
$$;

-- A name never changes: it is erased when it is due, and wrapped again by npm run rotate-keys.
create function payer_name_frozen() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept constant text[] := array['sealed', 'erased_at'];
begin
  if to_jsonb(new) - kept = to_jsonb(old) - kept and old.erased_at is null and (
    (new.sealed is null and payer_names_due(old.trade_id)
      and new.erased_at between clock_timestamp() - interval '10 seconds' and clock_timestamp())
    or (new.sealed is not null and new.erased_at is null and current_setting('sarraf.rotates_keys', true) = 'on')) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
create trigger append_only before update on payer_declarations for each row execute function payer_name_frozen();
create trigger append_only before update on payer_checks for each row execute function payer_name_frozen();

create function erase_payer_names(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a_month_ago constant timestamptz := clock_timestamp() - interval '30 days';
  due constant uuid[] := array(
    select d.trade_id from payer_declarations d join trades t on t.id = d.trade_id
      join trade_statuses s on s.status = t.status
      join trade_events last on last.trade_id = t.id and last.seq = t.version
    where d.erased_at is null and not s.is_open and last.at < a_month_ago
    limit at_most for no key update of d skip locked);
begin
  update payer_checks set sealed = null, erased_at = clock_timestamp() where trade_id = any(due) and erased_at is null;
  update payer_declarations set sealed = null, erased_at = clock_timestamp() where trade_id = any(due) and erased_at is null;
  return cardinality(due);
end $$;
revoke execute on function erase_payer_names from public;

-- The code of a meeting has no use after its trade.
create function erase_meeting_codes(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due constant uuid[] := array(
    select c.trade_id from meeting_codes c join trades t on t.id = c.trade_id join trade_statuses s on s.status = t.status
    where c.code is not null and not s.is_open
    limit at_most for no key update of c skip locked);
begin
  update meeting_codes set code = null where trade_id = any(due) and code is not null;
  return cardinality(due);
end $$;
revoke execute on function erase_meeting_codes from public;

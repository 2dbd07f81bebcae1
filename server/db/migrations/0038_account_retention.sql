-- The retention of deleted offers and accounts, and of quotes that opened no trade.

--------------------------------------------------------------------------- deleted offers and accounts: seven years afterwards

create function require_owner_retention_over() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'suspensions' and public.user_retention_over((to_jsonb(old) ->> 'user_id')::uuid) then return old; end if;
  if tg_table_name = 'hidden_offers' and exists (
    select from public.offers
    where id = (to_jsonb(old) ->> 'offer_id')::uuid and deleted_at < clock_timestamp() - interval '7 years'
  ) then return old; end if;
  raise exception '% is append-only', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_append_only';
end $$;
create trigger retention_over before delete on suspensions for each row execute function require_owner_retention_over();
create trigger retention_over before delete on hidden_offers for each row execute function require_owner_retention_over();

create function suspended_email_retention_over() returns trigger language plpgsql as $$
begin
  if public.user_retention_over(old.user_id)
    or not exists (select from public.suspensions where user_id = old.user_id and restored_id is null) then return old; end if;
  raise exception 'an address stays listed while the suspension lasts'
    using errcode = 'restrict_violation', constraint = 'suspended_emails_append_only';
end $$;
create trigger retention_over before delete on suspended_emails for each row execute function suspended_email_retention_over();

-- Only those that no quote, and so no trade, refers to any more.
create function purge_deleted_offers_and_users(at_most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  long_ago constant timestamptz := clock_timestamp() - interval '7 years';
  old_offers constant uuid[] := array(
    select o.id from offers o
    where o.deleted_at < long_ago
      and not exists (select from quotes where offer_id = o.id)
    limit at_most);
  old_users uuid[];
begin
  delete from hidden_offers where offer_id = any(old_offers);
  delete from offers where id = any(old_offers);
  old_users := array(
    select u.id from users u
    where u.deleted_at < long_ago
      and not exists (select from trades where buyer_id = u.id) and not exists (select from trades where seller_id = u.id)
      and not exists (select from offers where owner_id = u.id) and not exists (select from quotes where taker_id = u.id)
      and not exists (select from audit_log where actor_id = u.id)
    limit at_most for no key update skip locked);
  delete from user_streams where user_id = any(old_users);
  delete from user_events where user_id = any(old_users);
  delete from ledger_accounts where user_id = any(old_users);
  delete from suspended_emails where user_id = any(old_users);
  delete from suspensions where user_id = any(old_users);
  delete from users where id = any(old_users);
  return cardinality(old_offers) + cardinality(old_users);
end $$;
revoke execute on function purge_deleted_offers_and_users from public;

----------------------------------------------------------------------------------------------------- unused quotes: a day

create table purge_progress (
  purge text primary key constraint purge_progress_purge check (purge in ('quotes')),
  -- all older rows were looked at
  looked_at_until timestamptz not null
);
comment on table purge_progress is
  'how far a purge has read. Used quotes are kept with their trades and soon outnumber the others: each is read a single time, in order of age';
insert into purge_progress values ('quotes', '-infinity');

-- Returns how many quotes it looked at. Of two concurrent callers one looks.
create function purge_unused_quotes(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp as $$
declare
  a_day_ago constant timestamptz := clock_timestamp() - interval '1 day';
  since timestamptz;
  until timestamptz;
  looked int;
begin
  select looked_at_until into since from purge_progress where purge = 'quotes' for no key update skip locked;
  if since is null then return 0; end if;
  select max(created_at), count(*) into until, looked from (
    select created_at from quotes
    where created_at > since and created_at < a_day_ago
    order by created_at limit at_most) next_ones;
  if looked = 0 then return 0; end if;
  delete from quotes q
    where created_at > since and created_at <= until and not exists (select from trades where quote_id = q.id);
  update purge_progress set looked_at_until = until where purge = 'quotes';
  return looked;
end $$;
revoke execute on function purge_unused_quotes from public;

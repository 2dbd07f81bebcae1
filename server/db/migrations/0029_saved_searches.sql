-- Saved searches: filters of the market of which a user is notified when another trader's offer newly matches them.

insert into limits values ('saved_searches', 20), ('search_matches_per_day', 20), ('search_matches_by_trader_per_day', 5);

-- The filters that an offer is looked up by, '*/sell/EUR/revolut' for example: '*' stands for one that does not apply.
create function search_scope(trader uuid, type text, currency text, method text) returns text
language sql immutable set search_path = public, pg_temp as $$
  select concat_ws('/', coalesce(trader::text, '*'), coalesce(type, '*'), coalesce(currency, '*'), coalesce(method, '*'))
$$;

-- Each once and in the order of their codes, so that the same methods are the same search.
create function are_sorted_methods(methods text[]) returns boolean language sql immutable parallel safe as $$
  select methods = array(
    select method from unnest(methods) method where method is not null group by method order by method collate "C")
$$;

create table saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- whose offers are searched; null: those of every trader
  trader_id uuid references users on delete cascade,
  -- null: both types
  type text constraint saved_searches_type check (type in ('buy', 'sell')),
  fiat_currency text references currencies,
  -- offers that are paid by any of them; empty: by every method
  payment_methods text[] not null default '{}' constraint saved_searches_methods check (are_sorted_methods(payment_methods)),
  -- the offer's limits contain this amount
  amount_milli bigint constraint saved_searches_amount check (amount_milli >= 1000 and amount_milli < 1000000000000),
  -- at most this percentage for an offer to sell, at least this for an offer to buy
  percentage_tenths smallint constraint saved_searches_percentage check (percentage_tenths between -100 and 100),
  -- the same for the price, in fiat per USDT x 10^6
  price_e6 bigint constraint saved_searches_price check (price_e6 > 0 and price_e6 < 1000000000000000),
  is_paused boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint saved_searches_not_own check (trader_id <> user_id),
  constraint saved_searches_one_limit check (num_nonnulls(percentage_tenths, price_e6) <= 1),
  constraint saved_searches_limit_of_type check (percentage_tenths is null or type is not null),
  constraint saved_searches_price_of_currency check (price_e6 is null or num_nulls(type, fiat_currency) = 0),
  constraint saved_searches_narrowed check (
    num_nonnulls(trader_id, type, fiat_currency, amount_milli) > 0 or payment_methods <> '{}'),
  constraint saved_searches_once unique nulls not distinct
    (user_id, trader_id, type, fiat_currency, payment_methods, amount_milli, percentage_tenths, price_e6)
);
comment on table saved_searches is 'the filters that users saved; only the owner of a row reads it';
create index saved_searches_of_trader on saved_searches (trader_id) where trader_id is not null;
create trigger user_not_deleted before insert on saved_searches
  for each row execute function user_not_deleted('user_id', 'trader_id');
create trigger happens_now before insert on saved_searches
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function saved_search_keeps_owner() returns trigger language plpgsql as $$
begin
  raise exception 'a saved search keeps its owner'
    using errcode = 'restrict_violation', constraint = 'saved_searches_frozen';
end $$;
create trigger saved_search_keeps_owner before update on saved_searches for each row
  when ((old.id, old.user_id, old.created_at) is distinct from (new.id, new.user_id, new.created_at))
  execute function saved_search_keeps_owner();

-- Runs after the row is written, so that it counts itself.
create function saved_searches_within_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('saved searches', new.user_id);
  if (select count(*) from saved_searches where user_id = new.user_id) > limit_of('saved_searches') then
    raise exception 'this user has too many saved searches'
      using errcode = 'check_violation', constraint = 'saved_searches_within_limit';
  end if;
  return null;
end $$;
create trigger saved_searches_within_limit after insert on saved_searches
  for each row execute function saved_searches_within_limit();

create table search_scopes (
  search_id uuid not null references saved_searches on delete cascade,
  fiat_currency text,
  payment_method text,
  scope text not null,
  -- 0: no limit; 1: a percentage; 2: a price
  limit_kind smallint not null,
  -- the limit as an advantage of the taker: an offer is within it where its own is not less (offer_advantage)
  least_advantage bigint not null,
  is_paused boolean not null,
  primary key (search_id, scope),
  constraint search_scopes_method foreign key (fiat_currency, payment_method) references payment_methods,
  constraint search_scopes_method_of_currency check (payment_method is null or fiat_currency is not null)
);
comment on table search_scopes is 'what an offer finds saved searches by: a row for each payment method of a search, or one for every method';
create index search_scopes_to_match on search_scopes (scope, limit_kind, least_advantage, search_id) where not is_paused;
create trigger only_by_triggers before insert or update on search_scopes for each row execute function inserted_by_triggers();

-- A method has one currency, which a search for several currencies leaves out.
create view scopes_of_searches as
  select s.id as search_id, place.fiat_currency, place.payment_method,
    search_scope(s.trader_id, s.type, place.fiat_currency, place.payment_method) as scope,
    (case when s.percentage_tenths is not null then 1 when s.price_e6 is not null then 2 else 0 end)::smallint as limit_kind,
    case when s.type = 'sell' then -1 else 1 end * coalesce(s.percentage_tenths, s.price_e6 * 1000, 0) as least_advantage,
    s.is_paused
  from saved_searches s cross join lateral (
    select s.fiat_currency, null::text as payment_method where s.payment_methods = '{}'
    union all
    select coalesce(s.fiat_currency, m.fiat_currency), named.method
    from unnest(s.payment_methods) named (method) left join payment_methods m on m.method = named.method) place;
comment on view scopes_of_searches is 'what search_scopes must hold';
create view violations_search_scopes as
  select coalesce(v.search_id, s.search_id) as id
  from scopes_of_searches v full join search_scopes s on s.search_id = v.search_id and s.scope = v.scope
  where v is distinct from s;
comment on view violations_search_scopes is 'search_scopes is a copy of scopes_of_searches';

create function scope_saved_search() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from search_scopes where search_id = new.id;
  insert into search_scopes select * from scopes_of_searches where search_id = new.id;
  return null;
end $$;
create trigger scope_saved_search after insert or update on saved_searches
  for each row execute function scope_saved_search();

------------------------------------------------------------------------------------------- offers that changed on the market

create table offer_changes (
  id bigint generated always as identity primary key,
  offer_id uuid not null references offers on delete cascade,
  -- as the market showed the offer before; null: it did not
  fiat_currency text,
  payment_methods text[],
  min_milli bigint,
  max_milli bigint,
  percentage_tenths smallint,
  at timestamptz not null default clock_timestamp(),
  -- since when the worker matches it; null: it waits
  started_at timestamptz,
  -- when its next batch may be matched: each change has its turn
  due_at timestamptz not null default clock_timestamp(),
  -- how far it was matched: the look-up, and the last saved search that it read
  look_up smallint not null default 0,
  last_advantage bigint,
  last_id uuid
);
comment on table offer_changes is
  'the outbox of the market: offers that newly appeared or changed, which the worker matches with saved searches';
-- A pending change covers later changes of the same offer, so repeated edits add no work.
create unique index offer_changes_waiting on offer_changes (offer_id) where started_at is null;
create index offer_changes_due on offer_changes (due_at) where started_at is not null;
create index offer_changes_of_offer on offer_changes (offer_id);
create trigger only_by_triggers before insert on offer_changes for each row execute function inserted_by_triggers();

-- One row in the transaction of the act, however many searches there are. Where a change waits already its row is locked, so
-- that the worker does not start it before this transaction has ended.
create function queue_offer_change(offer uuid, before market_offers) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into offer_changes (offer_id, fiat_currency, payment_methods, min_milli, max_milli, percentage_tenths)
  values (offer, before.fiat_currency, before.payment_methods, before.min_milli, before.max_milli, before.percentage_tenths)
  on conflict (offer_id) where started_at is null do update set at = excluded.at
$$;
revoke execute on function queue_offer_change from public;

create table search_matches (
  search_id uuid not null references saved_searches on delete cascade,
  offer_id uuid not null references offers on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- when the user was last notified
  at timestamptz not null default clock_timestamp(),
  primary key (search_id, offer_id)
);
comment on table search_matches is
  'of which offer a user was notified by which search: once in 24 hours, and of so many matches in all and by one trader; kept for two days';
create index search_matches_by_user on search_matches (user_id, at);
create index search_matches_of_offer on search_matches (offer_id);
create index search_matches_by_age on search_matches (at);

-- The taker's advantage of an offer, by the kind of limit: 0 without a limit, tenths of a percent, or a price in 10^-9.
create function offer_advantage(kind int, type text, tenths int, rate_e6 bigint) returns bigint
language sql immutable set search_path = public, pg_temp as $$
  select case when type = 'sell' then -1 else 1 end * case kind when 1 then tenths when 2 then rate_e6 * (1000 + tenths) else 0 end
$$;

-- Starts the changes that wait. A transaction of its own: an owner who acts on the offer waits for no batch.
create function start_offer_changes(at_most int) returns int language sql security definer set search_path = public, pg_temp as $$
  with started as (
    update offer_changes set started_at = clock_timestamp() where id in (
      select id from offer_changes where started_at is null order by id limit at_most for no key update skip locked)
    returning 1)
  select count(*)::int from started
$$;
revoke execute on function start_offer_changes from public;

-- Matches one batch of one change, and returns whom to notify, in the order of user ids, each user once. It reads `at_most`
-- searches: only those in whose scope and price limit the offer is, in the order of an index. `searched` is null where no
-- change is due. Of two workers the second takes another change.
create function match_next_offer_change(at_most int, offer_days int, rates jsonb)
returns table (searched int, user_id uuid, search_id uuid, offer_id uuid)
language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  change offer_changes;
  offer market_offers;
  rate bigint;
  scopes text[];
  same_but_price boolean;
  kind int;
  advantage bigint;
  reads int;
  budget int := at_most;
  one search_scopes;
  found_searches uuid[] := '{}';
  candidate record;
begin
  select * into change from offer_changes c where c.started_at is not null
    order by c.due_at limit 1 for no key update skip locked;
  if not found then return; end if;
  select * into offer from market_offers m where m.offer_id = change.offer_id limit 1;
  rate := (rates ->> offer.fiat_currency)::bigint;
  if offer.offer_id is null or offer.renewed_at < moment - make_interval(days => offer_days)
    or exists (select from currencies where code = offer.fiat_currency and switched_off_at is not null)
    or coalesce(offer.least_rate_e6 > rate, false) then
    delete from offer_changes c where c.id = change.id;
    return query select 0, null::uuid, null::uuid, null::uuid;
    return;
  end if;

  -- Every method of the currency has its place, so that an edit of the methods between two batches moves no other: null is not offered.
  select array_agg(case when place.method is null or place.method = any (offer.payment_methods)
      then search_scope(trader, type, place.currency, place.method) end order by trader, type, place.currency, place.method)
    into scopes
  from unnest(array[null, offer.owner_id]) trader, unnest(array[null, offer.type]) type,
    (select null as currency, null as method union all select offer.fiat_currency, null
      union all select fiat_currency, method from payment_methods where fiat_currency = offer.fiat_currency) place;
  same_but_price := (change.fiat_currency, change.payment_methods, change.min_milli, change.max_milli)
    is not distinct from (offer.fiat_currency, offer.payment_methods, offer.min_milli, offer.max_milli);

  -- A look-up is a scope and a kind of limit.
  while change.look_up < 3 * cardinality(scopes) and budget > 0 loop
    if scopes[change.look_up / 3 + 1] is null then
      change.look_up := change.look_up + 1;
      change.last_advantage := null;
      continue;
    end if;
    kind := change.look_up % 3;
    advantage := offer_advantage(kind, offer.type, offer.percentage_tenths, rate);
    -- Where only the price changed, the searches in whose limit it was before are not read.
    if change.last_advantage is null then
      change.last_advantage := case when same_but_price
        then offer_advantage(kind, offer.type, change.percentage_tenths, rate) else -9223372036854775808 end;
      change.last_id := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    end if;
    reads := 0;
    for one in
      select * from search_scopes s
      where s.scope = scopes[change.look_up / 3 + 1] and s.limit_kind = kind and not s.is_paused
        and s.least_advantage <= advantage and (s.least_advantage, s.search_id) > (change.last_advantage, change.last_id)
      order by s.least_advantage, s.search_id limit budget
    loop
      reads := reads + 1;
      change.last_advantage := one.least_advantage;
      change.last_id := one.search_id;
      found_searches := found_searches || one.search_id;
    end loop;
    if reads < budget then
      change.look_up := change.look_up + 1;
      change.last_advantage := null;
    end if;
    budget := budget - reads;
  end loop;

  for candidate in
    select distinct on (s.user_id) s.user_id, s.id from saved_searches s join users u on u.id = s.user_id
    where s.id = any(found_searches) and s.user_id <> offer.owner_id and u.deleted_at is null and u.suspended_at is null
      and (s.amount_milli is null or s.amount_milli between offer.min_milli and offer.max_milli)
      -- It did not match before.
      and (change.fiat_currency is null or s.amount_milli not between change.min_milli and change.max_milli or not exists (
        select from search_scopes p where p.search_id = s.id
          and p.scope = any(array[
              search_scope(s.trader_id, s.type, null, null), search_scope(s.trader_id, s.type, change.fiat_currency, null)]
            || array(select search_scope(s.trader_id, s.type, change.fiat_currency, method) from unnest(change.payment_methods) method))
          and p.least_advantage <= offer_advantage(p.limit_kind, offer.type, change.percentage_tenths,
            (rates ->> change.fiat_currency)::bigint)))
      and not exists (
        select from offer_access a where a.viewer_id = s.user_id and a.owner_id = offer.owner_id and a.is_refused)
      and not exists (
        select from search_matches m
        where m.search_id = s.id and m.offer_id = offer.offer_id and m.at > moment - interval '1 day')
      and meets_requirements(offer.offer_id, s.user_id)
    order by s.user_id, s.created_at, s.id
  loop
    -- In the order of user ids, as every batch: two workers count one user's matches one after the other.
    perform count_alone('search matches', candidate.user_id);
    continue when (select count(*) from search_matches m
        where m.user_id = candidate.user_id and m.at > moment - interval '1 day') >= limit_of('search_matches_per_day')
      -- So that one trader, who can delete and post offers again, does not use up the user's day.
      or (select count(*) from search_matches m join offers o on o.id = m.offer_id
        where m.user_id = candidate.user_id and m.at > moment - interval '1 day' and o.owner_id = offer.owner_id)
        >= limit_of('search_matches_by_trader_per_day')
      or exists (select from search_matches m
        where m.user_id = candidate.user_id and m.offer_id = offer.offer_id and m.at >= change.started_at);
    insert into search_matches as m (search_id, offer_id, user_id) values (candidate.id, offer.offer_id, candidate.user_id)
    on conflict (search_id, offer_id) do update set at = excluded.at where m.at <= moment - interval '1 day';
    if found then
      return query select at_most - budget, candidate.user_id, candidate.id, offer.offer_id;
    end if;
  end loop;

  if change.look_up >= 3 * cardinality(scopes) then
    delete from offer_changes c where c.id = change.id;
  else
    update offer_changes c set look_up = change.look_up, last_advantage = change.last_advantage, last_id = change.last_id,
      due_at = clock_timestamp() where c.id = change.id;
  end if;
  return query select at_most - budget, null::uuid, null::uuid, null::uuid;
end $$;
revoke execute on function match_next_offer_change from public;

-- The payment methods of offers as rows; and the marketplace: a narrow copy of the offers that can be taken, and counts of them.

create table offer_methods (
  offer_id uuid not null references offers on delete cascade,
  owner_id uuid not null,
  fiat_currency text not null,
  payment_method text not null,
  payment_account_id uuid,
  constraint offer_methods_once primary key (offer_id, payment_method),
  constraint offer_methods_of_currency foreign key (fiat_currency, payment_method) references payment_methods,
  constraint offer_methods_account foreign key (payment_account_id, owner_id, payment_method)
    references payment_accounts (id, user_id, payment_method)
);
comment on table offer_methods is
  'a row for each payment method of an offer, whose foreign keys say that the methods are of its currency and the accounts of its owner';
create index offer_methods_of_account on offer_methods (payment_account_id) where payment_account_id is not null;
create trigger only_by_triggers before insert or update on offer_methods for each row execute function inserted_by_triggers();

create view methods_of_offers as
  select o.id as offer_id, o.owner_id, o.fiat_currency, m.payment_method, m.payment_account_id
  from offers o cross join lateral unnest(o.payment_methods, o.payment_account_ids) as m (payment_method, payment_account_id);
comment on view methods_of_offers is 'what offer_methods must hold';
create view violations_offer_methods as
  select coalesce(v.offer_id, m.offer_id) as id
  from methods_of_offers v full join offer_methods m on m.offer_id = v.offer_id and m.payment_method = v.payment_method
  where v is distinct from m;
comment on view violations_offer_methods is 'offer_methods is a copy of methods_of_offers';

create function copy_offer_methods() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from offer_methods where offer_id = new.id;
  insert into offer_methods select * from methods_of_offers where offer_id = new.id;
  return null;
end $$;
create trigger copy_methods after insert on offers for each row execute function copy_offer_methods();
create trigger copy_changed_methods after update on offers for each row
  when ((old.fiat_currency, old.payment_methods, old.payment_account_ids)
    is distinct from (new.fiat_currency, new.payment_methods, new.payment_account_ids))
  execute function copy_offer_methods();

create table market_offers (
  offer_id uuid not null references offers,
  owner_id uuid not null references users,
  type text not null,
  fiat_currency text not null,
  payment_method text not null,
  -- all methods of the offer, in the order of their codes: the row of the first one stands for the offer where offers are counted
  payment_methods text[] not null,
  created_at timestamptz not null,
  percentage_tenths smallint not null,
  min_milli bigint not null,
  max_milli bigint not null,
  -- the owner's, as in users
  username text not null,
  completed_trades int not null,
  completion_tenths smallint,
  -- rating_score of the owner
  rating_score int not null,
  -- as in offers: an offer past its life is not shown, even before the worker marks it as expired
  renewed_at timestamptz not null,
  -- the market rate (fiat per USDT x 10^6) from which on what is left serves the offer's minimum; null is no limit
  least_rate_e6 bigint,
  -- username, payment methods ("sepa instant") and terms as search_fold has them, one blank between words and one before the first
  search_text text not null,
  -- an offer for trusted traders is not listed here: it has few readers, who find it in the view trusted_offers
  trusted_only boolean not null constraint market_offers_public check (not trusted_only),
  primary key (offer_id, payment_method),
  constraint market_offers_one_of_methods check (payment_method = any (payment_methods))
);
comment on table market_offers is
  'one row for each payment method of an offer that can be taken. Its indexes answer every filter and order without making each move of a trade touch them';
-- A filter is a choice of types and methods: each pair of them is a run of these indexes, in the order of the page. An offer with several
-- of the methods has the same place in each of their runs.
create index market_offers_by_created on market_offers (type, payment_method, created_at, offer_id);
create index market_offers_by_percentage on market_offers (type, payment_method, percentage_tenths, offer_id);
-- A filter by amount: offers whose smallest amount is at most the one asked for, and whose largest is at least it.
create index market_offers_by_min on market_offers (type, payment_method, min_milli, offer_id);
create index market_offers_by_max on market_offers (type, payment_method, max_milli, offer_id);
-- The best price for the taker first: the order by percentage, reversed for sell offers.
create index market_offers_by_best_price on market_offers (type, payment_method, (-percentage_tenths), offer_id)
  where type = 'sell';
create index market_offers_by_trades on market_offers (type, payment_method, completed_trades, offer_id);
-- A filter by completion rate that few offers pass.
create index market_offers_by_completion on market_offers (type, payment_method, completion_tenths, offer_id)
  where completion_tenths is not null;
create index market_offers_by_rating on market_offers (type, payment_method, rating_score, offer_id);
create index market_offers_by_owner on market_offers (owner_id);

-- Few by nature: offers whose open trades hold so much of their USDT that the minimum may not be served.
create index market_offers_by_rate on market_offers (type, payment_method, least_rate_e6) where least_rate_e6 is not null;

create table market_counts (
  type text not null,
  -- of the offers, as in market_offers: an offer is counted once, whichever of its methods are asked for
  payment_methods text[] not null,
  part smallint not null,
  offers bigint not null,
  primary key (type, payment_methods, part)
);
comment on table market_counts is
  'how many offers with these payment methods market_offers has, kept by its triggers in sixteen parts, so that concurrent writers wait for no count; a count is the sum of its parts';

create table market_trader_counts (
  -- those of the owner's rows in market_offers, in order: a trader whose currencies are all switched off is not counted
  currencies text[] not null,
  part smallint not null,
  traders bigint not null,
  primary key (currencies, part)
);
comment on table market_trader_counts is 'how many owners have rows in market_offers, by their currencies, in sixteen parts';

-- The extension comes with Postgres; where it may not be installed, rare words are found by reading on.
do $$
begin
  create extension if not exists pg_trgm;
  create index market_offers_words on market_offers using gin (search_text gin_trgm_ops);
  create index market_offers_traders on market_offers using gin (lower(username) gin_trgm_ops);
exception
  when undefined_file or insufficient_privilege or feature_not_supported or undefined_object then null;
end $$;

-- searchFold of domain/reading/fold.ts: texts that differ only in case, accents, vowel signs or the form of a letter are one.
-- Letters are lists, because lower() depends on the locale of the database.
create function search_fold(the_text text) returns text language sql immutable set search_path = pg_catalog, pg_temp as $$
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(replace(
      translate(
        regexp_replace(normalize(the_text, NFKD),
          '[\u00AD\u061C\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08D3-\u08E1\u08E3-\u08FF\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F]',
          '', 'g'),
        'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØøŁłĐđıÐðÞẞٱىیکةە٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‒–—―−‘’ʼ`ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄЂЈЉЊЋЏ',
        'abcdefghijklmnopqrstuvwxyzæœoollddiddþßاييكهه01234567890123456789------''''''''αβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяієђјљњћџ'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0009-\u000D \u1680\u2028\u2029]+', ' ', 'g'),
    '(^| )@+(?=[^ ])', '\1', 'g'), ' ')
$$;

create function search_text_of(username text, payment_methods text[], terms text) returns text
language sql immutable as $$
  select ' ' || search_fold(concat_ws(' ', username, replace(array_to_string(payment_methods, ' '), '_', ' '), terms))
$$;

-- The average in millionths of a star, as if there were ten more ratings of three stars: RATING_PRIOR of domain/profiles/rating-prior.ts.
create function rating_score(count int, stars int) returns int language sql immutable as $$
  select ((stars + 10 * 3) * 1000000::bigint / (count + 10))::int
$$;

-- The market rate from which on what is left serves the offer's minimum: left >= floor(min x 10^12 / (rate x (1000 + tenths))), solved
-- for the rate; no rate is above the bound at the end.
create function least_rate_e6(o offers) returns bigint language sql immutable as $$
  select case when o.inventory_micro is not null then
    least(div(o.min_milli::numeric * 1000000000000,
      (o.inventory_micro - o.reserved_micro + 1)::numeric * (1000 + o.percentage_tenths)) + 1,
      9000000000000000000)::bigint
  end
$$;

create view open_offers with (security_invoker = true) as
  select o.id as offer_id, o.owner_id, o.type, o.fiat_currency, m.payment_method, m.payment_methods, o.created_at, o.percentage_tenths,
    o.min_milli, o.max_milli, u.username, u.completed_trades, u.completion_tenths,
    rating_score(u.rating_count, u.rating_stars) as rating_score, o.renewed_at,
    least_rate_e6(o) as least_rate_e6,
    search_text_of(u.username, m.payment_methods, o.terms) as search_text,
    o.trusted_only
  from offers o join users u on u.id = o.owner_id
    cross join lateral (
      select payment_method, array(select method from unnest(o.payment_methods) method order by method collate "C") as payment_methods
      from unnest(o.payment_methods) payment_method) m
  where o.status = 'active' and o.deleted_at is null and o.open_trades < o.max_open_trades
    and o.hidden_at is null and u.suspended_at is null and (not o.hours_only or business_is_open(o.owner_id));
comment on view open_offers is 'the offers that can be taken, by each of their payment methods';

create view offers_to_show with (security_invoker = true) as select * from open_offers where not trusted_only;
comment on view offers_to_show is 'what market_offers must hold';

create view trusted_offers with (security_invoker = true) as select * from open_offers where trusted_only;
comment on view trusted_offers is 'the offers for traders whom their owner trusts, with the columns of market_offers';

-- The rows of one offer, as it is now. What is news to saved searches waits for the worker (queue_offer_change): an offer that appears,
-- unless it only returns, and one that changes.
create function show_offer(the_offer uuid, is_return boolean default false) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before market_offers;
  after market_offers;
begin
  select * into before from market_offers where offer_id = the_offer limit 1;
  -- In the order in which each transaction locks the rows of an offer.
  insert into market_offers select * from offers_to_show where offer_id = the_offer order by payment_method
  on conflict (offer_id, payment_method) do update set
    payment_methods = excluded.payment_methods,
    created_at = excluded.created_at,
    percentage_tenths = excluded.percentage_tenths,
    min_milli = excluded.min_milli,
    max_milli = excluded.max_milli,
    renewed_at = excluded.renewed_at,
    least_rate_e6 = excluded.least_rate_e6,
    search_text = excluded.search_text;
  -- Last: the insert may have waited for the transaction that suspends the owner.
  delete from market_offers m where m.offer_id = the_offer and not exists (
    select from offers_to_show s where s.offer_id = the_offer and s.payment_method = m.payment_method);
  select * into after from market_offers where offer_id = the_offer limit 1;
  if after.offer_id is not null and (before.offer_id is not null or not is_return)
    and (before.fiat_currency, before.payment_methods, before.min_milli, before.max_milli, before.percentage_tenths)
      is distinct from (after.fiat_currency, after.payment_methods, after.min_milli, after.max_milli, after.percentage_tenths)
  then
    perform queue_offer_change(the_offer, before);
  end if;
end $$;
revoke execute on function show_offer from public;

-- Runs at commit, when the move has all its other locks: a transaction that holds a row of the market waits for no other lock.
create function show_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select (fiat_currency, payment_methods) from market_offers where offer_id = new.id limit 1)
    is distinct from (select (fiat_currency, payment_methods) from offers_to_show where offer_id = new.id limit 1) then
    -- An owner's offers appear, disappear and change their currency and methods one after the other, and what is copied does not
    -- change between read and write.
    perform from users where id = new.owner_id for no key update;
  end if;
  perform show_offer(new.id);
  return null;
end $$;
create constraint trigger show_on_market after insert on offers deferrable initially deferred
  for each row execute function show_on_market();
create constraint trigger show_change_on_market after update on offers deferrable initially deferred
  for each row
  when ((old.status, old.deleted_at, old.hidden_at, old.open_trades >= old.max_open_trades, old.fiat_currency, old.payment_methods,
      old.created_at, old.percentage_tenths, old.min_milli, old.max_milli, old.terms, old.trusted_only, old.hours_only)
    is distinct from (new.status, new.deleted_at, new.hidden_at, new.open_trades >= new.max_open_trades, new.fiat_currency,
      new.payment_methods, new.created_at, new.percentage_tenths, new.min_milli, new.max_milli, new.terms, new.trusted_only, new.hours_only))
  execute function show_on_market();

-- What a trade changes of an offer that stays where it is. The offer's row is held since its update.
create function show_renewal_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update market_offers m set renewed_at = o.renewed_at, least_rate_e6 = least_rate_e6(o)
  from offers o, (
    select payment_method from market_offers where offer_id = new.id order by payment_method for no key update) held
  where o.id = new.id and m.offer_id = new.id and m.payment_method = held.payment_method;
  return null;
end $$;
-- Its name comes after show_change_on_market, which waits for the owner: triggers of one update run in the order of their names.
create constraint trigger show_renewal_on_market after update on offers deferrable initially deferred
  for each row when ((old.renewed_at, old.inventory_micro - old.reserved_micro)
    is distinct from (new.renewed_at, new.inventory_micro - new.reserved_micro))
  execute function show_renewal_on_market();

create function show_owner_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update market_offers m
  set username = s.username, completed_trades = s.completed_trades, completion_tenths = s.completion_tenths,
    rating_score = s.rating_score, search_text = s.search_text
  from offers_to_show s, (
    select offer_id, payment_method from market_offers where owner_id = new.id order by offer_id, payment_method for no key update) held
  where m.owner_id = new.id and (m.offer_id, m.payment_method) = (held.offer_id, held.payment_method)
    and (s.offer_id, s.payment_method) = (held.offer_id, held.payment_method);
  return null;
end $$;

-- A suspension holds the rows of the owner's offers (suspend_user): none of them changes meanwhile.
create function show_suspension_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  the_offer uuid;
begin
  -- One offer in a statement: count_market_offer counts the owner's other offers after each.
  for the_offer in select id from offers where owner_id = new.id and deleted_at is null order by id loop
    perform show_offer(the_offer);
  end loop;
  return null;
end $$;
create constraint trigger show_suspension_on_market after update on users deferrable initially deferred
  for each row when (old.suspended_at is distinct from new.suspended_at) execute function show_suspension_on_market();

-- Business hours that open or close hold the rows of their user's offers (follow_clock). The user's row keeps the order of locks of
-- show_on_market.
create function show_hours_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  offer offers;
begin
  perform from users where id = new.user_id for no key update;
  for offer in select * from offers where hours_owner_id = new.user_id order by id loop
    perform show_offer(offer.id, is_return => offer.renewed_at < old.since);
  end loop;
  return null;
end $$;
create constraint trigger show_hours_on_market after update on business_hours deferrable initially deferred
  for each row when (old.is_open <> new.is_open) execute function show_hours_on_market();

create constraint trigger show_owner_on_market after update on users deferrable initially deferred
  for each row when ((old.username, old.completed_trades, old.failed_trades, old.rating_count, old.rating_stars)
    is distinct from (new.username, new.completed_trades, new.failed_trades, new.rating_count, new.rating_stars))
  execute function show_owner_on_market();

create function count_on_market(of_type text, of_methods text[], step int) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into market_counts values (of_type, of_methods, pg_backend_pid() % 16, step)
  on conflict (type, payment_methods, part) do update set offers = market_counts.offers + excluded.offers
$$;
-- It runs as its owner and adds what it is given: only the triggers may call it.
revoke execute on function count_on_market from public;

create function count_trader_on_market(of_currencies text[], step int) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into market_trader_counts
    select of_currencies, pg_backend_pid() % 16, step where cardinality(of_currencies) > 0
  on conflict (currencies, part) do update set traders = market_trader_counts.traders + excluded.traders
$$;
revoke execute on function count_trader_on_market from public;

-- Of the rows of an offer only the one of its first method counts.
create function count_market_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owner constant uuid := coalesce(new.owner_id, old.owner_id);
  offer constant uuid := coalesce(new.offer_id, old.offer_id);
  counted constant boolean := coalesce(old.payment_method = old.payment_methods[1], false);
  counts constant boolean := coalesce(new.payment_method = new.payment_methods[1], false);
  others constant text[] := array(select distinct fiat_currency from market_offers where owner_id = owner and offer_id <> offer);
  before constant text[] := array(
    select distinct c from unnest(others || case when counted then old.fiat_currency end) c where c is not null order by c);
  after constant text[] := array(
    select distinct c from unnest(others || case when counts then new.fiat_currency end) c where c is not null order by c);
begin
  if counted then perform count_on_market(old.type, old.payment_methods, -1); end if;
  if counts then perform count_on_market(new.type, new.payment_methods, 1); end if;
  if before <> after then
    perform count_trader_on_market(before, -1);
    perform count_trader_on_market(after, 1);
  end if;
  return null;
end $$;
create trigger count_new_market_offer after insert on market_offers
  for each row when (new.payment_method = new.payment_methods[1]) execute function count_market_offer();
create trigger count_gone_market_offer after delete on market_offers
  for each row when (old.payment_method = old.payment_methods[1]) execute function count_market_offer();
create trigger count_changed_market_offer after update on market_offers
  for each row when (old.payment_methods <> new.payment_methods) execute function count_market_offer();

------------------------------------------------------------------------------ violations of the market (0040_violations.sql)

create view violations_market_shows_offers as
  select coalesce(s.offer_id, m.offer_id) as id
  from offers_to_show s full join market_offers m on m.offer_id = s.offer_id and m.payment_method = s.payment_method
  where s is distinct from m;
comment on view violations_market_shows_offers is 'market_offers is a copy of offers_to_show';

create view violations_market_counts_offers as
  select null::uuid as id
  from (select type, payment_methods, sum(offers) as n from market_counts group by 1, 2) c
    full join (select type, payment_methods, count(distinct offer_id) as n from market_offers group by 1, 2) m using (type, payment_methods)
  where coalesce(c.n, 0) <> coalesce(m.n, 0);
comment on view violations_market_counts_offers is 'market_counts counts the offers of market_offers, each once';

create view violations_market_counts_traders as
  select null::uuid as id
  from (select currencies, sum(traders) as n from market_trader_counts group by 1) c
    full join (
      select currencies, count(*) as n from (
        select array_agg(distinct fiat_currency order by fiat_currency) as currencies from market_offers group by owner_id) owners
      group by 1) m using (currencies)
  where coalesce(c.n, 0) <> coalesce(m.n, 0);
comment on view violations_market_counts_traders is 'market_trader_counts counts the owners of market_offers by their currencies';

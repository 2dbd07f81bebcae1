-- Browse and Marketplace read the same table: the filters by amount and by trader need the smallest amount and the
-- owner's username beside the other columns.

alter table market_offers add column min_milli bigint, add column username text;

create or replace view offers_to_show with (security_invoker = true) as
  select o.id as offer_id, o.owner_id, o.type, o.fiat_currency, o.payment_method, o.created_at, o.percentage_tenths,
    o.max_milli, u.completed_trades, o.renewed_at,
    -- left >= floor(min x 10^12 / (rate x (1000 + tenths))), solved for the rate; no rate is above the bound at the end
    case when o.inventory_micro is not null then
      least(div(o.min_milli::numeric * 1000000000000,
        (o.inventory_micro - o.reserved_micro + 1)::numeric * (1000 + o.percentage_tenths)) + 1,
        9000000000000000000)::bigint
    end as least_rate_e6,
    search_text_of(u.username, o.payment_method, o.terms) as search_text,
    o.min_milli, u.username
  from offers o join users u on u.id = o.owner_id
  where o.status = 'active' and o.deleted_at is null and o.open_trades < o.max_open_trades;

update market_offers m set min_milli = s.min_milli, username = s.username
from offers_to_show s where s.offer_id = m.offer_id;
alter table market_offers alter column min_milli set not null, alter column username set not null;

-- Offers whose smallest amount is at most the one asked for; market_offers_by_max finds those whose largest is at least it.
create index market_offers_by_min on market_offers (type, payment_method, min_milli, offer_id);
-- The best price for the taker first: the order by percentage, turned round for sell offers. Buy offers are in that order
-- in market_offers_by_percentage.
create index market_offers_by_best_price on market_offers (type, payment_method, (-percentage_tenths), offer_id)
  where type = 'sell';

create or replace function show_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from market_offers where offer_id = new.id) <> exists (select from offers_to_show where offer_id = new.id) then
    -- An owner's offers come and go one after the other, and their figures do not change between being read and shown.
    perform from users where id = new.owner_id for no key update;
  end if;
  delete from market_offers m
    where m.offer_id = new.id and not exists (select from offers_to_show s where s.offer_id = new.id);
  insert into market_offers select * from offers_to_show where offer_id = new.id
  on conflict (offer_id) do update set
    fiat_currency = excluded.fiat_currency,
    payment_method = excluded.payment_method,
    created_at = excluded.created_at,
    percentage_tenths = excluded.percentage_tenths,
    min_milli = excluded.min_milli,
    max_milli = excluded.max_milli,
    renewed_at = excluded.renewed_at,
    least_rate_e6 = excluded.least_rate_e6,
    search_text = excluded.search_text;
  return null;
end $$;

create or replace function show_owner_on_market() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update market_offers m
  set username = s.username, completed_trades = s.completed_trades, search_text = s.search_text
  from offers_to_show s
  where m.owner_id = new.id and s.offer_id = m.offer_id;
  return null;
end $$;

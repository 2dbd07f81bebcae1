-- How much a user may trade: tiers that follow from the account and its record, and the limits of each tier by the risk of the payment method.

create table tiers (
  tier text primary key,
  -- from the lowest to the highest
  rank smallint not null constraint tiers_rank_key unique constraint tiers_rank check (rank >= 0),
  min_account_days int not null constraint tiers_account_days check (min_account_days >= 0),
  min_completed_trades int not null constraint tiers_completed_trades check (min_completed_trades >= 0),
  min_partners int not null constraint tiers_partners check (min_partners between 0 and min_completed_trades),
  needs_rehearsal boolean not null
);
comment on table tiers is 'what a user needs for each tier, all of it; domain/accounts/tiers.ts holds the same rows';
insert into tiers values
  ('starter', 0, 0, 0, 0, false),
  ('rehearsed', 1, 0, 0, 0, true),
  ('established', 2, 30, 10, 5, false),
  ('experienced', 3, 90, 50, 20, false);

create table payment_risks (risk text primary key);
comment on table payment_risks is
  'whether the sender of a payment can have it returned, or carries it to a stranger; domain/accounts/tiers.ts holds the same';
insert into payment_risks values ('final'), ('reversible'), ('in_person');

create table payment_method_risks (
  payment_method text primary key constraint payment_method_risks_method references payment_methods (method),
  risk text not null constraint payment_method_risks_risk references payment_risks
);
comment on table payment_method_risks is 'written by migrate from domain/payments/methods/';

create table tier_limits (
  tier text not null constraint tier_limits_tier references tiers,
  risk text not null constraint tier_limits_risk references payment_risks,
  -- of one trade, in micro USDT
  trade_micro bigint not null,
  -- of all open trades together
  open_micro bigint not null,
  -- of the trades opened in the last 24 hours, cancelled ones excluded
  day_micro bigint not null,
  primary key (tier, risk),
  constraint tier_limits_bounded check (trade_micro >= 10000000 and day_micro <= 100000000000000),
  constraint tier_limits_nested check (trade_micro <= open_micro and open_micro <= day_micro)
);
comment on table tier_limits is
  'how much a user of a tier may trade by payment methods of a risk; the operator changes it with npm run limits';
insert into tier_limits values
  ('starter', 'final', 2500000000, 5000000000, 10000000000),
  ('starter', 'reversible', 500000000, 1000000000, 2000000000),
  ('starter', 'in_person', 500000000, 1000000000, 2000000000),
  ('rehearsed', 'final', 5000000000, 10000000000, 20000000000),
  ('rehearsed', 'reversible', 1000000000, 2000000000, 4000000000),
  ('rehearsed', 'in_person', 1000000000, 2000000000, 4000000000),
  ('established', 'final', 25000000000, 50000000000, 100000000000),
  ('established', 'reversible', 5000000000, 10000000000, 20000000000),
  ('established', 'in_person', 2500000000, 5000000000, 10000000000),
  ('experienced', 'final', 100000000000, 200000000000, 500000000000),
  ('experienced', 'reversible', 20000000000, 40000000000, 100000000000),
  ('experienced', 'in_person', 5000000000, 10000000000, 20000000000);

-- At commit, so that several rows can change together.
create function tier_limits_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from tier_limits high join tiers upper on upper.tier = high.tier
      join tier_limits low on low.risk = high.risk join tiers lower on lower.tier = low.tier
    where upper.rank > lower.rank
      and (high.trade_micro < low.trade_micro or high.open_micro < low.open_micro or high.day_micro < low.day_micro)
  ) then
    raise exception 'a higher tier has no lower limit' using errcode = 'check_violation', constraint = 'tier_limits_rise';
  end if;
  if exists (
    select from tier_limits r join tier_limits f on f.tier = r.tier and f.risk = 'final'
    where r.trade_micro > f.trade_micro or r.open_micro > f.open_micro or r.day_micro > f.day_micro
  ) then
    raise exception 'no payments have a higher limit than final ones'
      using errcode = 'check_violation', constraint = 'tier_limits_by_risk';
  end if;
  if (select count(*) from tier_limits) <> (select count(*) from tiers) * (select count(*) from payment_risks) then
    raise exception 'each tier has limits for each risk' using errcode = 'check_violation', constraint = 'tier_limits_complete';
  end if;
  return null;
end $$;
create constraint trigger tier_limits_ordered after insert or update or delete on tier_limits deferrable initially deferred
  for each row execute function tier_limits_ordered();

create table tier_limit_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- the operator's login on the machine, as npm run limits names it, or the database login
  operator text not null,
  tier text not null,
  risk text not null,
  former_trade_micro bigint not null,
  former_open_micro bigint not null,
  former_day_micro bigint not null,
  trade_micro bigint not null,
  open_micro bigint not null,
  day_micro bigint not null
);
comment on table tier_limit_changes is 'every change of tier_limits, written by a trigger';
create trigger only_by_triggers before insert on tier_limit_changes for each row execute function inserted_by_triggers();
create trigger append_only before update or delete on tier_limit_changes for each row execute function refuse_change();
create trigger append_only_whole before truncate on tier_limit_changes execute function refuse_change();

create function record_tier_limit_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into tier_limit_changes (operator, tier, risk,
    former_trade_micro, former_open_micro, former_day_micro, trade_micro, open_micro, day_micro)
  values (coalesce(nullif(current_setting('sarraf.operator', true), ''), session_user), new.tier, new.risk,
    old.trade_micro, old.open_micro, old.day_micro, new.trade_micro, new.open_micro, new.day_micro);
  return null;
end $$;
create trigger record_tier_limit_change after update on tier_limits
  for each row when (old is distinct from new) execute function record_tier_limit_change();

create table bond_switches (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- as in tier_limit_changes
  operator text not null default coalesce(nullif(current_setting('sarraf.operator', true), ''), session_user),
  is_on boolean not null
);
comment on table bond_switches is
  'when an operator switched the bond of buyers without a completed trade on or off; the last row holds, and without one it is off';
create trigger append_only before update or delete on bond_switches for each row execute function refuse_change();
create trigger append_only_whole before truncate on bond_switches execute function refuse_change();

create view bond_now with (security_invoker = true) as
  select coalesce((select is_on from bond_switches order by id desc limit 1), false) as is_on;
comment on view bond_now is 'whether buyers without a completed trade can lock a bond';

-- Only a quote to a buyer without a completed trade has a bond, and only while bonds are on; its amount is a constraint of quotes.
create function bond_of_quote() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if ((select is_on from bond_now) and (select completed_trades = 0 from users where id = new.taker_id)) is not true then
    new.bond_micro := 0;
  end if;
  return new;
end $$;
create trigger bond_of_quote before insert on quotes for each row when (new.bond_micro <> 0) execute function bond_of_quote();

-- Only the rehearsal's own trigger sets it.
alter table accounts add column rehearsed_at timestamptz;
comment on column accounts.rehearsed_at is 'when the user had passed every scenario of the rehearsal; null: not yet';
create trigger rehearsed_by_triggers before update on accounts for each row
  when (old.rehearsed_at is distinct from new.rehearsed_at) execute function only_by_triggers();

-- The predicates name statuses as an index must; a test holds them equal to trade_statuses.
create index trades_open_of_buyer on trades (buyer_id)
  where status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed');
create index trades_open_of_seller on trades (seller_id)
  where status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed');

-- The tiers whose requirements a user meets. Two accounts of one person can confirm cash that never was: trades in person do not count.
create view tiers_reached as
  select u.id as user_id, t.tier, t.rank
  from users u left join accounts a on a.user_id = u.id
    join tiers t on u.created_at <= clock_timestamp() - make_interval(days => t.min_account_days)
      and u.completed_trades - u.completed_in_person >= t.min_completed_trades
      and u.partners - u.partners_in_person >= t.min_partners
      and (a.rehearsed_at is not null or not t.needs_rehearsal);
comment on view tiers_reached is 'the highest is the user''s tier';

create function tier_of(the_user uuid) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select tier from tiers_reached where user_id = the_user order by rank desc limit 1
$$;

-- The tier of each of these users, its limits for one risk, and how much of them is used: by the trades of both roles, taken or offered;
-- and how much of that by trades on the user's own offers whose taker had no completed trade.
create function trading_limits(of_users uuid[], the_risk text)
returns table (user_id uuid, tier text, risk text, trade_micro bigint, open_micro bigint, day_micro bigint,
  open_used_micro bigint, day_used_micro bigint, new_taker_open_micro bigint, new_taker_day_micro bigint)
-- One plan serves all users: without it each call would be planned again.
language sql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
  select own.id, l.tier, l.risk, l.trade_micro, l.open_micro, l.day_micro, used.open_micro, used.day_micro,
    used.new_taker_open_micro, used.new_taker_day_micro
  from (
      select u.id, (select x.tier from tiers_reached x where x.user_id = u.id order by x.rank desc limit 1) as tier
      from unnest(of_users) as u (id) offset 0) own
    join tier_limits l on l.tier = own.tier and l.risk = the_risk
    cross join lateral (
      select coalesce(sum(t.usdt_micro) filter (where t.is_open), 0)::bigint as open_micro,
        coalesce(sum(t.usdt_micro) filter (where not t.is_open), 0)::bigint as day_micro,
        coalesce(sum(t.usdt_micro) filter (where t.is_open and t.for_new_taker), 0)::bigint as new_taker_open_micro,
        coalesce(sum(t.usdt_micro) filter (where not t.is_open and t.for_new_taker), 0)::bigint as new_taker_day_micro
      from (
        select true as is_open, payment_method, usdt_micro, by_new_taker and taker_id <> own.id as for_new_taker
          from trades where buyer_id = own.id
          and status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
        union all select true, payment_method, usdt_micro, by_new_taker and taker_id <> own.id from trades where seller_id = own.id
          and status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
        -- in a subquery: an index cannot be searched for clock_timestamp()
        union all select false, payment_method, usdt_micro, by_new_taker and taker_id <> own.id from trades
          where buyer_id = own.id and created_at > (select clock_timestamp() - interval '24 hours') and status <> 'cancelled'
        union all select false, payment_method, usdt_micro, by_new_taker and taker_id <> own.id from trades
          where seller_id = own.id and created_at > (select clock_timestamp() - interval '24 hours') and status <> 'cancelled'
      ) t
      join payment_method_risks r on r.payment_method = t.payment_method and r.risk = the_risk) used
$$;

revoke execute on function tier_of, trading_limits from public;

-- The networks in which a taker was present lately, each with the open trades without a bond of all takers without a completed trade who
-- were seen in it.
create function new_taker_networks(taker uuid) returns table (hash text, open_trades bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select own.hash, count(t.id)
  from user_networks own
    join user_networks other on other.hash = own.hash
      and other.last_seen_at > clock_timestamp() - make_interval(days => limit_of('shared_network_days')::int)
    join trades t on t.taker_id = other.user_id and t.by_new_taker and t.bond_micro = 0
      and t.status in ('awaiting_payment', 'refund_held', 'payment_sent', 'payment_confirmed', 'disputed')
  where own.user_id = taker and own.last_seen_at > clock_timestamp() - make_interval(hours => limit_of('present_network_hours')::int)
  group by own.hash
$$;
revoke execute on function new_taker_networks from public;

-- Takers without a completed trade who share a network share the number of open trades that one of them may have. Its lock is the last one
-- of an opening, in the order of the hashes, so that openings of one network wait for each other.
create function network_of_new_taker_within_limit(taker uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('network' || hash, 0)) from (
    select hash from user_networks where user_id = taker order by hash) networks;
  if (select max(open_trades) from new_taker_networks(taker)) > limit_of('open_trades_of_new_trader') then
    raise exception 'takers without a completed trade of one network have too many open trades'
      using errcode = 'check_violation', constraint = 'trades_new_takers_of_network_within_limit';
  end if;
end $$;
revoke execute on function network_of_new_taker_within_limit from public;

-- Both parties' limits, at commit. The lock makes openings that count for one user wait for each other, in id order.
create function trade_within_tier_limits() returns trigger
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  -- An assignment is no statement: the query below begins after the locks.
  locked constant text := count_alone('trades', least(new.buyer_id, new.seller_id))::text
    || count_alone('trades', greatest(new.buyer_id, new.seller_id))::text;
  within_limits bigint;
  within_shares bigint;
  counted text;
begin
  select count(*) filter (where new.usdt_micro <= x.trade_micro
      and x.open_used_micro <= x.open_micro and x.day_used_micro <= x.day_micro),
    count(*) filter (where not new.by_new_taker or x.user_id = new.taker_id
      or (x.new_taker_open_micro <= new_taker_part(o.new_taker_share, x.open_micro, new.bond_micro > 0)
        and x.new_taker_day_micro <= new_taker_part(o.new_taker_share, x.day_micro, new.bond_micro > 0)))
  into within_limits, within_shares
  from trading_limits(array[new.buyer_id, new.seller_id],
      (select risk from payment_method_risks where payment_method = new.payment_method)) x
    cross join (select new_taker_share from offers where id = new.offer_id) o;
  -- both: a limit that is missing is no agreement
  if within_limits <> 2 then
    raise exception 'a party of trade % exceeds the limits of their tier', new.id
      using errcode = 'check_violation', constraint = 'trades_within_tier_limits';
  end if;
  if within_shares <> 2 then
    raise exception 'takers without a completed trade use their part of the limits of %', new.offer_owner_id
      using errcode = 'check_violation', constraint = 'trades_new_taker_share_of_limits';
  end if;
  -- A bond is paid for: neighbours need not wait for each other.
  if new.by_new_taker and new.bond_micro = 0 then
    counted := network_of_new_taker_within_limit(new.taker_id)::text;
  end if;
  return null;
end $$;
create constraint trigger within_tier_limits after insert on trades deferrable initially deferred
  for each row execute function trade_within_tier_limits();
-- No rule reopens a trade. This refuses a row that is inserted as closed and becomes open in the same transaction.
create constraint trigger reopened_within_tier_limits after update on trades deferrable initially deferred
  for each row when (old.status in ('completed', 'cancelled') and new.status not in ('completed', 'cancelled'))
  execute function trade_within_tier_limits();

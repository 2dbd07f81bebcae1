-- What can be traded, payment accounts, offers, and quotes.

create table currencies (
  code text primary key,
  country text not null unique,
  step_milli bigint not null constraint currencies_step check (step_milli in (1, 10, 100, 1000)),
  -- what audit records about the currency name
  id uuid not null default gen_random_uuid(),
  -- since when admins have switched it off; written by the trigger of currency_switches only
  switched_off_at timestamptz,
  unique (code, step_milli)
);
comment on table currencies is 'written by migrate from domain/offers/currencies/';
create trigger switched_by_triggers before update on currencies for each row
  when (old.switched_off_at is distinct from new.switched_off_at) execute function only_by_triggers();

create table payment_methods (
  fiat_currency text not null references currencies,
  method text not null constraint payment_methods_one_currency unique,
  -- whether the payer's bank compares the payee's name with the account (domain/payments/payee-check.ts)
  has_payee_check boolean not null default false,
  -- whether the parties meet, so that codes take the place of the payer's name (domain/payments/meeting-codes.ts)
  is_in_person boolean not null default false,
  primary key (fiat_currency, method),
  constraint payment_methods_no_bank_in_person check (not (has_payee_check and is_in_person))
);
comment on table payment_methods is 'written by migrate from domain/payments/methods/';

create function is_in_person(of_method text) returns boolean language sql stable set search_path = public, pg_temp as $$
  select is_in_person from payment_methods where method = of_method
$$;
comment on function is_in_person is 'whether the parties of a trade by the method meet; null: no such method';

create table payment_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  payment_method text not null constraint payment_accounts_method references payment_methods (method),
  -- increases with each change of the details; a trade names the version that it copied
  version int not null default 1 constraint payment_accounts_version_positive check (version >= 1),
  -- the typed details, sealed under a data key of this row and version (server/db/encryption)
  sealed bytea not null constraint payment_accounts_sealed check (octet_length(sealed) between 100 and 2000),
  -- a keyed hash of what identifies the account (accountIdentity of domain/payments/payment-accounts.ts); the server may write it and not
  -- read it. Null of a meeting place
  fingerprint text constraint payment_accounts_fingerprint_form check (fingerprint ~ '^[A-Za-z0-9_-]{43}$'),
  is_default boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  -- when the details were added or last changed
  changed_at timestamptz not null default clock_timestamp(),
  constraint payment_accounts_identity unique (id, user_id, payment_method)
);
comment on table payment_accounts is
  'where a user is paid. The details are in the sealed column only: nothing of what was typed can be read in the database';
comment on column payment_accounts.fingerprint is
  'the same for all users who save one account: trades between them do not count for their records';
create unique index payment_accounts_one_default on payment_accounts (user_id, payment_method) where is_default;
create index payment_accounts_of_user on payment_accounts (user_id, fingerprint);
create trigger user_not_deleted before insert on payment_accounts for each row execute function user_not_deleted('user_id');
create trigger happens_now before insert on payment_accounts
  for each row when (new.changed_at > clock_timestamp() or new.changed_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
create trigger changed_now before update on payment_accounts
  for each row when (old.changed_at <> new.changed_at and (new.changed_at > clock_timestamp() or new.changed_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();

-- Details change only together with the version and the moment; npm run rotate-keys wraps the same data key again.
create function payment_account_version_steps() returns trigger language plpgsql as $$
begin
  if (new.id, new.user_id, new.payment_method, new.created_at) is distinct from
    (old.id, old.user_id, old.payment_method, old.created_at) then
    raise exception 'a payment account keeps its owner and method'
      using errcode = 'restrict_violation', constraint = 'payment_accounts_frozen';
  end if;
  if current_setting('sarraf.rotates_keys', true) = 'on' and (new.version, new.changed_at) = (old.version, old.changed_at) then
    return new;
  end if;
  if new.version <> old.version + (new.sealed <> old.sealed)::int
    or (new.fingerprint is distinct from old.fingerprint and new.sealed = old.sealed)
    or (new.changed_at > old.changed_at) <> (new.sealed <> old.sealed) or new.changed_at < old.changed_at then
    raise exception 'changed details get the next version and the present moment'
      using errcode = 'restrict_violation', constraint = 'payment_accounts_version_steps';
  end if;
  return new;
end $$;
create trigger payment_account_version_steps before update on payment_accounts
  for each row execute function payment_account_version_steps();

create function payment_account_identified() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (new.fingerprint is null) = coalesce(is_in_person(new.payment_method), false) then return new; end if;
  raise exception 'an account is known by its fingerprint, and a meeting place by none'
    using errcode = 'check_violation', constraint = 'payment_accounts_identified';
end $$;
create trigger payment_account_identified before insert or update of fingerprint on payment_accounts
  for each row execute function payment_account_identified();

-- Runs after the row is written, so that it counts itself.
create function payment_accounts_within_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('payment accounts', new.user_id);
  if (select count(*) from payment_accounts where user_id = new.user_id) > limit_of('payment_accounts') then
    raise exception 'this user has too many payment accounts'
      using errcode = 'check_violation', constraint = 'payment_accounts_within_limit';
  end if;
  return null;
end $$;
create trigger payment_accounts_within_limit after insert on payment_accounts
  for each row execute function payment_accounts_within_limit();

create table reference_policies (policy text primary key);
comment on table reference_policies is 'whether a payment names its reference; written by migrate from domain/offers/offers.ts';

create table offer_statuses (status text primary key);
comment on table offer_statuses is 'written by migrate from domain/offers/offers.ts';

create table new_taker_shares (
  share text primary key,
  numerator smallint not null,
  divisor smallint not null,
  bonded_numerator smallint not null,
  bonded_divisor smallint not null,
  constraint new_taker_shares_parts check (numerator between 0 and divisor and bonded_numerator between 0 and bonded_divisor
    and divisor > 0 and bonded_divisor > 0)
);
comment on table new_taker_shares is
  'which part of an offer, and of its owner''s limits, takers without a completed trade may use together, without and with bonds; domain/offers/new-takers.ts holds the same rows';
insert into new_taker_shares values ('none', 0, 1, 0, 1), ('third', 1, 3, 2, 3), ('half', 1, 2, 2, 3), ('all', 1, 1, 1, 1);

-- The part of an amount, rounded down.
create function new_taker_part(the_share text, the_whole bigint, has_bond boolean) returns bigint
language sql stable set search_path = public, pg_temp as $$
  select case when has_bond then the_whole * bonded_numerator / bonded_divisor else the_whole * numerator / divisor end
  from new_taker_shares where share = the_share
$$;

-- At least one of an offer's slots, and never the last one unless all are for everyone.
create function new_taker_slots(the_share text, the_slots int, has_bond boolean) returns int
language sql stable set search_path = public, pg_temp as $$
  select case n when 0 then 0 when d then the_slots else least(greatest(the_slots * n / d, 1), the_slots - 1) end
  from new_taker_shares
    cross join lateral (select case when has_bond then bonded_numerator else numerator end::int, case when has_bond then bonded_divisor else divisor end::int) as part (n, d)
  where share = the_share
$$;

create table offers (
  id uuid primary key default gen_random_uuid(),
  -- increases whenever what a taker was shown changes: a quote for an older version is refused
  version int not null default 1 constraint offers_version_positive check (version >= 1),
  owner_id uuid not null references users,
  type text not null constraint offers_type check (type in ('buy', 'sell')),
  fiat_currency text not null,
  -- of its currency, in the owner's order; a taker chooses one. offer_methods holds them as rows
  payment_methods text[] not null,
  -- where the owner of an offer to sell is paid by each of them; a trade copies the account as it is when the trade is opened
  payment_account_ids uuid[] not null,
  reference_policy text not null default 'optional' constraint offers_reference_policy references reference_policies,
  -- whether a quote changes the sum by some cents, so that no other open trade of the seller has the same
  amount_tail boolean not null default false,
  min_milli bigint not null constraint offers_min_smallest check (min_milli >= 1000),
  max_milli bigint not null constraint offers_max_bounded check (max_milli < 1000000000000),
  percentage_tenths smallint not null
    constraint offers_percentage_band check (percentage_tenths between -100 and 100),
  terms text not null constraint offers_terms_length check (char_length(terms) between 10 and 500),
  -- what the owner says first in the chat of each trade; '' is nothing
  first_message text not null default '' constraint offers_first_message check (
    char_length(first_message) <= 500 and (first_message = '' or first_message ~ '\S')),
  payment_window_minutes smallint not null default 30
    constraint offers_payment_window check (payment_window_minutes in (15, 30, 60, 120, 360)),
  status text not null default 'active' constraint offers_status references offer_statuses,
  max_open_trades smallint not null default 5
    constraint offers_open_trades_choice check (max_open_trades between 1 and 20),
  open_trades smallint not null default 0,
  -- which part of its slots and USDT, and of its owner's limits, takers without a completed trade may use together
  new_taker_share text not null default 'third' constraint offers_new_taker_share references new_taker_shares,
  -- the open trades of such takers, and the USDT that they hold
  new_taker_trades smallint not null default 0,
  new_taker_micro bigint not null default 0,
  -- what is left to trade, in micro USDT, open trades included; null is no limit
  inventory_micro bigint constraint offers_inventory_positive check (inventory_micro >= 0),
  -- the part of it that open trades hold
  reserved_micro bigint not null default 0,
  -- all trades opened, those of them that were completed, the USDT that these released, and the opening of the latest
  trades_opened int not null default 0,
  trades_completed int not null default 0,
  volume_micro bigint not null default 0,
  last_trade_at timestamptz,
  -- whether only traders whom the owner trusts see and take it
  trusted_only boolean not null default false,
  -- what the taker's account and record must have; 0 requires nothing
  min_account_days smallint not null default 0
    constraint offers_min_account_days check (min_account_days between 0 and 365),
  min_completed_trades smallint not null default 0
    constraint offers_min_completed_trades check (min_completed_trades between 0 and 1000),
  -- in percent
  min_completion_rate smallint not null default 0
    constraint offers_min_completion_rate check (min_completion_rate between 0 and 100),
  -- whether it can be traded within its owner's business hours only
  hours_only boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  -- creation, edit, re-activation or trade, whichever came last
  renewed_at timestamptz not null default clock_timestamp(),
  -- since when staff have hidden the offer; written by the triggers of hidden_offers only
  hidden_at timestamptz,
  deleted_at timestamptz,
  hours_owner_id uuid generated always as (case when hours_only and deleted_at is null then owner_id end) stored
    constraint offers_business_hours references business_hours,
  constraint offers_max_above_min check (max_milli > min_milli),
  constraint offers_open_trades_within check (open_trades between 0 and max_open_trades),
  constraint offers_new_taker_counts check (new_taker_trades between 0 and open_trades and new_taker_micro between 0 and reserved_micro),
  constraint offers_not_oversold check (reserved_micro >= 0 and reserved_micro <= coalesce(inventory_micro, reserved_micro)),
  constraint offers_one_to_five_methods check (
    cardinality(payment_methods) between 1 and 5 and array_ndims(payment_methods) = 1 and array_lower(payment_methods, 1) = 1
    and array_position(payment_methods, null) is null),
  constraint offers_account_of_each_method check (
    cardinality(payment_account_ids) = cardinality(payment_methods) and array_ndims(payment_account_ids) = 1
    and array_lower(payment_account_ids, 1) = 1),
  -- only a deleted offer loses its accounts
  constraint offers_sell_names_accounts check (
    case when type = 'sell' and deleted_at is null then num_nulls(variadic payment_account_ids) = 0
      when type = 'buy' then num_nonnulls(variadic payment_account_ids) = 0 else true end),
  constraint offers_identity unique (id, owner_id, type)
);
create index offers_on_market on offers (type, fiat_currency, created_at desc, id desc)
  where status = 'active' and deleted_at is null;
create index offers_newest on offers (created_at desc, id desc) where status = 'active' and deleted_at is null;
create index offers_by_owner on offers (owner_id, created_at desc) where deleted_at is null;
create index offers_expiring on offers (renewed_at) where status <> 'expired' and deleted_at is null;
create index offers_of_owner on offers (owner_id);
create index offers_for_trusted on offers (owner_id) where trusted_only and deleted_at is null;
create index offers_by_hours on offers (hours_owner_id) where hours_owner_id is not null;
create index offers_deleted on offers (deleted_at) where deleted_at is not null;

create trigger user_not_deleted before insert on offers for each row execute function user_not_deleted('owner_id');
create trigger counted_by_triggers before update on offers for each row
  when (pg_trigger_depth() = 0 and (old.open_trades, old.reserved_micro, old.new_taker_trades, old.new_taker_micro, old.trades_opened, old.trades_completed, old.volume_micro, old.last_trade_at)
    is distinct from (new.open_trades, new.reserved_micro, new.new_taker_trades, new.new_taker_micro, new.trades_opened, new.trades_completed, new.volume_micro, new.last_trade_at))
  execute function only_by_triggers();
create trigger counted_from_zero before insert on offers for each row
  when (new.open_trades <> 0 or new.reserved_micro <> 0 or new.new_taker_trades <> 0 or new.new_taker_micro <> 0 or new.trades_opened <> 0 or new.trades_completed <> 0
    or new.volume_micro <> 0 or new.last_trade_at is not null) execute function only_by_triggers();
create trigger hidden_by_triggers before update on offers for each row
  when (old.hidden_at is distinct from new.hidden_at) execute function only_by_triggers();
create trigger not_hidden_at_first before insert on offers for each row
  when (new.hidden_at is not null) execute function only_by_triggers();

-- Retention periods run from deleted_at, so a deletion that is dated back would be purged too early.
create trigger deleted_now before update on offers
  for each row when (old.deleted_at is null and new.deleted_at is not null and (new.deleted_at > clock_timestamp() or new.deleted_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();
create trigger not_deleted_at_first before insert on offers for each row
  when (new.deleted_at is not null) execute function not_deleted_at_first();
create trigger stays_deleted before update on offers for each row
  when (old.deleted_at is not null and old.deleted_at is distinct from new.deleted_at) execute function stays_deleted();

create function deleted_offer_loses_accounts() returns trigger language plpgsql as $$
begin
  new.payment_account_ids := array_fill(null::uuid, array[cardinality(new.payment_methods)]);
  return new;
end $$;
create trigger deleted_loses_accounts before update on offers
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function deleted_offer_loses_accounts();

-- Runs after the row is written, so that it counts itself.
create function offers_within_limits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept bigint;
  active bigint;
begin
  perform count_alone('offers', new.owner_id);
  select count(*), count(*) filter (where status = 'active') into kept, active
  from offers where owner_id = new.owner_id and deleted_at is null;
  if new.status = 'active' and active > limit_of('active_offers') then
    raise exception 'this user has % active offers', active
      using errcode = 'check_violation', constraint = 'offers_active_within_limit';
  end if;
  if kept > limit_of('offers') then
    raise exception 'this user has % offers', kept
      using errcode = 'check_violation', constraint = 'offers_within_limit';
  end if;
  return null;
end $$;
create trigger offers_within_limits after insert on offers for each row execute function offers_within_limits();
create trigger active_offers_within_limits after update on offers
  for each row when (old.status <> 'active' and new.status = 'active') execute function offers_within_limits();

-- Where the parties meet, the buyer has to come to the place.
create function offer_leaves_time_to_meet() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payment_methods where is_in_person and method = any (new.payment_methods)) then
    raise exception 'a meeting needs a payment window of two hours'
      using errcode = 'check_violation', constraint = 'offers_time_to_meet';
  end if;
  return new;
end $$;
create trigger leaves_time_to_meet before insert or update of payment_methods, payment_window_minutes on offers
  for each row when (new.payment_window_minutes < 120) execute function offer_leaves_time_to_meet();

-- What a taker is shown changes only together with the version, by which an older quote is known.
create function offer_version_steps() returns trigger language plpgsql as $$
begin
  if new.version <> old.version + 1 then
    raise exception 'an offer that changes gets the next version'
      using errcode = 'restrict_violation', constraint = 'offers_version_steps';
  end if;
  return new;
end $$;
create trigger offer_version_steps before update on offers for each row
  when ((old.version, old.fiat_currency, old.payment_methods, old.min_milli, old.max_milli, old.percentage_tenths,
      old.terms, old.payment_window_minutes, old.reference_policy, old.amount_tail, old.trusted_only,
      old.min_account_days, old.min_completed_trades, old.min_completion_rate, old.new_taker_share)
    is distinct from (new.version, new.fiat_currency, new.payment_methods, new.min_milli, new.max_milli,
      new.percentage_tenths, new.terms, new.payment_window_minutes, new.reference_policy, new.amount_tail,
      new.trusted_only, new.min_account_days, new.min_completed_trades, new.min_completion_rate, new.new_taker_share))
  execute function offer_version_steps();

-- 2%, rounded up, and at least 5 USDT, but no more than the trade (domain/trades/bonds.ts).
create function bond_on(usdt_micro bigint) returns bigint language sql immutable as $$ select least(greatest((usdt_micro + 49) / 50, 5000000), usdt_micro) $$;

create table quotes (
  id uuid primary key default gen_random_uuid(),
  taker_id uuid not null references users,
  offer_id uuid not null,
  offer_owner_id uuid not null,
  offer_type text not null,
  offer_version int not null,
  fiat_currency text not null,
  -- the one of the offer's that the taker chose
  payment_method text not null,
  step_milli bigint not null,
  anchor text not null constraint quotes_anchor check (anchor in ('fiat', 'usdt')),
  -- market rate, fiat per USDT x 10^6
  rate_e6 bigint not null constraint quotes_rate_positive check (rate_e6 > 0),
  percentage_tenths smallint not null constraint quotes_percentage_band check (percentage_tenths between -100 and 100),
  -- fiat per USDT x 10^9, exact
  price_e9 bigint not null generated always as (rate_e6 * (1000 + percentage_tenths)) stored,
  fiat_milli bigint not null constraint quotes_fiat_smallest check (fiat_milli >= 1000),
  usdt_micro bigint not null constraint quotes_usdt_positive check (usdt_micro > 0),
  fee_micro bigint not null constraint quotes_fee_half_percent check (fee_micro = usdt_micro / 200),
  -- what the offer's amount tail added to the sum that was asked for: the sum is the anchor then
  tail_milli bigint not null default 0,
  -- what a buyer without a completed trade locks, beyond what is free to new takers (domain/trades/bonds.ts)
  bond_micro bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint quotes_bond check (bond_micro = 0 or (offer_type = 'sell' and bond_micro = bond_on(usdt_micro))),
  constraint quotes_not_own_offer check (taker_id <> offer_owner_id),
  constraint quotes_short_lived check (expires_at > created_at and expires_at <= created_at + interval '61 seconds'),
  constraint quotes_on_step check (fiat_milli % step_milli = 0),
  constraint quotes_tail check (
    abs(tail_milli) < 100 * step_milli and tail_milli % step_milli = 0 and (tail_milli = 0 or anchor = 'fiat')),
  -- one amount is typed, the other follows from it by one integer rule
  constraint quotes_amounts_agree check (
    case anchor
      when 'fiat' then usdt_micro = div(fiat_milli::numeric * 1000000000000, (rate_e6 * (1000 + percentage_tenths))::numeric)
      else fiat_milli::numeric * 1000000000000 >= usdt_micro::numeric * (rate_e6 * (1000 + percentage_tenths))
       and (fiat_milli - step_milli)::numeric * 1000000000000 < usdt_micro::numeric * (rate_e6 * (1000 + percentage_tenths))
    end),
  constraint quotes_method_of_currency foreign key (fiat_currency, payment_method) references payment_methods,
  constraint quotes_currency_step foreign key (fiat_currency, step_milli) references currencies (code, step_milli),
  constraint quotes_offer foreign key (offer_id, offer_owner_id, offer_type) references offers (id, owner_id, type),
  constraint quotes_terms_of_trade unique (
    id, taker_id, offer_id, offer_owner_id, offer_type, fiat_currency, payment_method, anchor,
    rate_e6, percentage_tenths, fiat_milli, usdt_micro, fee_micro, expires_at)
);
comment on table quotes is
  'a price held for one user for 60 seconds. Rows never change; a trade repeats their numbers by foreign key';
create index quotes_by_age on quotes (created_at);
create index quotes_of_offer on quotes (offer_id);
create index quotes_of_taker on quotes (taker_id);
create trigger append_only before update on quotes for each row execute function refuse_change();
create trigger happens_now before insert on quotes
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- An offer that changes its methods afterwards gets the next version, by which the quote is known as outdated.
create function quote_by_method_of_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from offers where id = new.offer_id and new.payment_method <> all (payment_methods)) then
    raise exception 'offer % is not paid by %', new.offer_id, new.payment_method
      using errcode = 'check_violation', constraint = 'quotes_method_of_offer';
  end if;
  return new;
end $$;
create trigger by_method_of_offer before insert on quotes for each row execute function quote_by_method_of_offer();

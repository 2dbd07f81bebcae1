-- The reference rates, from which every price follows (domain/offers/rates/).

create table reference_rates (
  fiat_currency text primary key references currencies,
  -- fiat for 1 USDT x 10^6
  rate_e6 bigint not null constraint reference_rates_bounds check (rate_e6 between 1 and 1000000000000),
  -- the sources that agree with it
  sources text[] not null constraint reference_rates_sources check (cardinality(sources) between 1 and 20),
  -- when the sources had it: the latest of their times
  as_of timestamptz not null default clock_timestamp(),
  -- since when the sources give no rate: quotes are refused, and the last rate stays shown
  unavailable_since timestamptz,
  -- when the admins were last notified of it
  reported_at timestamptz,
  -- the rate before, which quotes may have until the other processes have heard of the change
  former_e6 bigint,
  changed_at timestamptz not null default clock_timestamp()
);
comment on table reference_rates is 'the present rate of each currency; migrate writes that of domain/offers/currencies/ first';

create function note_rate_change() returns trigger language plpgsql as $$
begin
  new.former_e6 = old.rate_e6;
  new.changed_at = clock_timestamp();
  return new;
end $$;
create trigger note_rate_change before update on reference_rates for each row
  when (old.rate_e6 <> new.rate_e6) execute function note_rate_change();

-- All that is judged before a quote's row is written, in one statement after all locks: the rate, of whose change a process hears within
-- seconds, the currency, the outage and both users.
create function quote_may_be_made() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  one constant uuid := least(new.taker_id, new.offer_owner_id);
  other constant uuid := greatest(new.taker_id, new.offer_owner_id);
  -- An assignment is no statement: the query below begins after the locks.
  locked constant text := pg_advisory_xact_lock_shared(hashtextextended('currency' || new.fiat_currency, 0))::text
    || pg_advisory_xact_lock_shared(hashtext('outages'))::text
    || pg_advisory_xact_lock_shared(hashtextextended('may trade' || one, 0))::text
    || pg_advisory_xact_lock_shared(hashtextextended('may trade' || other, 0))::text;
  it record;
begin
  select rate.unavailable_since is not null as is_unrated,
    rate.rate_e6 = new.rate_e6
      or coalesce(rate.former_e6 = new.rate_e6 and rate.changed_at > clock_timestamp() - interval '10 seconds', false) as is_present,
    exists (select from currencies where code = new.fiat_currency and switched_off_at is not null) as is_currency_off,
    exists (select from outages where ended_at is null) as is_outage,
    parties.is_deleted, parties.is_suspended, parties.is_arbiter
  into it
  from (
    select bool_or(deleted_at is not null and id = new.taker_id) as is_deleted, bool_or(suspended_at is not null) as is_suspended,
      bool_or(exists (select from staff_members where user_id = party.id and role = 'arbiter')) as is_arbiter
    -- locked against the deletion of an account
    from (select id, deleted_at, suspended_at from users where id in (one, other) order by id for key share) party) parties
    left join reference_rates rate on rate.fiat_currency = new.fiat_currency;
  if it.is_unrated then
    raise exception 'there is no rate of %', new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'quotes_rate_available';
  elsif not it.is_present then
    raise exception '% is not the rate of %', new.rate_e6, new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'quotes_present_rate';
  elsif it.is_currency_off then
    raise exception 'the currency % is switched off', new.fiat_currency
      using errcode = 'restrict_violation', constraint = 'quotes_currency_available';
  elsif it.is_outage then
    raise exception 'an outage is open' using errcode = 'check_violation', constraint = 'quotes_not_in_outage';
  elsif it.is_deleted then
    raise exception 'this account was deleted' using errcode = 'restrict_violation', constraint = 'user_not_deleted';
  elsif it.is_suspended then
    raise exception 'this user is suspended' using errcode = 'restrict_violation', constraint = 'users_not_suspended';
  elsif it.is_arbiter then
    raise exception 'an arbiter does not trade' using errcode = 'restrict_violation', constraint = 'arbiters_do_not_trade';
  end if;
  return new;
end $$;
create trigger quote_may_be_made before insert on quotes for each row execute function quote_may_be_made();

create table rate_readings (
  fiat_currency text not null references currencies,
  source text not null constraint rate_readings_source check (char_length(source) between 1 and 260),
  -- the last value that it gave, and when it had it; null: none yet
  rate_e6 bigint constraint rate_readings_bounds check (rate_e6 between 1 and 1000000000000),
  as_of timestamptz,
  -- when it was last asked, and why it gave no value then; null: it gave this one
  read_at timestamptz not null,
  read_fault text constraint rate_readings_read_fault check (read_fault ~ '^[a-z_]{1,40}$'),
  -- why it does not count; null: it does
  fault text constraint rate_readings_fault check (fault ~ '^[a-z_]{1,40}$'),
  primary key (fiat_currency, source),
  constraint rate_readings_value check ((rate_e6 is null) = (as_of is null) and (rate_e6 is not null or read_fault is not null))
);
comment on table rate_readings is 'what each source of a reference rate said last, for the admins';

create table rate_hours (
  fiat_currency text not null references currencies,
  hour timestamptz not null constraint rate_hours_whole check (hour = date_trunc('hour', hour, 'UTC')),
  -- the last rate of the hour, and its range
  rate_e6 bigint not null constraint rate_hours_positive check (rate_e6 > 0),
  low_e6 bigint not null,
  high_e6 bigint not null,
  primary key (fiat_currency, hour),
  constraint rate_hours_range check (rate_e6 between low_e6 and high_e6)
);
comment on table rate_hours is 'the history of the reference rates that came from sources';

create table rate_rounds (
  only_row boolean primary key default true constraint rate_rounds_only_row check (only_row),
  next_at timestamptz not null default clock_timestamp()
);
comment on table rate_rounds is 'when the sources are asked next: the process that moves the time on asks them';
insert into rate_rounds default values;

create table manual_rates (
  audit_id bigint primary key,
  currency_id uuid not null,
  fiat_currency text not null,
  action text not null generated always as ('set_rate') stored,
  rate_e6 bigint not null constraint manual_rates_bounds check (rate_e6 between 1 and 1000000000000),
  at timestamptz not null,
  constraint manual_rates_currency foreign key (currency_id, fiat_currency) references currencies (id, code),
  constraint manual_rates_on_record foreign key (audit_id, currency_id, action) references audit_log (id, subject, action)
);
comment on table manual_rates is 'rates that admins have set by hand: one source among others, for a day';
create index manual_rates_of_currency on manual_rates (fiat_currency, audit_id desc);
create trigger append_only before update or delete on manual_rates for each row execute function refuse_change();
create trigger append_only_whole before truncate on manual_rates execute function refuse_change();

-- The currency and the time are those of the audit record. A slip of the finger or a stolen session moves the prices of the whole
-- market, so a rate is near those of the last day; one that was a rate in it may be set again.
create function manual_rate_as_recorded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  least bigint;
  most bigint;
begin
  select subject, at into new.currency_id, new.at from audit_log where id = new.audit_id;
  select code into new.fiat_currency from currencies where id = new.currency_id;
  -- Sets of one currency follow one another by the lock of the audit log.
  select min(rate), max(rate) into least, most from (
    select rate_e6 from reference_rates where fiat_currency = new.fiat_currency
    union all select unnest(array[low_e6, high_e6]) from rate_hours
      where fiat_currency = new.fiat_currency and hour > clock_timestamp() - interval '25 hours'
    union all select rate_e6 from manual_rates
      where fiat_currency = new.fiat_currency and at > clock_timestamp() - interval '1 day') as of_the_day (rate);
  if (new.rate_e6 < least and new.rate_e6 * 100 < most * 80) or (new.rate_e6 > most and new.rate_e6 * 100 > least * 120) then
    raise exception 'the rate is far from those of the last day' using errcode = 'check_violation', constraint = 'manual_rates_near';
  end if;
  return new;
end $$;
create trigger manual_rate_as_recorded before insert on manual_rates
  for each row execute function manual_rate_as_recorded();

grant select, update (rate_e6, sources, as_of, unavailable_since, reported_at) on reference_rates to sarraf_app;
grant select, insert, update, delete on rate_readings to sarraf_app;
grant select, insert, update (rate_e6, low_e6, high_e6) on rate_hours to sarraf_app;
grant select, update (next_at) on rate_rounds to sarraf_app;
grant select, insert (audit_id, rate_e6) on manual_rates to sarraf_app;

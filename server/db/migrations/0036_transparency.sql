-- The public figures at /transparency: counted for each day from the trades and disputes, and published as one snapshot.

create table public_figure_kinds (figure text primary key);
comment on table public_figure_kinds is 'what is counted; the parts of "minutes" figures are whole minutes, those of "completed" a currency and a method';
insert into public_figure_kinds values
  ('completed'), ('minutes_to_pay'), ('minutes_to_release'), ('disputes_opened'), ('disputes_closed'), ('minutes_to_decide'),
  ('locked'), ('left_escrow');

create table public_figures (
  figure text not null constraint public_figures_figure references public_figure_kinds,
  -- in UTC
  day date not null,
  part text not null,
  total bigint not null constraint public_figures_total check (total >= 0),
  primary key (figure, day, part)
);
comment on table public_figures is
  'how much happened on a day. No row names a user, and only count_public_day writes them: "locked" and "left_escrow" are the micro USDT of the transfers into and out of the escrow';

create table transparency (
  is_only_row boolean primary key default true constraint transparency_one_row check (is_only_row),
  -- the days before it are final
  counted_to date not null,
  -- the answer of GET /api/transparency, and when it was computed
  snapshot jsonb,
  as_of timestamptz,
  constraint transparency_dated check ((snapshot is null) = (as_of is null))
);
comment on table transparency is 'the latest published figures, which the worker computes every few minutes';

create index trade_outcomes_by_time on trade_outcomes (at) where failed_by is null;
create index transfers_by_time on transfers (at);
create index disputes_by_time on disputes (opened_at);
create index dispute_events_ended on dispute_events (at) where action = 'decide' or to_status = 'closed';

-- What is counted of one day; a median is read from whole minutes, of which there are at most two weeks.
create function count_public_day(the_day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts constant timestamptz := the_day::timestamp at time zone 'UTC';
  ends constant timestamptz := (the_day + 1)::timestamp at time zone 'UTC';
begin
  delete from public_figures where day = the_day;
  insert into public_figures
  with completed as (
    select t.id, t.fiat_currency, t.payment_method, t.created_at, paid.at as paid_at, confirmed.at as confirmed_at
    from trade_outcomes o join trades t on t.id = o.trade_id
      left join lateral (
        select at from trade_events where trade_id = t.id and action = 'mark_paid' order by seq desc limit 1) paid on true
      left join lateral (
        select at from trade_events where trade_id = t.id and action = 'confirm_receipt' limit 1) confirmed on true
    where o.failed_by is null and o.at >= starts and o.at < ends
  ), ended as (
    select e.action, e.to_status, e.round, e.at, d.opened_at, d.outcome
    from dispute_events e join disputes d on d.trade_id = e.trade_id
    where (e.action = 'decide' or e.to_status = 'closed') and e.at >= starts and e.at < ends
  ), counted (figure, part, amount) as (
    select 'completed', fiat_currency || ' ' || payment_method, 1 from completed
    union all
    select 'minutes_to_pay', whole_minutes(created_at, paid_at), 1 from completed where paid_at is not null
    union all
    select 'minutes_to_release', whole_minutes(paid_at, confirmed_at), 1 from completed
    where paid_at is not null and confirmed_at is not null
    union all
    select 'disputes_opened', '', 1 from disputes where opened_at >= starts and opened_at < ends
    union all
    select 'disputes_closed', outcome, 1 from ended where to_status = 'closed'
    union all
    select 'minutes_to_decide', whole_minutes(opened_at, at), 1 from ended where action = 'decide' and round = 1
    union all
    select case leg when 'lock' then 'locked' else 'left_escrow' end, '', amount_micro
    from transfers where at >= starts and at < ends
  )
  select figure, the_day, part, sum(amount) from counted group by figure, part;
end $$;
revoke execute on function count_public_day from public;

create function whole_minutes(since timestamptz, until timestamptz) returns text language sql immutable as $$
  select least(greatest(floor(extract(epoch from until - since) / 60), 0), 20160)::int::text
$$;

-- Counts the days since the last count, a month of them at most, yesterday and today again. Returns whether it has reached today.
create function count_public_figures() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  today constant date := (clock_timestamp() at time zone 'UTC')::date;
  first_day date;
  last_day date;
begin
  perform pg_advisory_xact_lock(hashtext('public_figures'));
  select counted_to into first_day from transparency;
  if first_day is null then
    select coalesce((min(created_at) at time zone 'UTC')::date, today) into first_day from trades;
  end if;
  last_day := least(first_day + 30, today);
  for the_day in 0 .. last_day - first_day loop
    perform count_public_day(first_day + the_day);
  end loop;
  -- Medians are published for at most 90 days.
  delete from public_figures
    where figure in ('minutes_to_pay', 'minutes_to_release', 'minutes_to_decide') and day < today - 100;
  insert into transparency (counted_to) values (least(last_day, today - 1))
  on conflict (is_only_row) do update set counted_to = excluded.counted_to;
  return last_day = today;
end $$;
revoke execute on function count_public_figures from public;

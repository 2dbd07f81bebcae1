-- The public figures at /transparency: counted for each day from the trades and disputes, released in groups, and published once a day.

-- A smaller number of trades or disputes could show what a single user did (domain/limits.ts).
insert into limits values ('published_from', 5);

create table public_figure_kinds (
  figure text primary key,
  -- the figure that is counted to decide when this one is released; null: never published by the day
  released_with text references public_figure_kinds,
  -- whether all parts of a day are counted together; otherwise each part is a group of its own
  is_one_group boolean not null
);
comment on table public_figure_kinds is
  'what is counted. The parts of "minutes" figures are whole minutes, those of "completed", "traded" and "settlement" a currency and a method';
insert into public_figure_kinds values
  ('completed', 'completed', false), ('traded', 'completed', false), ('settlement', 'completed', false), ('failed', 'failed', true),
  ('minutes_to_pay', 'minutes_to_pay', true), ('minutes_to_release', 'minutes_to_release', true),
  ('disputes_opened', 'disputes_opened', true), ('disputes_closed', 'disputes_closed', false),
  ('minutes_to_decide', 'minutes_to_decide', true), ('minutes_held', 'minutes_held', true),
  ('locked', null, true), ('left_escrow', null, true);

create table public_figures (
  figure text not null constraint public_figures_figure references public_figure_kinds,
  -- in UTC
  day date not null,
  part text not null,
  total bigint not null constraint public_figures_total check (total >= 0),
  -- the day on which its group was large enough; null: it waits
  released_on date constraint public_figures_released_later check (released_on >= day),
  primary key (figure, day, part)
);
comment on table public_figures is
  'how much happened on a day. No row names a user, and only count_public_day and release_public_day write them: "traded", "locked" and "left_escrow" are micro USDT, "settlement" is seconds';
create index public_figures_waiting on public_figures (figure, part) where released_on is null;

create table transparency (
  is_only_row boolean primary key default true constraint transparency_one_row check (is_only_row),
  -- the days before it are counted, and final
  counted_to date not null,
  -- the answers of GET /api/transparency and GET /api/market/stats, and when they were computed
  snapshot jsonb,
  statistics jsonb,
  as_of timestamptz,
  constraint transparency_dated check ((snapshot is null) = (as_of is null) and (statistics is null) = (as_of is null))
);
comment on table transparency is 'the latest published figures, which the worker computes once a day';

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
  insert into public_figures (figure, day, part, total)
  with completed as (
    select t.id, t.fiat_currency, t.payment_method, t.created_at, o.at, s.traded_micro, paid.at as paid_at, confirmed.at as confirmed_at
    from trade_outcomes o join trades t on t.id = o.trade_id join trade_states s on s.trade_id = t.id
      left join lateral (
        select case action when 'mark_paid' then at end as at from trade_events
        where trade_id = t.id and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1) paid on true
      left join lateral (
        select at from trade_events where trade_id = t.id and action = 'confirm_receipt' limit 1) confirmed on true
    where o.failed_by is null and o.at >= starts and o.at < ends
  ), ended as (
    select e.trade_id, e.action, e.to_status, e.round, e.at, d.opened_at, d.outcome
    from dispute_events e join disputes d on d.trade_id = e.trade_id
    where (e.action = 'decide' or e.to_status = 'closed') and e.at >= starts and e.at < ends
  ), counted (figure, part, amount) as (
    select 'completed', fiat_currency || ' ' || payment_method, 1 from completed
    union all
    select 'traded', fiat_currency || ' ' || payment_method, traded_micro from completed
    union all
    select 'settlement', fiat_currency || ' ' || payment_method, extract(epoch from at - created_at)::bigint from completed
    union all
    select 'failed', '', 1 from trade_outcomes where failed_by is not null and at >= starts and at < ends
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
    -- An objection disputes a trade that is not marked as paid, or no longer: no mark held its USDT.
    select 'minutes_held', whole_minutes(mark.at, ended.at), 1
    from ended cross join lateral (
      select action, at from trade_events
      where trade_id = ended.trade_id and action in ('mark_paid', 'withdraw_payment_mark') order by seq desc limit 1) mark
    where ended.to_status = 'closed' and ended.outcome in ('refund', 'buyer_conceded') and mark.action = 'mark_paid'
    union all
    select case when leg in ('lock', 'bond') then 'locked' else 'left_escrow' end, '', amount_micro
    from transfers where at >= starts and at < ends
  )
  select figure, the_day, part, sum(amount) from counted group by figure, part;
end $$;
revoke execute on function count_public_day from public;

create function whole_minutes(since timestamptz, until timestamptz) returns text language sql immutable as $$
  select least(greatest(floor(extract(epoch from until - since) / 60), 0), 20160)::int::text
$$;

-- Releases what waits of each group that has reached the number from which figures are published. Every published count is a
-- sum of such groups, and a group never changes afterwards: no subtraction of any figures, periods or publications gives a part of one.
create function release_public_day(the_day date) returns void
language sql security definer set search_path = public, pg_temp as $$
  with large as (
    select f.figure, case when k.is_one_group then '' else f.part end as part, k.is_one_group
    from public_figures f join public_figure_kinds k on k.figure = f.figure and k.released_with = f.figure
    where f.released_on is null and f.day <= the_day
    group by 1, 2, 3 having sum(f.total) >= limit_of('published_from'))
  update public_figures f set released_on = the_day
  from public_figure_kinds k join large l on l.figure = k.released_with
  where k.figure = f.figure and f.released_on is null and f.day <= the_day and (l.is_one_group or f.part = l.part)
$$;
revoke execute on function release_public_day from public;

-- What was released stays as it is; medians are published for at most 90 days, and their rows deleted afterwards.
create function public_figure_is_final() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.figure in ('minutes_to_pay', 'minutes_to_release', 'minutes_to_decide', 'minutes_held')
      and old.released_on < (clock_timestamp() at time zone 'UTC')::date - 100 then return old; end if;
  elsif old.released_on is null and new.released_on is not null
    and (new.figure, new.day, new.part, new.total) = (old.figure, old.day, old.part, old.total) then return new;
  end if;
  raise exception 'a counted day does not change'
    using errcode = 'restrict_violation', constraint = 'public_figures_final';
end $$;
create trigger public_figure_is_final before update or delete on public_figures
  for each row execute function public_figure_is_final();

-- The last day that is over. Ten minutes later, every transaction that wrote a moment of it has ended.
create function last_public_day() returns date language sql volatile set search_path = public, pg_temp as $$
  select (clock_timestamp() at time zone 'UTC' - interval '10 minutes')::date - 1
$$;

-- Counts the days that are over since the last count, a month of them at most. Returns whether all are counted.
create function count_public_figures() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_day constant date := last_public_day();
  next_day date;
begin
  perform pg_advisory_xact_lock(hashtext('public_figures'));
  select counted_to into next_day from transparency;
  if next_day is null then
    select least(coalesce((min(created_at) at time zone 'UTC')::date, last_day), last_day) into next_day from trades;
  end if;
  for each in 1 .. least(last_day - next_day + 1, 31) loop
    perform count_public_day(next_day);
    perform release_public_day(next_day);
    next_day := next_day + 1;
  end loop;
  delete from public_figures
    where figure in ('minutes_to_pay', 'minutes_to_release', 'minutes_to_decide', 'minutes_held')
      and released_on < last_day - 101;
  insert into transparency (counted_to) values (next_day)
  on conflict (is_only_row) do update set counted_to = excluded.counted_to;
  return next_day > last_day;
end $$;
revoke execute on function count_public_figures from public;

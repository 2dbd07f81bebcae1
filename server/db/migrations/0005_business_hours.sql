-- Business hours: the weekly schedule of a user, whose offers that follow it can be traded within it only.

-- Ranges in minutes of a week, which begins on Monday at 00:00, in their order: up to two begin on a day, none is longer than a
-- day, and none overlaps the next. A range may end on the next day, and the last one in the next week.
create function is_business_week(opens int[], closes int[]) returns boolean
language sql immutable set search_path = public, pg_temp as $$
  select coalesce(cardinality(opens) between 1 and 14 and cardinality(opens) = cardinality(closes) and (
    select bool_and(coalesce(
      start between 0 and 10079 and finish > start and finish <= start + 1440 and finish <= next_start and of_day <= 2, false))
    from (
      select start, finish, lead(start, 1, opens[1] + 10080) over (order by nr) as next_start,
        count(*) over (partition by start / 1440) as of_day
      from unnest(opens, closes) with ordinality as range (start, finish, nr)) ranges), false)
$$;

create table business_hours (
  user_id uuid primary key references users on delete cascade,
  time_zone text not null
    -- the expression fails for an unknown zone
    constraint business_hours_time_zone check (char_length(time_zone) <= 64 and (timestamp '2026-01-01' at time zone time_zone) is not null),
  -- where each range begins and ends (is_business_week), in local time
  opens int[] not null,
  closes int[] not null,
  -- whether the market shows the offers, since when, and when the worker checks again; the trigger follow_clock sets all three
  is_open boolean not null,
  since timestamptz not null,
  changes_at timestamptz not null,
  constraint business_hours_week check (is_business_week(opens, closes))
);
comment on table business_hours is
  'when the offers of a user that follow their business hours can be traded; only the user reads the schedule';
create index business_hours_due on business_hours (changes_at);
create trigger user_not_deleted before insert on business_hours for each row execute function user_not_deleted('user_id');

-- Whether the hours are open at a moment, and when that changes next. When the clocks change, a local time that is skipped moves
-- forward by the change, and one that occurs twice means the later.
create function business_hours_at(moment timestamptz, zone text, opens int[], closes int[], out is_open boolean, out changes_at timestamptz)
language sql immutable set search_path = public, pg_temp as $$
  with ranges as materialized (
    select * from (
      select (monday + make_interval(days => 7 * week, mins => start)) at time zone zone as starts_at,
        (monday + make_interval(days => 7 * week, mins => finish)) at time zone zone as ends_at
      from date_trunc('week', moment at time zone zone) as monday, generate_series(-1, 2) as week,
        unnest(opens, closes) as range (start, finish)) local
    where ends_at > starts_at)
  select now.is_open, case
    when now.is_open then (
      -- A range that begins where another one ends continues it.
      select min(r.ends_at) from ranges r
      where r.ends_at > moment and not exists (select from ranges n where n.starts_at <= r.ends_at and n.ends_at > r.ends_at))
    else (select min(starts_at) from ranges where starts_at > moment) end
  from (select exists (select from ranges where starts_at <= moment and ends_at > moment) as is_open) now
$$;

-- Whether the offers of this user that follow the hours are open by the database's clock, and when that changes next. Only the user
-- reads the schedule itself. In a time zone that the database no longer knows, the hours count as closed, for a day at a time.
create function business_hours_now(of_user uuid, out is_open boolean, out changes_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  select n.is_open, n.changes_at into is_open, changes_at
  from business_hours h, business_hours_at(clock_timestamp(), h.time_zone, h.opens, h.closes) n
  where h.user_id = of_user;
exception when invalid_parameter_value then
  is_open := false;
  changes_at := clock_timestamp() + interval '1 day';
end $$;
revoke execute on function business_hours_now from public;

-- Whether the market shows the offers of this user that follow business hours, as the worker last set it.
create function business_is_open(of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select is_open from business_hours where user_id = of_user), true)
$$;
revoke execute on function business_is_open from public;

-- Before the hours change, locks the owner's offers, in the order in which opening a trade locks them, and waits for transactions
-- that refer to the hours, so that the market shows what those wrote.
create function follow_clock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if new.user_id <> old.user_id then
      raise exception 'business hours keep their user' using errcode = 'restrict_violation', constraint = 'business_hours_frozen';
    end if;
    perform from offers where owner_id = new.user_id and deleted_at is null order by id for no key update;
    perform from business_hours where user_id = new.user_id for update;
  end if;
  select n.is_open, n.changes_at into strict new.is_open, new.changes_at
  from business_hours_at(clock_timestamp(), new.time_zone, new.opens, new.closes) n;
  new.since := case when tg_op = 'UPDATE' and new.is_open = old.is_open then old.since else clock_timestamp() end;
  return new;
end $$;
-- Only for a valid week: another one has no next change, and the check business_hours_week refuses its row.
create trigger follow_clock before insert or update on business_hours
  for each row when (is_business_week(new.opens, new.closes)) execute function follow_clock();

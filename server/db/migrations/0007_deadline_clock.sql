-- Outages of the platform: while one is open, no deadline of a trade or a dispute passes, and no trade is opened. When it ends, the
-- deadlines move by its length (0035_outages.sql).

create table outages (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  -- written by a trigger: hours without days, so that no time zone changes it
  length interval,
  -- the audit records of both acts
  start_id bigint not null constraint outages_started_once unique,
  start_action text not null generated always as ('start_outage') stored,
  end_id bigint constraint outages_ended_once unique,
  end_action text generated always as (case when end_id is not null then 'end_outage' end) stored,
  constraint outages_end_recorded check ((ended_at is null) = (end_id is null)),
  constraint outages_in_order check (ended_at > started_at),
  constraint outages_length_right check ((length is null) = (ended_at is null) and length = ended_at - started_at),
  constraint outages_length unique (id, length)
);
comment on table outages is 'when an admin stopped the deadlines of the open trades and disputes, and when they ran again';
create unique index outages_one_open on outages ((true)) where ended_at is null;

-- The time against which deadlines are checked. During an outage it stays at the outage's start, so no deadline passes.
create function deadline_clock(moment timestamptz) returns timestamptz language sql stable as $$
  select least(moment, (select started_at from outages where ended_at is null))
$$;

-- What users are notified of, by which channels, and the outbox of these channels.

create table notification_channels (
  channel text primary key,
  -- an unseen urgent notification goes from one to the next
  escalation_order smallint not null unique
);
comment on table notification_channels is 'written by migrate from domain/notifications/notifications.ts';

create table notification_groups (event_group text primary key);
comment on table notification_groups is 'what users have settings for; written by migrate from domain/notifications/notifications.ts';

create table notification_defaults (
  event_group text constraint notification_defaults_group references notification_groups,
  channel text constraint notification_defaults_channel references notification_channels,
  -- before the user changes it
  is_on boolean not null,
  -- the user cannot turn it off
  is_required boolean not null,
  primary key (event_group, channel),
  constraint notification_defaults_required_on check (is_on or not is_required)
);
comment on table notification_defaults is 'each group on each channel; written by migrate from domain/notifications/notifications.ts';

create table notification_events (
  event text primary key,
  event_group text not null constraint notification_events_group references notification_groups,
  -- the user's turn with a deadline: passes quiet hours, and is escalated until the user has seen it
  is_urgent boolean not null,
  -- has a mail of its own; without one it goes to the other channels only
  is_mailed boolean not null
);
comment on table notification_events is 'what users are notified of; written by migrate from domain/notifications/notifications.ts';

------------------------------------------------------------------------------------------------------------- settings

create table notification_settings (
  user_id uuid not null references users on delete cascade,
  event_group text not null,
  channel text not null,
  is_on boolean not null,
  primary key (user_id, event_group, channel),
  constraint notification_settings_default foreign key (event_group, channel) references notification_defaults
);
comment on table notification_settings is 'what a user changed; without a row the group''s own setting applies';
create trigger user_not_deleted before insert on notification_settings for each row execute function user_not_deleted('user_id');

create function setting_not_required() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not new.is_on
    and (select is_required from notification_defaults where event_group = new.event_group and channel = new.channel) then
    raise exception 'this channel cannot be turned off for this group'
      using errcode = 'check_violation', constraint = 'notification_settings_required';
  end if;
  return new;
end $$;
create trigger setting_not_required before insert or update on notification_settings
  for each row execute function setting_not_required();

create table notification_preferences (
  user_id uuid primary key references users on delete cascade,
  time_zone text not null default 'UTC'
    -- the expression fails for an unknown zone
    constraint notification_preferences_time_zone check (char_length(time_zone) <= 64 and (timestamp '2026-01-01' at time zone time_zone) is not null),
  -- local times; both null: no quiet hours. The end is on the next day where it is not after the start.
  quiet_from time,
  quiet_until time,
  escalation_minutes smallint not null default 5
    constraint notification_preferences_escalation check (escalation_minutes in (2, 5, 15, 30)),
  -- where an unseen urgent notification goes although the group's setting is off
  escalation_channels text[] not null default '{push,telegram,email}'
    constraint notification_preferences_channels check (escalation_channels <@ '{push,telegram,email}'),
  constraint notification_preferences_quiet_hours check (
    (quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until or quiet_from is null and quiet_until is null)
);
comment on table notification_preferences is 'a user''s quiet hours and escalation; without a row the defaults apply';
create trigger user_not_deleted before insert on notification_preferences for each row execute function user_not_deleted('user_id');

-- The time at which the quiet hours that contain the moment end; the moment itself outside quiet hours. When the clocks change, an
-- end time that is skipped moves forward by the change, and one that occurs twice means the later.
create function quiet_hours_end(moment timestamptz, zone text, quiet_from time, quiet_until time) returns timestamptz
language sql immutable set search_path = public, pg_temp as $$
  select case
    when quiet_from is null then moment
    when quiet_from < quiet_until and local.time >= quiet_from and local.time < quiet_until
      then greatest(moment, (local.date + quiet_until) at time zone zone)
    when quiet_from > quiet_until and local.time >= quiet_from
      then greatest(moment, (local.date + 1 + quiet_until) at time zone zone)
    when quiet_from > quiet_until and local.time < quiet_until
      then greatest(moment, (local.date + quiet_until) at time zone zone)
    else moment
  end
  from (select (moment at time zone zone)::time as time, (moment at time zone zone)::date as date) local
$$;

-------------------------------------------------------------------------------------------------------- notifications

create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  event text not null constraint notifications_event references notification_events,
  trade_id uuid references trades on delete cascade,
  -- what the event's text includes and its trade does not say
  values jsonb not null default '{}'
    constraint notifications_values check (jsonb_typeof(values) = 'object' and char_length(values::text) <= 1000),
  -- in the user's list; false where the user wants the event by other channels only
  is_listed boolean not null,
  at timestamptz not null default clock_timestamp(),
  -- when an urgent one that is still unseen goes to the next channel; null: not, or no more
  escalate_at timestamptz,
  -- when a visible page showed it, or its trade was opened
  seen_at timestamptz,
  read_at timestamptz,
  constraint notifications_read_is_seen check (read_at is null or seen_at is not null or not is_listed),
  constraint notifications_seen_not_escalated check (seen_at is null or escalate_at is null)
);
comment on table notifications is 'written in the transaction of the act that they report, by write_notification only';
create index notifications_by_user on notifications (user_id, at desc, id desc);
create index notifications_unread on notifications (user_id, at desc, id desc) where is_listed and read_at is null;
create index notifications_of_trade on notifications (trade_id, user_id) where trade_id is not null;
create index notifications_to_escalate on notifications (escalate_at) where escalate_at is not null;
create index notifications_by_age on notifications (at);
-- A user has at most one unread message notification per trade, so that a chat floods neither the list nor the mailbox.
create unique index notifications_one_message on notifications (user_id, trade_id)
  where event = 'message_received' and read_at is null;
-- The same for an offer that sells out, is refilled by a cancellation and sells out again.
create unique index notifications_one_sold_out on notifications (user_id, (values ->> 'offerId'))
  where event = 'offer_sold_out' and read_at is null;

-- What it says never changes; it is seen and read once.
create function notification_kept() returns trigger language plpgsql as $$
declare
  marks constant text[] := array['escalate_at', 'seen_at', 'read_at'];
begin
  if to_jsonb(new) - marks = to_jsonb(old) - marks
    and (old.seen_at is null or new.seen_at = old.seen_at) and (old.read_at is null or new.read_at = old.read_at) then
    return new;
  end if;
  raise exception 'a notification does not change'
    using errcode = 'restrict_violation', constraint = 'notifications_append_only';
end $$;
create trigger append_only before update on notifications for each row execute function notification_kept();
create trigger seen_now before update on notifications
  for each row when (new.seen_at is not null and old.seen_at is null and (new.seen_at > clock_timestamp() or new.seen_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();
create trigger read_now before update on notifications
  for each row when (new.read_at is not null and old.read_at is null and (new.read_at > clock_timestamp() or new.read_at < clock_timestamp() - interval '10 seconds'))
  execute function happens_now();

create table notification_deliveries (
  notification_id uuid not null references notifications on delete cascade,
  channel text not null constraint notification_deliveries_channel references notification_channels,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- not before this moment: the end of quiet hours, or the next attempt
  due_at timestamptz not null,
  -- dropped when the user sees the notification before it is due: it was held or escalated
  only_unseen boolean not null,
  attempts int not null default 0 constraint notification_deliveries_attempts check (attempts >= 0),
  outcome text constraint notification_deliveries_outcome check (outcome in ('delivered', 'failed', 'dropped', 'summarised')),
  ended_at timestamptz,
  last_error text constraint notification_deliveries_error_short check (char_length(last_error) <= 200),
  -- of an urgent event: when it was decided that it is sent alone, or in a summary
  decided_at timestamptz,
  -- the notification whose delivery sends the summary that this one is part of, which is its own on that one; null: alone
  summary_id uuid,
  primary key (notification_id, channel),
  constraint notification_deliveries_ends_with_outcome check ((outcome is null) = (ended_at is null)),
  constraint notification_deliveries_summary_decided check (summary_id is null or decided_at is not null),
  constraint notification_deliveries_in_summary check (
    (outcome is not distinct from 'summarised') = (summary_id is not null and summary_id <> notification_id)),
  constraint notification_deliveries_not_in_app check (channel <> 'in_app')
);
comment on table notification_deliveries is 'the outbox: one row for each notification and channel but the product itself, whose list is notifications';
comment on column notification_deliveries.last_error is 'codes of the failure only, never what was sent or answered';
create index notification_deliveries_due on notification_deliveries (channel, due_at) where outcome is null;
create index notification_deliveries_by_user on notification_deliveries (user_id, channel, created_at);
create index notification_deliveries_decided on notification_deliveries (user_id, channel, decided_at) where decided_at is not null;
create index notification_deliveries_undecided on notification_deliveries (user_id, channel) where decided_at is null and outcome is null;
create index notification_deliveries_of_summary on notification_deliveries (summary_id, channel) where summary_id is not null;

create function delivery_kept() returns trigger language plpgsql as $$
declare
  progress constant text[] := array['due_at', 'attempts', 'outcome', 'ended_at', 'last_error', 'decided_at', 'summary_id'];
begin
  if to_jsonb(new) - progress = to_jsonb(old) - progress and old.outcome is null
    and (old.decided_at is null or (new.decided_at, new.summary_id) is not distinct from (old.decided_at, old.summary_id)) then
    return new;
  end if;
  raise exception 'a delivery ends once, and what it delivers does not change'
    using errcode = 'restrict_violation', constraint = 'notification_deliveries_append_only';
end $$;
create trigger append_only before update on notification_deliveries for each row execute function delivery_kept();

-- Whether a channel leads to the user at all. A channel that is added states its own condition here.
create function channel_reaches(the_channel text, of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case the_channel
    when 'email' then (select email_verified from users where id = of_user)
    else false
  end
$$;
revoke execute on function channel_reaches from public;

-- The next channel that an unseen urgent notification may go to; null: there is none left. An event without a mail of its own goes to
-- no mailbox.
create function next_channel(of_notification uuid, of_user uuid, allowed text[]) returns text
language sql stable security definer set search_path = public, pg_temp as $$
  select c.channel
  from notification_channels c
  where c.channel = any(allowed) and channel_reaches(c.channel, of_user)
    and (c.channel <> 'email' or (
      select e.is_mailed from notifications n join notification_events e on e.event = n.event where n.id = of_notification))
    and not exists (select from notification_deliveries where notification_id = of_notification and channel = c.channel)
  order by c.escalation_order limit 1
$$;
revoke execute on function next_channel from public;

-- Writes a notification with its deliveries by the user's settings, and returns its id; null where there is none to write: the
-- account was deleted, no channel is on, or an unread notification already covers the event. Runs as its owner, since the user who
-- acts may not read the settings of the one who is notified. `in_app_only`: in the list only, and never escalated.
create function write_notification(to_user uuid, the_event text, of_trade uuid, the_values jsonb, in_app_only boolean)
returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock_timestamp();
  kind record;
  written uuid;
begin
  -- The user's row is locked against a deletion of the account.
  select k.event, k.event_group, k.is_urgent, k.is_mailed, coalesce(p.time_zone, 'UTC') as time_zone, p.quiet_from, p.quiet_until,
    coalesce(p.escalation_minutes, 5) as minutes, coalesce(p.escalation_channels, '{push,telegram,email}') as escalation_channels,
    of_trade is null or exists (select from trades where id = of_trade and to_user in (buyer_id, seller_id)) as is_party,
    array(
      select g.channel
      from notification_defaults g
        left join notification_settings s on s.user_id = to_user and s.event_group = g.event_group and s.channel = g.channel
      where g.event_group = k.event_group and coalesce(s.is_on or g.is_required, g.is_on)
        and (g.channel = 'in_app' or (not in_app_only and channel_reaches(g.channel, to_user)))
        and (g.channel <> 'email' or k.is_mailed)
        -- What is not urgent fills neither a mailbox nor a screen that is locked.
        and (g.channel not in ('email', 'push', 'telegram') or k.is_urgent or (
          select count(*) from (
            select from notification_deliveries d
            where d.user_id = to_user and d.channel = g.channel and d.created_at > moment - interval '1 hour'
            limit limit_of('notifications_per_hour')) lately) < limit_of('notifications_per_hour'))) as channels
  into kind
  from users u left join notification_events k on k.event = the_event left join notification_preferences p on p.user_id = u.id
  where u.id = to_user and u.deleted_at is null for key share of u;
  if not found then return null; end if;
  if not kind.is_party then
    raise exception 'a notification about a trade is for its parties'
      using errcode = 'restrict_violation', constraint = 'notifications_party';
  end if;
  if kind.event is null then
    raise exception 'no event %', the_event using errcode = 'no_data_found';
  end if;
  if kind.channels = '{}' then return null; end if;

  insert into notifications (user_id, event, trade_id, values, is_listed, at, read_at, escalate_at)
  values (to_user, the_event, of_trade, the_values, 'in_app' = any(kind.channels), moment,
    case when not 'in_app' = any(kind.channels) then moment end,
    -- as next_channel: there is one that this notification does not go to at first
    case when kind.is_urgent and not in_app_only and exists (
      select from notification_channels c
      where c.channel = any(kind.escalation_channels) and c.channel <> all(kind.channels) and channel_reaches(c.channel, to_user)
        and (c.channel <> 'email' or kind.is_mailed))
    then moment + make_interval(mins => kind.minutes) end)
  on conflict do nothing
  returning id into written;
  if written is null or kind.channels = '{in_app}' then return written; end if;

  insert into notification_deliveries (notification_id, channel, user_id, due_at, only_unseen)
  select written, channel, to_user, held.until,
    -- An email about a trade or dispute is delayed but never dropped: the user who saw it in time may be a thief.
    held.until > moment and not (channel = 'email' and kind.event_group in ('trades', 'disputes'))
  from unnest(kind.channels) as channel,
    lateral (
      -- A program has no quiet hours.
      select case when kind.is_urgent or channel = 'webhook' then moment
      else quiet_hours_end(moment, kind.time_zone, kind.quiet_from, kind.quiet_until) end as until) held
  where channel <> 'in_app';
  return written;
end $$;
revoke execute on function write_notification from public;

-- Sends urgent notifications that are still unseen to their next channel; returns how many.
create function escalate_notifications(at_most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment constant timestamptz := clock_timestamp();
  due record;
  next text;
  escalated int := 0;
begin
  for due in
    select n.id, n.user_id, coalesce(p.escalation_minutes, 5) as minutes, coalesce(p.escalation_channels, '{push,telegram,email}') as allowed
    from notifications n left join notification_preferences p on p.user_id = n.user_id
    where n.escalate_at <= moment
    order by n.escalate_at limit at_most for no key update of n skip locked
  loop
    next := next_channel(due.id, due.user_id, due.allowed);
    if next is not null then
      insert into notification_deliveries (notification_id, channel, user_id, due_at, only_unseen)
      values (due.id, next, due.user_id, moment, true);
    end if;
    update notifications
    set escalate_at = case when next_channel(id, due.user_id, due.allowed) is not null
      then moment + make_interval(mins => due.minutes) end
    where id = due.id;
    escalated := escalated + 1;
  end loop;
  return escalated;
end $$;
revoke execute on function escalate_notifications from public;

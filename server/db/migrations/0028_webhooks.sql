-- Webhooks of API keys: the address to which a key's program is sent notifications, and the outbox of these requests.

insert into limits values ('webhooks', 3);

alter table api_keys add constraint api_keys_of_user unique (id, user_id);

create table webhooks (
  -- one for each key: it ends with the key
  key_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- https, a host name with a top-level domain, no port and no credentials; the sender checks the addresses of the name
  url text not null constraint webhooks_url_length check (char_length(url) <= 1000) constraint webhooks_url check (
    url ~ '^https://[a-z0-9.-]+\.[a-z][a-z0-9-]*/[^[:space:][:cntrl:]]*$'),
  -- the secret that signs, in an envelope (server/db/encryption/envelope.ts)
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  -- exact to a minute
  last_success_at timestamptz,
  -- since the first failure after the last success; null: the last attempt succeeded, or there was none
  failing_since timestamptz,
  paused_at timestamptz,
  pause_reason text constraint webhooks_pause_reason check (pause_reason in ('failing', 'gone')),
  constraint webhooks_of_user unique (key_id, user_id),
  constraint webhooks_key foreign key (key_id, user_id) references api_keys (id, user_id) on delete cascade,
  constraint webhooks_paused_with_reason check ((paused_at is null) = (pause_reason is null))
);
comment on table webhooks is 'the addresses to which notifications are sent, one for each API key';
create index webhooks_by_user on webhooks (user_id);
create trigger user_not_deleted before insert on webhooks for each row execute function user_not_deleted('user_id');
create trigger happens_now before insert on webhooks
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- A notification is sent to a program that may read it.
create function webhook_of_reading_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from api_keys where id = new.key_id and 'read' = any(scopes)
    and is_key_valid(expires_at)) then return new; end if;
  raise exception 'a webhook belongs to a valid key that may read'
    using errcode = 'restrict_violation', constraint = 'webhooks_of_reading_key';
end $$;
create trigger of_reading_key before insert on webhooks for each row execute function webhook_of_reading_key();

-- Runs after the row is written, so that it counts itself.
create function webhooks_within_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('webhooks', new.user_id);
  if (select count(*) from webhooks where user_id = new.user_id) > limit_of('webhooks') then
    raise exception 'this user has too many webhooks'
      using errcode = 'check_violation', constraint = 'webhooks_within_limit';
  end if;
  return null;
end $$;
create trigger webhooks_within_limit after insert on webhooks
  for each row execute function webhooks_within_limit();

create function webhook_kept() returns trigger language plpgsql as $$
declare
  state constant text[] := array['url', 'last_success_at', 'failing_since', 'paused_at', 'pause_reason'];
begin
  if to_jsonb(new) - state = to_jsonb(old) - state
    -- wrapped by another key (npm run rotate-keys); the server may not write this column
    or (current_setting('sarraf.rotates_keys', true) = 'on' and to_jsonb(new) - 'sealed' = to_jsonb(old) - 'sealed') then
    return new;
  end if;
  raise exception 'the key and the secret of a webhook do not change'
    using errcode = 'restrict_violation', constraint = 'webhooks_kept';
end $$;
create trigger webhook_kept before update on webhooks for each row execute function webhook_kept();

create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  key_id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- null: a test event
  notification_id uuid references notifications on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  -- retries end a day after it: when the delivery was written, or last sent again by hand
  since timestamptz not null default clock_timestamp(),
  -- not before this moment: the next attempt
  due_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0 constraint webhook_deliveries_attempts check (attempts >= 0),
  last_attempt_at timestamptz,
  -- of the last attempt: the status of the answer, or why there was none
  response_status smallint constraint webhook_deliveries_status check (response_status between 100 and 999),
  failure text constraint webhook_deliveries_failure check (failure in ('timed_out', 'no_connection', 'certificate')),
  outcome text constraint webhook_deliveries_outcome check (outcome in ('delivered', 'failed', 'dropped')),
  ended_at timestamptz,
  -- a webhook gets each notification as one delivery, which may take several attempts
  constraint webhook_deliveries_once unique (key_id, notification_id),
  constraint webhook_deliveries_webhook foreign key (key_id, user_id) references webhooks (key_id, user_id) on delete cascade,
  constraint webhook_deliveries_one_result check (response_status is null or failure is null),
  constraint webhook_deliveries_ends_with_outcome check ((outcome is null) = (ended_at is null))
);
comment on table webhook_deliveries is 'the requests to webhooks, and their last result; nothing of an answer but its status is kept';
create index webhook_deliveries_due on webhook_deliveries (key_id, due_at) where outcome is null;
create index webhook_deliveries_of_webhook on webhook_deliveries (key_id, created_at desc, id desc);
create index webhook_deliveries_of_notification on webhook_deliveries (notification_id);
create index webhook_deliveries_by_user on webhook_deliveries (user_id, created_at);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
create trigger happens_now before insert on webhook_deliveries
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

create function webhook_delivery_of_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.notification_id is null or exists (
    select from notifications where id = new.notification_id and user_id = new.user_id) then return new; end if;
  raise exception 'a notification is sent to webhooks of its user'
    using errcode = 'restrict_violation', constraint = 'webhook_deliveries_of_user';
end $$;
create trigger of_user before insert on webhook_deliveries for each row execute function webhook_delivery_of_user();

-- What is delivered never changes. A delivery that has ended begins again only as a whole, when it is sent again by hand.
create function webhook_delivery_kept() returns trigger language plpgsql as $$
declare
  progress constant text[] := array['since', 'due_at', 'attempts', 'last_attempt_at', 'response_status', 'failure', 'outcome', 'ended_at'];
begin
  if to_jsonb(new) - progress = to_jsonb(old) - progress
    and (old.outcome is null or (new.outcome is null and new.since > old.since)) then return new; end if;
  raise exception 'a delivery ends once, and what it delivers does not change'
    using errcode = 'restrict_violation', constraint = 'webhook_deliveries_append_only';
end $$;
create trigger append_only before update on webhook_deliveries for each row execute function webhook_delivery_kept();

create or replace function channel_reaches(the_channel text, of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case the_channel
    when 'email' then (select email_verified from users where id = of_user)
    when 'push' then exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = of_user and s.expires_at > clock_timestamp())
    when 'webhook' then exists (
      select from webhooks w join api_keys k on k.id = w.key_id
      where w.user_id = of_user and w.paused_at is null and is_key_valid(k.expires_at))
    else false
  end
$$;

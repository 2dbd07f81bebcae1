-- Push notifications of browsers (RFC 8030): subscriptions, and the key that identifies this server to push services.

insert into limits values ('push_subscriptions', 10);

create table vapid_keys (
  -- an uncompressed point of P-256 in base64url, with which browsers subscribe
  public_key text primary key constraint vapid_keys_public check (public_key ~ '^[A-Za-z0-9_-]{87}$'),
  -- the private key in an envelope (server/db/encryption/envelope.ts)
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table vapid_keys is
  'the key that signs messages to push services (RFC 8292), created once; a further one only where SECRET was lost';
create trigger append_only before update on vapid_keys for each row execute function only_resealed();

create table push_subscriptions (
  -- one for each browser that is signed in: it ends with the session
  session_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- two accounts never share a browser's subscription, and no user can claim that of another user
  endpoint text not null constraint push_subscriptions_endpoint_once unique
    constraint push_subscriptions_endpoint check (
      char_length(endpoint) <= 1000 and endpoint ~ '^https://[a-z0-9.-]+\.[a-z][a-z0-9-]*/'),
  -- the browser's key and secret, with which messages are encrypted (RFC 8291)
  p256dh text not null constraint push_subscriptions_key check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null constraint push_subscriptions_auth check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  -- the push service accepts messages that this key signed only
  public_key text not null constraint push_subscriptions_vapid references vapid_keys,
  created_at timestamptz not null default clock_timestamp(),
  last_success_at timestamptz,
  constraint push_subscriptions_session foreign key (session_id, user_id) references sessions (id, user_id) on delete cascade
);
comment on table push_subscriptions is 'browsers that get push notifications; removed when the push service no longer knows them';
create index push_subscriptions_by_user on push_subscriptions (user_id);
create trigger user_not_deleted before insert on push_subscriptions for each row execute function user_not_deleted('user_id');
create trigger happens_now before insert on push_subscriptions
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- A further browser replaces the one that was added first, so that a notification causes a limited number of requests.
create function push_subscriptions_within_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('push_subscriptions', new.user_id);
  delete from push_subscriptions where session_id in (
    select session_id from push_subscriptions where user_id = new.user_id and session_id <> new.session_id
    order by created_at desc, session_id offset limit_of('push_subscriptions') - 1);
  return null;
end $$;
create trigger push_subscriptions_within_limit after insert on push_subscriptions
  for each row execute function push_subscriptions_within_limit();

create or replace function channel_reaches(the_channel text, of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case the_channel
    when 'email' then (select email_verified from users where id = of_user)
    when 'push' then exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = of_user and s.expires_at > clock_timestamp())
    else false
  end
$$;

-- Telegram as a channel of notifications: the chat that is linked with an account, and what is known of the bot.

create table telegram_bots (
  only_row boolean primary key default true constraint telegram_bots_only_row check (only_row),
  -- the number at the beginning of TELEGRAM_BOT_TOKEN; null without one, when the channel reaches no user
  bot_id text constraint telegram_bots_id check (bot_id ~ '^[0-9]{1,15}$'),
  -- as Telegram answered; null until it did
  username text constraint telegram_bots_username check (username ~ '^[A-Za-z][A-Za-z0-9_]{3,31}$'),
  asked_at timestamptz,
  -- of what users write to the bot, the first that was not read yet
  next_update_id bigint not null default 0,
  -- when Telegram last answered that question; at first, since when it is asked with this token
  heard_at timestamptz,
  -- the process that moves this time on asks Telegram; another one asks after it, where that process has died
  turn_ends_at timestamptz not null default clock_timestamp(),
  -- nothing is sent before: Telegram asked for a pause
  sends_after timestamptz not null default clock_timestamp()
);
comment on table telegram_bots is 'the bot of the setting TELEGRAM_BOT_TOKEN, and how far its messages were read';
insert into telegram_bots default values;

create table telegram_chats (
  user_id uuid primary key references users on delete cascade,
  -- the chat and its name in an envelope (server/db/encryption/envelope.ts); null once Telegram has refused a message for good
  sealed bytea,
  -- a keyed hash: one chat is linked with one account
  fingerprint text constraint telegram_chats_once unique
    constraint telegram_chats_fingerprint_form check (fingerprint ~ '^[A-Za-z0-9_-]{43}$'),
  linked_at timestamptz not null default clock_timestamp(),
  -- exact to a minute
  last_success_at timestamptz,
  refused_at timestamptz,
  constraint telegram_chats_refused check (
    (sealed is null) = (refused_at is not null) and (fingerprint is null) = (refused_at is not null))
);
comment on table telegram_chats is 'the Telegram chats that get notifications, one for each account';
create trigger user_not_deleted before insert on telegram_chats for each row execute function user_not_deleted('user_id');
create trigger happens_now before insert on telegram_chats
  for each row when (new.linked_at > clock_timestamp() or new.linked_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();

-- Another chat is another row: what is sent to a linked one cannot be turned to a stranger's.
create function telegram_chat_kept() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'last_success_at' = to_jsonb(old) - 'last_success_at'
    or (old.refused_at is null and new.refused_at is not null and new.user_id = old.user_id and new.linked_at = old.linked_at)
    -- wrapped by another key (npm run rotate-keys)
    or (current_setting('sarraf.rotates_keys', true) = 'on'
      and to_jsonb(new) - array['sealed', 'fingerprint'] = to_jsonb(old) - array['sealed', 'fingerprint']) then
    return new;
  end if;
  raise exception 'the chat of an account is linked again, or not changed'
    using errcode = 'restrict_violation', constraint = 'telegram_chats_kept';
end $$;
create trigger telegram_chat_kept before update on telegram_chats for each row execute function telegram_chat_kept();

create or replace function channel_reaches(the_channel text, of_user uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select case the_channel
    when 'email' then (select email_verified from users where id = of_user)
    when 'push' then exists (
      select from push_subscriptions p join sessions s on s.id = p.session_id
      where p.user_id = of_user and s.expires_at > clock_timestamp())
    when 'telegram' then exists (
      select from telegram_chats c, telegram_bots b
      where c.user_id = of_user and c.refused_at is null and b.bot_id is not null)
    when 'webhook' then exists (
      select from webhooks w join api_keys k on k.id = w.key_id
      where w.user_id = of_user and w.paused_at is null and is_key_valid(k.expires_at))
    else false
  end
$$;

alter table telegram_chats enable row level security;
create policy own_rows on telegram_chats using ((select sees_all()) or user_id = (select viewer_id()));

grant select, update (bot_id, username, asked_at, next_update_id, heard_at, turn_ends_at, sends_after) on telegram_bots to sarraf_app;
grant select, insert (user_id, sealed, fingerprint), delete, update (sealed, fingerprint, last_success_at, refused_at)
  on telegram_chats to sarraf_app;

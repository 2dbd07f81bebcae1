-- A trade's chat and its pictures.

create table trade_chats (
  trade_id uuid primary key references trades,
  last_seq int not null default 0,
  -- messages up to this number were purged
  purged_seq int not null default 0,
  -- the last message that each party, or a member of its team, has read
  buyer_read_seq int not null default 0,
  seller_read_seq int not null default 0,
  constraint trade_chats_purged_within check (purged_seq between 0 and last_seq),
  constraint trade_chats_read_within check (buyer_read_seq between 0 and last_seq and seller_read_seq between 0 and last_seq)
);
comment on table trade_chats is 'counts a trade''s messages, and those that each party has read';
-- A purge only may say that messages were purged: that excuses their absence.
create trigger counted_by_triggers before update on trade_chats
  for each row when (old.purged_seq <> new.purged_seq) execute function only_by_triggers();
create trigger counted_from_zero before insert on trade_chats
  for each row when (new.purged_seq <> 0 or new.buyer_read_seq <> 0 or new.seller_read_seq <> 0) execute function only_by_triggers();

create table trade_images (
  id uuid primary key default gen_random_uuid(),
  trade_id uuid not null references trades,
  width int not null constraint trade_images_width check (width between 1 and 16383),
  height int not null constraint trade_images_height check (height between 1 and 16383),
  -- WebP, re-encoded on arrival
  bytes bytea constraint trade_images_size check (octet_length(bytes) between 1 and 6000000),
  -- instead, where the bytes lie in an S3-compatible store (0046_stored_objects.sql)
  object_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  constraint trade_images_area check (width * height <= 16777216 and least(width, height) <= 1536),
  constraint trade_images_in_one_place check (num_nonnulls(bytes, object_id) = 1),
  constraint trade_images_of_trade unique (trade_id, id)
);
comment on table trade_images is 'pictures sent in a chat';
-- The bytes are compressed already.
alter table trade_images alter column bytes set storage external;

create function trade_image_changes() returns trigger language plpgsql as $$
begin
  if (new.id, new.trade_id, new.width, new.height, new.created_at)
    is not distinct from (old.id, old.trade_id, old.width, old.height, old.created_at)
    and moves_bytes(new.id, old.bytes, old.object_id, new.bytes, new.object_id)
  then return new; end if;
  raise exception 'trade_images is append-only'
    using errcode = 'restrict_violation', constraint = 'trade_images_append_only';
end $$;
create trigger append_only before update on trade_images for each row execute function trade_image_changes();

create table system_message_codes (code text primary key);
comment on table system_message_codes is 'messages the server writes about a trade''s moves; written by migrate from domain/chat/chat.ts';

create table messages (
  -- messages_follow demands the chat of the trade
  trade_id uuid not null,
  seq int not null constraint messages_seq_positive check (seq >= 1),
  kind text not null constraint messages_kind check (kind in ('text', 'image', 'terms', 'automatic', 'system')),
  sender_role text constraint messages_sender_role check (sender_role in ('buyer', 'seller')),
  sender_id uuid,
  buyer_id uuid generated always as (case when sender_role = 'buyer' then sender_id end) stored,
  seller_id uuid generated always as (case when sender_role = 'seller' then sender_id end) stored,
  body text not null constraint messages_body check (char_length(body) between 1 and 4000 and body ~ '\S'),
  system_code text constraint messages_system_code references system_message_codes,
  image_id uuid,
  -- the sender's own id of the message: sent again, it is stored once
  client_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (trade_id, seq),
  constraint messages_sent_once unique (trade_id, sender_id, client_id),
  constraint messages_system check (
    (kind = 'system') = (sender_id is null) and (kind = 'system') = (sender_role is null) and (kind = 'system') = (system_code is not null)),
  constraint messages_image check ((kind = 'image') = (image_id is not null)),
  constraint messages_image_of_trade foreign key (trade_id, image_id) references trade_images (trade_id, id),
  constraint messages_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint messages_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
comment on table messages is 'what the parties and the system said in a trade, numbered without a gap';
create index messages_by_age on messages (created_at);
-- Moves that close a trade, or open it, are announced once.
create unique index messages_system_once on messages (trade_id, system_code)
  where system_code in ('opened', 'completed', 'released', 'expired', 'cancelled_by_buyer', 'cancelled_by_seller');
create unique index messages_terms_once on messages (trade_id) where kind = 'terms';
create unique index messages_automatic_once on messages (trade_id) where kind = 'automatic';
create trigger append_only before update on messages for each row execute function refuse_change();
create trigger append_only_whole before truncate on messages execute function refuse_change();
create trigger happens_now before insert on messages
  for each row when (new.created_at > clock_timestamp() or new.created_at < clock_timestamp() - interval '10 seconds')
  execute function happens_now();
-- Terms and the automatic message are written when the trade opens, for which both parties are locked against their deletion.
create trigger user_not_deleted before insert on messages for each row
  when (new.sender_id is not null and new.kind not in ('terms', 'automatic'))
  execute function user_not_deleted('sender_id');

-- A foreign key to the message before would fail where that was purged. Messages of one statement see those before them. The chat of a trade
-- is deleted by the purge only, after its messages and before the trade (violations_chat_has_no_gap).
create function messages_follow() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Numbers begin with 1: a check refuses others.
  if new.seq < 1 or exists (
    select from trade_chats where trade_id = new.trade_id and (purged_seq = new.seq - 1 or purged_seq < new.seq - 1
      and exists (select from messages where trade_id = new.trade_id and seq = new.seq - 1))) then
    return new;
  end if;
  raise exception 'a message follows the one before' using errcode = 'foreign_key_violation', constraint = 'messages_chain';
end $$;
create trigger messages_follow before insert on messages for each row execute function messages_follow();

-- The terms are the words of the offer's owner, as they were when the trade opened.
create function terms_of_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from trades where id = new.trade_id and offer_owner_id = new.sender_id and version = 1 and terms = new.body) then
    return new;
  end if;
  raise exception 'terms are those of the trade, by their writer, when the trade opens'
    using errcode = 'check_violation', constraint = 'messages_terms_of_offer';
end $$;
create trigger terms_of_offer before insert on messages
  for each row when (new.kind = 'terms') execute function terms_of_offer();

-- The automatic message is that of the offer, by its owner, when the trade opens: the third message, after the terms.
create function first_message_of_offer() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.seq = 3 and exists (
    select from trades t join offers o on o.id = t.offer_id
    where t.id = new.trade_id and t.offer_owner_id = new.sender_id and t.version = 1 and o.first_message = new.body) then
    return new;
  end if;
  raise exception 'an automatic message is that of the offer, by its owner, when the trade opens'
    using errcode = 'check_violation', constraint = 'messages_automatic_of_offer';
end $$;
create trigger first_message_of_offer before insert on messages
  for each row when (new.kind = 'automatic') execute function first_message_of_offer();

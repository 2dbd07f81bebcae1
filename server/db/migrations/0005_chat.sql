-- A trade's chat, its pictures, and each person's gapless stream of events.

create table trade_chats (
  trade_id uuid primary key references trades,
  last_seq int not null default 0
);

create table trade_images (
  id uuid primary key default gen_random_uuid(),
  trade_id uuid not null references trades,
  width int not null constraint trade_images_width check (width between 1 and 2048),
  height int not null constraint trade_images_height check (height between 1 and 2048),
  -- WebP, re-encoded on arrival
  bytes bytea not null constraint trade_images_size check (octet_length(bytes) between 1 and 6000000),
  created_at timestamptz not null default clock_timestamp(),
  constraint trade_images_of_trade unique (trade_id, id)
);
alter table trade_images alter column bytes set storage external;
create trigger append_only before update on trade_images for each row execute function refuse_change();

create table messages (
  trade_id uuid not null references trades,
  seq int not null constraint messages_seq_positive check (seq >= 1),
  prev_seq int generated always as (case when seq > 1 then seq - 1 end) stored,
  kind text not null constraint messages_kind check (kind in ('text', 'image', 'system')),
  sender_role text constraint messages_sender_role check (sender_role in ('buyer', 'seller')),
  sender_id uuid,
  buyer_id uuid generated always as (case when sender_role = 'buyer' then sender_id end) stored,
  seller_id uuid generated always as (case when sender_role = 'seller' then sender_id end) stored,
  body text not null constraint messages_body check (char_length(body) between 1 and 4000 and body ~ '\S'),
  system_code text,
  image_id uuid,
  client_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (trade_id, seq),
  constraint messages_chain foreign key (trade_id, prev_seq) references messages (trade_id, seq),
  constraint messages_sent_once unique (trade_id, sender_id, client_id),
  constraint messages_of_the_house check (
    (kind = 'system') = (sender_id is null) and (kind = 'system') = (sender_role is null) and (kind = 'system') = (system_code is not null)),
  constraint messages_image check ((kind = 'image') = (image_id is not null)),
  constraint messages_image_of_trade foreign key (trade_id, image_id) references trade_images (trade_id, id),
  constraint messages_by_buyer foreign key (trade_id, buyer_id) references trades (id, buyer_id),
  constraint messages_by_seller foreign key (trade_id, seller_id) references trades (id, seller_id)
);
create unique index messages_said_once_by_house on messages (trade_id, system_code)
  where system_code in ('instructions', 'completed', 'expired', 'cancelled_by_buyer', 'cancelled_by_seller');
create trigger append_only before update or delete on messages for each row execute function refuse_change();
create trigger append_only_whole before truncate on messages execute function refuse_change();
create trigger happens_now before insert on messages for each row execute function happens_now('created_at');

-- Numbered under a row lock held to commit: the order of numbers is the order of commits, so nobody misses one.
create table user_streams (
  user_id uuid primary key references users,
  last_seq bigint not null default 0
);
create table user_events (
  user_id uuid not null references user_streams,
  seq bigint not null,
  kind text not null constraint user_events_kind check (kind in ('trade', 'message')),
  data jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, seq)
);
create index user_events_by_age on user_events (at);

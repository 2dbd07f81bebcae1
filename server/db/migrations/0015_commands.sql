-- Each user's stream of events, and the answers of repeatable calls.

create table user_streams (
  user_id uuid primary key references users,
  last_seq bigint not null default 0
);
comment on table user_streams is
  'numbers a user''s events under a row lock held to commit: the order of numbers is the order of commits, so no reader misses one';

create table user_event_kinds (kind text primary key);
comment on table user_event_kinds is 'written by migrate from domain/api/notifications/stream.ts';

create table user_events (
  user_id uuid not null references user_streams,
  seq bigint not null,
  kind text not null constraint user_events_kind references user_event_kinds,
  data jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, seq)
);
comment on table user_events is 'the events of a user''s stream';
create index user_events_by_age on user_events (at);

create table commands (
  actor_id uuid not null references users on delete cascade,
  key text not null constraint commands_key_length check (char_length(key) between 16 and 64),
  route text not null,
  -- HMAC-SHA-256 of the request's input under the server's secret
  fingerprint bytea not null,
  status smallint,
  answer jsonb,
  at timestamptz not null default clock_timestamp(),
  primary key (actor_id, key)
);
comment on table commands is
  'answers of calls that change something, by the caller''s Idempotency-Key: the same call again gets the same answer';
create index commands_by_age on commands (at);
-- After the insert: a call that waits for the same key holds no lock on the user that the first call may need.
create trigger user_not_deleted after insert on commands for each row execute function user_not_deleted('actor_id');

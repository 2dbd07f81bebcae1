-- Each user's stream of events, and the answers of repeatable calls.

create table user_streams (
  user_id uuid primary key references users,
  last_seq bigint not null default 0
);
comment on table user_streams is
  'numbers a user''s events under a row lock held to commit: the order of numbers is the order of commits, so no reader misses one';

-- No foreign key, which would be asked for both parties of every move: each event is numbered by its stream in the same statement
-- (violations_stream_has_no_gap).
create table user_events (
  user_id uuid not null,
  seq bigint not null,
  kind text not null constraint user_events_kind check (kind in ('trade', 'message', 'file', 'notification', 'read')),
  data jsonb not null,
  at timestamptz not null default clock_timestamp(),
  primary key (user_id, seq)
);
comment on table user_events is 'the events of a user''s stream';
create index user_events_by_age on user_events (at);

create table commands (
  -- An account, which is erased when it is deleted, and not a user, who stays for their trades. Asked after the insert: a call that
  -- waits for the same key holds no lock on the account that the first call may need.
  actor_id uuid not null constraint commands_of_account references accounts on delete cascade,
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

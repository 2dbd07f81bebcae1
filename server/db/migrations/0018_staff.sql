-- Staff: their roles, the record of what they do, and the messages of the contact form, which they answer.

create table staff_roles (role text primary key);
comment on table staff_roles is 'written by migrate from domain/staff/staff.ts';

create table staff_members (
  user_id uuid not null references users on delete cascade,
  role text not null constraint staff_members_role references staff_roles,
  granted_at timestamptz not null default clock_timestamp(),
  primary key (user_id, role)
);
comment on table staff_members is
  'who has which role; granted and revoked on the server''s machine (scripts/role.ts), the program only reads it';
create trigger user_not_deleted before insert on staff_members for each row execute function user_not_deleted('user_id');

create table audit_actions (
  action text primary key,
  -- the role that may do it
  role text not null constraint audit_actions_role references staff_roles,
  needs_reason boolean not null,
  -- how many of them one user may do in 24 hours; null is no limit
  per_day int constraint audit_actions_per_day check (per_day > 0),
  constraint audit_actions_of_role unique (action, role)
);
comment on table audit_actions is 'what staff can do; written by migrate from domain/staff/staff.ts';

-- The records form a chain: the hash of each covers its columns and the hash of the record before it, so that a record that
-- is changed, removed or inserted later breaks the chain at its number. scripts/audit-verify.ts computes the same hashes.
create table audit_log (
  -- 1, 2, 3 … without a gap, numbered under the lock of audit_log_head
  id bigint primary key,
  actor_id uuid not null references users,
  role text not null,
  action text not null,
  -- a user, an offer, a trade, a report, a currency or a message of the contact form; the record stays after they are purged
  subject uuid not null,
  reason text constraint audit_log_reason check (char_length(reason) between 10 and 500),
  at timestamptz not null default clock_timestamp(),
  prev_hash bytea not null constraint audit_log_prev_hash check (octet_length(prev_hash) = 32),
  hash bytea not null constraint audit_log_hash check (octet_length(hash) = 32),
  constraint audit_log_action_of_role foreign key (action, role) references audit_actions (action, role),
  constraint audit_log_reason_trimmed check (reason = btrim(reason)),
  constraint audit_log_not_on_oneself check (subject <> actor_id),
  constraint audit_log_id_subject unique (id, subject),
  constraint audit_log_id_subject_action unique (id, subject, action)
);
comment on table audit_log is 'every action of staff, written in the transaction of the action';
create index audit_log_of_actor on audit_log (actor_id, action, at);
create index audit_log_about on audit_log (subject, id desc);
create trigger append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_log execute function refuse_change();

create table audit_log_head (
  only_row boolean primary key default true constraint audit_log_head_only_row check (only_row),
  last_id bigint not null,
  last_hash bytea not null
);
comment on table audit_log_head is
  'the number and the hash of the last audit record: a record removed from the end is missing from what this row says';
insert into audit_log_head (last_id, last_hash) values (0, decode(repeat('00', 32), 'hex'));
create trigger only_by_triggers before update on audit_log_head for each row execute function only_by_triggers();
create trigger append_only before insert or delete on audit_log_head for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_log_head execute function refuse_change();

-- Length and text of a column, so that no text can pass for two columns.
create function hashed_column(text) returns bytea language sql immutable as $$
  select convert_to(coalesce(octet_length($1) || ':' || $1, '-') || ',', 'UTF8')
$$;
create function audit_record_hash(r audit_log) returns bytea language sql immutable set search_path = public, pg_temp as $$
  select sha256(r.prev_hash || hashed_column(r.id::text) || hashed_column(r.actor_id::text) || hashed_column(r.role)
    || hashed_column(r.action) || hashed_column(r.subject::text) || hashed_column(r.reason)
    || hashed_column((extract(epoch from r.at) * 1000000)::bigint::text))
$$;

-- The actor has the role and a second factor now, and the moment is now. The lock of the head lets concurrent records wait
-- for each other until the earlier one is committed, so that they form one chain.
create function staff_may_act() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  allowed int;
  head audit_log_head;
begin
  if not exists (select from staff_members where user_id = new.actor_id and role = new.role) then
    raise exception 'the actor does not have this role'
      using errcode = 'restrict_violation', constraint = 'audit_log_actor_has_role';
  end if;
  if not exists (select from totps where user_id = new.actor_id and confirmed_at is not null)
    and not exists (select from passkeys where user_id = new.actor_id) then
    raise exception 'the actor has no second factor on'
      using errcode = 'restrict_violation', constraint = 'audit_log_actor_has_factor';
  end if;
  if new.reason is null and exists (select from audit_actions where action = new.action and needs_reason) then
    raise exception 'this action needs a reason' using errcode = 'check_violation', constraint = 'audit_log_reason_given';
  end if;
  update audit_log_head set last_id = last_id + 1 returning * into head;
  select per_day into allowed from audit_actions where action = new.action;
  if allowed <= (
    select count(*) from audit_log
    where actor_id = new.actor_id and action = new.action and at > (select clock_timestamp() - interval '1 day')
  ) then
    raise exception 'this actor has done % of these in 24 hours', allowed
      using errcode = 'check_violation', constraint = 'audit_log_within_day';
  end if;
  new.id := head.last_id;
  new.at := clock_timestamp();
  new.prev_hash := head.last_hash;
  new.hash := audit_record_hash(new);
  update audit_log_head set last_hash = new.hash;
  return new;
end $$;
create trigger staff_may_act before insert on audit_log for each row execute function staff_may_act();

create table contact_subjects (subject text primary key);
comment on table contact_subjects is 'written by migrate from domain/staff/contact.ts';

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  -- the sender's Idempotency-Key: a message is stored once, however often it is sent
  key text not null constraint contact_messages_sent_once unique
    constraint contact_messages_key_length check (char_length(key) between 16 and 64),
  -- the signed-in sender; null for a visitor
  user_id uuid references users on delete set null,
  name text not null constraint contact_messages_name check (char_length(name) between 1 and 100),
  email text not null constraint contact_messages_email check (char_length(email) between 3 and 254),
  subject text not null constraint contact_messages_subject references contact_subjects,
  message text not null constraint contact_messages_message check (char_length(message) between 1 and 4000),
  created_at timestamptz not null default clock_timestamp(),
  -- a message counts as answered by the audit record about it
  answer_id bigint,
  -- what staff wrote back from the page; null where the message was only marked as answered
  answer text constraint contact_messages_answer check (char_length(answer) between 1 and 4000),
  constraint contact_messages_answer_on_record check (answer is null or answer_id is not null),
  constraint contact_messages_answered_on_record foreign key (answer_id, id) references audit_log (id, subject)
);
comment on table contact_messages is 'messages of the contact form';
create index contact_messages_by_age on contact_messages (created_at desc);
create index contact_messages_unanswered on contact_messages (created_at desc, id desc) where answer_id is null;
create index contact_messages_of_user on contact_messages (user_id) where user_id is not null;
-- After the insert: a call that waits for the same key holds no lock on the user that the first call may need.
create trigger user_not_deleted after insert on contact_messages for each row execute function user_not_deleted('user_id');

create function contact_message_answered_once() returns trigger language plpgsql as $$
begin
  raise exception 'a message is answered once'
    using errcode = 'restrict_violation', constraint = 'contact_messages_answered_once';
end $$;
create trigger answered_once before update on contact_messages for each row
  when (old.answer_id is not null and (old.answer_id, old.answer) is distinct from (new.answer_id, new.answer))
  execute function contact_message_answered_once();

-- The mail to support and the answer are deleted with their message, and with them what the demo caught.
alter table mails
  add column contact_message_id uuid constraint mails_contact_message references contact_messages on delete cascade,
  add constraint mails_of_contact_message check ((contact_message_id is not null) = (kind in ('contact_message', 'contact_answer')));
create index mails_by_contact_message on mails (contact_message_id) where contact_message_id is not null;

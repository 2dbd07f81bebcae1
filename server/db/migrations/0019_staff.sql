-- The house's own people: who may do more than others, what they did, and the messages they answer.

-- Given and taken by whoever runs the server (scripts/role.ts); the program itself only reads it.
create table roles (
  user_id uuid not null references users on delete cascade,
  role text not null constraint roles_role check (role in ('arbiter', 'admin')),
  granted_at timestamptz not null default clock_timestamp(),
  primary key (user_id, role)
);

-- Every act of theirs, in the transaction of the act.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid not null references users,
  role text not null constraint audit_log_role check (role in ('arbiter', 'admin')),
  act text not null constraint audit_log_act check (act in ('mark_answered', 'end_sessions')),
  -- a person, or a message to the house; the record stays when they are gone
  subject uuid not null,
  reason text constraint audit_log_reason check (char_length(reason) between 10 and 500),
  constraint audit_log_reason_trimmed check (reason = btrim(reason)),
  at timestamptz not null default clock_timestamp(),
  constraint audit_log_act_of_role check (role = 'admin'),
  constraint audit_log_not_on_oneself check (subject <> actor_id),
  constraint audit_log_reason_given check (reason is not null or act = 'mark_answered'),
  constraint audit_log_id_subject unique (id, subject)
);
create trigger append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger append_only_whole before truncate on audit_log execute function refuse_change();

-- Whoever writes: the actor has the role and a second factor now, and the moment is now. The tables are those of the
-- schema, whatever temporary ones stand before them.
create function staff_may_act() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from roles where user_id = new.actor_id and role = new.role) then
    raise exception 'the actor does not have this role'
      using errcode = 'restrict_violation', constraint = 'audit_log_actor_has_role';
  end if;
  if not exists (select from totps where user_id = new.actor_id and confirmed_at is not null)
    and not exists (select from passkeys where user_id = new.actor_id) then
    raise exception 'the actor has no second factor on'
      using errcode = 'restrict_violation', constraint = 'audit_log_actor_has_factor';
  end if;
  new.at := clock_timestamp();
  return new;
end $$;
create trigger staff_may_act before insert on audit_log for each row execute function staff_may_act();

-- A message counts as answered by the record that says so, about that message.
alter table contact_messages
  add column answer_id bigint,
  add constraint contact_messages_answered_on_record foreign key (answer_id, id) references audit_log (id, subject);
create index contact_messages_unanswered on contact_messages (created_at desc, id desc) where answer_id is null;

create function contact_message_answered_once() returns trigger language plpgsql as $$
begin
  raise exception 'a message is answered once'
    using errcode = 'restrict_violation', constraint = 'contact_messages_answered_once';
end $$;
create trigger answered_once before update on contact_messages for each row
  when (old.answer_id is not null and old.answer_id is distinct from new.answer_id)
  execute function contact_message_answered_once();

-- People are found by the beginning of their name, in any case.
create index users_by_name_start on users ((lower(username) collate "C"));

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select on roles to sarraf_app;
  grant select, insert on audit_log to sarraf_app;
  grant update (answer_id) on contact_messages to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

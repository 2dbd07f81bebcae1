-- Mails to send, and the mails that the demo catches instead of sending.

create table mail_kinds (
  kind text primary key,
  priority smallint not null constraint mail_kinds_priority check (priority between 1 and 3),
  -- so long after it was queued it is not sent any more: what is in it does not work then
  minutes int not null constraint mail_kinds_minutes check (minutes > 0)
);
comment on table mail_kinds is 'written by migrate from domain/notifications/mail-kinds.ts';

create table mails (
  id uuid primary key default gen_random_uuid(),
  -- null: a registration's code is sent before there is an account, and a contact message goes to support and its answer to the address in it
  user_id uuid references users on delete cascade,
  kind text not null constraint mails_kind references mail_kinds,
  -- one address and nothing that could end a header
  to_address text not null
    constraint mails_to_address check (to_address ~ '^[^[:space:][:cntrl:],;<>"]+@[^[:space:][:cntrl:],;<>"@]+$' and char_length(to_address) <= 254),
  language text not null constraint mails_language references languages,
  values jsonb not null constraint mails_values_object check (jsonb_typeof(values) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempts int not null default 0 constraint mails_attempts check (attempts >= 0),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text constraint mails_last_error_short check (char_length(last_error) <= 200),
  constraint mails_one_end check (sent_at is null or failed_at is null),
  constraint mails_end_without_values check ((sent_at is null and failed_at is null) or values = '{}'),
  constraint mails_recipient check ((user_id is null) = (kind in ('registration_code', 'contact_message', 'contact_answer')))
);
comment on table mails is 'the outbox: a mail is written in the transaction of what it reports, and the worker sends it';
comment on column mails.values is 'links and codes that open accounts: emptied when the mail was sent or has failed';
comment on column mails.last_error is 'codes of the failure only, never what the mail or the mail server said';
create index mails_due on mails (next_attempt_at) where sent_at is null and failed_at is null;
create index mails_by_user on mails (user_id);
create index mails_by_age on mails (created_at);

-- Drops the mail without an error: the user who acts may be another one than the one it is addressed to.
create function skip_mail_to_deleted_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_deleted boolean;
begin
  select deleted_at is not null into is_deleted from users where id = new.user_id for key share;
  return case when is_deleted then null else new end;
end $$;
create trigger skip_mail_to_deleted_user before insert on mails for each row
  when (new.kind <> 'account_deleted') execute function skip_mail_to_deleted_user();

create table caught_mails (
  -- the mail's own id: caught twice, it is kept once, and it is purged with its mail
  id uuid primary key references mails on delete cascade,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null default clock_timestamp()
);
comment on table caught_mails is 'what the demo shows instead of sending it';
create index caught_mails_by_address on caught_mails (to_address, at desc);
create index caught_mails_by_age on caught_mails (at desc);

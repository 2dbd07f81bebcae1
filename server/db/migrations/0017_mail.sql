-- Mails to send, and the mails that the demo catches instead of sending.

create table mail_kinds (kind text primary key);
comment on table mail_kinds is 'server/mail/kinds.ts holds the same';
insert into mail_kinds values
  ('verify_email'), ('reset_password'), ('reset_password_long'), ('password_changed'), ('confirm_new_email'), ('email_change_started'),
  ('email_changed'), ('email_change_undone'), ('sign_in_code'), ('registration_code'), ('reauthentication_code'),
  ('new_device'), ('second_factor_added'), ('second_factor_removed'), ('second_factor_wrong'), ('recovery_code_used'),
  ('recovery_codes_renewed'), ('account_exists'), ('account_deleted'),
  ('prior_access_revoked'), ('api_key_added'), ('webhook_set'), ('webhook_paused'), ('team_access_given'), ('team_invitation'), ('team_joined'), ('team_roles_changed'), ('team_ended'), ('payment_account_added'), ('payment_account_changed'), ('sessions_ended_by_staff'), ('sign_in_method_added'), ('sign_in_method_removed'),
  ('trade_opened'), ('trade_paid'), ('trade_payment_mark_withdrawn'), ('trade_payment_window_extended'),
  ('trade_cancelled'), ('trade_expired'), ('trade_completed'), ('trade_refund_held'),
  ('dispute_opened'), ('dispute_opened_by_system'), ('dispute_decided'), ('dispute_appealed'), ('dispute_decided_finally'),
  ('dispute_closed'), ('message_received'), ('statement_wanted'), ('rating_received'), ('offer_expired'), ('offer_sold_out'),
  ('saved_search_matched'), ('outage_started'), ('outage_ended'), ('currency_switched_off'), ('currency_switched_on'), ('announcement'), ('contact_message'), ('contact_answer'),
  ('account_suspended'), ('account_restored'), ('offer_hidden'), ('offer_unhidden'), ('staff_limit_reached'), ('user_warned'), ('rating_removed');

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

-- Mail that is to leave, written in the transaction of the act it tells of; and what the demonstration catches.

create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null constraint mails_kind check (kind in (
    'verify_email', 'reset_password', 'password_changed', 'confirm_new_email', 'email_change_started', 'email_changed',
    'sign_in_code', 'new_device', 'second_factor_added', 'second_factor_removed', 'recovery_code_used',
    'account_exists'
  )),
  -- one address and nothing that could end a header
  to_address text not null
    constraint mails_to_address check (to_address ~ '^[^[:space:][:cntrl:],;<>"]+@[^[:space:][:cntrl:],;<>"@]+$' and char_length(to_address) <= 254),
  language text not null constraint mails_language check (language in ('en', 'fr', 'ar')),
  values jsonb not null constraint mails_values_object check (jsonb_typeof(values) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  next_try_at timestamptz not null default clock_timestamp(),
  tries int not null default 0 constraint mails_tries check (tries >= 0),
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text constraint mails_last_error_short check (char_length(last_error) <= 200),
  constraint mails_one_end check (sent_at is null or given_up_at is null),
  constraint mails_end_without_values check ((sent_at is null and given_up_at is null) or values = '{}')
);
comment on column mails.values is 'links and codes that open accounts: emptied when the mail has left or was given up';
comment on column mails.last_error is 'codes of the failure only, never what the mail or the mail server said';
create index mails_due on mails (next_try_at) where sent_at is null and given_up_at is null;
create index mails_by_user on mails (user_id);
create index mails_by_age on mails (created_at);

-- The key is the mail's own: caught twice, it is kept once, and it is forgotten with its mail.
create table caught_mails (
  id uuid primary key references mails on delete cascade,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null default clock_timestamp()
);
create index caught_mails_by_address on caught_mails (to_address, at desc);
create index caught_mails_by_age on caught_mails (at desc);

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert, delete on mails to sarraf_app;
  grant update (values, next_try_at, tries, sent_at, given_up_at, last_error) on mails to sarraf_app;
  grant select, insert on caught_mails to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

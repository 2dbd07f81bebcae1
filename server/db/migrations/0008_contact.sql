-- Messages from the contact form, as they came in; and the index behind the landing page's figures.

create table contact_messages (
  id uuid primary key default gen_random_uuid(),
  -- the sender's Idempotency-Key: a message is kept once, however often it is sent
  key text not null constraint contact_messages_sent_once unique
    constraint contact_messages_key_length check (char_length(key) between 16 and 64),
  -- who was signed in, if anybody
  user_id uuid references users on delete set null,
  name text not null constraint contact_messages_name check (char_length(name) between 1 and 100),
  email text not null constraint contact_messages_email check (char_length(email) between 3 and 254),
  subject text not null constraint contact_messages_subject
    check (subject in ('general', 'support', 'trading', 'account', 'security', 'business')),
  message text not null constraint contact_messages_message check (char_length(message) between 1 and 4000),
  created_at timestamptz not null default clock_timestamp()
);
create index contact_messages_by_age on contact_messages (created_at desc);

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert on contact_messages to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

-- The figures look at the trades of the last 30 days only.
create index trades_by_age on trades (created_at);

-- How often something was tried: shared by all processes, so that more of them allow no more tries.

create table rate_limits (
  -- a keyed hash of what is limited and for whom: the table tells no address and no e-mail
  key text primary key constraint rate_limits_key_form check (key ~ '^[A-Za-z0-9_-]{43}$'),
  used int not null constraint rate_limits_used check (used >= 0),
  -- nobody is let through before this
  blocked_until timestamptz not null default clock_timestamp(),
  -- the count starts anew after this
  window_ends_at timestamptz not null
);
create index rate_limits_by_end on rate_limits (window_ends_at);

-- An account may be waited for by links that were sent to the address it had: that address stays its own meanwhile.
create index one_time_tokens_of_old_email on one_time_tokens ((value ->> 'oldEmail')) where purpose = 'undo_email_change';

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert, update, delete on rate_limits to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

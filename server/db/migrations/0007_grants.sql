-- The server works as a role that cannot rewrite history. Where this database's owner may not make roles
-- (some hosted databases), it works as the owner, and the triggers above still hold.
do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then
    create role sarraf_app nologin;
  end if;
exception
  when insufficient_privilege or duplicate_object or unique_violation then null;
end $$;

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  execute format('grant sarraf_app to %I', current_user);
  grant usage on schema public to sarraf_app;
  grant select on all tables in schema public to sarraf_app;
  grant insert on users, sessions, identities, verifications, instance_secrets, offers, quotes, trades, trade_events,
    ledger_accounts, transfers, trade_chats, trade_images, messages, user_streams, user_events, commands to sarraf_app;
  grant usage on all sequences in schema public to sarraf_app;
  grant update (username, email, email_verified, image, updated_at) on users to sarraf_app;
  grant update on sessions, identities, verifications to sarraf_app;
  grant delete on sessions, identities, verifications, commands, quotes, user_events to sarraf_app;
  grant update (version, min_milli, max_milli, percentage_tenths, terms, payment_window_minutes, status, max_open_trades,
    inventory_micro, renewed_at, deleted_at) on offers to sarraf_app;
  grant update (status, version, pay_deadline) on trades to sarraf_app;
  grant update (last_seq) on trade_chats, user_streams to sarraf_app;
  grant update (status, answer) on commands to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

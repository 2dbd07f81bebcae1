-- Deleting an account: its row stays for its trades, without personal data, and everything that is the user's own is erased.

create view user_owned_tables as
  select c.conrelid::regclass as of_table, a.attname as of_column
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid in ('public.users'::regclass, 'public.accounts'::regclass)
    and c.confdeltype = 'c' and cardinality(c.conkey) = 1;
comment on view user_owned_tables is
  'tables whose rows belong to one user only: those whose rows would be deleted with the user''s or the account''s. A later table is in it by its foreign key';

create function erase_account(of_user uuid) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owned user_owned_tables;
begin
  if not exists (select from users where id = of_user and deleted_at is not null) then
    raise exception 'only a deleted account is erased' using errcode = 'restrict_violation', constraint = 'users_erased_when_deleted';
  end if;
  for owned in select * from user_owned_tables order by of_table::text loop
    execute format('delete from %s where %I = $1', owned.of_table, owned.of_column) using of_user;
  end loop;
  update trade_payment_details set sealed = null, erased_at = clock_timestamp()
    where seller_id = of_user and erased_at is null and payment_details_due(trade_id);
  update payer_checks set sealed = null, erased_at = clock_timestamp()
    where erased_at is null and trade_id in (select id from trades where of_user in (buyer_id, seller_id));
  update payer_declarations set sealed = null, erased_at = clock_timestamp()
    where erased_at is null and trade_id in (select id from trades where of_user in (buyer_id, seller_id));
  -- The stars stay: they are of the counterparty's record.
  update ratings set comment = '' where rater_id = of_user and comment <> '';
  delete from rating_replies where author_id = of_user;
  -- Names given up earlier stay blocked too, and have no former owner any more.
  update freed_usernames set user_id = null where user_id = of_user;
end $$;
revoke execute on function erase_account from public;

-- At commit: the user has no open trade, no offer, and no row of their own but the mail that confirms the deletion.
create function account_deletion_complete() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owned user_owned_tables;
  is_left boolean;
begin
  if exists (select from trades t join trade_statuses s on s.status = t.status where t.buyer_id = new.id and s.is_open)
    or exists (select from trades t join trade_statuses s on s.status = t.status where t.seller_id = new.id and s.is_open) then
    raise exception 'a deleted account has no open trade'
      using errcode = 'restrict_violation', constraint = 'account_deletion_no_open_trade';
  end if;
  if exists (select from offers where owner_id = new.id and deleted_at is null) then
    raise exception 'a deleted account has no offer'
      using errcode = 'restrict_violation', constraint = 'account_deletion_no_offer';
  end if;
  if exists (select from suspensions where user_id = new.id and restored_id is null)
    and not exists (select from suspended_emails where user_id = new.id) then
    raise exception 'the address of a suspended user is listed before the account is deleted'
      using errcode = 'restrict_violation', constraint = 'account_deletion_email_listed';
  end if;
  for owned in select * from user_owned_tables where of_table <> 'mails'::regclass loop
    execute format('select exists (select from %s where %I = $1)', owned.of_table, owned.of_column) into is_left using new.id;
    if is_left then
      raise exception 'a deleted account has no row in %', owned.of_table
        using errcode = 'restrict_violation', constraint = 'account_deletion_no_own_rows';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger account_deletion_complete after update on users deferrable initially deferred
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function account_deletion_complete();

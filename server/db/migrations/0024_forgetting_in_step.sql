-- Forgetting, after a second look: nothing is dated back into being forgotten, and nothing begins for somebody who left
-- while it was on its way.

------------------------------------------------------------------------------------------- moments are those of the clock

-- The periods run from here, so that a record which says it was deleted long ago would go at once.
create trigger deleted_now before update on users for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function happens_now('deleted_at');
create trigger deleted_now before update on offers for each row
  when (old.deleted_at is distinct from new.deleted_at and new.deleted_at is not null) execute function happens_now('deleted_at');

-- Nobody comes as somebody who has left.
create function begins_undeleted() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is deleted after it was there', tg_table_name
    using errcode = 'restrict_violation', constraint = tg_table_name || '_begin_undeleted';
end $$;
create trigger begins_undeleted before insert on users for each row
  when (new.deleted_at is not null) execute function begins_undeleted();
create trigger begins_undeleted before insert on offers for each row
  when (new.deleted_at is not null) execute function begins_undeleted();

-- What is forgotten of a chat is written down by its forgetting only: it excuses what is missing.
create trigger forgotten_by_the_job before update on trade_chats
  for each row when (old.forgotten_seq <> new.forgotten_seq) execute function only_by_moves();
create trigger forgotten_from_zero before insert on trade_chats
  for each row when (new.forgotten_seq <> 0) execute function only_by_moves();

------------------------------------------------------------------------------------- what is on its way when somebody leaves

-- After, so that who waits for the same key holds nothing that the first may need.
create trigger person_is_here after insert on commands for each row execute function person_is_here('actor_id');
create trigger person_is_here after insert on contact_messages for each row execute function person_is_here('user_id');

-- No refusal: whoever has a mail written to them may not be who acts.
create function mail_has_reader() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone boolean;
begin
  select deleted_at is not null into gone from users where id = new.user_id for key share;
  return case when gone then null else new end;
end $$;
create trigger mail_has_reader before insert on mails for each row
  when (new.kind <> 'account_deleted') execute function mail_has_reader();

------------------------------------------------------------------------------------------------------------- one more rule

alter view violations rename to violations_of_market;
create view violations as
  select * from violations_of_market
union all
  select 'something of somebody who has left is there', u.id
  from users u
  where u.deleted_at is not null and (
    exists (select from secrets where user_id = u.id) or exists (select from devices where user_id = u.id)
    or exists (select from sign_ins where user_id = u.id) or exists (select from totps where user_id = u.id)
    or exists (select from recovery_codes where user_id = u.id) or exists (select from avatars where user_id = u.id)
    or exists (select from roles where user_id = u.id) or exists (select from commands where actor_id = u.id)
    or exists (select from contact_messages where user_id = u.id)
    or exists (select from freed_usernames where user_id = u.id)
    or exists (select from mails where user_id = u.id and kind <> 'account_deleted')
    or exists (select from offers where owner_id = u.id and deleted_at is null));

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select on violations to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

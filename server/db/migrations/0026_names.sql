-- A name of underscores alone looks like every other such name, and none is told from another.
create function username_shows() returns trigger language plpgsql as $$
begin
  raise exception 'a username has a letter or a figure' using errcode = 'check_violation', constraint = 'users_username_shows';
end $$;
-- Only names that are taken from now on: a row that has one already must go on trading.
create trigger username_shows before insert or update of username on users for each row
  when (new.username ~ '^_+$') execute function username_shows();

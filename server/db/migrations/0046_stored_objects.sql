-- Files whose bytes lie in an S3-compatible store. A file is written into its row; the worker moves its bytes to the store, or back
-- (server/files/), and the database compares what comes with what was there: no file changes on the way.

create table stored_objects (
  -- the object's key in the store
  id uuid primary key,
  -- the row whose bytes it holds
  of_table text not null constraint stored_objects_of_table check (of_table in ('evidence_files', 'trade_images')),
  of_id uuid not null,
  -- of the bytes of the row, which the object holds sealed
  bytes int not null constraint stored_objects_bytes check (bytes between 1 and 6000028),
  sha256 bytea not null constraint stored_objects_sha256 check (octet_length(sha256) = 32),
  -- wrapped, as that of evidence_files: a rotation of keys rewrites no object
  data_key bytea not null constraint stored_objects_data_key check (octet_length(data_key) = 69),
  -- new: on its way to the store; held: by its row; released: to be deleted from the store
  status text not null default 'new' constraint stored_objects_status check (status in ('new', 'held', 'released')),
  created_at timestamptz not null default clock_timestamp(),
  -- when the worker deletes it from the store; it outlasts the request that writes a new one
  delete_at timestamptz default clock_timestamp() + interval '10 minutes',
  attempts int not null default 0,
  -- after an attempt that has failed
  next_attempt_at timestamptz,
  constraint stored_objects_deleted_unless_held check ((status = 'held') = (delete_at is null))
);
comment on table stored_objects is 'what the server has written to the S3-compatible store, and not deleted there yet';
-- Of two processes one moves a file.
create unique index stored_objects_new_once on stored_objects (of_table, of_id) where status = 'new';
create unique index stored_objects_held_once on stored_objects (of_table, of_id) where status = 'held';
create index stored_objects_due on stored_objects (delete_at) where delete_at is not null;
create trigger append_only_whole before truncate on stored_objects execute function refuse_change();

-- Only the triggers below hold and release an object; one that no row came to hold is given up by the worker.
create function stored_object_changes() returns trigger language plpgsql as $$
begin
  if (new.id, new.of_table, new.of_id, new.bytes, new.sha256, new.created_at)
    is not distinct from (old.id, old.of_table, old.of_id, old.bytes, old.sha256, old.created_at)
    and (new.data_key = old.data_key or current_setting('sarraf.rotates_keys', true) = 'on')
    and (new.status = old.status or (old.status, new.status) = ('new', 'released')
      or (pg_trigger_depth() > 1 and (old.status, new.status) in (('new', 'held'), ('held', 'released'))))
  then return new; end if;
  raise exception 'a stored object is held and released by its row'
    using errcode = 'restrict_violation', constraint = 'stored_objects_changes';
end $$;
create trigger stored_object_changes before update on stored_objects for each row execute function stored_object_changes();

create function stored_object_released() returns trigger language plpgsql as $$
begin
  raise exception 'a stored object is deleted after its row has released it'
    using errcode = 'restrict_violation', constraint = 'stored_objects_released';
end $$;
create trigger stored_object_released before delete on stored_objects
  for each row when (old.status <> 'released') execute function stored_object_released();

alter table evidence_files add constraint evidence_files_object foreign key (object_id) references stored_objects;
alter table trade_images add constraint trade_images_object foreign key (object_id) references stored_objects;
create index evidence_files_in_postgres on evidence_files (at) where object_id is null;
create index trade_images_in_postgres on trade_images (created_at) where object_id is null;
create unique index evidence_files_by_object on evidence_files (object_id) where object_id is not null;
create unique index trade_images_by_object on trade_images (object_id) where object_id is not null;

-- Whether an update moves the bytes of a row and changes none of them; asked by the triggers that keep the rows append-only.
create function moves_bytes(of_row uuid, old_bytes bytea, old_object uuid, new_bytes bytea, new_object uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select num_nonnulls(old_bytes, new_bytes) = 1 and num_nonnulls(old_object, new_object) = 1 and exists (
    select from stored_objects o
    where o.id = coalesce(old_object, new_object) and o.of_id = of_row
      and o.bytes = octet_length(coalesce(old_bytes, new_bytes)) and o.sha256 = sha256(coalesce(old_bytes, new_bytes)))
$$;
revoke execute on function moves_bytes from public;

-- The row's table and id are those that the object was made for.
create function hold_object() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stored_objects set status = 'held', delete_at = null
    where id = new.object_id and of_table = tg_table_name and of_id = new.id and status = 'new';
  if found then return null; end if;
  raise exception 'a row holds an object that was made for it'
    using errcode = 'restrict_violation', constraint = tg_table_name || '_object_of_row';
end $$;

-- A minute later, so that a reader who has its key finishes.
create function release_object() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update stored_objects set status = 'released', delete_at = clock_timestamp() + interval '1 minute' where id = old.object_id;
  return null;
end $$;

create function written_with_bytes() returns trigger language plpgsql as $$
begin
  raise exception 'a row of % is written with its bytes', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_written_with_bytes';
end $$;

do $$
declare
  of_table text;
begin
  foreach of_table in array array['evidence_files', 'trade_images'] loop
    execute format('create trigger written_with_bytes before insert on %I for each row
      when (new.object_id is not null) execute function written_with_bytes()', of_table);
    execute format('create trigger hold_object after update on %I for each row
      when (new.object_id is not null and new.object_id is distinct from old.object_id) execute function hold_object()', of_table);
    execute format('create trigger release_object after update on %I for each row
      when (old.object_id is not null and new.object_id is distinct from old.object_id) execute function release_object()', of_table);
    execute format('create trigger release_deleted after delete on %I for each row
      when (old.object_id is not null) execute function release_object()', of_table);
  end loop;
end $$;

grant select, delete, insert (id, of_table, of_id, bytes, sha256, data_key), update (status, delete_at, attempts, next_attempt_at)
  on stored_objects to sarraf_app;
grant update (sealed, object_id) on evidence_files to sarraf_app;
grant update (bytes, object_id) on trade_images to sarraf_app;
grant execute on function moves_bytes to sarraf_app;

-- Files that browsers send in parts (domain/uploads/upload-parts.ts), until a form names them.

insert into limits values ('unfinished_uploads', 3);

create table upload_parts (
  user_id uuid not null references users on delete cascade,
  -- chosen by the browser
  upload_id uuid not null,
  number smallint not null constraint upload_parts_number check (number between 0 and 19),
  -- 1 to 262144 bytes in an envelope (server/db/encryption/envelope.ts)
  sealed bytea not null constraint upload_parts_sealed check (octet_length(sealed) between 98 and 262241),
  expires_at timestamptz not null default clock_timestamp() + interval '1 hour',
  primary key (user_id, upload_id, number)
);
comment on table upload_parts is 'parts of files that no form has named yet, or whose form may be sent again';
-- Encrypted bytes cannot be compressed.
alter table upload_parts alter column sealed set storage external;
create index upload_parts_by_expiry on upload_parts (expires_at);
create trigger user_not_deleted before insert on upload_parts for each row execute function user_not_deleted('user_id');

-- A further upload ends the one that was sent to least recently: a user whose uploads were lost is not locked out.
create function upload_parts_within_limit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform count_alone('upload_parts', new.user_id);
  delete from upload_parts where user_id = new.user_id and upload_id in (
    select upload_id from upload_parts where user_id = new.user_id and upload_id <> new.upload_id
    group by upload_id order by max(expires_at) desc, upload_id offset limit_of('unfinished_uploads') - 1);
  return null;
end $$;
create trigger upload_parts_within_limit after insert on upload_parts
  for each row execute function upload_parts_within_limit();

grant select, insert (user_id, upload_id, number, sealed), update (sealed, expires_at), delete on upload_parts to sarraf_app;
alter table upload_parts enable row level security;
create policy own_rows on upload_parts using ((select sees_all()) or user_id = (select viewer_id()));

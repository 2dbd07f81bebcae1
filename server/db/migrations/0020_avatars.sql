-- A person's picture, shown beside their name. Figures are those of domain/profiles.ts.

create table avatars (
  -- a fresh one for each picture: what stands at its address never changes, so it may be kept for ever
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- 256 by 256 pixels, re-encoded on arrival
  bytes bytea not null
    constraint avatars_size check (octet_length(bytes) between 1 and 200000)
    constraint avatars_webp check (substring(bytes from 1 for 4) = 'RIFF' and substring(bytes from 9 for 4) = 'WEBP'),
  created_at timestamptz not null default clock_timestamp(),
  -- with the id, since every read of a name asks for nothing else: the index alone answers
  constraint avatars_one_each unique (user_id) include (id)
);
alter table avatars alter column bytes set storage external;
create trigger append_only before update on avatars for each row execute function refuse_change();

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant select, insert, delete on avatars to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

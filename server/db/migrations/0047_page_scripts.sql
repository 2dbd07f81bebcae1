-- The scripts of the built pages. A page that was opened before an upgrade still loads its parts, and behind several processes one of
-- another version does.

create table page_scripts (
  -- of its file, which the build names by its content
  name text primary key constraint page_scripts_name check (name ~ '^[A-Za-z0-9_-]+\.js$'),
  content bytea not null,
  -- since when the owner's build comes without it
  replaced_at timestamptz
);
comment on table page_scripts is 'what browsers execute on the pages of the present build and of former ones';

-- Browsers execute it, so only the owner writes it.
grant select on page_scripts to sarraf_app;

-- The language a person reads in: of the pages they open, and of the mail they are sent.

alter table users
  add column language text not null default 'en' constraint users_language check (language in ('en', 'fr', 'ar'));

do $$
begin
  if not exists (select from pg_roles where rolname = 'sarraf_app') then return; end if;
  grant update (language) on users to sarraf_app;
exception
  when insufficient_privilege then null;
end $$;

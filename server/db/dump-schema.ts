/** Writes a database's schema as SQL text, from Postgres's own catalogue: the bundled server comes without pg_dump. */
import pg from 'pg'

const HEADER =
  '-- The schema that the migrations make, written by `npm run schema` and compared by a test. Do not edit.'

/** The objects of the schema public, each table with its constraints, indexes and triggers. The same schema gives the same text. */
export async function dumpSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const parts: string[] = []
    for (const query of [EXTENSIONS, FUNCTIONS, TABLES, VIEWS]) {
      const { rows } = await client.query<{ text: string }>(query)
      parts.push(...rows.map(({ text }) => text.trimEnd()))
    }
    return `${HEADER}\n\n${parts.join('\n\n')}\n`
  } finally {
    await client.end()
  }
}

const OF_EXTENSION = `select from pg_depend d where d.objid = o.oid and d.deptype = 'e'`

const EXTENSIONS = `
  select string_agg(format('create extension %s;', extname), e'\\n' order by extname) as text
  from pg_extension where extname <> 'plpgsql' having count(*) > 0`

/** Grants to roles other than the owner. Columns are named where a grant covers only some of them. */
const grants = (acl: string, kind: string, name: string, columns = "''") => `
  select format('grant %s%s on %s%s to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type), ${columns},
    ${kind}, ${name}, case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as line
  from aclexplode(${acl}) a where a.grantee <> o.owner group by a.grantee`

const FUNCTIONS = `
  with o as (
    select p.oid, p.proname as name, p.proowner as owner, p.proacl as acl, p.oid::regprocedure::text as signature
    from pg_proc p where p.pronamespace = 'public'::regnamespace
  )
  select concat_ws(e'\\n',
    rtrim(pg_get_functiondef(o.oid), e'\\n') || ';',
    (select format('comment on function %s is %L;', o.signature, description)
      from pg_description where objoid = o.oid and classoid = 'pg_proc'::regclass),
    case when o.acl is not null and not exists (select from aclexplode(o.acl) where grantee = 0)
      then format('revoke execute on function %s from public;', o.signature) end,
    (select string_agg(line, e'\\n' order by line) from (
      ${grants('o.acl', "'function '", 'o.signature')} having a.grantee <> 0) granted)) as text
  from o where not exists (${OF_EXTENSION})
  order by o.name, o.signature`

const COLUMNS = `
  select string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' else '' end,
      case when a.attidentity = 'a' then ' generated always as identity'
        when a.attgenerated = 's' then format(' generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
        when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid)
        else '' end,
      case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text else '' end), e',\\n' order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped`

/** Postgres 18 lists "not null" among the constraints; it is written with its column. */
const CONSTRAINTS = `
  select string_agg(format(e',\\n  constraint %I %s', c.conname, pg_get_constraintdef(c.oid)), ''
    order by c.contype <> 'p', c.conname)
  from pg_constraint c where c.conrelid = o.oid and c.contype in ('p', 'u', 'c', 'f')`

const INDEXES = `
  select string_agg(pg_get_indexdef(i.indexrelid) || ';', e'\\n' order by i.indexrelid::regclass::text)
  from pg_index i where i.indrelid = o.oid
    and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u'))`

const TRIGGERS = `
  select string_agg(pg_get_triggerdef(t.oid) || ';', e'\\n' order by t.tgname)
  from pg_trigger t where t.tgrelid = o.oid and not t.tgisinternal`

const POLICIES = `
  select concat_ws(e'\\n', case when o.secures_rows then format('alter table %s enable row level security;', o.name) end,
    (select string_agg(format('create policy %I on %s for %s%s%s;', p.polname, o.name,
        case p.polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end,
        ' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')'),
        e'\\n' order by p.polname)
      from pg_policy p where p.polrelid = o.oid))`

const COMMENTS = `
  select string_agg(case d.objsubid when 0 then format('comment on %s %s is %L;', o.kind, o.name, d.description)
      else format('comment on column %s.%I is %L;', o.name, a.attname, d.description) end, e'\\n' order by d.objsubid)
  from pg_description d left join pg_attribute a on a.attrelid = o.oid and a.attnum = d.objsubid and d.objsubid > 0
  where d.objoid = o.oid and d.classoid = 'pg_class'::regclass`

const GRANTS = `
  select string_agg(line, e'\\n' order by line) from (
    ${grants('o.acl', "''", 'o.name')}
    union all
    select format('grant %s (%s) on %s to %s;', privilege, string_agg(quote_ident(attname), ', ' order by attnum), o.name,
      grantee::regrole)
    from (select a.attname, a.attnum, lower(p.privilege_type) as privilege, p.grantee
      from pg_attribute a, aclexplode(a.attacl) p where a.attrelid = o.oid and p.grantee <> o.owner) by_column
    group by privilege, grantee) granted`

const RELATIONS = (relkind: string, kind: string) => `
  with o as (
    select c.oid, c.oid::regclass::text as name, c.relowner as owner, c.relacl as acl, '${kind}'::text as kind, c.reloptions,
      c.relrowsecurity as secures_rows
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = '${relkind}' and c.relname <> 'migrations'
  )`

const TABLES = `${RELATIONS('r', 'table')}
  select concat_ws(e'\\n', format(e'create table %s (\\n%s%s\\n);', o.name, (${COLUMNS}), (${CONSTRAINTS})),
    (${INDEXES}), (${TRIGGERS}), nullif((${POLICIES}), ''), (${COMMENTS}), (${GRANTS})) as text
  from o where not exists (${OF_EXTENSION}) order by o.name`

const VIEWS = `${RELATIONS('v', 'view')}
  select concat_ws(e'\\n', format(e'create view %s%s as\\n%s', o.name, ' with (' || array_to_string(o.reloptions, ', ') || ')',
    pg_get_viewdef(o.oid, true)), (${COMMENTS}), (${GRANTS})) as text
  from o where not exists (${OF_EXTENSION}) order by o.name`

/** Mutants of chapter V7 (session management). */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const OPEN_SESSION = 'server/accounts/sessions/open-session.ts'
const END_SESSIONS = 'server/accounts/sessions/end-sessions.ts'
const ROTATE_SESSION = 'server/accounts/sessions/rotate-session.ts'
const QUERIES = 'server/accounts/sessions/queries.ts'
const REQUIRE_STAFF = 'server/staff/require-staff.ts'
const RECENT = 'server/accounts/sessions/recent-authentication.ts'
const SESSIONS_SQL = 'server/db/migrations/0003_sessions.sql'
const CALLBACK = 'server/accounts/sign-in/handle-callback.ts'

export const SESSIONS: readonly Mutant[] = [
  ...of(
    '7.1.1',
    [
      'server/accounts/sessions/extend-session.ts',
      'export const SESSION_IDLE_DAYS = 7',
      'export const SESSION_IDLE_DAYS = 14',
    ],
    [
      'domain/accounts/factors.ts',
      'export const REAUTHENTICATION_MINUTES = 5',
      'export const REAUTHENTICATION_MINUTES = 60',
    ],
    [
      'domain/staff/staff.ts',
      'export const STAFF_REAUTHENTICATION_MINUTES = 30',
      'export const STAFF_REAUTHENTICATION_MINUTES = 300',
    ],
  ),
  ...of(
    '7.1.2',
    [
      SESSIONS_SQL,
      'create trigger sessions_within_limit after insert on sessions for each row execute function sessions_within_limit();\n',
      '',
    ],
    [SESSIONS_SQL, "  perform count_alone('sessions', new.user_id);\n", ''],
    [SESSIONS_SQL, 'expires_at > clock_timestamp() desc, updated_at desc, id', 'updated_at, id'],
  ),
  ...of('7.1.3', [
    'server/accounts/identities/remove-identity.ts',
    '  await endSessionsByMethod(tx, viewer.id, kind, viewer.sessionId)\n',
    '',
  ]),
  ...of(
    '7.2.1',
    [QUERIES, 'where s.token = ${tokenHash} and s.expires_at > clock_timestamp()', 'where s.token = ${tokenHash}'],
    [
      'server/accounts/sessions/session-token.ts',
      'given.length === ours.length && timingSafeEqual(given, ours) ? token : null',
      'given.length <= ours.length ? token : null',
    ],
    [
      'server/accounts/sessions/session-token.ts',
      `return createHash('sha256').update(token).digest('base64url')`,
      'return token',
    ],
  ),
  ...of(
    '7.2.2',
    [
      OPEN_SESSION,
      `const token = randomBytes(32).toString('base64url')`,
      `const token = client.device.token ?? randomBytes(32).toString('base64url')`,
    ],
    [
      OPEN_SESSION,
      `const token = randomBytes(32).toString('base64url')`,
      `const token = hashToken(userId + String(Date.now()))`,
    ],
  ),
  ...of(
    '7.2.3',
    [
      OPEN_SESSION,
      `const token = randomBytes(32).toString('base64url')`,
      `const token = randomBytes(8).toString('base64url')`,
    ],
    [
      OPEN_SESSION,
      `const token = randomBytes(32).toString('base64url')`,
      `const token = hashToken(String(performance.now()))`,
    ],
    [
      ROTATE_SESSION,
      `const token = randomBytes(32).toString('base64url')`,
      `const token = hashToken(String(performance.now()))`,
    ],
  ),
  ...of(
    '7.2.4',
    [
      'server/accounts/sessions/start-session.ts',
      '  if (former) await signOut(services, former)\n  sessionCookie.set',
      '  sessionCookie.set',
    ],
    [
      'server/accounts/sessions/start-session.ts',
      '  await signOut(services, former)\n  sessionCookie.clear',
      '  sessionCookie.clear',
    ],
    [ROTATE_SESSION, 'case token when ${tokenHash} then ${next} else token end', 'token'],
    [ROTATE_SESSION, 'case token when ${tokenHash} then ${next} else token end', '${next}'],
  ),
  ...of(
    '7.3.1',
    [
      'server/accounts/sessions/extend-session.ts',
      'make_interval(days => ${SESSION_IDLE_DAYS})',
      'make_interval(days => 4 * ${SESSION_IDLE_DAYS})',
    ],
    [OPEN_SESSION, 'make_interval(days => ${SESSION_IDLE_DAYS})', 'make_interval(days => 4 * ${SESSION_IDLE_DAYS})'],
    [QUERIES, 'where s.token = ${tokenHash} and s.expires_at > clock_timestamp()', 'where s.token = ${tokenHash}'],
    [
      REQUIRE_STAFF,
      'clock_timestamp() - make_interval(mins => ${sql.lit(STAFF_REAUTHENTICATION_MINUTES)})',
      "'epoch'::timestamptz",
    ],
  ),
  ...of(
    '7.3.2',
    [SESSIONS_SQL, "new.created_at + interval '30 days'", "new.created_at + interval '300 days'"],
    [REQUIRE_STAFF, 'greatest(r.granted_at,', 'least(r.granted_at,'],
  ),
  ...of(
    '7.4.1',
    [
      END_SESSIONS,
      'delete from sessions where token = ${tokenHash}`.execute(db)',
      'select from sessions where token = ${tokenHash}`.execute(db)',
    ],
    ['server/accounts/sessions/routes.ts', '    if (cookieValue) await signOut(context, cookieValue)\n', ''],
  ),
  ...of(
    '7.4.2',
    // The database refuses a deletion that leaves rows of the user's own.
    [
      'server/db/migrations/0039_account_deletion.sql',
      "and c.confdeltype = 'c' and cardinality(c.conkey) = 1;",
      "and c.confdeltype = 'c' and cardinality(c.conkey) = 1 and c.conrelid <> 'public.sessions'::regclass;",
    ],
    ['server/http/endpoints.ts', '  if (staff) await asViewer(viewer.id, () => requireStaff(db, viewer, staff))\n', ''],
    [
      REQUIRE_STAFF,
      'from staff_members r join sessions s on s.user_id = r.user_id',
      "from (select user_id, 'admin' as role, 'epoch'::timestamptz as granted_at from sessions union select user_id, role, granted_at from staff_members) r join sessions s on s.user_id = r.user_id",
    ],
    [
      QUERIES,
      'array(select role from staff_members where user_id = u.id order by role) as roles',
      "array['admin'] as roles",
    ],
  ),
  ...of(
    '7.4.3',
    [
      END_SESSIONS,
      'delete from sessions where user_id = ${userId} and id is distinct from ${keptId} returning 1 as ended',
      'select 1 as ended from sessions where user_id = ${userId} and id is distinct from ${keptId}',
    ],
    ['server/accounts/sessions/elevate-session.ts', '  await endOtherSessions(tx, viewer.id, viewer.sessionId)\n', ''],
    ['server/accounts/reset-password.ts', '    await endAllSessions(tx, userId)\n', ''],
    [
      'server/accounts/change-email.ts',
      '  await endOtherSessions(tx, userId, viewer?.id === userId ? viewer.sessionId : null)\n',
      '',
    ],
    [
      'server/accounts/change-password.ts',
      'const ended = await endAllSessions(tx, viewer.id)',
      'const ended = [{ id: viewer.sessionId, secondFactorSince: null, wasOpen: true }]',
    ],
  ),
  ...of(
    '7.4.4',
    ['web/shell/AccountMenu.tsx', '<MenuItem onSelect={signOut}>', '<MenuItem onSelect={() => {}}>'],
    ['web/shell/MobileMenuContents.tsx', '<SignOutButton onPress={onDone} />', 'null'],
  ),
  ...of(
    '7.4.5',
    [
      'server/staff/end-sessions-of.ts',
      '(await endAllSessions(tx, userId))',
      `(await endAllSessions(tx, '00000000-0000-0000-0000-000000000000'))`,
    ],
    ['server/staff/end-sessions-of.ts', '  if (ended > 0)\n', '  if (ended > 1000)\n'],
  ),
  ...of(
    '7.5.1',
    [
      RECENT,
      '      and reauthenticated_at > clock_timestamp() - make_interval(mins => ${sql.lit(REAUTHENTICATION_MINUTES)})\n',
      '',
    ],
    [RECENT, ' and (second_factor_since is not null or ${methods.length === 0})', ''],
    [
      'server/accounts/sign-in/reauthenticate.ts',
      `  if (first.method === 'password' && !(await isPassword(services, viewer.id, first.password)))\n    throw new DomainError('password_wrong', { field: 'first' })\n`,
      '',
    ],
    ['server/accounts/sign-in/reauthenticate.ts', `    if (second && !since) return 'second'\n`, ''],
    [
      'server/accounts/sign-in/reauthenticate.ts',
      `if (first.method === 'mailed_code' && !(await`,
      `if (first.method === 'mailed_code' && !first.code && !(await`,
    ],
    [OPEN_SESSION, '{ isRecentlyAuthenticated = !isProvider(method) }', '{ isRecentlyAuthenticated = true }'],
    [
      'server/accounts/change-password.ts',
      '  if ((await listSecondFactors(db, viewer.id)).length > 0) await requireRecentAuthentication(viewer, db)\n',
      '',
    ],
    ['server/accounts/change-email.ts', '  await requireRecentAuthentication(viewer, tx)\n', ''],
    ['server/accounts/factors/add-totp.ts', '    await requireRecentAuthentication(viewer, tx)\n', ''],
    ['server/accounts/factors/add-passkey.ts', '  await requireRecentAuthentication(viewer, db)\n', ''],
    ['server/accounts/factors/renew-recovery-codes.ts', '    await requireRecentAuthentication(viewer, tx)\n', ''],
    [
      'server/accounts/factors/remove-factor.ts',
      '  await requireRecentAuthentication(viewer, tx)\n  const { rows } = await sql`\n    delete from totps',
      '  const { rows } = await sql`\n    delete from totps',
    ],
    [
      'server/accounts/factors/remove-factor.ts',
      '  await requireRecentAuthentication(viewer, tx)\n  const { rows } = await sql`\n    delete from passkeys',
      '  const { rows } = await sql`\n    delete from passkeys',
    ],
    [
      'server/accounts/identities/routes.ts',
      '    await requireRecentAuthentication(viewer, db)\n    const intent',
      '    const intent',
    ],
    [
      'server/accounts/identities/routes.ts',
      '    await requireRecentAuthentication(viewer, db)\n    const { message',
      '    const { message',
    ],
    ['server/accounts/identities/remove-identity.ts', '  await requireRecentAuthentication(viewer, tx)\n', ''],
  ),
  ...of(
    '7.5.2',
    [
      'server/accounts/sessions/routes.ts',
      '    await requireRecentAuthentication(viewer, tx)\n    return { ended: await endSession(',
      '    return { ended: await endSession(',
    ],
    [
      'server/accounts/sessions/routes.ts',
      '    await requireRecentAuthentication(viewer, tx)\n    return { ended: await endOtherSessions(',
      '    return { ended: await endOtherSessions(',
    ],
    [
      END_SESSIONS,
      'delete from sessions where id = ${sessionId} and user_id = ${userId} returning 1 as ended',
      'select 1 as ended from sessions where id = ${sessionId} and user_id = ${userId}',
    ],
    [
      QUERIES,
      'where user_id = ${id} and expires_at > clock_timestamp()',
      'where user_id = ${id} and id = ${sessionId} and expires_at > clock_timestamp()',
    ],
  ),
  ...of(
    '7.6.1',
    [
      'server/accounts/identities/remove-identity.ts',
      '  await endSessionsByMethod(tx, viewer.id, kind, viewer.sessionId)\n',
      '',
    ],
    [OPEN_SESSION, '{ isRecentlyAuthenticated = !isProvider(method) }', '{ isRecentlyAuthenticated = true }'],
  ),
  ...of(
    '7.6.2',
    [CALLBACK, '  await redeemAuthorizationRequest(db, token)\n', ''],
    [CALLBACK, 'viewer?.id !== intent.userId || viewer.sessionId !== intent.sessionId', '!viewer'],
    [
      'domain/accounts/identities.ts',
      'export const AUTHORIZATION_MINUTES = 10',
      'export const AUTHORIZATION_MINUTES = 100',
    ],
  ),
]

/** Mutants of the further controls of users, their teams and their data. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const REMOVE_ADDITION = 'server/accounts/remove-addition.ts'
const SUSPENDED = 'server/accounts/suspended-emails.ts'

export const ACCOUNTS: readonly Mutant[] = [
  ...of(
    'removal links',
    [REMOVE_ADDITION, '  await endAllSessions(tx, userId)\n', ''],
    [REMOVE_ADDITION, '  if (await isCurrentAddress()) await removePassword(tx, userId)\n  else if', '  if'],
    [
      REMOVE_ADDITION,
      '  const wasPresent = (await removeOther(tx, userId, addition)) ?? isPresent\n',
      '  const wasPresent = isPresent\n',
    ],
    // The database refuses a longer life of the link.
    ['domain/accounts/accounts.ts', 'export const RECOVERY_DAYS = 7', 'export const RECOVERY_DAYS = 6'],
    [
      'server/accounts/one-time-tokens/tokens.ts',
      'where purpose = ${purpose} and hash = ${hashOf(token)} and expires_at > clock_timestamp()\n    returning',
      'where purpose = ${purpose} and hash = ${hashOf(token)}\n    returning',
    ],
  ),
  ...of(
    'wallet cookie',
    [
      'server/accounts/identities/wallet/wallet-challenge.ts',
      '  const token = tokenFor(tagOf(nonce))\n',
      `  const { sql } = await import('../../db/pool.ts')
  const { rows } = await sql\`
    delete from one_time_tokens where purpose = 'wallet_nonce' and value ->> 'message' = \${message}
      and user_id is not distinct from \${viewer?.id ?? null} returning 1 as found\`.execute(db)
  if (rows.length > 0) return { accountId: address, email: null, isEmailVerified: false }
  const token = tokenFor(tagOf(nonce))
`,
    ],
    [
      'server/accounts/identities/wallet/wallet-challenge.ts',
      'issued?.payload.message === message && issued.userId === (viewer?.id ?? null)',
      'issued?.payload.message === message',
    ],
  ),
  ...of('reserved names', [
    'domain/accounts/usernames.ts',
    '  if ([...RESERVED_WORDS, ...productWords()].some((word) => whole.includes(readingOf(word)))) return true\n',
    '  if (RESERVED_WORDS.some((word) => whole === readingOf(word))) return true\n',
  ]),
  ...of(
    'team members',
    ['server/http/endpoints.ts', 'if (!isIncluded && !isPublic)', 'if (false)'],
    ['server/http/endpoints.ts', 'seen !== actingFor?.id', 'false'],
    ['server/accounts/sessions/queries.ts', 'and s.acting_for is not distinct from m.owner_id', ''],
    ['server/trades/assert-release-allowed.ts', 'if (roleHours !== null)', 'if (false)'],
    ['server/db/migrations/0030_teams.sql', "  perform assert_team_role(coalesce(needed, ''));\n", ''],
    [
      'server/db/migrations/0030_teams.sql',
      "  perform assert_team_role('chat');\n  perform assert_no_team_conflict",
      '  perform assert_no_team_conflict',
    ],
    [
      'server/db/migrations/0030_teams.sql',
      '  delete from sessions where acting_for = old.owner_id and user_id = old.member_id;\n',
      '',
    ],
    ['server/offers/account-of-member.ts', "if (!member || input.type === 'buy')", 'if (true)'],
  ),
  ...of('export by POST', [
    'domain/api/accounts/account-data.ts',
    "method: 'POST',\n  path: '/api/account/export',\n  summary: 'Export account data; requires re-authentication',\n  body: nothing,",
    "method: 'GET',\n  path: '/api/account/export',\n  summary: 'Export account data; requires re-authentication',",
  ]),
  ...of(
    'suspended addresses',
    [
      'server/accounts/registration/create-account.ts',
      "    if (await isOfSuspended(tx, keyring, user.email)) throw new DomainError('email_suspended', { field: 'email' })\n",
      '',
    ],
    ['server/account-data/delete-account.ts', '  await listIfSuspended(tx, keyring, viewer.id, former.email)\n', ''],
    ['server/accounts/change-email.ts', '  await listIfSuspended(tx, keyring, userId, oldEmail)\n', ''],
    [SUSPENDED, ' and user_id is distinct from ${exceptId}', ''],
    [
      'server/db/migrations/0033_administration.sql',
      'for each row when (new.restored_id is not null) execute function release_suspended_emails()',
      'for each row when (false) execute function release_suspended_emails()',
    ],
  ),
]

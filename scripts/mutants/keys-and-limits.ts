/** Mutants of the further controls of limits, polled lists, waiting trades and damaged keys. */
import { of } from './mutant.ts'
import type { Mutant } from './mutant.ts'

export const KEYS_AND_LIMITS: readonly Mutant[] = [
  ...of(
    'limits of what a user sends',
    ['server/chat/limit-sending.ts', "app.addHook('preParsing'", "app.addHook('onRequest'"],
    ['server/trades/evidence/routes.ts', "app.addHook('preParsing'", "app.addHook('onRequest'"],
    ['server/profiles/avatar-routes.ts', "app.addHook('preParsing'", "app.addHook('onRequest'"],
    ['server/http/limit-requests.ts', 'viewer?.member?.id ?? viewer?.id ?? ip', 'viewer?.id ?? ip'],
  ),
  ...of(
    'polled lists',
    ['server/offers/offers-now.ts', ".trim().replace(/^W\\//, '')", '.trim()'],
    [
      'server/offers/market/find-offers.ts',
      '    : await readPage(db, scope, place)\n',
      '    : (await findPage(db, scope, place, BOUNDS)).found\n',
    ],
  ),
  ...of(
    'waiting trades',
    [
      'server/trades/waiting-trades.ts',
      'where ${waitsFor(acts)}',
      "where state.status = 'disputed' or ${waitsFor(acts)}",
    ],
    ['server/trades/waiting-trades.ts', 'roles === null || canDoForOwner(act, roles)', 'true'],
  ),
  ...of(
    'keys that do not open',
    [
      'server/accounts/identities/oidc/signing-keys.ts',
      'found.some(({ isDue }) => !isDue) ? found : (await usable()).rows',
      '(await usable()).rows',
    ],
    ['server/accounts/identities/oidc/signing-keys.ts', '      if (!(error instanceof UnknownKey)) throw error\n', ''],
    ['server/accounts/suspended-emails.ts', '      if (!(error instanceof UnknownKey)) throw error\n', ''],
  ),
]

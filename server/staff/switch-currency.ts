import { DomainError } from '../../domain/errors.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import type { FiatCurrency } from '../../domain/offers/currencies.ts'
import { marketChanged } from '../db/after-commit.ts'
import type { Tx } from '../db/pool.ts'
import { sql } from '../db/pool.ts'
import type { Viewer } from '../http/viewer.ts'
import { idOfCurrency } from './currency-queries.ts'
import { recordAction } from './record-action.ts'

type Switch = { currency: FiatCurrency; to: 'on' | 'off'; reason: string }

/**
 * Switches a currency off or on. Calls that ask for a quote, open a trade or create an offer in it meanwhile are waited for; the
 * worker notifies the owners of its active offers. Refuses with `already_done` and `staff_limit`.
 */
export async function switchCurrency(tx: Tx, viewer: Viewer, { currency, to, reason }: Switch): Promise<void> {
  const action = to === 'off' ? 'switch_currency_off' : 'switch_currency_on'
  const auditId = await recordAction(tx, viewer, { action, subject: await idOfCurrency(tx, currency), reason })
  // Staff actions are recorded one after another, so this sees what another admin has switched.
  const { rows } = await sql<{ isOff: boolean }>`
    select switched_off_at is not null as is_off from currencies where code = ${currency}`.execute(tx)
  if (rows[0]!.isOff === (to === 'off')) throw new DomainError('already_done')
  await sql`insert into currency_switches (audit_id) values (${auditId})`.execute(tx)
  marketChanged(tx)
}

/** Writes the next version of a currency's legal notice. Refuses with `already_done` where nothing changes, and `staff_limit`. */
export async function editCurrencyNotice(
  tx: Tx,
  viewer: Viewer,
  { currency, notices, reason }: { currency: FiatCurrency; notices: Record<Language, string>; reason: string },
): Promise<void> {
  const auditId = await recordAction(tx, viewer, {
    action: 'edit_currency_notice',
    subject: await idOfCurrency(tx, currency),
    reason,
  })
  const { rows: present } = await sql<{ language: Language; notice: string; version: number }>`
    select distinct on (language) language, notice, version from currency_notices
    where fiat_currency = ${currency} order by language, version desc`.execute(tx)
  // A language that was added after the last version has no row in it.
  const stored = new Map(present.map(({ language, notice }) => [language, notice]))
  const isSame = LANGUAGES.every((language) => (stored.get(language) ?? '') === notices[language])
  if (isSame) throw new DomainError('already_done')
  const version = 1 + Math.max(0, ...present.map((row) => row.version))
  await sql`
    insert into currency_notices (audit_id, fiat_currency, version, language, notice)
    select ${auditId}, ${currency}, ${version}, t.language, t.notice
    from unnest(${[...LANGUAGES]}::text[], ${LANGUAGES.map((language) => notices[language])}::text[]) as t (language, notice)
    `.execute(tx)
  marketChanged(tx)
}

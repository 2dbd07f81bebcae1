import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transparency } from '../../../domain/api/staff/transparency.ts'
import { ESCROW_STEP_USDT, SHOWN_FROM } from '../../../domain/staff/transparency.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Few } from './Few.tsx'

/** The escrow's balance by the ledger beside the sum of the open trades. */
export function EscrowEquation({ escrow }: { escrow: Transparency['escrow'] }) {
  const formats = useFormats()
  const dates = useDates()
  const { asOf, openTrades, ledgerUsdt, tradesUsdt, isEqual } = escrow
  const amount = (usdt: number | null) => (usdt === null ? <Few /> : <>{formats.count(usdt)} USDT</>)
  return (
    <>
      {ledgerUsdt === null && tradesUsdt === null ? (
        <Side label={<Trans>Open trades (with so few, the balance isn’t shown)</Trans>}>
          <Few />
        </Side>
      ) : (
        <div className="grid items-center gap-x-6 gap-y-3 sm:grid-cols-[1fr_auto_1fr]">
          <Side label={<Trans>Held in escrow, according to the ledger</Trans>}>{amount(ledgerUsdt)}</Side>
          <div aria-hidden className="board text-3xl max-sm:hidden">
            {isEqual ? '=' : '≠'}
          </div>
          <Side
            label={
              openTrades === null ? (
                <Trans>Sum of the open trades</Trans>
              ) : (
                <Plural
                  value={openTrades}
                  _0="Sum of the open trades: none is open"
                  one="Sum of # open trade or more"
                  other="Sum of # open trades or more"
                />
              )
            }
          >
            {amount(tradesUsdt)}
          </Side>
        </div>
      )}
      <p className="flex flex-wrap items-center gap-2">
        {isEqual ? (
          <Badge tone="buy">
            <Trans>Exactly equal before rounding</Trans>
          </Badge>
        ) : (
          <Badge tone="sell">
            <Trans>Not equal</Trans>
          </Badge>
        )}
        <span className="text-sm text-muted">
          <Trans>
            Calculated separately, on {dates.moment(asOf)}, and rounded down to the nearest {ESCROW_STEP_USDT} USDT. The
            sums change only after {SHOWN_FROM} other trades have entered or left the escrow, so that no single trade
            can be identified.
          </Trans>
        </span>
      </p>
    </>
  )
}

function Side({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <dl className="panel px-5 py-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="board num mt-1 text-[1.75rem]">{children}</dd>
    </dl>
  )
}

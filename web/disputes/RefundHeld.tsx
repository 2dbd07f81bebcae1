import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { REFUND_HOLD_MINUTES, TRADE_STATUS_TEXTS } from '../../domain/trades/trades.ts'
import { ObservedPrimaryButton } from '../trades/room/primary-button-in-view.tsx'
import { Button } from '../ui/Button.tsx'
import { ObjectionForm } from './ObjectionForm.tsx'
import { sectionClass } from './section-class.ts'

/** A cancelled trade whose refund waits for the buyer's objection; the time left is shown in the rail. */
export function RefundHeld({ trade }: { trade: Trade }) {
  const { i18n } = useLingui()
  return (
    <section aria-label={i18n._(TRADE_STATUS_TEXTS.refund_held.label)} className={sectionClass}>
      {trade.role === 'buyer' ? <ForBuyer trade={trade} /> : <ForSeller />}
    </section>
  )
}

function ForBuyer({ trade }: { trade: Trade }) {
  const [isObjecting, setIsObjecting] = useState(false)
  return (
    <>
      <h2 className="text-xl">
        <Trans>Have you already paid?</Trans>
      </h2>
      <p className="mt-1 text-muted">
        <Trans>
          Then object with a proof of payment. A dispute opens and the USDT stays locked. If you haven’t paid, do
          nothing and don’t pay.
        </Trans>
      </p>
      <div className="mt-4">
        {isObjecting ? (
          <ObjectionForm trade={trade} />
        ) : (
          <ObservedPrimaryButton>
            <Button variant="accent" className="w-full sm:w-auto" onClick={() => setIsObjecting(true)}>
              <Trans>I had already paid</Trans>
            </Button>
          </ObservedPrimaryButton>
        )}
      </div>
    </>
  )
}

function ForSeller() {
  return (
    <>
      <h2 className="text-xl">
        <Trans>Why the refund is held</Trans>
      </h2>
      <p className="mt-1 text-muted">
        <Trans>
          The buyer has seen your payment details, so a payment may already be on its way. Your USDT returns to you
          after <Plural value={REFUND_HOLD_MINUTES} one="# minute" other="# minutes" />, unless the buyer objects with a
          proof of payment.
        </Trans>
      </p>
    </>
  )
}

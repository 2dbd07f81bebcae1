import { Trans } from '@lingui/react/macro'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { METHODS } from '../../../domain/payments/methods.ts'
import { Loaded } from '../../Loaded.tsx'
import { useMeetingCode } from '../queries.ts'

/** What a party shows to the other one at a meeting: the seller until the payment mark, the buyer from then until the confirmation. */
export function MeetingCode({ trade }: { trade: Trade }) {
  const { role, status, paymentMethod } = trade
  if (!METHODS[paymentMethod].isInPerson) return null
  if (role === 'seller' && status === 'awaiting_payment') return <Code trade={trade} texts={OF_SELLER} />
  if (role === 'buyer' && status === 'payment_sent') return <Code trade={trade} texts={OF_BUYER} />
  return null
}

const OF_SELLER = {
  title: <Trans>Your meeting code</Trans>,
  use: (
    <Trans>
      Show it to the buyer on this screen when you are together, before the cash changes hands, and don’t send it. It
      proves that you have met, and releases nothing: anyone who gets it by chat or phone can mark the trade as paid
      without coming.
    </Trans>
  ),
}

const OF_BUYER = {
  title: <Trans>Your release code</Trans>,
  use: (
    <Trans>
      Show it to the seller on this screen once the cash is counted, and don’t send it. The USDT is yours when the
      seller has typed it: stay until this page says that the trade is completed.
    </Trans>
  ),
}

function Code({ trade, texts }: { trade: Trade; texts: typeof OF_SELLER }) {
  return (
    <section className="panel px-4 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg sm:text-xl">{texts.title}</h2>
      <div role="status">
        <Loaded query={useMeetingCode(trade)} rows={1}>
          {({ code }) => (
            <p dir="ltr" className="num mt-2 text-center text-5xl font-semibold tracking-widest">
              <span aria-hidden="true">
                {code.slice(0, 3)} {code.slice(3)}
              </span>
              <span className="sr-only">{[...code].join(' ')}</span>
            </p>
          )}
        </Loaded>
      </div>
      <p className="mt-3 text-sm text-muted">{texts.use}</p>
    </section>
  )
}

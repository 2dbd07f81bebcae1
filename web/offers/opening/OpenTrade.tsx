import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { openTrade, type Quote } from '../../../domain/api/trades/trades.ts'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import { takerRole } from '../../../domain/offers/offers.ts'
import { useSession } from '../../session/session.ts'
import { ApiError, errorText } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { isFault } from '../../fault.ts'
import { paths } from '../../paths.ts'
import { LimitsLink } from '../../accounts/tiers/LimitsLink.tsx'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/hydration/lazy-part.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import type { Manner } from './AmountBoxes.tsx'
import { keepTrade } from '../../trades/queries.ts'

// Few takers have an unconfirmed email address.
const VerifyNote = lazyPart(async () => ({ default: (await import('../../accounts/VerifyNote.tsx')).VerifyNote }))

/** The quote is no longer valid: a new one is requested, and the user presses again. */
const PRICE_GONE: readonly string[] = [
  'quote_expired',
  'quote_outdated',
  'bond_needed',
  'quote_unknown',
  'quote_used',
  'payment_method_not_offered',
] satisfies ErrorCode[]

/** The button stays in view while the rest scrolls: as wide as the panel of the page, or as the dialog. */
const FOOTERS: Record<Manner, string> = {
  page: 'bottom-0 -mx-5 -mb-5 rounded-b-panel bg-surface px-5 sm:-mx-7 sm:-mb-7 sm:px-7',
  dialog: '-bottom-5 -mx-5 -mb-5 bg-raised px-5 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6',
}

type Props = {
  manner: Manner
  offer: Offer
  /** The displayed price; omitted while there is none. */
  quote: Quote | undefined
  /** The account of a taker who sells. */
  paymentAccountId: string | null
  /** Called in place of opening the trade where that taker has chosen none. */
  onAccountMissing: () => void
  onPriceGone: () => void
  /** Called where the offer takes no trades any more. */
  onGone: () => void
  children: ReactNode
}

/** Opens the trade at the displayed price, and shows it. A second press finds the same trade. */
export function OpenTrade(props: Props) {
  const { manner, offer, quote, paymentAccountId, onAccountMissing, onPriceGone, onGone, children } = props
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  const command = useCommand(openTrade)
  const { user } = useSession()
  const [problem, setProblem] = useState<string>()

  const isBuying = takerRole(offer.type) === 'buyer'
  // Replaces the new-trade page in the history; a dialog's page stays in it.
  const replace = manner === 'page'

  async function open(quoteId: string) {
    setProblem(undefined)
    if (!isBuying && paymentAccountId === null) return onAccountMissing()
    try {
      const account = paymentAccountId === null ? {} : { paymentAccountId }
      const trade = await command.mutateAsync({ body: { quoteId, ...account } })
      keepTrade(client, trade)
      await navigate(paths.trade(trade.id), { replace })
    } catch (error) {
      const opened = tradeOpenedBefore(error)
      if (opened !== null) return void navigate(paths.trade(opened), { replace })
      setProblem(isFault(error) ? t`Failed to open the trade. Please try again.` : errorText(error))
      if (error instanceof ApiError && error.code === 'offer_unavailable') onGone()
      if (error instanceof ApiError && PRICE_GONE.includes(error.code)) onPriceGone()
      if (error instanceof ApiError && error.isDefinite) void client.invalidateQueries({ queryKey: ['offers'] })
    }
  }

  return (
    <>
      {user?.isVerified === false && (
        <Suspense>
          <VerifyNote className="[overflow-wrap:anywhere]" />
        </Suspense>
      )}
      <div className={`sticky z-10 grid gap-3 border-t border-line py-3 ${FOOTERS[manner]}`}>
        {problem !== undefined && (
          <ErrorNote>
            {problem}
            <LimitsLink error={command.error} />
          </ErrorNote>
        )}
        <div className="flex justify-end gap-2 sm:gap-3">
          {children}
          <Button
            variant={isBuying ? 'buy' : 'sell'}
            className="h-auto! min-h-11 grow py-1 leading-tight whitespace-normal! sm:grow-0"
            busy={command.isPending}
            busyText={<Trans>Opening trade…</Trans>}
            disabled={quote === undefined}
            onClick={() => quote && void open(quote.id)}
          >
            <Label manner={manner} isBuying={isBuying} />
          </Button>
        </div>
      </div>
    </>
  )
}

function Label({ manner, isBuying }: { manner: Manner; isBuying: boolean }) {
  if (manner === 'dialog') return isBuying ? <Trans>Confirm buy</Trans> : <Trans>Confirm sell</Trans>
  return isBuying ? <Trans>Open buy trade</Trans> : <Trans>Open sell trade</Trans>
}

/** The trade that the quote has already opened, for instance in another tab of the same user. */
function tradeOpenedBefore(error: unknown): string | null {
  const tradeId = error instanceof ApiError && error.code === 'quote_used' ? error.details.tradeId : null
  return typeof tradeId === 'string' ? tradeId : null
}

import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import type { Offer } from '../../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../../domain/market.ts'
import { formatUsdt, parseFiat, parsePrice } from '../../../domain/money.ts'
import { parsePercentage, takerAdvantage, takerRole } from '../../../domain/offers/offers.ts'
import { takerUsdt, usdtFor } from '../../../domain/trades/quote.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { TraderRecord } from '../../profiles/TraderRecord.tsx'
import { OfferRequirements } from '../../relations/OfferRequirements.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { Badge } from '../../ui/Badge.tsx'
import { usePaymentWindow } from '../../offers/payment-window.ts'
import { VsMarket } from './VsMarket.tsx'

type LinkProps = {
  offer: Offer
  /** The target of the row's one button. */
  to: string
  label: string
}
type Props = LinkProps & {
  /** The fiat amount of the filter: the row says what the reader receives or sends for it. */
  amount?: string | undefined
  /** The row is in an `OfferTable`, else in a list. */
  isTable?: boolean
  /** What the list says for all its rows, and the rows leave out: the reader's side, or the trader. */
  known?: 'side' | 'trader' | undefined
}

/** Cards on small screens, and from 1024 px the columns of a table. The header of `OfferTable` has the same. */
export const ROW_GRID =
  'grid gap-x-3 px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem] md:px-5 lg:grid-cols-[minmax(0,1.75fr)_8rem_minmax(0,1.5fr)_minmax(0,1.2fr)_11.5rem] lg:gap-x-5'

/** One offer of a list: who, at what price, what is available, how to pay (spec-coverage 2 Browse). */
export const OfferRow = memo(function OfferRow({ offer, to, label, amount, isTable = false, known }: Props) {
  return (
    <OfferCells offer={offer} amount={amount} isTable={isTable} known={known}>
      <OfferLink offer={offer} to={to} label={label} />
    </OfferCells>
  )
})

/** As high as two lines, which the longest labels have: the label changes when the session is known. */
export const ROW_BUTTON = 'w-full h-auto! min-h-12 px-2! py-1 text-center whitespace-normal! leading-tight'

/** The row's act. A row whose offer is gone keeps it, so that neither the row nor the focus moves. */
export function OfferLink({ offer, to, label }: LinkProps) {
  const { t } = useLingui()
  const { username } = offer.owner
  if (isGone(offer)) return <GoneLink to={to} />
  return (
    <Link to={to} data-act className={buttonClass(offer.type === 'sell' ? 'buy' : 'sell', 'row', ROW_BUTTON)}>
      {label}
      <span className="sr-only">
        {offer.type === 'sell' ? t`: buy USDT from ${username}` : t`: sell USDT to ${username}`}
      </span>
    </Link>
  )
}

function GoneLink({ to }: { to: string }) {
  const { t } = useLingui()
  return (
    <Link
      to={to}
      data-act
      aria-disabled
      onClick={(event) => event.preventDefault()}
      className={buttonClass('quiet', 'row', ROW_BUTTON)}
    >
      {t`No longer available`}
    </Link>
  )
}

/** Whether the offer has left the market since the list was read. */
export function isGone({ status }: Offer): boolean {
  return status !== 'active'
}

type CellsProps = Pick<Props, 'offer' | 'amount' | 'isTable' | 'known'> & {
  /** Below the trader's record, in a row with two buttons. */
  about?: ReactNode
  /** The row's buttons. */
  children: ReactNode
}

/** Texts are strings: each `Trans` is two more components, in every row. */
export function OfferCells({ offer, amount, isTable, known, about, children }: CellsProps) {
  const [Row, Cell] = isTable ? (['tr', 'td'] as const) : (['li', 'div'] as const)
  const cell = isTable ? { role: 'cell' } : {}
  // On a phone, two buttons need the whole width, and one fits beside the payment method.
  const width = about === undefined ? '' : 'col-span-2 md:col-span-1'
  return (
    <Row
      role={isTable ? 'row' : undefined}
      data-offer={offer.id}
      className={`${ROW_GRID} grid-cols-2 gap-y-2 py-3 md:gap-y-3 md:py-4 lg:items-center lg:py-3.5 has-[[data-act]:focus-visible]:bg-line/40 ${isGone(offer) ? 'grayscale *:text-muted **:text-muted' : ''}`}
    >
      <Cell {...cell} className="col-start-1 col-end-3 row-start-1 md:col-end-4 lg:col-end-2">
        {known === 'trader' ? <Side offer={offer} className="font-semibold" /> : <Owner offer={offer} known={known} />}
        {about}
        <OfferRequirements offer={offer} className="mt-1" />
      </Cell>
      <Cell
        {...cell}
        className={`num col-start-2 row-start-1 self-start ${known === undefined ? 'max-w-34' : 'whitespace-nowrap'} justify-self-end text-end md:col-start-3 md:max-w-none lg:col-start-auto lg:self-center`}
      >
        <OfferPrice offer={offer} />
      </Cell>
      <Cell {...cell} className="num col-span-2 text-sm md:col-span-1 lg:text-end">
        <OfferAmounts offer={offer} amount={amount} />
      </Cell>
      <Cell {...cell} className={`self-center text-sm ${width}`}>
        <OfferPayment offer={offer} isOneLine={about !== undefined} />
      </Cell>
      <Cell {...cell} className={`flex flex-wrap gap-2 self-center *:grow *:basis-32 md:grid ${width}`}>
        {children}
      </Cell>
    </Row>
  )
}

function Owner({ offer, known }: Pick<Props, 'offer' | 'known'>) {
  const { t } = useLingui()
  const { username, avatar } = offer.owner
  return (
    <>
      {/* In French the small print below the price has two lines on a phone. */}
      <div className="flex min-h-11 items-center gap-2 pe-34 max-md:[:lang(fr)_&]:min-h-15 md:gap-3 lg:pe-0">
        <Avatar name={username} picture={avatar} />
        <div className={`min-w-0 ${known === 'side' ? 'self-start md:self-auto' : ''}`}>
          <p className="truncate font-semibold">
            <bdi>{username === '' ? t`Anonymous` : username}</bdi>
          </p>
          {known !== 'side' && <Side offer={offer} className="text-sm text-muted" />}
        </div>
      </div>
      <p className="num mt-1 text-sm text-muted md:mt-1.5 lg:mt-1">
        <TraderRecord trader={offer.owner} isSeller={offer.type === 'sell'} />
      </p>
    </>
  )
}

function Side({ offer, className }: { offer: Offer; className: string }) {
  const { t } = useLingui()
  return <p className={className}>{offer.type === 'sell' ? t`You buy USDT` : t`You sell USDT`}</p>
}

function OfferPrice({ offer }: { offer: Offer }) {
  const formats = useFormats()
  return (
    <>
      <p data-live="price" className="text-xl leading-tight font-semibold">
        {formats.price(offer.price)} <span className="text-sm font-normal text-muted">{offer.fiatCurrency}</span>
      </p>
      <p className="text-xs text-balance text-muted md:text-sm">
        <VsMarket percentage={offer.pricePercentage} className={isBetter(offer) ? 'text-buy' : 'text-ink'} />
      </p>
    </>
  )
}

/** Each figure beside its label; on a phone at the end of the line, where the figures of all rows are in one column. */
const FIGURE = 'flex justify-between gap-x-3 md:block'

function OfferAmounts({ offer, amount }: Pick<Props, 'offer' | 'amount'>) {
  const { t } = useLingui()
  const { range, fiat } = useFormats()
  const exchanged = useExchanged(offer, amount)
  // Cut, not rounded: no more than the figure may be traded.
  const available = fiat(offer.tradableUsdt.slice(0, -4), 'USDT')
  return (
    <>
      {exchanged !== null && (
        <p className={`${FIGURE} font-semibold`}>
          <span>{offer.type === 'sell' ? t`You receive` : t`You send`}</span> <span>{exchanged}</span>
        </p>
      )}
      <p data-live="available" className={FIGURE}>
        <span className="text-muted">{t`Available`}</span> <span>{available}</span>
      </p>
      <p className={FIGURE}>
        <span className="text-muted lg:sr-only">{t`Limits`}</span>{' '}
        <span>{`${range(offer.minAmount, offer.maxAmount, 2)}\u00A0${offer.fiatCurrency}`}</span>
      </p>
    </>
  )
}

/** The USDT that the reader receives or sends for the amount, after the fee; null without an amount. */
function useExchanged({ type, price }: Offer, amount: string | undefined): string | null {
  const { usdt } = useFormats()
  const fiatMilli = amount === undefined ? null : parseFiat(amount)
  if (fiatMilli === null) return null
  return usdt(formatUsdt(takerUsdt(takerRole(type), usdtFor(fiatMilli, parsePrice(price)))))
}

function OfferPayment({ offer, isOneLine }: { offer: Offer; isOneLine: boolean }) {
  const { t, i18n } = useLingui()
  const paymentWindow = usePaymentWindow()
  return (
    <div className={isOneLine ? 'flex flex-wrap items-center justify-between gap-x-3 md:block' : ''}>
      <p className="*:whitespace-normal!">
        <Badge>{i18n._(PAYMENT_METHOD_NAMES[offer.paymentMethod])}</Badge>
      </p>
      <p className="text-muted md:mt-1">{t`Pay within ${paymentWindow(offer.paymentWindowMinutes)}`}</p>
    </div>
  )
}

function isBetter({ type, pricePercentage }: Offer): boolean {
  return takerAdvantage(type, parsePercentage(pricePercentage) ?? 0) > 0
}

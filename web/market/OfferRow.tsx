import { useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import type { Offer } from '../../domain/api.ts'
import { PAYMENT_METHOD_NAMES } from '../../domain/market.ts'
import { formatUsdt, parseFiat, parsePrice } from '../../domain/money.ts'
import { parsePercentage, takerAdvantage, takerRole } from '../../domain/offers/offers.ts'
import { takerUsdt, usdtFor } from '../../domain/trades/quote.ts'
import { useFormats } from '../formats.ts'
import { Link } from '../layout/Link.tsx'
import { TraderRecord } from '../profiles/TraderRecord.tsx'
import { OfferRequirements } from '../relations/OfferRequirements.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { Badge } from '../ui/Badge.tsx'
import { usePaymentWindow } from '../offers/payment-window.ts'
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
}

/** Cards on small screens, and from 1024 px the columns of a table. The header of `OfferTable` has the same. */
export const ROW_GRID =
  'grid gap-x-3 px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem] md:px-5 lg:grid-cols-[minmax(0,1.75fr)_8rem_minmax(0,1.5fr)_minmax(0,1.2fr)_11.5rem] lg:gap-x-5'

/** One offer of a list: who, at what price, what is available, how to pay (spec-coverage 2 Browse). */
export const OfferRow = memo(function OfferRow({ offer, to, label, amount, isTable = false }: Props) {
  return (
    <OfferCells offer={offer} amount={amount} isTable={isTable}>
      <OfferLink offer={offer} to={to} label={label} />
    </OfferCells>
  )
})

/** The row's act. A row whose offer is gone keeps it, so that neither the row nor the focus moves. */
export function OfferLink({ offer, to, label }: LinkProps) {
  const { t } = useLingui()
  const { username } = offer.owner
  if (isGone(offer)) return <GoneLink to={to} />
  return (
    <Link
      to={to}
      data-act
      className={buttonClass(offer.type === 'sell' ? 'buy' : 'sell', 'row', 'w-full whitespace-normal! leading-tight')}
    >
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
      className={buttonClass('quiet', 'row', 'w-full whitespace-normal! px-2! leading-tight')}
    >
      {t`No longer available`}
    </Link>
  )
}

/** Whether the offer has left the market since the list was read. */
export function isGone({ status }: Offer): boolean {
  return status !== 'active'
}

type CellsProps = Pick<Props, 'offer' | 'amount' | 'isTable'> & {
  /** Below the trader's record. */
  about?: ReactNode
  /** The row's buttons. */
  children: ReactNode
}

/** Texts are strings: each `Trans` is two more components, in every row. */
export function OfferCells({ offer, amount, isTable, about, children }: CellsProps) {
  const { t } = useLingui()
  const { username, avatar } = offer.owner
  const [Row, Cell] = isTable ? (['tr', 'td'] as const) : (['li', 'div'] as const)
  const cell = isTable ? { role: 'cell' } : {}
  return (
    <Row
      role={isTable ? 'row' : undefined}
      data-offer={offer.id}
      className={`${ROW_GRID} grid-cols-[minmax(0,1fr)_auto] gap-y-3 py-4 lg:items-center lg:py-3.5 has-[[data-act]:focus-visible]:bg-line/40 ${isGone(offer) ? 'grayscale *:text-muted **:text-muted' : ''}`}
    >
      <Cell {...cell} className="col-start-1 col-end-3 row-start-1 md:col-end-4 lg:col-end-2">
        <div className="flex items-center gap-2 pe-34 md:gap-3 lg:pe-0">
          <Avatar name={username} picture={avatar} />
          <div className="min-w-0">
            <p className="truncate font-semibold">
              <bdi>{username === '' ? t`Anonymous` : username}</bdi>
            </p>
            <p className="text-sm text-muted">{offer.type === 'sell' ? t`You buy USDT` : t`You sell USDT`}</p>
          </div>
        </div>
        <p className="num mt-1.5 text-sm text-muted lg:mt-1">
          <TraderRecord trader={offer.owner} isSeller={offer.type === 'sell'} />
        </p>
        {about}
        <OfferRequirements offer={offer} className="mt-1" />
      </Cell>
      <Cell
        {...cell}
        className="num col-start-2 row-start-1 max-w-34 self-start justify-self-end text-end md:col-start-3 md:max-w-none lg:col-start-auto lg:self-center"
      >
        <OfferPrice offer={offer} />
      </Cell>
      <Cell {...cell} className="num text-sm lg:text-end">
        <OfferAmounts offer={offer} amount={amount} />
      </Cell>
      <Cell
        {...cell}
        className="max-w-44 justify-self-end text-end text-sm md:max-w-none md:justify-self-start md:text-start"
      >
        <OfferPayment offer={offer} />
      </Cell>
      <Cell
        {...cell}
        className="col-span-2 flex flex-wrap gap-2 *:grow *:basis-32 md:col-span-1 md:grid md:self-center"
      >
        {children}
      </Cell>
    </Row>
  )
}

function OfferPrice({ offer }: { offer: Offer }) {
  const formats = useFormats()
  return (
    <>
      <p data-live="price" className="text-xl leading-tight font-semibold">
        {formats.price(offer.price)} <span className="text-sm font-normal text-muted">{offer.fiatCurrency}</span>
      </p>
      <p className="text-sm text-muted">
        <VsMarket percentage={offer.pricePercentage} className={isBetter(offer) ? 'text-buy' : 'text-ink'} />
      </p>
    </>
  )
}

function OfferAmounts({ offer, amount }: Pick<Props, 'offer' | 'amount'>) {
  const { t } = useLingui()
  const { range, fiat } = useFormats()
  const exchanged = useExchanged(offer, amount)
  // Cut, not rounded: no more than the figure may be traded.
  const available = fiat(offer.tradableUsdt.slice(0, -4), 'USDT')
  return (
    <>
      {exchanged !== null && <p className="font-semibold">{exchanged}</p>}
      <p data-live="available">
        <span className="text-muted">{t`Available`}</span> {available}
      </p>
      <p>
        <span className="text-muted lg:sr-only">{t`Limits`}</span>{' '}
        {`${range(offer.minAmount, offer.maxAmount, 2)} ${offer.fiatCurrency}`}
      </p>
    </>
  )
}

/** The USDT that the reader receives or sends for the amount, after the fee; null without an amount. */
function useExchanged({ type, price }: Offer, amount: string | undefined): string | null {
  const { t } = useLingui()
  const { usdt } = useFormats()
  const fiatMilli = amount === undefined ? null : parseFiat(amount)
  if (fiatMilli === null) return null
  const moved = usdt(formatUsdt(takerUsdt(takerRole(type), usdtFor(fiatMilli, parsePrice(price)))))
  return type === 'sell' ? t`You receive ${moved}` : t`You send ${moved}`
}

function OfferPayment({ offer }: { offer: Offer }) {
  const { t, i18n } = useLingui()
  const paymentWindow = usePaymentWindow()
  return (
    <>
      <p>
        <Badge>{i18n._(PAYMENT_METHOD_NAMES[offer.paymentMethod])}</Badge>
      </p>
      <p className="mt-1 text-muted">{t`Pay within ${paymentWindow(offer.paymentWindowMinutes)}`}</p>
    </>
  )
}

function isBetter({ type, pricePercentage }: Offer): boolean {
  return takerAdvantage(type, parsePercentage(pricePercentage) ?? 0) > 0
}

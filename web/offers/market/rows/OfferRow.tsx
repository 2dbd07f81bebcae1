import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import type { Offer } from '../../../../domain/api/offers/offers.ts'
import type { TraderNote } from '../../../../domain/api/profiles/trader-notes.ts'
import { formatUsdt, parseFiat, parsePrice } from '../../../../domain/money.ts'
import { parsePercentage, takerAdvantage, takerRole } from '../../../../domain/offers/offers.ts'
import { takerUsdt, usdtFor } from '../../../../domain/trades/quote.ts'
import { useFormats } from '../../../formats.ts'
import { Link } from '../../../layout/Link.tsx'
import { paths } from '../../../paths.ts'
import { TraderRecord, useSpeed } from '../../../profiles/TraderRecord.tsx'
import { UNCUT_NAME, NoteLabel, NoteMark } from '../../../profiles/trader-notes/NoteLabel.tsx'
import { OfferRequirements } from '../../../profiles/relations/OfferRequirements.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { buttonClass } from '../../../ui/button-class.ts'
import { usePaymentWindow } from '../../payment-window.ts'
import { useLimitsRange } from '../../use-limits-range.ts'
import { VsMarket } from '../../rates/VsMarket.tsx'
import { accountKnown } from '../../../session/account-known.ts'
import { MethodBadges } from '../../../payments/MethodBadges.tsx'

type LinkProps = {
  offer: Offer
  /** The fiat amount of the filter: the row says what the reader receives or sends for it, and its links carry it on. */
  amount?: string | undefined
  /** The payment methods of the filter, which its links carry on as well. */
  method?: string | undefined
  /** Visitors sign in first. */
  isSignedOut?: boolean
  /** The reader cannot open trades: the row leads to the offer's page. */
  isReadOnly?: boolean
  /** The reader's own offer; by default as the server said when the offer was read, which for a visitor's page is never. */
  isMine?: boolean
}
type Props = LinkProps & {
  /** What the list says for all its rows, and the rows leave out. */
  known?: 'trader' | undefined
}

/** Cards on small screens, and from 1024 px the columns of a table. The header of `OfferTable` has the same. */
export const ROW_GRID =
  'grid gap-x-3 px-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_11rem] md:px-5 lg:grid-cols-[minmax(0,1fr)_8rem_11rem_9rem_8.5rem] lg:gap-x-4 xl:grid-cols-[minmax(0,1fr)_8rem_13rem_9.75rem_9.5rem]'

/** One offer of a list beside the market: who, at what price, what is available, how to pay, on what terms. */
export const OfferRow = memo(function OfferRow({ known, ...link }: Props) {
  const { offer, amount } = link
  return (
    <OfferCells offer={offer} amount={amount} known={known}>
      <OfferLink {...link} />
    </OfferCells>
  )
})

/** As high as two lines, which the labels have with a long name. */
export const ROW_BUTTON =
  'w-full h-auto! min-h-12 px-2! py-1 text-center text-sm leading-tight whitespace-normal! wrap-anywhere'

/** Opens a trade on the offer. A row whose offer is gone keeps its link, so that neither the row nor the focus moves. */
export function OfferLink({
  offer,
  amount,
  method,
  isSignedOut = false,
  isReadOnly = false,
  isMine = offer.isMine,
}: LinkProps) {
  const { t } = useLingui()
  const label = useTakeLabel(offer)
  const trade = paths.newTrade(offer.id, { amount, method })
  const isAccountKnown = accountKnown.use() === 'yes'
  const to = !isSignedOut ? trade : isAccountKnown ? paths.loginThen(trade) : paths.registerThen(trade)
  if (isGone(offer)) return <GoneLink to={to} />
  if (isMine || isReadOnly) {
    return (
      <Link to={paths.offer(offer.id)} data-act className={buttonClass('line', 'row', ROW_BUTTON)}>
        {isMine ? t`Your offer` : <ViewDetails username={offer.owner.username} />}
      </Link>
    )
  }
  return (
    <Link to={to} data-act className={buttonClass(takeVariant(offer), 'row', ROW_BUTTON)}>
      {label}
    </Link>
  )
}

function ViewDetails({ username }: { username: string }) {
  return (
    <Trans>
      View details<span className="sr-only">: {username}</span>
    </Trans>
  )
}

/** What the reader does with the offer, and with whom: no two traders' buttons are the same. */
export function useTakeLabel({ type, owner }: Offer): string {
  const { t } = useLingui()
  const username = owner.username === '' ? t`Anonymous` : owner.username
  return takerRole(type) === 'buyer' ? t`Buy from ${username}` : t`Sell to ${username}`
}

export function takeVariant({ type }: Offer): 'buy' | 'sell' {
  return takerRole(type) === 'buyer' ? 'buy' : 'sell'
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

type CellsProps = Pick<LinkProps, 'offer' | 'amount'> & {
  /** The row is in an `OfferTable`, else in a list. */
  isTable?: boolean
  /** What the list says for all its rows, and the rows leave out: the reader's side, or the trader. */
  known?: 'side' | 'trader' | undefined
  /** What the reader has noted about the owner. */
  note?: TraderNote | undefined
  /** When the offer was created, in a list that says so. */
  posted?: ReactNode
  /** The row's button. */
  children: ReactNode
}

/** Texts are strings: each `Trans` is two more components, in every row. */
export function OfferCells({ offer, amount, isTable = false, known, note, posted, children }: CellsProps) {
  const [Row, Cell] = isTable ? (['tr', 'td'] as const) : (['li', 'div'] as const)
  const cell = isTable ? { role: 'cell' } : {}
  return (
    <Row
      role={isTable ? 'row' : undefined}
      data-offer={offer.id}
      className={`${ROW_GRID} relative grid-cols-2 gap-y-2 py-3 hover:bg-line/25 lg:items-center has-[[data-act]:focus-visible]:bg-line/40 ${isGone(offer) ? 'grayscale *:text-muted **:text-muted' : ''}`}
    >
      <Cell
        {...cell}
        className={`col-start-1 col-end-3 row-start-1 lg:col-end-2 ${known === 'trader' ? '' : 'grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 md:gap-x-3'}`}
      >
        {known === 'trader' ? (
          // As high as the price beside it, which the terms below would cover.
          <Side offer={offer} className="font-semibold max-md:min-h-11" />
        ) : (
          <Owner offer={offer} known={known} note={note} />
        )}
        <Terms offer={offer} amount={amount} posted={posted} />
        <OfferRequirements offer={offer} className={`mt-1 md:mt-0 ${BESIDE_AVATAR}`} />
      </Cell>
      <Cell
        {...cell}
        className={`num col-start-2 row-start-1 self-start ${known === undefined ? 'max-w-30' : 'whitespace-nowrap'} justify-self-end text-end md:col-start-3 md:max-w-none lg:col-start-auto lg:self-center`}
      >
        {known === undefined && <Side offer={offer} className="text-xs text-muted max-md:hidden" />}
        <OfferPrice offer={offer} />
      </Cell>
      <Cell {...cell} className="num col-span-2 text-sm md:col-span-1 lg:text-end">
        <OfferAmounts offer={offer} amount={amount} />
      </Cell>
      <Cell {...cell} className="self-center text-sm md:self-start lg:self-center">
        <OfferPayment offer={offer} />
      </Cell>
      <Cell {...cell} className="self-center *:relative *:z-1 md:self-start lg:self-center">
        {children}
      </Cell>
    </Row>
  )
}

/** Below the avatar on a phone, else beside it. */
const BESIDE_AVATAR = 'col-span-2 md:col-span-1 md:col-start-2'

function Owner({ offer, known, note }: Pick<CellsProps, 'offer' | 'known' | 'note'>) {
  const { t } = useLingui()
  const { username, avatar } = offer.owner
  return (
    <>
      <div className="md:row-span-4">
        <div className="relative w-fit">
          <Avatar name={username} picture={avatar} />
          <NoteMark note={note} />
        </div>
      </div>
      <div className={`min-w-0 pe-30 md:pe-0 ${known === 'side' ? '' : 'max-md:self-center'}`}>
        <div className="flex items-center">
          <p className={`truncate font-semibold ${UNCUT_NAME}`}>
            {username === '' ? t`Anonymous` : <TraderLink username={username} />}
          </p>
          <NoteLabel note={note} />
        </div>
        {known !== 'side' && <Side offer={offer} className="text-sm text-muted md:hidden" />}
      </div>
      <p className={`num mt-1 text-sm text-muted md:mt-0 ${BESIDE_AVATAR}`}>
        <TraderRecord trader={offer.owner} />
      </p>
    </>
  )
}

function TraderLink({ username }: { username: string }) {
  return (
    <Link
      to={paths.trader(username)}
      className="relative z-1 underline decoration-edge decoration-1 underline-offset-4 hover:decoration-current pointer-coarse:-my-2.5 pointer-coarse:inline-block pointer-coarse:py-2.5"
    >
      <bdi>{username}</bdi>
    </Link>
  )
}

/** A link whose area is the whole row, behind the row's other links. */
const ROW_LINK = 'after:absolute after:inset-0'

/** When the offer was created, the first line of the terms, and the link to all of them. */
function Terms({ offer, amount, posted }: Pick<CellsProps, 'offer' | 'amount' | 'posted'>) {
  const { t } = useLingui()
  const { username } = offer.owner
  return (
    <p className={`mt-1 flex gap-x-2 text-sm text-muted md:mt-0 ${BESIDE_AVATAR}`}>
      {posted && <span className="-me-1 shrink-0">{posted} ·</span>}
      <bdi className="line-clamp-1 [overflow-wrap:anywhere] [text-align:match-parent]">{offer.terms}</bdi>
      <Link
        to={paths.offer(offer.id, amount)}
        aria-label={t`Details of the offer from ${username}`}
        className={`shrink-0 underline decoration-edge decoration-1 underline-offset-4 hover:decoration-current ${ROW_LINK}`}
      >
        {t({ message: 'Details', context: 'of an offer' })}
      </Link>
    </p>
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
  const { fiat } = useFormats()
  const limitsRange = useLimitsRange()
  const exchanged = useExchanged(offer, amount)
  // Cut, not rounded: no more than the figure may be traded.
  const available = fiat(offer.tradableUsdt.slice(0, -4), 'USDT')
  return (
    <>
      {exchanged !== null && (
        <p className={FIGURE}>
          <span>{offer.type === 'sell' ? t`You receive` : t`You send`}</span>{' '}
          <span className="font-semibold whitespace-nowrap">{exchanged}</span>
        </p>
      )}
      <p data-live="available" className={FIGURE}>
        <span className="text-muted">{t`Available`}</span> <span>{available}</span>
      </p>
      <p className={FIGURE}>
        <span className="text-muted lg:sr-only">{t`Limits`}</span>{' '}
        <span>{`${limitsRange(offer).fiat}\u00A0${offer.fiatCurrency}`}</span>
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

/** Who pays is the reader of an offer to sell, else its owner. */
function OfferPayment({ offer }: Pick<CellsProps, 'offer'>) {
  const { t } = useLingui()
  const paymentWindow = usePaymentWindow()
  const speed = useSpeed(offer.owner, offer.type === 'sell')
  const window = paymentWindow(offer.paymentWindowMinutes)
  return (
    <>
      <p className="flex flex-wrap gap-1 *:whitespace-normal! lg:*:text-xs!">
        <MethodBadges methods={offer.paymentMethods} />
      </p>
      <p className="text-muted">{offer.type === 'sell' ? t`Pay within ${window}` : t`Pays within ${window}`}</p>
      {speed && <p className="text-muted first-letter:uppercase">{speed}</p>}
    </>
  )
}

function isBetter({ type, pricePercentage }: Offer): boolean {
  return takerAdvantage(type, parsePercentage(pricePercentage) ?? 0) > 0
}

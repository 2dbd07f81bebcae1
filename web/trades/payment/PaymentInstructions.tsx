import { Trans, useLingui } from '@lingui/react/macro'
import type { Trade, TradePaymentDetails } from '../../../domain/api/trades/trades.ts'
import { METHODS, PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import { PAYEE_ANSWER_TEXTS } from '../../../domain/payments/payee-check.ts'
import { shownDetail, type PaymentDetail } from '../../../domain/payments/payment-fields.ts'
import { needsPaymentProof } from '../../../domain/trades/evidence.ts'
import { paymentReference, type TradeStatus } from '../../../domain/trades/trades.ts'
import { useFormats } from '../../formats.ts'
import { DemoNotice } from '../../layout/DemoNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { MethodAndArrival } from '../../payments/MethodAndArrival.tsx'
import { FoldedCard } from '../FoldedCard.tsx'
import { needsPaymentDetails } from '../moves.ts'
import { usePaymentDetails } from '../queries.ts'
import { MethodNotes } from './MethodNotes.tsx'
import { PayeeCheck } from './PayeeCheck.tsx'
import { PaymentShortcuts } from './PaymentShortcuts.tsx'
import { RetryNote } from '../../RetryNote.tsx'

/**
 * What is paid, how, where and with which reference, for both parties (spec-coverage 2 Trade): after the payment mark too, since the
 * seller matches the payment by it, but then folded for the buyer. Once nothing is to be paid, without what helps to pay.
 */
export function PaymentInstructions({ trade }: { trade: Trade }) {
  const { t } = useLingui()
  const formats = useFormats()
  const isPayable = PAYABLE.includes(trade.status)
  const reference = paymentReference(trade.id)
  const isInPerson = METHODS[trade.paymentMethod].isInPerson
  const copy = (text: string, label: string) =>
    isPayable && !isStopped(trade) ? <CopyButton text={text} label={label} isShort /> : undefined
  const rows = (
    <>
      <DescriptionList className={isPayable ? 'sm:mt-1' : 'mt-1'}>
        <DescriptionRow
          label={<AmountLabel trade={trade} />}
          aside={copy(formats.toCopy(trade.amountFiat), t`Copy the amount`)}
        >
          <strong className="text-xl whitespace-nowrap">{formats.fiat(trade.amountFiat, trade.fiatCurrency)}</strong>
        </DescriptionRow>
        <DescriptionRow label={<Trans>Payment method</Trans>}>
          {isPayable ? (
            <MethodAndArrival method={trade.paymentMethod} isShort />
          ) : (
            <Translated text={PAYMENT_METHOD_NAMES[trade.paymentMethod]} />
          )}
        </DescriptionRow>
        {trade.bankAnswer && !isAnswerable(trade) && (
          <DescriptionRow label={<Trans>The buyer’s bank</Trans>}>
            <Translated text={PAYEE_ANSWER_TEXTS[trade.bankAnswer.answer]} />
          </DescriptionRow>
        )}
        {isInPerson ? null : trade.referencePolicy === 'none' ? (
          <DescriptionRow label={<Trans>Payment reference</Trans>}>
            {isPayable ? <Trans>None: leave it empty</Trans> : <Trans>None</Trans>}
          </DescriptionRow>
        ) : (
          <DescriptionRow
            label={
              trade.referencePolicy === 'required' ? (
                <Trans>Payment reference (required)</Trans>
              ) : (
                <Trans>Payment reference</Trans>
              )
            }
            aside={copy(reference, t`Copy the reference`)}
          >
            <span dir="ltr" className="whitespace-nowrap">
              {reference}
            </span>
          </DescriptionRow>
        )}
      </DescriptionList>
      {isPayable && <Details trade={trade} />}
      {isPayable && trade.role === 'seller' && !isInPerson && <SendersName status={trade.status} />}
      {isPayable && !(isInPerson && trade.status === 'disputed') && <MethodNotes trade={trade} className="mt-3" />}
    </>
  )
  if (isMade(trade)) {
    return (
      <FoldedCard
        id="payment"
        title={<Trans>Your payment</Trans>}
        badge={<strong className="num">{formats.fiat(trade.amountFiat, trade.fiatCurrency)}</strong>}
      >
        {rows}
      </FoldedCard>
    )
  }
  return (
    <section
      id="payment"
      tabIndex={-1}
      className={`panel scroll-mt-4 px-4 outline-none sm:px-7 sm:py-5 ${isPayable ? 'py-2' : 'py-4'}`}
    >
      <h2 className={`text-lg ${isPayable ? 'max-sm:leading-tight sm:text-xl' : ''}`}>
        <Title trade={trade} isPayable={isPayable} />
      </h2>
      {rows}
    </section>
  )
}

/** A buyer who has paid checks the details at most: nothing invites to pay again. */
function isMade({ role, status }: Pick<Trade, 'role' | 'status'>): boolean {
  return role === 'buyer' && status === 'payment_sent'
}

/** The buyer says what the bank says until the payment mark. */
function isAnswerable({ role, status }: Pick<Trade, 'role' | 'status'>): boolean {
  return role === 'buyer' && status === 'awaiting_payment'
}

/** Nothing helps a buyer to pay an account whose holder has another name. */
function isStopped(trade: Trade): boolean {
  return isAnswerable(trade) && trade.bankAnswer?.answer === 'no_match'
}

/** The statuses in which a payment is made, matched or examined. */
const PAYABLE: readonly TradeStatus[] = ['awaiting_payment', 'payment_sent', 'disputed']

function Title({ trade: { role, status, paymentMethod }, isPayable }: { trade: Trade; isPayable: boolean }) {
  if (!isPayable || (role === 'buyer' && status === 'disputed')) return <Trans>Payment</Trans>
  if (METHODS[paymentMethod].isInPerson) return <Trans>Your meeting</Trans>
  if (role === 'buyer') return <Trans>Payment instructions</Trans>
  return status === 'awaiting_payment' ? <Trans>Your payment account</Trans> : <Trans>Payment to check</Trans>
}

/** What the button says that shows the payment details. */
export function ShowLabel({ trade: { role, paymentMethod } }: { trade: Trade }) {
  if (METHODS[paymentMethod].isInPerson) return <Trans>Show the meeting place</Trans>
  return role === 'buyer' ? <Trans>Show payment details</Trans> : <Trans>Show your account</Trans>
}

function AmountLabel({ trade: { role, status } }: { trade: Trade }) {
  if (status !== 'awaiting_payment') return <Trans>Payment amount</Trans>
  return role === 'buyer' ? <Trans>Amount to pay</Trans> : <Trans>Amount you are paid</Trans>
}

/** The seller's account. On a small screen the bar has the buyer's button, until the details were shown (MoveBar). */
function Details({ trade }: { trade: Trade }) {
  const query = usePaymentDetails(trade)
  const { data, error, refetch, isFetching } = query
  if (data) {
    return (
      <>
        <Shown trade={trade} payment={data} />
        {isAnswerable(trade) && !isStopped(trade) && !METHODS[trade.paymentMethod].isInPerson && (
          <PaymentShortcuts payment={data} />
        )}
        {isAnswerable(trade) && METHODS[trade.paymentMethod].hasPayeeCheck && (
          <PayeeCheck trade={trade} holder={data.details.find(({ name }) => name === 'holder')?.value ?? ''} />
        )}
      </>
    )
  }
  const isNextStep = needsPaymentDetails(trade)
  return (
    <div className="mt-2 grid gap-3 sm:mt-3">
      {isStopped(trade) && <PayeeCheck trade={trade} holder="" />}
      <RetryNote query={query} />
      {!error && (
        <div className={isNextStep ? 'max-lg:hidden' : ''}>
          <Button
            variant={isNextStep ? 'accent' : 'line'}
            className="max-sm:w-full max-sm:px-2 max-sm:text-[15px]"
            busy={isFetching}
            onClick={() => void refetch()}
          >
            <ShowLabel trade={trade} />
          </Button>
        </div>
      )}
      {trade.role === 'buyer' && trade.status !== 'disputed' && (
        <p className="text-sm text-muted">
          {METHODS[trade.paymentMethod].isInPerson ? (
            <Trans>The meeting place is shown only on this page. Go to no other place that the chat names.</Trans>
          ) : (
            <Trans>The seller’s account is shown only on this page. Never pay to details sent in the chat.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

function Shown({ trade, payment }: { trade: Trade; payment: TradePaymentDetails }) {
  const { details, isRecent } = payment
  const isBuyer = trade.role === 'buyer'
  const isInPerson = METHODS[trade.paymentMethod].isInPerson
  return (
    <>
      {/* No more than the account: the page scrolls until all that has the focus is in view, and the amount is above it. */}
      <FocusOnMount>
        {/* Above the account, since that of the page is out of sight here. */}
        {isBuyer && <DemoNotice length="brief" isInPerson={isInPerson} className="border-t border-line py-2" />}
        <DescriptionList className="border-t border-line">
          {details.map((detail) => (
            <DetailRow key={detail.name} method={trade.paymentMethod} detail={detail} canCopy={!isStopped(trade)} />
          ))}
        </DescriptionList>
      </FocusOnMount>
      {isRecent && isBuyer && (
        <p role="note" className="mt-3 rounded-control border-s-4 border-sell bg-sell-soft px-4 py-3 text-sm">
          {isInPerson ? (
            <Trans>
              The seller added or changed this meeting place less than an hour before the trade. If anything looks
              wrong, ask in the chat before you go.
            </Trans>
          ) : (
            <Trans>
              The seller added or changed this account less than an hour before the trade. If anything looks wrong, ask
              in the chat before you pay.
            </Trans>
          )}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        {!isBuyer && !isInPerson && (
          <Trans>The buyer sees the same details. A change of your account applies to later trades only.</Trans>
        )}
        {!isBuyer && isInPerson && (
          <Trans>The buyer sees the same place. A change of it applies to later trades only.</Trans>
        )}
        {isAnswerable(trade) && !isStopped(trade) && !isInPerson && (
          <Trans>Pay the exact amount from an account in your own name, then mark the trade as paid.</Trans>
        )}
        {isBuyer && trade.status === 'awaiting_payment' && needsPaymentProof(trade) && (
          <>
            {' '}
            {isInPerson ? (
              <Trans>
                Take a photo of the counted cash before you hand it over: until your first completed trade, you need it
                to mark the trade as paid.
              </Trans>
            ) : (
              <Trans>
                Keep an image or PDF of the payment: until your first completed trade, you need it to mark the trade as
                paid.
              </Trans>
            )}
          </>
        )}
      </p>
    </>
  )
}

/** The seller matches the sender's name too, and is not shown the declared one first (decisions: Trades). */
function SendersName({ status }: Pick<Trade, 'status'>) {
  if (status === 'disputed') return null
  return (
    <p className="mt-3 text-sm text-muted">
      {status === 'payment_sent' ? (
        <Trans>
          Note the sender’s name in your account: you type it when you confirm, and it is compared with the name that
          the buyer declared.
        </Trans>
      ) : (
        <Trans>
          The buyer declares the name on the account they pay from. We compare it with the sender’s name you enter.
        </Trans>
      )}
    </p>
  )
}

type DetailRowProps = { method: PaymentMethod; detail: PaymentDetail; canCopy: boolean }

function DetailRow({ method, detail, canCopy }: DetailRowProps) {
  const { t, i18n } = useLingui()
  const shown = shownDetail(method, detail)
  const label = i18n._(shown.label)
  return (
    <DescriptionRow
      label={label}
      aside={canCopy && <CopyButton text={detail.value} label={t`Copy: ${label}`} isShort />}
    >
      <bdi dir={shown.isText ? 'auto' : 'ltr'}>{shown.value}</bdi>
    </DescriptionRow>
  )
}

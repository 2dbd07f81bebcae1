import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useId, useState } from 'react'
import type { TradePaymentDetails } from '../../../domain/api/trades/trades.ts'
import { METHODS, PAYMENT_METHOD_NAMES } from '../../../domain/payments/methods.ts'
import { paymentCode, shownDetail, walletPage } from '../../../domain/payments/payment-fields.ts'
import { useFormats } from '../../formats.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

const PaymentCode = lazy(() => import('./PaymentCode.tsx'))

/** What saves a buyer typing: all lines at one press, the recipient’s page at the wallet, and a code for the banking app. */
export function PaymentShortcuts({ payment }: { payment: TradePaymentDetails }) {
  const { t, i18n } = useLingui()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const lines = useLines(payment)
  const { method, details, amountFiat, reference } = payment
  const code = paymentCode(method, details, { amount: amountFiat, reference: reference ?? '' })
  const page = walletPage(method, details)
  const name = i18n._(PAYMENT_METHOD_NAMES[method])
  return (
    <div className="mt-3">
      <div className="flex flex-wrap gap-2">
        <CopyButton text={lines} label={t`Copy all details`} word={t`Copy all`} />
        {page !== null && (
          <a href={page} target="_blank" rel="noopener noreferrer" className={buttonClass('line', 'row')}>
            <Trans>Open the recipient’s page at {name}</Trans>
          </a>
        )}
        {code !== null && (
          <Button size="row" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? <Trans>Hide payment code</Trans> : <Trans>Show payment code</Trans>}
          </Button>
        )}
      </div>
      {code !== null && (
        <div id={id}>
          {isOpen && (
            <Suspense fallback={<div className="h-96" />}>
              <PaymentCode
                code={code}
                hint={METHODS[method].paymentCodeHint}
                fileName={`payment-${reference ?? amountFiat}.png`}
              />
            </Suspense>
          )}
        </div>
      )}
    </div>
  )
}

/** The amount, the account and the reference, a line each, as the reader's language writes them. */
function useLines({ method, details, amountFiat, fiatCurrency, reference }: TradePaymentDetails): string {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const lines = [
    [t`Amount`, `${formats.toCopy(amountFiat)} ${fiatCurrency}`],
    ...details.map((detail) => [i18n._(shownDetail(method, detail).label), detail.value]),
    ...(reference === null ? [] : [[t`Payment reference`, reference]]),
  ]
  return lines.map(([label, value]) => t`${label}: ${value}`).join('\n')
}

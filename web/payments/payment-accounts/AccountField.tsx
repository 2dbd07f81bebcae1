import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import type { PaymentAccount } from '../../../domain/api/payments/payment-accounts.ts'
import { PAYMENT_METHOD_NAMES, type PaymentMethod } from '../../../domain/payments/methods.ts'
import { useDates } from '../../dates.ts'
import { ApiError, errorText } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/notices/Skeleton.tsx'
import { PlainSelect } from '../../ui/fields/PlainSelect.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useLazyModule } from '../../ui/hydration/use-lazy-module.ts'
import { ACCOUNT_MISSING, usePaymentAccounts } from './queries.ts'
import { RetryNote } from '../../RetryNote.tsx'

/** The form of a trade does not wait for a dialog that few of its users open. */
const loadDialog = () => import('./AccountDialog.tsx')

type Props = {
  method: PaymentMethod
  /** Whether other methods have such a field beside it, so that its label names the method. */
  isOneOfSeveral?: boolean
  /** The chosen account; null before one is chosen, and while the list loads. */
  value: string | null
  onValueChange: (accountId: string | null) => void
  /** How often the form was sent without an account: each time brings the field into view and focuses it. */
  missedSubmits: number
  className?: string
}

/** The account on which the user wants to be paid: one of those saved for the method, or a new one. */
export function AccountField(props: Props) {
  const { method, isOneOfSeveral = false, value, onValueChange, missedSubmits, className = '' } = props
  const { t, i18n } = useLingui()
  const dates = useDates()
  const query = usePaymentAccounts()
  const { data } = query
  const [isAdding, setIsAdding] = useState(false)
  const dialog = useLazyModule(loadDialog)
  const { warn } = useToast()
  const accounts = data?.filter((account) => account.method === method)
  useProposal(accounts, value, onValueChange)
  const methodName = i18n._(PAYMENT_METHOD_NAMES[method])
  const label = isOneOfSeveral ? t`Account for ${methodName}` : t`Paid to`
  const field = useArrival(missedSubmits)
  const errorId = useId()
  const isMissing = missedSubmits > 0 && accounts?.length === 0

  function add() {
    setIsAdding(true)
    dialog.show(() => {
      setIsAdding(false)
      warn(errorText(new ApiError(0, { code: 'unreachable' })))
    })
  }

  return (
    <div ref={field} className={`grid content-start gap-1.5 ${className}`}>
      {!data && (query.error ? <RetryNote query={query} /> : <Waiting />)}
      {accounts && accounts.length > 0 && (
        <PlainSelect
          name="paymentAccount"
          label={label}
          options={accounts.map((account) => ({
            value: account.id,
            // Two places of one method differ by the minute in which they were saved.
            label: `${methodName} ${endOf(account) || `(${dates.moment(account.changedAt)})`}`,
          }))}
          value={value ?? accounts[0]!.id}
          onValueChange={onValueChange}
        />
      )}
      {accounts?.length === 0 && (
        <p className="text-sm">
          <span className="font-medium">{label}</span>{' '}
          <span className="text-muted">
            <Trans>You have no {methodName} account yet.</Trans>
          </span>
        </p>
      )}
      {isMissing && (
        <p id={errorId} className="text-sm font-medium text-sell">
          {i18n._(ACCOUNT_MISSING)}
        </p>
      )}
      {data && (
        <div className="mt-1.5">
          <Button
            size="row"
            onClick={add}
            aria-label={isOneOfSeveral ? t`Add payment account: ${methodName}` : undefined}
            aria-describedby={isMissing ? errorId : undefined}
          >
            <Trans>Add payment account</Trans>
          </Button>
        </div>
      )}
      {dialog.module && (
        <dialog.module.AccountDialog
          isOpen={isAdding}
          onClose={() => setIsAdding(false)}
          methods={[method]}
          onSaved={({ id }) => onValueChange(id)}
        />
      )}
    </div>
  )
}

function Waiting() {
  return (
    <>
      <p className="text-sm font-medium">
        <Trans>Paid to</Trans>
      </p>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="mt-1.5 h-11 w-48" />
    </>
  )
}

/** Leads to the field's first control, which a bar at the end of the screen may be far from. */
function useArrival(missedSubmits: number) {
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (missedSubmits === 0) return
    field.current?.scrollIntoView({ block: 'center' })
    field.current?.querySelector<HTMLElement>('select, button')?.focus({ preventScroll: true })
  }, [missedSubmits])
  return field
}

/** Chooses the default account once the list has loaded, and again when the method changes. */
function useProposal(
  accounts: readonly PaymentAccount[] | undefined,
  value: string | null,
  onValueChange: (accountId: string | null) => void,
): void {
  const isKnown = accounts?.some(({ id }) => id === value) ?? true
  const proposal = accounts?.[0]?.id ?? null
  useEffect(() => {
    if (!isKnown && value !== proposal) onValueChange(proposal)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function is no reason to propose again
  }, [isKnown, proposal])
}

/** "…3456", from left to right in every language; of a meeting place nothing. */
export function endOf({ lastFour }: Pick<PaymentAccount, 'lastFour'>): string {
  return lastFour === '' ? '' : `\u2066…${lastFour}\u2069`
}

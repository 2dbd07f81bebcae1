import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  getPaymentAccount,
  removePaymentAccount,
  setDefaultAccount,
  type PaymentAccount,
} from '../../../domain/api/payments/payment-accounts.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '../../../domain/payments/methods.ts'
import type { PaymentDetail } from '../../../domain/payments/payment-fields.ts'
import { call, errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { useCommand } from '../../use-command.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { endOf } from './AccountField.tsx'
import { usePaymentAccounts, useReadPaymentAccountsAgain } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

/** The user's payment accounts. */
export function AccountSection() {
  return (
    <section id="payment-accounts">
      <h2 className="sr-only">
        <Trans>Payment accounts</Trans>
      </h2>
      <Loaded query={usePaymentAccounts()} rows={2} hidesLaterErrors>
        {(accounts) => <Accounts accounts={accounts} />}
      </Loaded>
    </section>
  )
}

type Changed = { account: PaymentAccount; details: readonly PaymentDetail[] }

function Accounts({ accounts }: { accounts: readonly PaymentAccount[] }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const [isAdding, setIsAdding] = useState(false)
  const [changed, setChanged] = useState<Changed | null>(null)
  return (
    <div className="panel divide-y divide-line">
      <div className={`px-4 py-4 md:px-5 ${actionRowClass}`}>
        <p className="max-w-[34em] min-w-0 text-sm text-muted">
          {accounts.length === 0 ? (
            <Trans>Add the accounts you want to be paid into when you sell USDT. They are stored encrypted.</Trans>
          ) : (
            <Trans>
              Buyers see an account inside an open trade only. Changes apply to later trades, and we email you about
              each.
            </Trans>
          )}
        </p>
        {accounts.length < LIMITS.payment_accounts && (
          <Button size="row" onClick={() => setIsAdding(true)}>
            <Trans>Add payment account</Trans>
          </Button>
        )}
      </div>
      {accounts.length > 0 && (
        <ul className="divide-y divide-line px-4 md:px-5">
          {accounts.map((account) => (
            <AccountRow
              key={account.id}
              account={account}
              isOnlyOne={accounts.filter(({ method }) => method === account.method).length === 1}
              onChange={(details) => setChanged({ account, details })}
            />
          ))}
        </ul>
      )}
      <AccountDialog
        isOpen={isAdding}
        onClose={() => setIsAdding(false)}
        methods={PAYMENT_METHODS}
        onSaved={() => notify(t`Payment account saved.`)}
      />
      <AccountDialog
        key={changed?.account.id}
        isOpen={changed !== null}
        onClose={() => setChanged(null)}
        methods={changed ? [changed.account.method] : PAYMENT_METHODS}
        changed={changed ? { id: changed.account.id, details: changed.details } : undefined}
        onSaved={() => notify(t`Payment account changed.`)}
      />
    </div>
  )
}

type RowProps = {
  account: PaymentAccount
  /** The only account of its method is its default. */
  isOnlyOne: boolean
  onChange: (details: readonly PaymentDetail[]) => void
}

function AccountRow({ account, isOnlyOne, onChange }: RowProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { warn } = useToast()
  const setDefault = useCommand(setDefaultAccount)
  const readAgain = useReadPaymentAccountsAgain()
  const [isBusy, setIsBusy] = useState(false)
  const name = `${i18n._(PAYMENT_METHOD_NAMES[account.method])} ${endOf(account)}`
  const changedAt = dates.date(account.changedAt)

  /** Opening the details asks for re-authentication where the last one is too long ago. */
  async function run(work: () => Promise<void>) {
    setIsBusy(true)
    try {
      await work()
    } catch (error) {
      warn(errorText(error))
    } finally {
      setIsBusy(false)
    }
  }
  const params = { accountId: account.id }
  const openDetails = () => run(async () => onChange((await call(getPaymentAccount, { params })).details))
  const makeDefault = () =>
    run(async () => {
      await setDefault.mutateAsync({ params })
      readAgain()
    })

  return (
    <li className={`py-4 ${actionRowClass}`}>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span>
            <Translated text={PAYMENT_METHOD_NAMES[account.method]} />{' '}
            <span className="num font-normal text-muted">{endOf(account)}</span>
          </span>
          {account.isDefault && !isOnlyOne && (
            <Badge>
              <Trans>Default</Trans>
            </Badge>
          )}
        </p>
        <p className="num text-sm text-muted">
          <Trans>Last changed {changedAt}</Trans>
          {account.usedByOffers > 0 && (
            <> · {t`${plural(account.usedByOffers, { one: 'used by # offer', other: 'used by # offers' })}`}</>
          )}
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-2">
        {!account.isDefault && (
          <Button
            size="row"
            disabled={isBusy}
            aria-label={t`Make ${name} the default`}
            onClick={() => void makeDefault()}
          >
            <Trans>Make default</Trans>
          </Button>
        )}
        <Button size="row" disabled={isBusy} aria-label={t`Change ${name}`} onClick={() => void openDetails()}>
          <Trans>Change</Trans>
        </Button>
        <RemoveAccount account={account} name={name} />
      </div>
    </li>
  )
}

function RemoveAccount({ account, name }: { account: PaymentAccount; name: string }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const command = useCommand(removePaymentAccount)
  const readAgain = useReadPaymentAccountsAgain()
  const [isAsking, setIsAsking] = useState(false)

  function remove() {
    command.mutate(
      { params: { accountId: account.id } },
      {
        onSuccess: () => {
          setIsAsking(false)
          notify(t`Payment account removed.`)
          readAgain()
        },
        onError: readAgain,
      },
    )
  }

  return (
    <>
      <Button variant="danger" size="row" aria-label={t`Remove ${name}`} onClick={() => setIsAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          setIsAsking(false)
          command.reset()
        }}
        title={<Trans>Remove {name}?</Trans>}
        confirm={{ label: <Trans>Remove</Trans>, variant: 'danger', busy: command.isPending, onConfirm: remove }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Trans>Open trades keep their copy of the details.</Trans>
      </ConfirmDialog>
    </>
  )
}

import { Trans } from '@lingui/react/macro'
import type { PaymentMethod } from '../../../domain/payments/methods.ts'
import type { PaymentDetail } from '../../../domain/payments/payment-fields.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { AccountForm, type SavedAccount } from './AccountForm.tsx'
import { useKeepPaymentAccounts } from './queries.ts'

type Props = {
  isOpen: boolean
  onClose: () => void
  methods: readonly PaymentMethod[]
  changed?: { id: string; details: readonly PaymentDetail[] } | undefined
  onSaved?: (saved: SavedAccount) => void
}

/** Adds or changes a payment account in place, over the page that needs it. */
export function AccountDialog({ isOpen, onClose, methods, changed, onSaved }: Props) {
  const keep = useKeepPaymentAccounts()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      startsInField
      title={changed ? <Trans>Change payment account</Trans> : <Trans>Add payment account</Trans>}
      description={changed && <Trans>Open trades keep the details they were opened with.</Trans>}
    >
      <AccountForm
        methods={methods}
        changed={changed}
        onSaved={(saved) => {
          keep(saved.accounts)
          onClose()
          onSaved?.(saved)
        }}
      />
    </Dialog>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { RehearsalMove } from '../../../domain/trades/rehearsals.ts'
import { REHEARSAL_TRADE } from '../../../domain/trades/rehearsal-script.ts'
import { useFormats } from '../../formats.ts'

/** The labels of the buttons; those of real moves are the trade room's. */
export function useMoveTexts(): Record<RehearsalMove, string> {
  const { t } = useLingui()
  const difference = useFormats().fiat('500.00', REHEARSAL_TRADE.fiatCurrency)
  return {
    check_account: t`Check my own account`,
    wait: t`Wait for the payment`,
    report_message: t`Report message`,
    open_dispute: t`Open a dispute`,
    confirm_receipt: t`Confirm payment received`,
    state_same_person: t`State that it is the same person`,
    send_back: t`Send ${difference} to the other account`,
    send_code: t`Send the code`,
    abandon: t`Stop this rehearsal`,
  }
}

import { useLingui } from '@lingui/react/macro'
import type { KeyScope } from '../../../domain/accounts/api-keys.ts'

export type ScopeTexts = { label: string; hint: string }

/** The description of what a scope allows. */
export function useScopeTexts(): Record<KeyScope, ScopeTexts> {
  const { t } = useLingui()
  return {
    read: { label: t`Read`, hint: t`View the market, your offers, your trades and their chats, and your alerts.` },
    offers: { label: t`Manage offers`, hint: t`Create, edit, pause, activate and delete your offers.` },
    trades: {
      label: t`Manage trades`,
      hint: t`Open trades, mark them as paid, cancel and dispute them, and write in their chats.`,
    },
    release: {
      label: t`Release USDT`,
      hint: t`Confirm received payments, which releases your USDT and can’t be undone. Each release is emailed to you.`,
    },
  }
}

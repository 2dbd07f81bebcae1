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
      hint: t`Open trades, take every action in them, including confirming payments, and write in their chats.`,
    },
  }
}

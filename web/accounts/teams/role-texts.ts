import { useLingui } from '@lingui/react/macro'
import type { TeamRole } from '../../../domain/accounts/team-roles.ts'

/** The name of a role and what it allows. */
export function useRoleTexts(): Record<TeamRole, { label: string; hint: string }> {
  const { t } = useLingui()
  return {
    chat: { label: t`Answers chats`, hint: t`Sees your trades and writes in their chats.` },
    offers: {
      label: t`Manages offers`,
      hint: t`Creates, edits, pauses, activates and deletes your offers. Buyers pay into your default account.`,
    },
    release: {
      label: t`Confirms payments`,
      hint: t`Sees your trades, extends payment windows and releases your USDT, which can’t be undone.`,
    },
  }
}

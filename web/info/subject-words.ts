import { useLingui } from '@lingui/react/macro'
import type { ContactSubject } from '../../domain/contact.ts'

/** What the subjects of a message to the house are called. */
export function useSubjectWords(): Record<ContactSubject, string> {
  const { t } = useLingui()
  return {
    general: t`General question`,
    support: t`Support`,
    trading: t`Trading`,
    account: t`Account`,
    security: t`Security`,
    business: t`Business`,
  }
}

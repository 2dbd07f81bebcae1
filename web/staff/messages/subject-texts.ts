import { useLingui } from '@lingui/react/macro'
import type { ContactSubject } from '../../../domain/staff/contact.ts'

/** The labels of the contact form's subjects. */
export function useSubjectTexts(): Record<ContactSubject, string> {
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

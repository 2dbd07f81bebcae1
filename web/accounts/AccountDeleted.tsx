import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useToast } from '../ui/Toast.tsx'

const KEY = 'account-deleted'

/** The page that is loaded next says that the account is deleted. */
export function announceFarewell(): void {
  try {
    sessionStorage.setItem(KEY, 'yes')
  } catch {
    // Without a storage it is the mail that says so.
  }
}

/** Says it, once. */
export function AccountDeleted() {
  const { t } = useLingui()
  const { tell } = useToast()
  useEffect(() => {
    if (takeFarewell()) tell(t`Your account has been deleted.`)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return null
}

function takeFarewell(): boolean {
  try {
    const isSaid = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return isSaid
  } catch {
    return false
  }
}

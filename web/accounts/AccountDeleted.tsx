import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useToast } from '../ui/notices/Toast.tsx'

const KEY = 'account-deleted'

/** Sets a flag, for the next page to confirm the deletion. */
export function flagAccountDeleted(): void {
  try {
    sessionStorage.setItem(KEY, 'yes')
  } catch {
    // Without storage only the email confirms it.
  }
}

/** Confirms a deletion, once. */
export function AccountDeleted() {
  const { t } = useLingui()
  const { notify } = useToast()
  useEffect(() => {
    if (takeAccountDeletedFlag()) notify(t`Your account has been deleted.`)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return null
}

function takeAccountDeletedFlag(): boolean {
  try {
    const isSaid = sessionStorage.getItem(KEY) !== null
    sessionStorage.removeItem(KEY)
    return isSaid
  } catch {
    return false
  }
}

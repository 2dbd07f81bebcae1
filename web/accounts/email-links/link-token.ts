import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token in the fragment of a mail's link; null without one. Removes it from the address bar immediately, so that it
 * appears in no history and on no screenshot.
 */
export function useLinkToken(): string | null {
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [token] = useState(() => /^#token=([\w-]{43})$/.exec(hash)?.[1] ?? null)
  useEffect(() => {
    if (hash !== '') void navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return token
}

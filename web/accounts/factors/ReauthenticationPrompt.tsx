import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { setReauthenticationHandler } from '../../client.ts'
import { withTexts } from '../../i18n.ts'

const ReauthenticationDialog = lazy(() => withTexts('own', () => import('./ReauthenticationDialog.tsx')))

type Asked = { what: unknown; answer: (isReauthenticated: boolean) => void }

/** Handles calls that require recent authentication, on every page; concurrent calls share one dialog. */
export function ReauthenticationPrompt() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const running = useRef<Promise<boolean>>(undefined)

  useEffect(() => {
    setReauthenticationHandler((what) => {
      running.current ??= new Promise<boolean>((settle) => {
        const answer = (isReauthenticated: boolean) => {
          running.current = undefined
          setAsked(null)
          settle(isReauthenticated)
        }
        setAsked({ what, answer })
      })
      return running.current
    })
    return () => setReauthenticationHandler(null)
  }, [])

  if (!asked) return null
  return (
    <Suspense>
      <ReauthenticationDialog asked={asked.what} onAnswer={asked.answer} />
    </Suspense>
  )
}

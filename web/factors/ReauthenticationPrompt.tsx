import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { proofsAreAskedBy } from '../client.ts'

const ReauthenticationDialog = lazy(() => import('./ReauthenticationDialog.tsx'))

type Asked = { what: unknown; answer: (isProved: boolean) => void }

/** Stands by on every page for calls that want a fresh proof first; several at once are served by one. */
export function ReauthenticationPrompt() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const running = useRef<Promise<boolean>>(undefined)

  useEffect(() => {
    proofsAreAskedBy((what) => {
      running.current ??= new Promise<boolean>((settle) => {
        const answer = (isProved: boolean) => {
          running.current = undefined
          setAsked(null)
          settle(isProved)
        }
        setAsked({ what, answer })
      })
      return running.current
    })
    return () => proofsAreAskedBy(null)
  }, [])

  if (!asked) return null
  return (
    <Suspense>
      <ReauthenticationDialog asked={asked.what} onAnswer={asked.answer} />
    </Suspense>
  )
}

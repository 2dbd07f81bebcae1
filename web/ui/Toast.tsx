import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { useLazyModule, useIdleCallback } from './use-lazy-module.ts'

export type Toasts = {
  /** Says that something worked; read out politely. `action` is a way back or onwards that may be missed. */
  tell: (message: string, action?: Action) => void
  /** Shows a failure: announced immediately and shown longer. */
  warn: (message: string) => void
}

type Action = { label: string; onPress: () => void }
export type Saying = { type: 'tell' | 'warn'; message: string; action?: Action | undefined }

const load = () => import('./ToastRegion.tsx')
const ToastContext = createContext<Toasts | null>(null)

/** Holds the passing messages; once, around the application. The place they appear in comes when the page is quiet. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState<readonly Saying[]>([])
  const { module, show } = useLazyModule(load)
  // There before the first message, since screen readers hear only of what is added to it.
  useIdleCallback(show)
  const toasts = useMemo(() => {
    const say = (saying: Saying) => {
      setSaid((before) => [...before, saying])
      show()
    }
    return {
      tell: (message: string, action?: Action) => say({ type: 'tell', message, action }),
      warn: (message: string) => say({ type: 'warn', message }),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- bringing it twice is bringing it once
  }, [])
  return (
    <ToastContext value={toasts}>
      {children}
      {module && <module.ToastRegion said={said} />}
    </ToastContext>
  )
}

/** Shows a passing message. What must be acted on belongs on the page (ErrorNote), not in a toast. */
export function useToast(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('there is no ToastProvider around this')
  return toasts
}

import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import type { ToastAction, ToastMessage } from './toast-message.ts'
import { useLazyModule, useIdleCallback } from '../hydration/use-lazy-module.ts'

export type Toasts = {
  /** Reports a success; announced politely. `action` is optional for the user, for example undo. */
  notify: (message: string, action?: ToastAction) => void
  /** Shows a failure: announced immediately and shown longer. */
  warn: (message: string) => void
}

const load = () => import('./ToastRegion.tsx')
const ToastContext = createContext<Toasts | null>(null)

/** Holds the toasts; rendered once, around the application. Their region loads when the page is idle. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly ToastMessage[]>([])
  const { module, show } = useLazyModule(load)
  // Rendered before the first toast, since screen readers announce only additions to it.
  useIdleCallback(() => show())
  const toasts = useMemo(() => {
    const add = (message: ToastMessage) => {
      setMessages((before) => [...before, message])
      show()
    }
    return {
      notify: (message: string, action?: ToastAction) => add({ type: 'notify', message, action }),
      warn: (message: string) => add({ type: 'warn', message }),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loading twice loads once
  }, [])
  return (
    <ToastContext value={toasts}>
      {children}
      {module && <module.ToastRegion messages={messages} />}
    </ToastContext>
  )
}

/** Shows toasts. A message that requires an action belongs on the page (ErrorNote), not in a toast. */
export function useToast(): Toasts {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast needs a ToastProvider')
  return toasts
}

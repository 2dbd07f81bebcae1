import { Toast as BaseToast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import { buttonClass } from './button-class.ts'
import { Cross } from './icons.tsx'

/** Holds the passing messages; once, around the application. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <BaseToast.Provider timeout={6000} limit={3}>
      {children}
      <BaseToast.Portal>
        <BaseToast.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md flex-col gap-2 outline-none sm:ms-auto sm:me-0">
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

export type Toasts = {
  /** Says that something worked; read out politely. `action` is a way back or onwards that may be missed. */
  tell: (message: string, action?: { label: string; onPress: () => void }) => void
  /** Says that something failed; read out at once and shown longer. */
  warn: (message: string) => void
}

/** Shows a passing message. What must be acted on belongs on the page (ErrorNote), not in a toast. */
export function useToast(): Toasts {
  const { add, close } = BaseToast.useToastManager()
  return useMemo(
    () => ({
      tell: (message, action) => {
        const id = add({
          title: message,
          type: 'tell',
          actionProps: action && {
            children: action.label,
            onClick: () => {
              close(id)
              action.onPress()
            },
          },
        })
      },
      warn: (message) => void add({ title: message, type: 'warn', priority: 'high', timeout: 12_000 }),
    }),
    [add, close],
  )
}

function ToastList() {
  const { t } = useLingui()
  const { toasts } = BaseToast.useToastManager()
  return toasts.map((toast) => (
    <BaseToast.Root
      key={toast.id}
      toast={toast}
      className="rounded-panel border border-line bg-raised text-ink shadow-popup transition-opacity duration-150 data-[ending-style]:opacity-0 data-[limited]:hidden data-[starting-style]:opacity-0 data-[type=warn]:border-sell"
    >
      <BaseToast.Content className="flex items-center justify-between gap-4 py-2 ps-4 pe-2">
        <BaseToast.Title render={<p />} className="min-w-0 grow" />
        <BaseToast.Action className={buttonClass('quiet', 'row', 'shrink-0 underline underline-offset-4')} />
        <BaseToast.Close
          aria-label={t`Close`}
          className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
        >
          <Cross />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  ))
}

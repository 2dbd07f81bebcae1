import { Toast as BaseToast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { buttonClass } from '../button-class.ts'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../Icon.tsx'
import type { ToastMessage } from './toast-message.ts'

const SHOWN_MS = 6000
const WARNING_SHOWN_MS = 12_000

/** The corner where passing messages appear; `messages` are all of them, the oldest first. */
export function ToastRegion({ messages }: { messages: readonly ToastMessage[] }) {
  const { t } = useLingui()
  return (
    <BaseToast.Provider timeout={SHOWN_MS} limit={3}>
      <Add messages={messages} />
      <BaseToast.Portal>
        <BaseToast.Viewport
          aria-label={t`Notifications`}
          className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md flex-col gap-2 outline-none sm:ms-auto sm:me-0"
        >
          <ToastList />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

function Add({ messages }: { messages: readonly ToastMessage[] }) {
  const { add, close } = BaseToast.useToastManager()
  const added = useRef(0)
  useEffect(() => {
    for (const { type, message, action } of messages.slice(added.current)) {
      const id = add({
        title: message,
        type,
        ...(type === 'warn' && { priority: 'high', timeout: WARNING_SHOWN_MS }),
        actionProps: action && {
          children: action.label,
          onClick: () => {
            close(id)
            action.onPress()
          },
        },
      })
    }
    added.current = messages.length
  }, [messages, add, close])
  return null
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
          <Icon of={X} size={18} />
        </BaseToast.Close>
      </BaseToast.Content>
    </BaseToast.Root>
  ))
}

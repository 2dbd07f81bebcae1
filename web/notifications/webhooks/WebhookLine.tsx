import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import { ApiError, errorText } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useLazyModule } from '../../ui/hydration/use-lazy-module.ts'
import { WebhookState } from './WebhookState.tsx'

const load = () => import('./WebhookDialog.tsx')

/** Where a key's program is sent events, and the dialog about it, which loads when it is opened. */
export function WebhookLine({ apiKey }: { apiKey: ApiKey }) {
  const [isOpen, setIsOpen] = useState(false)
  const { module, show } = useLazyModule(load)
  const { warn } = useToast()
  const { name, webhook, scopes, isExpired } = apiKey
  if (webhook === null && (isExpired || !scopes.includes('read'))) return null

  function open() {
    setIsOpen(true)
    show(() => {
      warn(errorText(new ApiError(0, { code: 'unreachable' })))
      setIsOpen(false)
    })
  }

  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <WebhookButton name={name} hasWebhook={webhook !== null} onClick={open} />
      {webhook !== null && (
        <>
          <code dir="ltr" className="min-w-0 font-mono text-sm text-muted [overflow-wrap:anywhere]">
            {new URL(webhook.url).hostname}
          </code>
          {!isExpired && <WebhookState webhook={webhook} />}
        </>
      )}
      {isOpen && module && <module.WebhookDialog apiKey={apiKey} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

type ButtonProps = { name: string; hasWebhook: boolean; onClick: () => void }

function WebhookButton({ name, hasWebhook, onClick }: ButtonProps) {
  return (
    <Button size="row" onClick={onClick}>
      {hasWebhook ? <Trans>Webhook</Trans> : <Trans>Set up a webhook</Trans>}
      <span className="sr-only">
        {' '}
        <Trans>for the key {name}</Trans>
      </span>
    </Button>
  )
}

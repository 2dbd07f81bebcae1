import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { KEYS_MAX } from '../../../domain/accounts/api-keys.ts'
import type { ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { CreateKey } from './CreateKey.tsx'
import { KeyLine } from './KeyLine.tsx'
import { NewKeyShown } from './NewKeyShown.tsx'
import { useApiKeys, useKeepApiKeys } from './queries.ts'
import { Loaded } from '../../Loaded.tsx'

type Props = {
  /** The webhook of a key, below it. */
  renderWebhook: (apiKey: ApiKey) => ReactNode
}

/** The user's API keys, in the settings. */
export function KeySection({ renderWebhook }: Props) {
  return (
    <section>
      <h2 className="sr-only">
        <Trans>API keys</Trans>
      </h2>
      <Loaded query={useApiKeys()} rows={1}>
        {(keys) => <Keys keys={keys} renderWebhook={renderWebhook} />}
      </Loaded>
    </section>
  )
}

function Keys({ keys, renderWebhook }: Props & { keys: readonly ApiKey[] }) {
  const keep = useKeepApiKeys()
  const [isCreating, setIsCreating] = useState(false)
  const [shown, setShown] = useState<string | null>(null)

  return (
    <div className="panel divide-y divide-line">
      <div className={`px-4 py-4 md:px-5 ${actionRowClass}`}>
        <p className="max-w-[30em] min-w-0 text-sm text-muted">
          <Trans>
            Let your own programs act for you with an API key.{' '}
            <Link to={paths.apiDocs} className="whitespace-nowrap underline underline-offset-4">
              API reference
            </Link>
          </Trans>
        </p>
        {keys.length < KEYS_MAX && (
          <Button size="row" onClick={() => setIsCreating(true)}>
            <Trans>Create a key</Trans>
          </Button>
        )}
      </div>
      {keys.length > 0 && (
        <ul className="divide-y divide-line px-4 md:px-5">
          {keys.map((apiKey) => (
            <KeyLine key={apiKey.id} apiKey={apiKey} onRemoved={keep}>
              {renderWebhook(apiKey)}
            </KeyLine>
          ))}
        </ul>
      )}
      <Dialog
        isOpen={isCreating}
        onClose={() => setIsCreating(false)}
        title={<Trans>Create a key</Trans>}
        startsInField
      >
        <CreateKey
          onCreated={(created) => {
            setIsCreating(false)
            keep(created.keys)
            setShown(created.key)
          }}
        />
      </Dialog>
      <Dialog isOpen={shown !== null} onClose={() => setShown(null)} title={<Trans>Your new key</Trans>} isShownOnce>
        {shown !== null && <NewKeyShown secret={shown} onClose={() => setShown(null)} />}
      </Dialog>
    </div>
  )
}

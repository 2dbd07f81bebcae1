import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { KEY_RELEASE_HOURS } from '../../../domain/accounts/api-keys.ts'
import { removeApiKey, type ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import { errorText } from '../../client.ts'
import { useCommand } from '../../use-command.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useScopeTexts } from './scope-texts.ts'

type Props = { apiKey: ApiKey; onRemoved: (keys: ApiKey[]) => void }
/** `children`: the key's webhook. */
type LineProps = Props & { children: ReactNode }

/** One key: its name, scopes, last use and expiry. */
export function KeyLine({ apiKey, onRemoved, children }: LineProps) {
  const dates = useDates()
  const words = useScopeTexts()
  const { name, shownStart, scopes, lastUsedAt } = apiKey
  const created = dates.date(apiKey.createdAt)
  const used = lastUsedAt === null ? '' : dates.moment(lastUsedAt)
  return (
    <li className={`py-4 ${actionRowClass}`}>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
          {scopes.map((scope) => (
            <Badge key={scope}>{words[scope].label}</Badge>
          ))}
        </p>
        <p className="text-sm text-muted">
          <code dir="ltr" className="font-mono">
            {shownStart}…
          </code>
        </p>
        <p className="num text-sm text-muted">
          <Trans>Created {created}</Trans>
          {' · '}
          {lastUsedAt === null ? <Trans>Not used yet</Trans> : <Trans>Last used {used}</Trans>}
        </p>
        <Life apiKey={apiKey} />
        <Releases apiKey={apiKey} />
        {children}
      </div>
      <RemoveKey apiKey={apiKey} onRemoved={onRemoved} />
    </li>
  )
}

function Life({ apiKey: { expiresAt, isExpired } }: { apiKey: ApiKey }) {
  const dates = useDates()
  if (expiresAt === null) return null
  const end = dates.date(expiresAt)
  return (
    <p className={`num text-sm ${isExpired ? 'text-sell' : 'text-muted'}`}>
      {isExpired ? <Trans>Expired {end}</Trans> : <Trans>Expires {end}</Trans>}
    </p>
  )
}

/** What a key has released of what it may. */
function Releases({ apiKey: { release } }: { apiKey: ApiKey }) {
  const formats = useFormats()
  if (release === null) return null
  const { releasedTrades, tradesADay } = release
  const [released, most] = [formats.decimal(release.releasedUsdt, 2), formats.decimal(release.usdtADay, 2)]
  return (
    <p className="num text-sm text-muted">
      <Trans>
        Released in the last <Plural value={KEY_RELEASE_HOURS} one="hour" other="# hours" />:{' '}
        <bdi className="whitespace-nowrap">
          {released} of {most} USDT
        </bdi>
      </Trans>
      {' · '}
      <bdi className="whitespace-nowrap">
        <Plural value={tradesADay} one={`${releasedTrades} of # trade`} other={`${releasedTrades} of # trades`} />
      </bdi>
    </p>
  )
}

function RemoveKey({ apiKey: { id, name }, onRemoved }: Props) {
  const { t } = useLingui()
  const { notify } = useToast()
  const command = useCommand(removeApiKey)
  const [isAsking, setIsAsking] = useState(false)

  function remove() {
    command.mutate(
      { params: { keyId: id } },
      {
        onSuccess: ({ keys }) => {
          setIsAsking(false)
          notify(t`Key ${name} removed`)
          onRemoved(keys)
        },
      },
    )
  }

  return (
    <>
      <Button variant="danger" size="row" aria-label={t`Remove the key ${name}`} onClick={() => setIsAsking(true)}>
        <Trans>Remove</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Remove the key {name}?</Trans>}
        confirm={{ label: <Trans>Remove</Trans>, variant: 'danger', busy: command.isPending, onConfirm: remove }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Trans>Programs that use it will stop working immediately.</Trans>
      </ConfirmDialog>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { createTelegramCode, unlinkTelegram, type Telegram } from '../../../domain/api/notifications/telegram.ts'
import { call, errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { actionRowClass } from '../../ui/action-row-class.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import type { Code } from './LinkCode.tsx'
import { useKeepTelegram, useTelegram } from './queries.ts'

const LinkCode = lazy(() => import('./LinkCode.tsx'))

/** Alerts by Telegram: not linked, linked since a time, or ended by Telegram. Shown where the market has a bot. */
export function TelegramSettings({ onChanged }: { onChanged: () => void }) {
  const [code, setCode] = useState<Code | null>(null)
  const { t } = useLingui()
  const { notify } = useToast()
  const { data } = useTelegram({ isWaiting: code !== null, onLinked })
  const chat = data?.chat ?? null

  function onLinked() {
    setCode(null)
    notify(t`Telegram linked`)
    onChanged()
  }

  if (!data?.isOffered) return null
  return (
    <section aria-labelledby="telegram-title" className="grid max-w-3xl grid-cols-1 gap-3">
      <h2 id="telegram-title" className="font-semibold">
        <Trans>Telegram</Trans>
      </h2>
      <p className="text-sm text-pretty text-muted">
        <Trans>
          You get your alerts in a chat with our bot. They contain no names, no amounts and no messages, but Telegram
          can read them.
        </Trans>
      </p>
      {chat ? (
        <Linked chat={chat} onUnlinked={onChanged} />
      ) : (
        <NotLinked refusedAt={data.refusedAt} isReachable={data.bot !== null} onCode={setCode} />
      )}
      {code && !chat && (
        <Dialog isOpen onClose={() => setCode(null)} title={<Trans>Link Telegram</Trans>}>
          <Suspense fallback={<SkeletonRows rows={3} label={t`Loading…`} />}>
            <LinkCode code={code} onCode={setCode} />
          </Suspense>
        </Dialog>
      )}
    </section>
  )
}

type NotLinkedProps = { refusedAt: string | null; isReachable: boolean; onCode: (code: Code) => void }

function NotLinked({ refusedAt, isReachable, onCode }: NotLinkedProps) {
  const dates = useDates()
  const create = useMutation({ mutationFn: () => call(createTelegramCode, {}), onSuccess: onCode })
  const refused = refusedAt === null ? '' : dates.moment(refusedAt)
  return (
    <>
      {refusedAt !== null && (
        <p role="note" className="num text-sm text-sell">
          <Trans>
            Telegram refused our alert on {refused}, for example because you blocked the bot. Your chat is no longer
            linked.
          </Trans>
        </p>
      )}
      {isReachable ? (
        <div>
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            <Trans>Link Telegram</Trans>
          </Button>
        </div>
      ) : (
        <p className="text-sm">
          <Trans>Telegram can’t be reached right now. Come back in a few minutes to link it.</Trans>
        </p>
      )}
      {create.error && <ErrorNote>{errorText(create.error)}</ErrorNote>}
    </>
  )
}

type LinkedProps = { chat: NonNullable<Telegram['chat']>; onUnlinked: () => void }

function Linked({ chat: { name, linkedAt, lastSuccessAt }, onUnlinked }: LinkedProps) {
  const { t } = useLingui()
  const { notify } = useToast()
  const dates = useDates()
  const keep = useKeepTelegram()
  const [isAsking, setIsAsking] = useState(false)
  const unlink = useMutation({
    mutationFn: () => call(unlinkTelegram, {}),
    onSuccess(telegram) {
      setIsAsking(false)
      notify(t`Telegram unlinked`)
      keep(telegram)
      onUnlinked()
    },
  })
  const since = dates.date(linkedAt)
  const last = lastSuccessAt === null ? '' : dates.moment(lastSuccessAt)
  return (
    <div className={actionRowClass}>
      <div className="min-w-0">
        <p className="font-semibold [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="num text-sm text-muted">
          <Trans>Linked since {since}</Trans>
          {' · '}
          {lastSuccessAt === null ? <Trans>No alert sent yet</Trans> : <Trans>Last alert {last}</Trans>}
        </p>
      </div>
      <Button variant="danger" size="row" aria-label={t`Unlink Telegram`} onClick={() => setIsAsking(true)}>
        <Trans>Unlink</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Unlink Telegram?</Trans>}
        confirm={{
          label: <Trans>Unlink</Trans>,
          variant: 'danger',
          busy: unlink.isPending,
          onConfirm: () => unlink.mutate(),
        }}
        error={unlink.error ? errorText(unlink.error) : undefined}
      >
        <Trans>Alerts no longer go to this chat. We’ll email you to confirm.</Trans>
      </ConfirmDialog>
    </div>
  )
}

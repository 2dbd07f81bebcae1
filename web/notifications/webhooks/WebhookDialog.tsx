import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  changeWebhook,
  createWebhook,
  removeWebhook,
  resumeWebhook,
  testWebhook,
} from '../../../domain/api/notifications/webhooks.ts'
import type { ApiKey } from '../../../domain/api/accounts/api-keys.ts'
import type { Webhook } from '../../../domain/api/notifications/webhook-values.ts'
import { newWebhookSchema, WEBHOOK_RETRY_HOURS } from '../../../domain/notifications/webhooks.ts'
import { useKeepApiKeys } from '../../accounts/api-keys/queries.ts'
import { call, errorText } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { useCallForm } from '../../use-call-form.ts'
import { useCommand } from '../../use-command.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { useReadDeliveriesAgain } from './queries.ts'
import { WebhookState } from './WebhookState.tsx'

type Props = { apiKey: ApiKey; onClose: () => void }

/** The webhook of a key: set up, with its secret shown once; afterwards its state, its deliveries and what can be done. */
export function WebhookDialog({ apiKey, onClose }: Props) {
  const { name, webhook } = apiKey
  const [secret, setSecret] = useState<string | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const step = secret !== null ? 'secret' : webhook === null ? 'set-up' : isChanging ? 'change' : 'present'
  // The dialog itself sets the focus in its first step.
  const [first] = useState(step)
  const [hasMoved, setHasMoved] = useState(false)

  function change(isOpen: boolean) {
    setIsChanging(isOpen)
    setHasMoved(true)
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Webhook of the key {name}</Trans>}
      startsInField={webhook === null}
      isShownOnce={secret !== null}
    >
      <FocusOnMount key={step} isActive={hasMoved || step !== first}>
        {secret !== null ? (
          <SecretShown secret={secret} onClose={() => setSecret(null)} />
        ) : webhook === null ? (
          <SetUp keyId={apiKey.id} onCreated={setSecret} />
        ) : isChanging ? (
          <ChangeAddress keyId={apiKey.id} webhook={webhook} onDone={() => change(false)} />
        ) : (
          <Present apiKey={apiKey} webhook={webhook} onChange={() => change(true)} onRemoved={onClose} />
        )}
      </FocusOnMount>
    </Dialog>
  )
}

function SetUp({ keyId, onCreated }: { keyId: string; onCreated: (secret: string) => void }) {
  const keep = useKeepApiKeys()
  const form = useCallForm({
    schema: newWebhookSchema,
    async onSubmit(body) {
      const { secret, keys } = await call(createWebhook, { params: { keyId }, body })
      onCreated(secret)
      keep(keys)
    },
  })
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          We send what happens in your account to your own program: the events that you choose in your notification
          settings, without the names of traders, amounts or chat messages.
        </Trans>
      </p>
      <Form
        form={form}
        actions={
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Set up the webhook</Trans>
          </Button>
        }
      >
        <AddressField />
      </Form>
    </div>
  )
}

function AddressField({ url = '' }: { url?: string }) {
  const { t } = useLingui()
  return (
    <TextField
      name="url"
      label={t`Address`}
      hint={t`Public, with https and without a port`}
      defaultValue={url}
      placeholder="https://bot.example.org/sarraf"
      dir="ltr"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}

function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          Copy the secret now. You won’t see it again. Your program uses it to verify that an event comes from us.
        </Trans>
      </p>
      <code dir="ltr" className="text-start font-mono text-sm [overflow-wrap:anywhere]">
        {secret}
      </code>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={secret} label={t`Copy the secret`} />
        <Button variant="accent" size="row" onClick={onClose}>
          <Trans>I’ve saved it</Trans>
        </Button>
      </div>
    </div>
  )
}

type ChangeProps = { keyId: string; webhook: Webhook; onDone: () => void }

function ChangeAddress({ keyId, webhook, onDone }: ChangeProps) {
  const keep = useKeepApiKeys()
  const command = useCommand(changeWebhook)
  const form = useCallForm({
    schema: newWebhookSchema,
    async onSubmit(body) {
      keep((await command.mutateAsync({ params: { keyId }, body })).keys)
      onDone()
    },
  })
  return (
    <Form
      form={form}
      actions={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Change the address</Trans>
          </Button>
          <Button variant="quiet" onClick={onDone}>
            <Trans>Go back</Trans>
          </Button>
        </div>
      }
    >
      <AddressField url={webhook.url} />
    </Form>
  )
}

type PresentProps = { apiKey: ApiKey; webhook: Webhook; onChange: () => void; onRemoved: () => void }

function Present({ apiKey: { id: keyId, isExpired }, webhook, onChange, onRemoved }: PresentProps) {
  const isPaused = webhook.pausedAt !== null
  return (
    <div className="grid gap-5">
      <div className="grid justify-items-start gap-2">
        {!isExpired && <WebhookState webhook={webhook} />}
        <code dir="ltr" className="font-mono text-sm [overflow-wrap:anywhere]">
          {webhook.url}
        </code>
        {isExpired ? <ExpiredText /> : <StateText webhook={webhook} />}
        {!isExpired && (
          <Link to={paths.notificationSettings} className="touch-area text-sm underline underline-offset-4">
            <Trans>Choose the events</Trans>
          </Link>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        {!isExpired && (isPaused ? <Resume keyId={keyId} /> : <SendTest keyId={keyId} />)}
        <Button size="row" onClick={onChange}>
          <Trans>Change the address</Trans>
        </Button>
        <Remove keyId={keyId} onRemoved={onRemoved} />
      </div>
      <DeliveryList keyId={keyId} isPaused={isPaused || isExpired} />
    </div>
  )
}

function ExpiredText() {
  return (
    <p className="text-sm text-sell">
      <Trans>The key has expired: nothing is sent.</Trans>
    </p>
  )
}

function StateText({ webhook: { pausedAt, pauseReason, failingSince, lastSuccessAt } }: { webhook: Webhook }) {
  const dates = useDates()
  const moment = (at: string | null) => (at === null ? '' : dates.moment(at))
  const [paused, failing, success] = [moment(pausedAt), moment(failingSince), moment(lastSuccessAt)]
  if (pausedAt !== null) {
    return (
      <p className="num text-sm text-sell">
        {pauseReason === 'gone' ? (
          <Trans>Paused on {paused}: your program answered “410 Gone”. Nothing is sent until you resume it.</Trans>
        ) : (
          <Trans>
            Paused on {paused}: every attempt failed for{' '}
            <Plural value={WEBHOOK_RETRY_HOURS} one="# hour" other="# hours" />. Nothing is sent until you resume it.
          </Trans>
        )}
      </p>
    )
  }
  if (failingSince !== null) {
    return (
      <p className="num text-sm text-sell">
        <Trans>
          Failing since {failing}. We try again for <Plural value={WEBHOOK_RETRY_HOURS} one="# hour" other="# hours" />,
          and then pause the webhook.
        </Trans>
      </p>
    )
  }
  return (
    <p className="num text-sm text-muted">
      {lastSuccessAt === null ? <Trans>Nothing delivered yet</Trans> : <Trans>Last delivered {success}</Trans>}
    </p>
  )
}

function SendTest({ keyId }: { keyId: string }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const command = useCommand(testWebhook)
  const readAgain = useReadDeliveriesAgain(keyId)

  function send() {
    command.mutate(
      { params: { keyId } },
      {
        onSuccess: () => {
          notify(t`Test event on its way`)
          readAgain()
        },
      },
    )
  }

  return (
    <>
      <Button size="row" busy={command.isPending} onClick={send}>
        <Trans>Send a test event</Trans>
      </Button>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </>
  )
}

function Resume({ keyId }: { keyId: string }) {
  const keep = useKeepApiKeys()
  const command = useCommand(resumeWebhook)
  return (
    <>
      <Button
        size="row"
        variant="accent"
        busy={command.isPending}
        onClick={() => command.mutate({ params: { keyId } }, { onSuccess: ({ keys }) => keep(keys) })}
      >
        <Trans>Resume</Trans>
      </Button>
      {command.error && <ErrorNote>{errorText(command.error)}</ErrorNote>}
    </>
  )
}

function Remove({ keyId, onRemoved }: { keyId: string; onRemoved: () => void }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const keep = useKeepApiKeys()
  const command = useCommand(removeWebhook)
  const [isAsking, setIsAsking] = useState(false)

  function remove() {
    command.mutate(
      { params: { keyId } },
      {
        onSuccess: ({ keys }) => {
          notify(t`Webhook removed`)
          keep(keys)
          onRemoved()
        },
      },
    )
  }

  return (
    <>
      <Button size="row" variant="danger" onClick={() => setIsAsking(true)}>
        <Trans>Remove the webhook</Trans>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={<Trans>Remove the webhook?</Trans>}
        confirm={{ label: <Trans>Remove</Trans>, variant: 'danger', busy: command.isPending, onConfirm: remove }}
        error={command.error ? errorText(command.error) : undefined}
      >
        <Trans>Nothing more is sent to its address, and the list of its deliveries is deleted.</Trans>
      </ConfirmDialog>
    </>
  )
}

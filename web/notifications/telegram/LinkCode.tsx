import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answered } from '../../../domain/api/endpoint.ts'
import { createTelegramCode } from '../../../domain/api/notifications/telegram.ts'
import { TELEGRAM_CODE_MINUTES } from '../../../domain/notifications/telegram.ts'
import { call, errorText } from '../../client.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { QrCode } from '../../ui/QrCode.tsx'

export type Code = Answered<typeof createTelegramCode>

type Props = { code: Code; onCode: (code: Code) => void }

/** The code, for Telegram on this device, on another one, or typed. It waits here until the bot has got it. */
export default function LinkCode({ code, onCode }: Props) {
  const { t } = useLingui()
  const [expired, setExpired] = useState<string | null>(null)
  const create = useMutation({ mutationFn: () => call(createTelegramCode, {}), onSuccess: onCode })
  if (expired === code.code) {
    return (
      <div className="grid justify-items-start gap-4">
        <p role="status">
          <Trans>The code has expired.</Trans>
        </p>
        <Button variant="accent" busy={create.isPending} onClick={() => create.mutate()}>
          <Trans>Create a new code</Trans>
        </Button>
        {create.error && <ErrorNote>{errorText(create.error)}</ErrorNote>}
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          Open our bot in Telegram, and press “Start” there. The code works once, for{' '}
          <Plural value={TELEGRAM_CODE_MINUTES} one="# minute" other="# minutes" />, and links the chat that sends it:
          show it to no one.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={code.url} target="_blank" rel="noopener noreferrer" className={buttonClass('accent')}>
          <Trans>Open Telegram</Trans>
        </a>
      </div>
      <div className="grid gap-2 max-sm:hidden">
        <p className="text-sm text-muted">
          <Trans>Or scan this with your phone:</Trans>
        </p>
        <QrCode text={code.url} label={t`QR code that opens the bot in Telegram`} />
      </div>
      <div className="grid gap-2">
        <p className="text-sm text-muted">
          <Trans>Or send this code to the bot:</Trans>
        </p>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <code dir="ltr" className="num text-lg tracking-wider">
            {code.code}
          </code>
          <CopyButton text={code.code} label={t`Copy the code`} />
        </div>
      </div>
      <p className="num text-sm text-muted" role="note">
        <Trans>Waiting for the code:</Trans> <Countdown deadline={code.expiresAt} onEnd={() => setExpired(code.code)} />
      </p>
    </div>
  )
}

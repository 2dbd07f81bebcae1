import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { RECOVERY_DAYS } from '../../../domain/accounts/accounts.ts'
import {
  startSecondFactorPasskey,
  answerSecondFactorChallenge,
  answerSecondFactorWithPasskey,
} from '../../../domain/api/accounts/factors.ts'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import type { SecondFactorMethod } from '../../../domain/accounts/sign-in-methods.ts'
import { ApiError, call, errorText } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { FactorForm } from './FactorForm.tsx'
import { showPasskey } from './passkeys.ts'

type Props = {
  methods: readonly SecondFactorMethod[]
  onSignedIn: (session: Session) => Promise<void>
  /** Returns to the first factor, when the challenge expired, had too many attempts, or the user cancels. */
  onRestart: () => void
}

/** The second factor challenge at sign-in. The pending sign-in is in an HttpOnly cookie. */
export function SecondFactorChallenge({ methods, onSignedIn, onRestart }: Props) {
  const [over, setOver] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  // What was in focus is gone with the first step.
  useEffect(() => heading.current?.focus(), [])

  async function finish(answer: Promise<Session>) {
    try {
      await onSignedIn(await answer)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'sign_in_expired') throw error
      setOver(errorText(error))
    }
  }

  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        <Trans>Two-factor authentication</Trans>
      </h2>
      {over === undefined ? (
        <FactorForm
          methods={methods}
          action={<Trans>Sign in</Trans>}
          onCode={(body) => finish(call(answerSecondFactorChallenge, { body }))}
          onPasskey={() => finish(passkeySession())}
        />
      ) : (
        <ErrorNote>{over}</ErrorNote>
      )}
      <Button variant="quiet" onClick={onRestart}>
        <Trans>Start again</Trans>
      </Button>
      <p className="text-sm text-muted">
        <Trans>
          Didn’t turn this on?{' '}
          <Link to={paths.forgotPassword} className="underline underline-offset-4">
            Recover your account
          </Link>{' '}
          if it was turned on in the last <Plural value={RECOVERY_DAYS} one="# day" other="# days" />.
        </Trans>
      </p>
    </div>
  )
}

async function passkeySession(): Promise<Session> {
  const body = await showPasskey(await call(startSecondFactorPasskey, { body: {} }))
  return call(answerSecondFactorWithPasskey, { body })
}

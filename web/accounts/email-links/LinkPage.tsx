import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import type { confirmEmail, undoEmail, verifyEmail } from '../../../domain/api/accounts/accounts.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { ApiError, call, errorText } from '../../client.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { SkeletonRows } from '../../ui/notices/Skeleton.tsx'
import { Translated } from '../../ui/Translated.tsx'
import { AccountFrame } from '../AccountFrame.tsx'
import { useLinkToken } from './link-token.ts'
import { useSession } from '../../session/session.ts'

type Props = {
  endpoint: typeof verifyEmail | typeof confirmEmail | typeof undoEmail
  title: string
  /** What the link does, and the button that does it; without them the page acts immediately. */
  question?: { text: ReactNode; action: ReactNode }
  /** What is happening, shown while it happens. */
  waiting: string
  done: ReactNode
  /** Replaces the message about an invalid link when no new one can be requested. */
  invalid?: ReactNode
  /** What the user can do about an invalid link. */
  otherwise?: ReactNode
}

/** The page behind a link in a mail: redeems its token once, and shows the result. */
export function LinkPage({ endpoint, title, question, waiting, done, invalid, otherwise }: Props) {
  const token = useLinkToken()
  const client = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (taken: string) => call(endpoint, { body: { token: taken } }),
    // The link may have changed the email or ended the session.
    onSuccess: () => client.invalidateQueries(),
  })
  const isTaken = useRef(false)
  const isAutomatic = question === undefined
  // Waits for the session: an answer that was requested earlier would show the state before.
  const isKnown = useSession().status !== 'loading'
  useEffect(() => {
    if (!isAutomatic || !isKnown || token === null || isTaken.current) return
    isTaken.current = true
    mutate(token)
  }, [isAutomatic, isKnown, token, mutate])

  const isInvalid = error instanceof ApiError && error.code === 'link_invalid'
  const isVoid = token === null || (error instanceof ApiError && error.isDefinite)
  return (
    <AccountFrame title={title} other={null}>
      <PageTitle title={title} />
      <div className="grid gap-5">
        {isSuccess && (
          <FocusOnMount isActive={!isAutomatic} className="grid gap-5">
            <Success>{done}</Success>
          </FocusOnMount>
        )}
        {token === null && <ErrorNote>{invalid ?? <Translated text={ERRORS.link_invalid.text} />}</ErrorNote>}
        {token !== null && error && (
          <ErrorNote onRetry={isVoid ? undefined : () => mutate(token)} isRetrying={isPending}>
            {isInvalid && invalid ? invalid : errorText(error)}
          </ErrorNote>
        )}
        {isVoid && otherwise}
        {token !== null && !isSuccess && !error && question && (
          <>
            <div>{question.text}</div>
            <Button variant="accent" busy={isPending} onClick={() => mutate(token)}>
              {question.action}
            </Button>
          </>
        )}
        {token !== null && !isSuccess && !error && !question && <SkeletonRows rows={1} label={waiting} />}
      </div>
    </AccountFrame>
  )
}

function Success({ children }: { children: ReactNode }) {
  const { status } = useSession()
  return (
    <>
      <div role="status">{children}</div>
      <Link to={status === 'signed-in' ? paths.dashboard : paths.login} className={buttonClass('accent')}>
        {status === 'signed-in' ? <Trans>Go to dashboard</Trans> : <Trans>Sign in</Trans>}
      </Link>
    </>
  )
}

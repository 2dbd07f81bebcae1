import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import type { Session } from '../../../domain/api/accounts/sessions.ts'
import { ownPath } from '../../../domain/own-path.ts'
import { PendingSignUpForm } from '../identities/PendingSignUpForm.tsx'
import { OrLine } from '../identities/OrLine.tsx'
import { AlternativeSignIn } from '../identities/AlternativeSignIn.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'
import { AccountFrame } from '../AccountFrame.tsx'
import { AccountTabs } from '../AccountTabs.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { RegistrationCode } from './RegistrationCode.tsx'
import { useSession, useSetSession } from '../../session/session.ts'

/** The registration page (spec-coverage 2 Register); afterwards it opens the page the user came for. */
export default function RegisterPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const session = useSession()
  const next = ownPath(search.get('next'), paths.dashboard)
  if (session.status === 'signed-in') return <Navigate to={next} replace />
  return (
    <AccountFrame title={<Trans>Create account</Trans>} tabs={<AccountTabs page="register" />} next={next}>
      <PageTitle
        title={t`Create account`}
        description={t`Create an account to buy and sell USDT directly with other traders.`}
      />
      <Joining next={next} />
    </AccountFrame>
  )
}

/** A form with a password, or with a verified identity of a provider; then the code from the mailbox. */
function Joining({ next }: { next: string }) {
  const [search, setSearch] = useSearchParams()
  const isInBrowser = useHydrated()
  const completeSignIn = useCompleteSignIn(next)
  const isWaiting = isInBrowser && search.get('step') === 'code'

  /** The hidden form keeps what was typed, in case the user returns to it. */
  function goBack() {
    setSearch((former) => {
      former.delete('step')
      return former
    })
  }

  return (
    <>
      {isWaiting && <RegistrationCode onSignedIn={completeSignIn} onBack={goBack} />}
      <div hidden={isWaiting}>
        {isInBrowser && search.has('with') ? (
          <PendingSignUpForm onJoined={completeSignIn} />
        ) : (
          <div className="grid gap-5">
            <RegisterForm onJoined={completeSignIn} />
            <div className="grid gap-3 empty:hidden">
              <AlternativeSignIn next={next} onSignedIn={completeSignIn} before={<OrLine />} />
            </div>
          </div>
        )}
      </div>
    </>
  )
}

/** Opens the next step of an answer: the code, the username, the second factor, or the signed-in page. */
function useCompleteSignIn(next: string) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const setSession = useSetSession()
  const [, setSearch] = useSearchParams()

  return async function completeSignIn(session: Session) {
    const { registration, pendingSignUp, secondFactor } = session
    if (registration) {
      client.setQueryData(['registration'], registration)
      return setSearch((former) => {
        former.set('step', 'code')
        return former
      })
    }
    if (pendingSignUp) return void navigate(paths.registerWith(pendingSignUp.kind, next))
    if (secondFactor) return void navigate(paths.loginSecondFactor(next))
    setSession(session)
    await navigate(next, { replace: true })
  }
}

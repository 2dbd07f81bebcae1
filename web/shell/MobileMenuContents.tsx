import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { withTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Link } from '../layout/Link.tsx'
import { usePlaces, type Place } from '../layout/places/navigation.ts'
import { thenBack } from './then-back.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'

const TeamMenuButtons = lazy(async () => {
  const { TeamMenuButtons: buttons } = await withTexts('seldom', () => import('../accounts/teams/TeamMenuButtons.tsx'))
  return { default: buttons }
})

// The menu is loaded for visitors too, who need no scripts of signed-in users.
const SignOutButton = lazy(async () => ({
  default: (await import('../session/SignOutButton.tsx')).SignOutButton,
}))

/** The header's contents on small screens. */
export default function MobileMenuContents({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const session = useSession()
  const { main, account } = usePlaces(session)
  return (
    <>
      <nav aria-label={t`Menu`} className="mt-3 grid divide-y divide-line">
        {session.user?.roles.includes('admin') && (
          <Link to={paths.admin} onClick={onDone} className="flex h-12 items-center">
            <Trans>Administration</Trans>
          </Link>
        )}
        {session.user?.roles.includes('arbiter') && (
          <Link to={paths.desk} onClick={onDone} className="flex h-12 items-center">
            <Trans>Arbiter’s desk</Trans>
          </Link>
        )}
        {withoutDoubles([...main, ...account]).map(({ to, label }) => (
          <Link key={to} to={to} onClick={onDone} className="flex h-12 items-center">
            {label}
          </Link>
        ))}
        {session.user && !session.actingFor && (
          <Suspense>
            <TeamMenuButtons />
          </Suspense>
        )}
      </nav>
      <div className="mt-6 grid gap-3">
        {session.user ? (
          <Suspense>
            <SignOutButton onPress={onDone} />
          </Suspense>
        ) : (
          <SignInLinks onGo={onDone} />
        )}
      </div>
      <div className="mt-8 grid gap-5">
        <LanguageSwitch as="row" />
        <ThemeSwitch as="row" />
      </div>
    </>
  )
}

function SignInLinks({ onGo }: { onGo: () => void }) {
  const location = useLocation()
  return (
    <>
      <Link to={thenBack(paths.register, location)} onClick={onGo} className={buttonClass('accent')}>
        <Trans>Get started</Trans>
      </Link>
      <Link to={thenBack(paths.login, location)} onClick={onGo} className={buttonClass('line')}>
        <Trans>Sign in</Trans>
      </Link>
    </>
  )
}

function withoutDoubles(places: Place[]): Place[] {
  return places.filter(({ to }, at) => places.findIndex((place) => place.to === to) === at)
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../session/session.ts'
import { withTexts } from '../i18n.ts'
import { paths } from '../paths.ts'
import { buttonClass } from '../ui/button-class.ts'
import { lazyPart } from '../ui/hydration/lazy-part.ts'
import { LanguageLinks } from './LanguageLinks.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Link } from '../layout/Link.tsx'
import { Logo } from '../layout/Logo.tsx'
import { MobileMenu } from './MobileMenu.tsx'
import { usePlaces } from '../layout/places/navigation.ts'
import { thenBack } from './then-back.ts'
import { ThemeSwitch } from './ThemeSwitch.tsx'

// For signed-in users, who are known only after hydration.
const NotificationBell = lazyPart(async () => ({
  default: (await import('../notifications/NotificationBell.tsx')).NotificationBell,
}))
const ActingBanner = lazyPart(async () => {
  const { ActingBanner: banner } = await withTexts('seldom', () => import('../accounts/teams/ActingBanner.tsx'))
  return { default: banner }
})
const AccountMenu = lazyPart(async () => ({ default: (await import('./AccountMenu.tsx')).AccountMenu }))

/** The petrol band at the top of every page (spec-coverage 2 Header). */
export function Header() {
  const { t } = useLingui()
  const session = useSession()
  const { main } = usePlaces(session)
  const { pathname, search } = useLocation()
  // The change of an offer is on the page that creates them, and in no place of the menu.
  const current = search.startsWith('?edit=') ? '' : pathname
  return (
    <header className="band border-b border-line">
      {session.actingFor && (
        <Suspense>
          <ActingBanner username={session.actingFor.username} />
        </Suspense>
      )}
      <div className="wrap flex h-16 items-center gap-4 xl:gap-5 noscript:h-auto noscript:min-h-16 noscript:flex-wrap">
        <Logo />
        <nav aria-label={t`Main`} className="hidden gap-1 lg:flex noscript:flex noscript:flex-wrap">
          {main.map(({ to, label, isWideOnly = false, alsoAt = [] }) => (
            <Link
              key={to}
              to={to}
              aria-current={[to, ...alsoAt].some((page) => isWithin(current, page)) ? 'page' : undefined}
              className={`${isWideOnly ? 'hidden xl:flex noscript:flex' : 'flex'} h-11 items-center rounded-control px-2 whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink aria-[current]:underline decoration-accent decoration-2 underline-offset-8`}
            >
              {label}
            </Link>
          ))}
        </nav>
        <noscript className="ms-auto">
          <LanguageLinks />
        </noscript>
        <div className="ms-auto flex items-center gap-2 noscript:hidden">
          {/* The places of the bell and of the account menu, whose name is cut, are kept for a signed-in reader. */}
          <div className="signed-in:size-11">
            {session.user && !session.actingFor && (
              <Suspense>
                <NotificationBell />
              </Suspense>
            )}
          </div>
          <div className="hidden items-center gap-2 lg:flex">
            <LanguageSwitch as="menu" />
            <ThemeSwitch as="menu" />
            <div className="signed-in:w-40 xl:signed-in:w-44">
              {session.user ? (
                <Suspense>
                  <AccountMenu user={session.user} />
                </Suspense>
              ) : (
                <SignInLinks isHidden={session.status === 'loading'} />
              )}
            </div>
          </div>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

function isWithin(pathname: string, place: string): boolean {
  return `${pathname}/`.startsWith(`${place}/`)
}

/** Hidden, not absent, until the session is known: nothing jumps and a signed-in user never sees "Sign in". */
function SignInLinks({ isHidden }: { isHidden: boolean }) {
  const location = useLocation()
  return (
    <div className={`flex items-center gap-2 ${isHidden ? 'invisible' : ''}`}>
      <Link to={thenBack(paths.login, location)} className={buttonClass('quiet', 'row')}>
        <Trans>Sign in</Trans>
      </Link>
      <Link to={thenBack(paths.register, location)} className={buttonClass('accent', 'row')}>
        <Trans>Get started</Trans>
      </Link>
    </div>
  )
}

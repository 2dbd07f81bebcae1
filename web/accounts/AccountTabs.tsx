import { useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { useHydrated } from '../ui/hydration/use-hydrated.ts'

type Props = {
  page: 'login' | 'register'
  /** What was typed here, which the other page begins with. */
  email?: string
}

/** Sign in or create an account: two pages, each a press away from the other, with the same address of return. */
export function AccountTabs({ page, email }: Props) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  // React leaves the attributes of the built page, which has no query, as they are when it takes over.
  const isInBrowser = useHydrated()
  const places = [
    { page: 'login', label: t`Sign in` },
    { page: 'register', label: t`Create account` },
  ] as const
  return (
    <nav
      aria-label={t`Sign in or create an account`}
      className="mb-4 grid h-12 auto-cols-fr grid-flow-col rounded-control border border-edge bg-surface p-1"
    >
      {places.map((place) => (
        <Link
          key={place.page}
          to={{ pathname: paths[place.page], search: isInBrowser ? search.toString() : '' }}
          state={{ email }}
          aria-current={place.page === page ? 'page' : undefined}
          className="grid place-items-center rounded-[4px] px-2 font-semibold text-muted hover:text-ink aria-[current]:bg-ink aria-[current]:text-canvas"
        >
          {place.label}
        </Link>
      ))}
    </nav>
  )
}

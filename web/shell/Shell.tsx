import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { useOutage } from '../session/session.ts'
import { withTexts } from '../i18n.ts'
import { lazyPart } from '../ui/hydration/lazy-part.ts'
import { useLazyModule, useIdleCallback } from '../ui/hydration/use-lazy-module.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

const OutageBanner = lazyPart(() => withTexts('seldom', () => import('../layout/outages/OutageBanner.tsx')))
const loadBackground = () => import('../layout/Background.tsx')

/** The frame of every page: header, main content and footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { module, show } = useLazyModule(loadBackground)
  const outage = useOutage()
  // After hydration, since nothing is pressed before.
  useIdleCallback(() => show())
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:z-50"
      >
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      {outage && (
        <Suspense>
          <OutageBanner startedAt={outage.startedAt} />
        </Suspense>
      )}
      <main id="main" tabIndex={-1} className="grow outline-none">
        {children}
      </main>
      <Footer />
      {module && <module.Background />}
    </div>
  )
}

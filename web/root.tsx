import './theme.css'
import arabicFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2?url'
import arabicBoldFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2?url'
import latinFont from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wdth-normal.woff2?url'
import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { use, useState, type ReactNode } from 'react'
import { isRouteErrorResponse, Links, Outlet, Scripts, useLocation, useRouteError } from 'react-router'
import { directionOf, type Language } from '../domain/languages.ts'
import { ReauthenticationPrompt } from './factors/ReauthenticationPrompt.tsx'
import { allTexts } from './i18n.ts'
import NotFoundPage from './info/NotFoundPage.tsx'
import { ErrorPage } from './layout/ErrorPage.tsx'
import { useAccountLanguage } from './layout/language.ts'
import { Logo } from './layout/Logo.tsx'
import { useNumerals } from './layout/numerals.ts'
import { makeQueryClient } from './layout/queries.ts'
import { RouteFocus } from './layout/RouteFocus.tsx'
import { Shell } from './layout/Shell.tsx'
import { paths } from './paths.ts'
import { ToastProvider } from './ui/Toast.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const language = i18n.locale as Language
  const direction = directionOf(language)
  return (
    // first.js sets the class before React hydrates.
    <html lang={language} dir={direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" content="#0c2a32" />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <script src="/first.js" />
        <link rel="preload" as="font" type="font/woff2" href={latinFont} crossOrigin="anonymous" />
        {language === 'ar' &&
          [arabicFont, arabicBoldFont].map((font) => (
            <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
          ))}
        <Links />
      </head>
      <body>
        <UiProvider direction={direction}>{children}</UiProvider>
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return (
    <Providers>
      <RouteFocus />
      <Reading />
      <ReauthenticationPrompt />
      <Shell>
        <Page />
      </Shell>
    </Providers>
  )
}

/** The landing page starts without the texts of other pages; navigation waits for them. */
function Page() {
  const { pathname } = useLocation()
  const others = pathname === paths.home ? null : allTexts()
  if (others) use(others)
  return <Outlet />
}

/** The account's language and the chosen digits. */
function Reading() {
  useAccountLanguage()
  useNumerals()
  return null
}

/** The first render of a page that is not prerendered. */
export function HydrateFallback() {
  return (
    <div className="min-h-dvh">
      <div className="band border-b border-line">
        <div className="wrap flex h-16 items-center">
          <Logo />
        </div>
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  return (
    <Providers>
      <Shell>{isMissing ? <NotFoundPage /> : <ErrorPage />}</Shell>
    </Providers>
  )
}

function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>{children}</ToastProvider>
    </QueryClientProvider>
  )
}

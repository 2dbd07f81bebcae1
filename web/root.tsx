import arabicFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff2?url'
import arabicBoldFont from '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-600-normal.woff2?url'
import latinFont from '@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wdth-normal.woff2?url'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect, type ReactNode } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { BAND_COLOUR } from 'virtual:operator'
import { directionOf, type Language } from '../domain/languages.ts'
import { useSession } from './session/session.ts'
import { ReauthenticationPrompt } from './accounts/factors/ReauthenticationPrompt.tsx'
import { textsOf } from './i18n.ts'
import { ErrorPage } from './layout/ErrorPage.tsx'
import { InlineScript } from './layout/InlineScript.tsx'
import { useAccountLanguage } from './layout/preferences/language.ts'
import { Logo } from './layout/Logo.tsx'
import { PAGE_DATA_ID, pageData } from './layout/document/page-data.ts'
import { EntryScript, PreloadedScripts } from './layout/page-scripts.tsx'
import { useNumerals } from './layout/preferences/numerals.ts'
import { firstScript } from './layout/first-script.ts'
import { RouteFocus } from './layout/RouteFocus.tsx'
import { Shell } from './shell/Shell.tsx'
import { STYLE_SHEET } from './layout/style-sheet.ts'
import { tellTakenOver } from './layout/taken-over.ts'
import { partOf } from './text-parts.ts'
import { ToastProvider } from './ui/notices/Toast.tsx'
import { HydrationProvider } from './ui/hydration/HydrationProvider.tsx'
import { UiProvider } from './ui/UiProvider.tsx'

// Written into the HTML, so that nothing delays the first paint. The browser's bundle holds neither.
const theme = import.meta.env.SSR ? STYLE_SHEET : ''
const firstText = import.meta.env.SSR ? firstScript((await import('./layout/first.js?raw')).default) : ''
if (import.meta.env.DEV && !import.meta.env.SSR) void import('./theme.css')

/** The whole document. What only the server writes into it, the browser has by the time it takes the page over. */
export function Document({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const language = i18n.locale as Language
  const direction = directionOf(language)
  useEffect(tellTakenOver, [])
  return (
    // layout/first.js sets the class before React hydrates.
    <html lang={language} dir={direction} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="theme-color" content={BAND_COLOUR} />
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        {import.meta.env.SSR && <FontFiles language={language} />}
        {import.meta.env.SSR && <AppFiles language={language} />}
        <InlineScript text={firstText} />
        <style href="theme" precedence="default">
          {theme}
        </style>
        {import.meta.env.SSR && <PreloadedScripts />}
        {import.meta.env.SSR && <WholePage />}
      </head>
      <body>
        <noscript>
          <p className="wrap py-2">
            <Trans>JavaScript is off. You can browse and filter offers. Turn it on to sign in and trade.</Trans>
          </p>
        </noscript>
        <UiProvider direction={direction}>
          <HydrationProvider>{children}</HydrationProvider>
        </UiProvider>
        <PageData />
        {import.meta.env.SSR && <EntryScript />}
      </body>
    </html>
  )
}

/** Names the fonts of the language for layout/first.js. */
function FontFiles({ language }: { language: Language }) {
  const files = language === 'ar' ? [latinFont, arabicFont, arabicBoldFont] : [latinFont]
  return <meta name="font-files" content={files.join(' ')} />
}

/** With which the browser installs the site as an app. */
function AppFiles({ language }: { language: Language }) {
  return (
    <>
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href={`/app.${language}.webmanifest`} />
    </>
  )
}

/**
 * The first paint waits for the whole HTML: its last packets arrive a tenth of a second after the first on a slow line, and a page that
 * was painted in between is laid out twice.
 */
function WholePage() {
  return <link rel="expect" href={`#${PAGE_DATA_ID}`} blocking="render" />
}

/** What the server has read for the page. */
function PageData() {
  const client = useQueryClient()
  return <InlineScript type="application/json" id={PAGE_DATA_ID} text={import.meta.env.SSR ? pageData(client) : ''} />
}

export default function App() {
  return (
    <ToastProvider>
      <RouteFocus />
      <Reading />
      <ReauthenticationPrompt />
      <Shell>
        <Page />
      </Shell>
    </ToastProvider>
  )
}

/** A page downloads its own texts only; navigation waits for those of the next page. */
function Page() {
  const { pathname } = useLocation()
  const next = useNavigation().location?.pathname
  useEffect(() => {
    // Beside the next page's code. A failure is handled when the page is shown.
    if (next !== undefined) textsOf(partOf(next))?.catch(() => {})
  }, [next])
  const texts = textsOf(partOf(pathname))
  if (texts) use(texts)
  return <Outlet />
}

/** What depends on the reader: the account's language, the chosen digits, and the offers as a signed-in user sees them. */
function Reading() {
  useAccountLanguage()
  useNumerals()
  useOwnMarket()
  useKeptPage()
  return null
}

/** A page that the browser kept as it was shows a session that may have ended since, and old data. */
function useKeptPage(): void {
  const client = useQueryClient()
  useEffect(() => {
    const check = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void client.invalidateQueries()
    }
    window.addEventListener('pageshow', check)
    return () => window.removeEventListener('pageshow', check)
  }, [client])
}

/** The server's pages are those of a signed-out visitor: they show a user's offers as another trader's. */
function useOwnMarket(): void {
  const client = useQueryClient()
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') void client.invalidateQueries({ queryKey: ['offers'] })
  }, [client, status])
}

/** The first render of a page that the server sends without its content. */
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
  return (
    <ToastProvider>
      <Shell>
        <ErrorPage />
      </Shell>
    </ToastProvider>
  )
}

/** The entry of recover.html, which `scripts/recovery-page.ts` writes as one file. */
import '../theme.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { directionOf, LANGUAGE_NAMES, LANGUAGES } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'
import { UiProvider } from '../ui/UiProvider.tsx'
import { activate, preferredLanguage } from './locale.ts'
import { TradeRecovery } from './TradeRecovery.tsx'

const dark = matchMedia('(prefers-color-scheme: dark)')
const followScheme = () => document.documentElement.classList.toggle('dark', dark.matches)
dark.addEventListener('change', followScheme)
followScheme()
activate(preferredLanguage())

function Recover() {
  const [language, setLanguage] = useState(i18n.locale as Language)
  function choose(chosen: Language) {
    activate(chosen)
    setLanguage(chosen)
  }
  return (
    <I18nProvider i18n={i18n}>
      <UiProvider direction={directionOf(language)}>
        <nav className="mx-auto flex w-full max-w-3xl flex-wrap justify-end gap-1 px-4 pt-4">
          {LANGUAGES.map((one) => (
            <button
              key={one}
              type="button"
              lang={one}
              aria-pressed={one === language}
              onClick={() => choose(one)}
              className={`min-h-11 rounded-control px-3 ${one === language ? 'font-semibold' : 'text-muted underline'}`}
            >
              {LANGUAGE_NAMES[one]}
            </button>
          ))}
        </nav>
        <TradeRecovery key="page" />
      </UiProvider>
    </I18nProvider>
  )
}

createRoot(document.querySelector('#page')!).render(
  <StrictMode>
    <Recover />
  </StrictMode>,
)

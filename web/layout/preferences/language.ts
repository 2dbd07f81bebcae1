import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  namedIn,
  prefixOf,
  SOURCE_LANGUAGE,
  type Language,
} from '../../../domain/languages.ts'
import { useSession } from '../../session/session.ts'
import { choice } from '../../session/choice.ts'

/** The language chosen in this browser: `web/layout/first.js` applies it to addresses without a language. */
export const language = choice<Language>('language', LANGUAGES, SOURCE_LANGUAGE)

/** The languages to choose from, each by its own name. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

/**
 * The language of this page and a function that changes it: it reloads the page in the new language, and stores the
 * choice in the browser and the account. A failure to store it in the account is ignored.
 */
export function useLanguage(): [Language, (next: Language) => void] {
  const { i18n: shown } = useLingui()
  const { user } = useSession()
  const openInLanguage = useOpenInLanguage()

  async function change(next: Language) {
    if (user) await saveInAccount(next).catch(() => {})
    openInLanguage(next)
  }

  return [shown.locale as Language, (next) => void change(next)]
}

/** The module loads when it is needed, since few visitors change the language. */
async function saveInAccount(next: Language): Promise<void> {
  const { storeLanguage } = await import('./store-language.ts')
  await storeLanguage(next)
}

/** Opens this page in another language and stores the choice in the browser. */
export function useOpenInLanguage(): (next: Language) => void {
  const { pathname, search, hash } = useLocation()
  return (next) => {
    language.write(next)
    open(next, pathname + search + hash)
  }
}

/** An address without a language opens in that of the account, once the user is known. */
export function useAccountLanguage(): void {
  const { user } = useSession()
  const { pathname, search, hash } = useLocation()
  const own = user?.language
  useEffect(() => {
    if (own === undefined || namedIn(location.pathname) !== null || own === i18n.locale) return
    language.write(own)
    open(own, pathname + search + hash, true)
    // oxlint-disable-next-line react/exhaustive-deps -- only the language matters: by then the address is final
  }, [own])
}

function open(next: Language, address: string, isReplacing = false): void {
  const target = (prefixOf(next) + address).replace(/^(\/\w+)\/(?=$|[?#])/, '$1')
  if (isReplacing) location.replace(target)
  else location.assign(target)
}

import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { LANGUAGE_NAMES, LANGUAGES, namedIn, prefixOf, SOURCE_LANGUAGE, type Language } from '../../domain/languages.ts'
import { useSession } from '../accounts/session.ts'
import { call, newKey } from '../client.ts'
import { choice } from './choice.ts'

/** The language chosen in this browser: `public/first.js` opens addresses that name none in it. */
export const language = choice<Language>('language', LANGUAGES, SOURCE_LANGUAGE)

/** The languages to choose from, each by its own name. */
export const LANGUAGE_OPTIONS = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

/**
 * The language of this page and the way to another: the same address in it, loaded anew, and kept with the browser and
 * the account. A failure to keep it with the account does not stand in the way of reading.
 */
export function useLanguage(): [Language, (next: Language) => void] {
  const { i18n: shown } = useLingui()
  const { user } = useSession()
  const readIn = useReadIn()

  async function change(next: Language) {
    if (user) await call('saveLanguage', { body: { language: next } }, { idempotencyKey: newKey() }).catch(() => {})
    readIn(next)
  }

  return [shown.locale as Language, (next) => void change(next)]
}

/** Opens this page in another language and keeps the choice with the browser. */
export function useReadIn(): (next: Language) => void {
  const { pathname, search, hash } = useLocation()
  return (next) => {
    language.write(next)
    open(next, pathname + search + hash)
  }
}

/** An address that names no language opens in that of the account, once it is known who is looking. */
export function useOwnLanguage(): void {
  const { user } = useSession()
  const { pathname, search, hash } = useLocation()
  const own = user?.language
  useEffect(() => {
    if (own === undefined || namedIn(location.pathname) !== null || own === i18n.locale) return
    language.write(own)
    open(own, pathname + search + hash, true)
    // Where one goes from here has been settled by then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [own])
}

function open(next: Language, address: string, isReplacing = false): void {
  const target = (prefixOf(next) + address).replace(/^(\/\w+)\/(?=$|[?#])/, '$1')
  if (isReplacing) location.replace(target)
  else location.assign(target)
}

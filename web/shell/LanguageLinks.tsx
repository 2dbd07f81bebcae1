import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { addressIn, LANGUAGE_NAMES, LANGUAGES } from '../../domain/languages.ts'

/** This page in the other languages, where scripts are off. */
export function LanguageLinks() {
  const { t, i18n } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <nav aria-label={t`Language`} className="flex gap-4">
      {LANGUAGES.filter((language) => language !== i18n.locale).map((language) => (
        <a key={language} href={addressIn(language, pathname + search)} lang={language} hrefLang={language}>
          {LANGUAGE_NAMES[language]}
        </a>
      ))}
    </nav>
  )
}

import X from 'lucide/dist/esm/icons/x.mjs'
import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { directionOf, LANGUAGE_NAMES, LANGUAGES, SOURCE_LANGUAGE, type Language } from '../../../domain/languages.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { choice } from '../../session/choice.ts'
import { language, useOpenInLanguage } from './language.ts'

/** In the language that is offered, whose catalogue this page does not have. */
const TEXTS: Readonly<Record<Language, { offer: string; close: string }>> = {
  en: { offer: 'This site is available in English.', close: 'Close' },
  fr: { offer: 'Ce site est disponible en français.', close: 'Fermer' },
  ar: { offer: 'هذا الموقع متاح بالعربية.', close: 'إغلاق' },
}

const languageOffer = choice('language-offer', ['open', 'answered'], 'open')

/**
 * Offers a visitor the language of their browser, where the page is in another one and they have chosen none. It covers the end
 * of the screen, so that nothing moves when it appears.
 */
export function LanguageOffer() {
  const { i18n } = useLingui()
  const { status } = useSession()
  const openInLanguage = useOpenInLanguage()
  const chosen = language.use()
  const isAnswered = languageOffer.use() === 'answered'
  useEffect(() => {
    // For good: who later chooses the language of addresses without one has chosen, too.
    if (chosen !== SOURCE_LANGUAGE) languageOffer.write('answered')
  }, [chosen])
  const offered = languageOfBrowser()
  if (
    status !== 'signed-out' ||
    isAnswered ||
    chosen !== SOURCE_LANGUAGE ||
    offered === undefined ||
    offered === i18n.locale
  )
    return null
  const { offer, close } = TEXTS[offered]
  return (
    <section
      aria-label={offer}
      lang={offered}
      dir={directionOf(offered)}
      className="fixed inset-x-3 bottom-3 z-20 mx-auto flex max-w-xl items-center gap-3 rounded-panel border border-line bg-raised py-2 ps-4 pe-2 shadow-popup print:hidden"
    >
      <p className="min-w-0 grow">{offer}</p>
      <Button variant="line" size="row" onClick={() => openInLanguage(offered)}>
        {LANGUAGE_NAMES[offered]}
      </Button>
      <Button variant="quiet" size="row" aria-label={close} onClick={() => languageOffer.write('answered')}>
        <Icon of={X} size={18} />
      </Button>
    </section>
  )
}

/** The first language of the browser that the site has. */
function languageOfBrowser(): Language | undefined {
  const wanted = navigator.languages.map((name) => name.split('-')[0])
  return wanted.flatMap((name) => LANGUAGES.find((each) => each === name) ?? []).at(0)
}

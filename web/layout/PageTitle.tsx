import { useLingui } from '@lingui/react/macro'
import { useLocation } from 'react-router'
import { PRODUCT } from 'virtual:operator'
import { addressIn, LANGUAGES, SOURCE_LANGUAGE, type Language } from '../../domain/languages.ts'
import { OG_IMAGE_HEIGHT, OG_IMAGE_WIDTH, ogImagePaths } from '../../domain/og-images.ts'
import { canonicalAddress, isIndexed } from '../../domain/pages.ts'
import { useSlogan } from './currency-list.ts'
import { siteOrigin } from './site-origin.ts'
import { languageOf } from '../language-of.ts'

type Props = {
  title: string
  /** The line that search engines show. */
  description?: string
  /** The path of the page's own picture, without the language, and what it shows. */
  picture?: { path: string; alt: string }
  /** False where there is nothing to find, for example an offer that was deleted. */
  isListed?: boolean
}

/** The head of a page: its title and, on public pages, what search engines and other sites show of it. One per page. */
export function PageTitle({ title, description, picture, isListed = true }: Props) {
  const { i18n } = useLingui()
  const slogan = useSlogan()
  const { pathname, search } = useLocation()
  const path = pathname.replace(/(.)\/$/, '$1')
  const query = new URLSearchParams(search)
  const name = `${title} · ${PRODUCT}`
  if (!isListed || !isIndexed(path, query)) {
    return (
      <>
        <title>{name}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  }
  const language = languageOf(i18n)
  const address = (of: Language) => siteOrigin() + addressIn(of, canonicalAddress(path, query))
  const { path: image, alt } = picture ?? { path: ogImagePaths.site, alt: slogan }
  return (
    <>
      <title>{name}</title>
      <link rel="canonical" href={address(language)} />
      {LANGUAGES.map((each) => (
        <link key={each} rel="alternate" hrefLang={each} href={address(each)} />
      ))}
      {/* An address without a language opens in the reader's own. */}
      <link rel="alternate" hrefLang="x-default" href={address(SOURCE_LANGUAGE)} />
      {description !== undefined && (
        <>
          <meta name="description" content={description} />
          <meta property="og:description" content={description} />
        </>
      )}
      <meta property="og:title" content={title} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={PRODUCT} />
      <meta property="og:url" content={address(language)} />
      <meta property="og:locale" content={OG_LOCALES[language]} />
      {LANGUAGES.filter((each) => each !== language).map((each) => (
        <meta key={each} property="og:locale:alternate" content={OG_LOCALES[each]} />
      ))}
      <meta property="og:image" content={siteOrigin() + addressIn(language, image)} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={String(OG_IMAGE_WIDTH)} />
      <meta property="og:image:height" content={String(OG_IMAGE_HEIGHT)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Open Graph's locales need a territory; these are those that Facebook lists. */
const OG_LOCALES: Readonly<Record<Language, string>> = { en: 'en_GB', fr: 'fr_FR', ar: 'ar_AR' }

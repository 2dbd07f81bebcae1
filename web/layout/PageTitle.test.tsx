/** The head of a page, as search engines and other sites read it. */
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Language } from '../../domain/languages.ts'
import { render } from '../testing/render.tsx'
import { PageTitle } from './PageTitle.tsx'

type Shown = Parameters<typeof PageTitle>[0]

async function headOf(address: string, shown: Partial<Shown> = {}, language: Language = 'en') {
  const Stub = createRoutesStub([{ path: '*', Component: () => <PageTitle title="A page" {...shown} /> }])
  await render(<Stub initialEntries={[address]} />, { language })
  const attribute = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? null
  return {
    title: document.title,
    canonical: attribute('link[rel="canonical"]', 'href'),
    robots: attribute('meta[name="robots"]', 'content'),
    alternates: [...document.querySelectorAll('link[rel="alternate"]')].map(
      (link) => `${link.getAttribute('hreflang')} ${link.getAttribute('href')}`,
    ),
    content: (name: string) => attribute(`meta[name="${name}"], meta[property="${name}"]`, 'content'),
  }
}

const at = (path: string) => location.origin + path

test('a public page names its address in each language', async () => {
  const head = await headOf('/faq?open=fees', { description: 'What it says' }, 'fr')
  expect(head).toMatchObject({ title: 'A page · Sarraf', canonical: at('/fr/faq'), robots: null })
  expect(head.alternates).toEqual([
    `en ${at('/faq')}`,
    `fr ${at('/fr/faq')}`,
    `ar ${at('/ar/faq')}`,
    `x-default ${at('/faq')}`,
  ])
  const contents = Object.fromEntries(
    ['description', 'og:title', 'og:description', 'og:type', 'og:url', 'og:locale', 'og:site_name', 'twitter:card'].map(
      (name) => [name, head.content(name)],
    ),
  )
  expect(contents).toEqual({
    description: 'What it says',
    'og:title': 'A page',
    'og:description': 'What it says',
    'og:type': 'website',
    'og:url': at('/fr/faq'),
    'og:locale': 'fr_FR',
    'og:site_name': 'Sarraf',
    'twitter:card': 'summary_large_image',
  })
})

test('a page has the picture of the site, or its own, in its language', async () => {
  const pictures = ['og:image', 'og:image:alt', 'og:image:width', 'og:image:height', 'og:image:type']
  const site = await headOf('/', {}, 'ar')
  expect(pictures.map(site.content)).toEqual([
    at('/ar/og/site.png'),
    'ادفع بعملة الدينار أو اليورو أو الدولار، واستلم USDT.',
    '1200',
    '630',
    'image/png',
  ])
  const own = await headOf('/offer/1', { picture: { path: '/og/offer/1.png', alt: 'An offer' } }, 'fr')
  expect([own.content('og:image'), own.content('og:image:alt')]).toEqual([at('/fr/og/offer/1.png'), 'An offer'])
})

test.each([
  ['/offers?currency=TND&sort=best_price', '/offers/buy?currency=TND'],
  ['/offers/buy?amount=100', '/offers/buy'],
  ['/offers/sell?search=d17', '/offers/sell'],
  ['/offers/', '/offers/buy'],
])('%s is shown by search engines as %s', async (address, canonical) => {
  expect(await headOf(address)).toMatchObject({ canonical: at(canonical), robots: null })
})

test.each(['/dashboard', '/trade/1', '/login?next=%2Ftrades', '/offers/buy?page=2', '/admin', '/nowhere'])(
  '%s is not listed, and names no other address',
  async (address) => {
    const head = await headOf(address, { description: 'What it says' })
    expect(head).toMatchObject({ title: 'A page · Sarraf', robots: 'noindex', canonical: null, alternates: [] })
    expect([head.content('og:title'), head.content('description')]).toEqual([null, null])
  },
)

test('a page whose offer or trader is missing is not listed', async () => {
  expect(await headOf('/offer/1', { isListed: false })).toMatchObject({ robots: 'noindex', canonical: null })
})

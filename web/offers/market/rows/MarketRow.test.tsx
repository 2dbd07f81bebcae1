import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Offer } from '../../../../domain/api/offers/offers.ts'
import { render } from '../../../testing/render.tsx'
import { offer as sample } from '../../../testing/samples.ts'
import { MarketRow } from './MarketRow.tsx'
import { OfferRow } from './OfferRow.tsx'
import { OfferTable } from './OfferTable.tsx'

const offer: Offer = {
  ...sample,
  minAmount: '50.00',
  maxAmount: '500.00',
  createdAt: '2026-11-22T00:00:00.000Z',
  owner: { ...sample.owner, username: 'amina' },
}

const inTable = (row: ReactNode) => (
  <MemoryRouter>
    <OfferTable isOld={false}>{row}</OfferTable>
  </MemoryRouter>
)

test.each([
  ['en', 'sell', 'Buy from amina'],
  ['en', 'buy', 'Sell to amina'],
  ['fr', 'sell', 'Acheter à amina'],
  ['fr', 'buy', 'Vendre à amina'],
  ['ar', 'sell', 'الشراء من amina'],
  ['ar', 'buy', 'البيع إلى amina'],
] as const)('in %s, the act of a %s offer is the reader’s', async (language, type, action) => {
  const { container } = await render(
    inTable(
      <MarketRow offer={{ ...offer, type }} now={offer.createdAt} isSignedOut={false} onStart={() => undefined} />,
    ),
    { language },
  )
  expect([...container.querySelectorAll('a, button')].map(({ textContent }) => textContent)).toContain(action)
})

test.each([
  ['2026-11-22T00:59:59.000Z', 'Just now'],
  ['2026-11-22T03:00:00.000Z', '3h ago'],
  ['2026-11-23T12:00:00.000Z', 'Yesterday'],
  ['2026-12-24T12:00:00.000Z', 'Posted 22 Nov 2026 ·'],
])('a row shows the trader, price, availability, limits, method, terms and, at %s, “%s”', async (now, posted) => {
  const owner = { ...offer.owner, completedTrades: 12, completionRate: '100.0', medianSeconds: 240 }
  const { container } = await render(
    inTable(<MarketRow offer={{ ...offer, owner }} now={now} isSignedOut={false} onStart={() => undefined} />),
  )
  const [trader, price, amounts, payment] = [...container.querySelectorAll('td')].map(({ textContent }) => textContent)
  expect(trader).toContain('12 trades')
  expect(trader).toContain(posted)
  expect(trader).toContain(offer.terms)
  expect(price).toBe('0.934 EUR+1.5% vs market')
  expect(amounts).toBe('Available 1,070.89 USDTLimits 50.00 – 500.00\u00A0EUR')
  expect(payment).toBe('SEPA InstantPay within 30 minutesreleases in 4 mins')
})

test('the table names its columns, and a row that is gone keeps its act, which does nothing', async () => {
  const gone: Offer = { ...offer, status: 'paused' }
  const { container } = await render(
    inTable(<MarketRow offer={gone} now={offer.createdAt} isSignedOut={false} onStart={() => undefined} />),
  )
  const roles = (selector: string) => [...container.querySelectorAll(selector)].map((each) => each.getAttribute('role'))
  expect([...container.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
    'Trader',
    'Price',
    'Available and limits',
    'Payment',
    'Action',
  ])
  expect([roles('table'), roles('tr'), roles('th'), roles('td')]).toEqual([
    ['table'],
    ['row', 'row'],
    Array.from({ length: 5 }, () => 'columnheader'),
    Array.from({ length: 5 }, () => 'cell'),
  ])
  const act = container.querySelector<HTMLAnchorElement>('[data-act]')!
  expect([act.textContent, act.getAttribute('aria-disabled')]).toEqual(['No longer available', 'true'])
  const press = new MouseEvent('click', { bubbles: true, cancelable: true })
  act.dispatchEvent(press)
  expect(press.defaultPrevented).toBe(true)
})

test('a reader who opens no trade is led to the offer’s page only', async () => {
  const row = <MarketRow offer={offer} now={offer.createdAt} isSignedOut={false} isReadOnly onStart={() => undefined} />
  const { container } = await render(inTable(row))
  const acts = [...container.querySelectorAll('a, button')].map(({ textContent }) => textContent)
  expect(acts.filter((label) => label?.startsWith('Buy'))).toEqual([])
  expect(acts.filter((label) => label === 'View details: amina')).toHaveLength(1)
  const { container: listed } = await render(inList(<OfferRow offer={offer} isReadOnly />))
  const act = listed.querySelector('a[data-act]')
  expect([act?.textContent, act?.getAttribute('href')]).toEqual(['View details: amina', `/offer/${offer.id}`])
})

test('a row says the side, unless the title of its page does', async () => {
  const { container } = await render(inList(<OfferRow offer={offer} />))
  expect(container.textContent).toContain('You buy USDT')
  const row = <MarketRow offer={offer} now={offer.createdAt} isSignedOut={false} onStart={() => undefined} />
  const { container: market } = await render(inTable(row))
  expect(market.textContent).not.toContain('You buy USDT')
})

function inList(row: ReactNode) {
  return (
    <MemoryRouter>
      <ul>{row}</ul>
    </MemoryRouter>
  )
}

test('a visitor is led to the sign-up, and to the sign-in where someone has signed in with this browser, with the filter', async () => {
  const next = encodeURIComponent(`/trade/new?offer=${offer.id}&amount=150&method=revolut`)
  const filter = { amount: '150', method: 'revolut' }
  const row = <MarketRow offer={offer} now={offer.createdAt} {...filter} isSignedOut onStart={() => undefined} />
  for (const [known, page] of [
    ['no', 'register'],
    ['yes', 'login'],
  ] as const) {
    localStorage.setItem('account', known)
    const { container } = await render(inTable(row))
    expect(container.querySelector('a[data-act]')?.getAttribute('href')).toBe(`/${page}?next=${next}`)
  }
  localStorage.clear()
})

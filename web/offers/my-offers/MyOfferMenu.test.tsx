import { afterEach, expect, test, vi } from 'vitest'
import { openPage, pressButton, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, myOffer } from '../../testing/samples.ts'
import { MyOfferMenu } from './MyOfferMenu.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'clipboard')
})

test.each([
  ['copied', async () => {}, 'Offer link copied.'],
  ['refused by the browser', () => Promise.reject(new Error('denied')), 'Could not copy'],
])('the link of an offer, %s', async (_, write, notice) => {
  const writeText = vi.fn<(text: string) => Promise<void>>(write)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await openPage(() => <MyOfferMenu offer={myOffer} />, { path: '/' })
  await pressButton('Offer menu: EUR, SEPA Instant')
  const item = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(isNamed('Copy link'))
  await waitFor(() => expect(item()).toBeDefined())
  await press(item()!)
  await waitFor(() => expect(text()).toContain(notice))
  expect(writeText).toHaveBeenCalledExactlyOnceWith(`${location.origin}/offer/${ID}`)
})

const isNamed = (name: string) => (element: Element) => element.textContent === name

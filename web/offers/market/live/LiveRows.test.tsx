import { act } from 'react'
import { expect, test } from 'vitest'
import type { Offer } from '../../../../domain/api/offers/offers.ts'
import { openPage, pressButton } from '../../../testing/page.tsx'
import { waitFor } from '../../../testing/render.tsx'
import { offer } from '../../../testing/samples.ts'
import LiveRows from './LiveRows.tsx'

const queryKey = ['offers', 'list']
const [A, B] = ['a', 'b'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`) as [string, string]

function Page() {
  return (
    <>
      <LiveRows queryKey={queryKey} query={{}}>
        2 offers
      </LiveRows>
      <p data-offer={A}>
        <button type="button" data-act>
          Trade
        </button>
      </p>
      <p data-offer={B}>
        <button type="button" data-act>
          Trade
        </button>
      </p>
    </>
  )
}

const status = () => document.querySelector('[role=status]')!

/** The list with the first row focused, and a function that changes the prices on the market. */
async function openList() {
  const row = (id: string, price = offer.price): Offer => ({ ...offer, id, price })
  const { answer, calls } = await openPage(Page, {
    path: '/offers',
    cached: [[queryKey, { offers: [row(A), row(B)] }]],
  })
  document.querySelector<HTMLElement>(`[data-offer="${A}"] button`)!.focus()
  return async (prices: { a?: string; b?: string }) => {
    answer({ 'GET /api/offers/now': { offers: [row(A, prices.a), row(B, prices.b)], first: [A, B] } })
    const asked = calls.length
    // The list asks immediately when its tab becomes visible.
    await act(async () => document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(calls.length).toBe(asked + 1))
  }
}

test('a change of the focused row is announced, and that of another row is not', async () => {
  const change = await openList()
  await change({ b: '0.9476' })
  expect(status().textContent).toBe('2 offers')
  await change({ a: '0.9476', b: '0.9476' })
  await waitFor(() => expect(status().textContent).toBe('2 offersThis offer has changed.'))
})

test('the same change is announced again: what is announced is another element', async () => {
  const change = await openList()
  await change({ a: '0.9476' })
  await waitFor(() => expect(status().textContent).toBe('2 offersThis offer has changed.'))
  const first = status().lastElementChild
  await change({ a: '0.9477' })
  await waitFor(() => expect(status().lastElementChild).not.toBe(first))
  expect(status().textContent).toBe('2 offersThis offer has changed.')
})

test('J and K move between the rows, on keyboards of other scripts by their places, until they are turned off', async () => {
  await openList()
  const acts = [...document.querySelectorAll<HTMLElement>('[data-act]')]
  const press = (key: string, code = '') =>
    act(async () => {
      document.activeElement!.dispatchEvent(
        new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
      )
    })
  await press('j')
  expect(document.activeElement).toBe(acts[1])
  await press('ن', 'KeyK')
  expect(document.activeElement).toBe(acts[0])
  await pressButton('Turn off shortcuts')
  acts[0]!.focus()
  await press('j')
  expect(document.activeElement).toBe(acts[0])
  await press('ArrowDown')
  expect(document.activeElement).toBe(acts[1])
  await pressButton('Turn on shortcuts')
})

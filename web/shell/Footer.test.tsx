import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { Footer } from './Footer.tsx'

test('the footer has the lists Trading, Help and Legal, each link with its page', async () => {
  const Stub = createRoutesStub([{ path: '/', Component: Footer }])
  const { container } = await render(<Stub />)
  const lists = [...container.querySelectorAll('nav')].map((list) => [
    list.getAttribute('aria-label'),
    [...list.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
  ])
  expect(lists).toEqual([
    [
      'Trading',
      [
        ['Buy USDT', '/offers/buy'],
        ['Sell USDT', '/offers/sell'],
        ['Create offer', '/create-offer'],
      ],
    ],
    [
      'Help',
      [
        ['How it works', '/how-it-works'],
        ['How to start', '/how-to-start'],
        ['FAQ', '/faq'],
        ['Security', '/security'],
        ['About', '/about'],
        ['Contact', '/contact'],
        ['API', '/api-docs'],
        ['Transparency', '/transparency'],
      ],
    ],
    [
      'Legal',
      [
        ['Terms of service', '/terms'],
        ['Privacy', '/privacy'],
        ['Verify a receipt', '/verify'],
        ['Limits', '/limits'],
      ],
    ],
  ])
})

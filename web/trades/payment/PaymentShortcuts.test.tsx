import jsQR from 'jsqr'
import { afterEach, expect, test, vi } from 'vitest'
import type { TradePaymentDetails } from '../../../domain/api/trades/trades.ts'
import { expectAccessible, openPage, pressButton } from '../../testing/page.tsx'
import { waitFor } from '../../testing/render.tsx'
import { PaymentShortcuts } from './PaymentShortcuts.tsx'

afterEach(() => Reflect.deleteProperty(navigator, 'clipboard'))

const SEPA: TradePaymentDetails = {
  method: 'sepa_instant',
  details: [
    { name: 'holder', value: 'Zoë D’Arcy-Müller' },
    { name: 'iban', value: 'DE89370400440532013000' },
  ],
  isRecent: false,
  amountFiat: '150.00',
  fiatCurrency: 'EUR',
  reference: 'FP-1F00AB34',
  referencePolicy: 'required',
}

/** What a camera reads from the drawn code. */
function read(svg: Element): string | undefined {
  const side = Number(svg.getAttribute('viewBox')!.split(' ').at(-1))
  const scale = 4
  const pixels = new Uint8ClampedArray((side * scale) ** 2 * 4).fill(255)
  for (const [, x, y] of svg
    .querySelector('path')!
    .getAttribute('d')!
    .matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let at = 0; at < scale ** 2; at++) {
      const row = Number(y) * scale + Math.floor(at / scale)
      const pixel = (row * side * scale + Number(x) * scale + (at % scale)) * 4
      pixels.fill(0, pixel, pixel + 3)
    }
  }
  return jsQR.default(pixels, side * scale, side * scale)?.data
}

test('the code of a SEPA payment is shown at a press, and reads as the account, the amount and the reference', async () => {
  await openPage(() => <PaymentShortcuts payment={SEPA} />, { path: '/' })
  expect(document.querySelector('svg[role=img]')).toBeNull()
  await pressButton('Show payment code')
  await waitFor(() => expect(document.querySelector('svg[role=img]')).not.toBeNull())
  const code = 'BCD\n002\n1\nSCT\n\nZoë D’Arcy-Müller\nDE89370400440532013000\nEUR150.00\n\n\nFP-1F00AB34'
  expect(read(document.querySelector('svg[role=img]')!)).toBe(code)
  expect(document.body.textContent).toContain('Choose an instant transfer in the app')
  await expectAccessible()
  await pressButton('Hide payment code')
  expect(document.querySelector('svg[role=img]')).toBeNull()
})

test('all lines are copied at a press, in the language and with the decimal mark of the reader', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const lines = {
    en: 'Amount: 150.00 EUR\nAccount holder: Zoë D’Arcy-Müller\nIBAN: DE89370400440532013000\nPayment reference: FP-1F00AB34',
    fr: 'Montant\u00A0: 150,00 EUR\nTitulaire du compte\u00A0: Zoë D’Arcy-Müller\nIBAN\u00A0: DE89370400440532013000\nRéférence de paiement\u00A0: FP-1F00AB34',
  }
  for (const [language, button] of [
    ['en', 'Copy all details'],
    ['fr', 'Copier toutes les coordonnées'],
  ] as const) {
    await openPage(() => <PaymentShortcuts payment={SEPA} />, { path: '/', language })
    await pressButton(button)
    expect(writeText.mock.lastCall).toEqual([lines[language]])
  }
})

test('a wallet’s page opens beside this one; without a code or a reference none is invented', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  const revolut: TradePaymentDetails = {
    ...SEPA,
    method: 'revolut',
    details: [
      { name: 'holder', value: 'Karim H.' },
      { name: 'tag', value: '@karim99' },
    ],
    reference: null,
    referencePolicy: 'none',
  }
  await openPage(() => <PaymentShortcuts payment={revolut} />, { path: '/' })
  const link = document.querySelector<HTMLAnchorElement>('a[target=_blank]')!
  expect([link.href, link.rel]).toEqual(['https://revolut.me/karim99', 'noopener noreferrer'])
  expect(document.body.textContent).not.toContain('payment code')
  await pressButton('Copy all details')
  expect(writeText.mock.lastCall).toEqual(['Amount: 150.00 EUR\nAccount holder: Karim H.\nRevolut tag: @karim99'])
})

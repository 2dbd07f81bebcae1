import { expect, test } from 'vitest'
import { PLANNED_METHODS } from '../../../domain/market.ts'
import { render } from '../../testing/render.tsx'
import { MethodList } from './MethodList.tsx'

test.each([
  ['en', 'SEPA Instant, Revolut, Wire Transfer'],
  ['fr', 'SEPA Instant, Revolut et Virement (États-Unis)'],
  ['ar', 'SEPA Instant، وRevolut، وحوالة بنكية (الولايات المتحدة)'],
] as const)('in %s, methods are listed as the language lists things', async (language, text) => {
  const { container } = await render(<MethodList names={['SEPA Instant', 'Revolut', 'Wire Transfer']} />, {
    language,
  })
  expect(container.textContent).toBe(text)
})

test.each([
  ['TND', 'Espèces en main propre'],
  ['EUR', 'Virement bancaire'],
  ['USD', 'Zelle et espèces en main propre'],
] as const)('in French, a capital begins the planned methods of %s, and no word within', async (currency, text) => {
  const { container } = await render(<MethodList names={PLANNED_METHODS[currency]} />, { language: 'fr' })
  expect(container.textContent).toBe(text)
})

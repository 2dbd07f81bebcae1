import { expect, test } from 'vitest'
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

test('in French, a capital begins the line, and no word within', async () => {
  const names = ['Zelle', 'Cash in person']
  const { container } = await render(<MethodList names={names} />, { language: 'fr' })
  expect(container.textContent).toBe('Zelle et espèces en main propre')
  const { container: alone } = await render(<MethodList names={names.slice(1)} />, { language: 'fr' })
  expect(alone.textContent).toBe('Espèces en main propre')
})

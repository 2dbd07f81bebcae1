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

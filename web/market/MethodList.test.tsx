import { expect, test } from 'vitest'
import { render } from '../testing/render.tsx'
import { MethodList } from './MethodList.tsx'

test.each([
  ['en', 'SEPA Instant, Revolut, Wire Transfer'],
  ['fr', 'SEPA Instant, Revolut et Virement bancaire'],
  ['ar', 'SEPA Instant، وRevolut، وحوالة بنكية'],
] as const)('in %s, methods are listed as the language lists things', async (language, text) => {
  const { container } = await render(<MethodList methods={['SEPA Instant', 'Revolut', 'Wire Transfer']} />, {
    language,
  })
  expect(container.textContent).toBe(text)
})

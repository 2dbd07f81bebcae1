import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { paste, press, render } from '../testing/render.tsx'
import { ToastProvider } from '../ui/notices/Toast.tsx'
import { OfferForm } from './OfferForm.tsx'

const Stub = createRoutesStub([{ path: '/', Component: () => <OfferForm /> }])

test('each error of the form is shown beside its field, and the first one gets the focus', async () => {
  const { container, fill, submit, reasonOf } = await open()
  await fill({ pricePercentage: '' })
  await submit()
  expect(reasonOf('minAmount')).toContain('Minimum amount is required')
  expect(reasonOf('maxAmount')).toContain('Maximum amount is required')
  expect(reasonOf('pricePercentage')).toContain('Price percentage is required')
  expect(reasonOf('terms')).toContain('Terms are required')
  expect(document.activeElement).toBe(container.querySelector('[name=minAmount]'))

  await fill({ minAmount: '0', maxAmount: '0', pricePercentage: '10.1', terms: 'Too short' })
  await submit()
  expect(reasonOf('minAmount')).toContain('Minimum amount must be greater than 0')
  expect(reasonOf('maxAmount')).toContain('Maximum amount must be greater than 0')
  expect(reasonOf('pricePercentage')).toContain('Price percentage must be between -10% and +10%')
  expect(reasonOf('terms')).toContain('Terms must be at least 10 characters long')
  expect(container.textContent).toContain('9/500')

  await fill({ minAmount: '100', maxAmount: '100', pricePercentage: '-10', terms: 'x'.repeat(501) })
  await submit()
  expect(reasonOf('terms')).toContain('Terms must be at most 500 characters long')
  expect(container.textContent).toContain('501/500')
  await fill({ terms: 'SEPA Instant only, from an account in your own name.' })
  await submit()
  expect(reasonOf('maxAmount')).toContain('Maximum amount must be greater than minimum amount')
})

test('the buttons are in the card of the form, after the preview', async () => {
  const { container } = await open()
  const card = container.querySelector('form.panel')!
  const submit = card.querySelector('button[type=submit]')!
  expect(submit.textContent).toBe('Create offer')
  expect(card.querySelector('aside')!.compareDocumentPosition(submit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['market'], { asset: 'USDT', rates: [] })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <Stub />
      </ToastProvider>
    </QueryClientProvider>,
  )
  const field = (name: string) => container.querySelector<HTMLInputElement>(`[name=${name}]`)!
  return {
    container,
    submit: () => press(container.querySelector<HTMLElement>('button[type=submit]')!),
    fill: async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await paste(field(name), value)
    },
    /** The texts that describe the field; it has to be marked as invalid. */
    reasonOf: (name: string) => {
      expect([name, field(name).getAttribute('aria-invalid')]).toEqual([name, 'true'])
      const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    },
  }
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { paste, press, render } from '../../testing/render.tsx'
import { ToastProvider } from '../../ui/notices/Toast.tsx'
import { myOffer } from '../../testing/samples.ts'
import { OfferForm } from './OfferForm.tsx'

test('each error of a step is shown beside its field, the first one gets the focus, and the next step waits', async () => {
  const { container, fill, submit, reasonOf, step } = await open()
  await fill({ pricePercentage: '' })
  await submit()
  expect(reasonOf('minAmount')).toContain('Minimum amount is required')
  expect(reasonOf('maxAmount')).toContain('Maximum amount is required')
  expect(reasonOf('pricePercentage')).toContain('Price percentage is required')
  expect(document.activeElement).toBe(container.querySelector('[name=minAmount]'))

  await fill({ minAmount: '0', maxAmount: '0', pricePercentage: '10.1' })
  await submit()
  expect(reasonOf('minAmount')).toContain('Minimum amount must be greater than 0')
  expect(reasonOf('maxAmount')).toContain('Maximum amount must be greater than 0')
  expect(reasonOf('pricePercentage')).toContain('Price percentage must be between -10% and +10%')

  await fill({ minAmount: '100', maxAmount: '100', pricePercentage: '-10' })
  await submit()
  expect(reasonOf('maxAmount')).toContain('Maximum amount must be greater than minimum amount')
  expect(step()).toBe('price')

  await fill({ maxAmount: '200' })
  await submit()
  expect(step()).toBe('terms')
  await submit()
  expect(reasonOf('terms')).toContain('Terms are required')
  expect(document.activeElement).toBe(container.querySelector('[name=terms]'))
  await fill({ terms: 'Too short' })
  await submit()
  expect(reasonOf('terms')).toContain('Terms must be at least 10 characters long')
  expect(container.textContent).toContain('9/500')
  await fill({ terms: 'x'.repeat(501) })
  await submit()
  expect(reasonOf('terms')).toContain('Terms must be at most 500 characters long')
  expect(container.textContent).toContain('501/500')
})

test('a step is announced by the focus on its heading, and the list says which one it is', async () => {
  const { container, fill, submit } = await open()
  const current = () => [...container.querySelectorAll('ol > [aria-current=step]')].map((each) => each.textContent)
  expect(current()).toEqual(['1. Price and amounts'])
  await fill({ minAmount: '10', maxAmount: '100' })
  await submit()
  expect(document.activeElement?.tagName).toBe('H2')
  expect(document.activeElement?.textContent).toBe('Step 2 of 2: Payment and terms')
  expect(current()).toEqual(['2. Payment and terms'])
})

test('a wrong setting that is folded away opens its group, and the group stays open while it is corrected', async () => {
  const { container, fill, submit, reasonOf } = await open()
  await fill({ minAmount: '10', maxAmount: '100' })
  await submit()
  const settings = container.querySelector('details')!
  expect(settings.open).toBe(false)
  await fill({ terms: 'From an account in your own name.', availableUsdt: '0' })
  await submit()
  expect(reasonOf('availableUsdt')).toContain('Available USDT must be a number greater than 0')
  expect(settings.open).toBe(true)
  expect(document.activeElement).toBe(container.querySelector('[name=availableUsdt]'))
  await fill({ availableUsdt: '5' })
  expect(settings.open).toBe(true)
})

test('an existing offer has all its fields on one page, without steps', async () => {
  const { container, step } = await open(<OfferForm edited={myOffer} />)
  expect(container.querySelector('ol')).toBeNull()
  expect(container.querySelectorAll('[data-step]:not([hidden])')).toHaveLength(2)
  expect(step()).toBe('price')
  expect([...container.querySelectorAll('button[type=submit]')].map(({ textContent }) => textContent)).toEqual([
    'Save changes',
  ])
})

test('the buttons are in the card of the form, after its fields', async () => {
  const { container } = await open()
  const card = container.querySelector('form.panel')!
  const submit = card.querySelector('button[type=submit]')!
  expect(submit.textContent).toBe('Continue')
  const fields = [...card.querySelectorAll('input, select, textarea')]
  expect(fields.at(-1)!.compareDocumentPosition(submit)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

async function open(form = <OfferForm />) {
  const Stub = createRoutesStub([{ path: '/', Component: () => form }])
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
    step: () => container.querySelector('[data-step]:not([hidden])')?.getAttribute('data-step'),
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

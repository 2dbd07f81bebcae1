import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { sessionKey } from '../../accounts/session.ts'
import { press, render, type } from '../../testing/render.tsx'
import { ContactForm } from './ContactForm.tsx'

test('each missing or invalid field has its reason, and the first one gets the focus', async () => {
  const { container, field, send } = await open()
  await send()
  expect(reasonsOf(container)).toEqual([
    'Name is required',
    'Email is required',
    'Please choose a subject',
    'Message is required',
  ])
  expect(document.activeElement).toBe(field('name'))
  await type(field('name'), 'Nadia')
  await type(field('email'), 'nadia@nowhere')
  await type(field('message'), 'I have found a vulnerability.')
  await send()
  expect(reasonsOf(container)).toEqual(['Please enter a valid email address', 'Please choose a subject'])
  expect(document.activeElement).toBe(field('email'))
})

test('the form is prefilled for a signed-in user', async () => {
  const { field } = await open({ username: 'amina', email: 'amina@example.org' })
  expect([field('name').value, field('email').value, field('message').value]).toEqual([
    'amina',
    'amina@example.org',
    '',
  ])
})

async function open(user: object | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(sessionKey, { user })
  const { container } = await render(
    <QueryClientProvider client={client}>
      <ContactForm onSent={() => undefined} />
    </QueryClientProvider>,
  )
  return {
    container,
    field: (name: string) => container.querySelector<HTMLInputElement>(`[name=${name}]`)!,
    send: () => press(container.querySelector<HTMLElement>('button[type=submit]')!),
  }
}

/** The reasons beside the fields, each of which describes its control. */
function reasonsOf(container: HTMLElement): string[] {
  const invalid = [...container.querySelectorAll('[aria-invalid=true]')]
  const reasons = invalid.map((control) => {
    const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
  })
  // A list has its button and a hidden input.
  return [...new Set(reasons)]
}

import { createRoutesStub } from 'react-router'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { render, type } from '../../testing/render.tsx'
import { RegisterForm } from './RegisterForm.tsx'

const Stub = createRoutesStub([{ path: '/', Component: () => <RegisterForm onJoined={async () => {}} /> }])

test.each([
  ['username', 'amina', 'Valid format'],
  ['password', 'password', 'Long enough'],
])('the hint of %s %s confirms the format only: “%s”', async (name, typed, hint) => {
  const { container } = await render(
    <QueryClientProvider client={new QueryClient()}>
      <Stub />
    </QueryClientProvider>,
  )
  await expect.poll(() => container.querySelector(`input[name=${name}]`)).not.toBeNull()
  expect(container.textContent).not.toContain(hint)
  await type(container.querySelector<HTMLInputElement>(`input[name=${name}]`)!, typed)
  expect(container.textContent).toContain(hint)
  // “amina” may be taken and “password” is too common: only the server knows.
  expect(container.textContent).not.toMatch(/looks good|strong/i)
})

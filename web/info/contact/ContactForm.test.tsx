/** The contact form, in a page that the server wrote. */
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionKey } from '../../session/session.ts'
import { press, render, waitFor } from '../../testing/render.tsx'
import { HydrationProvider } from '../../ui/hydration/HydrationProvider.tsx'
import { ToastProvider } from '../../ui/notices/Toast.tsx'
import { ContactForm } from './ContactForm.tsx'

afterEach(() => vi.unstubAllGlobals())

function form(onSent: (reference: string) => void) {
  const client = new QueryClient()
  client.setQueryData(sessionKey, { user: null })
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <ToastProvider>
          <HydrationProvider>
            <ContactForm onSent={onSent} />
          </HydrationProvider>
        </ToastProvider>
      </QueryClientProvider>
    </I18nProvider>
  )
}

test('what is entered before the page is hydrated is sent, and not before', async () => {
  await render(null)
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body?: string } = {}) => {
    if (body) sent.push(JSON.parse(body))
    return Response.json({ reference: 'C-1B9D6BCD', user: null }, { status: 201 })
  })
  const onSent = vi.fn<(reference: string) => void>()
  const page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = renderToString(form(onSent))
  const submit = page.querySelector<HTMLButtonElement>('button[type=submit]')!
  expect(submit.disabled, 'a browser would send the form itself').toBe(true)

  const entered = {
    name: 'Nadia',
    email: 'nadia@example.org',
    subject: 'security',
    message: 'I have found a vulnerability.',
  }
  for (const [name, value] of Object.entries(entered)) {
    page.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = value
  }
  const root = await act(async () => hydrateRoot(page, form(onSent)))
  onTestFinished(() => act(async () => root.unmount()))
  await waitFor(() => expect(submit.disabled).toBe(false))
  await press(submit)
  await waitFor(() => expect(onSent).toHaveBeenCalledWith('C-1B9D6BCD'))
  expect(sent).toEqual([entered])
})

/** The form of the receipt's check, in a page that the server wrote. */
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HydrationProvider } from '../../ui/hydration/HydrationProvider.tsx'
import { press, render, waitFor } from '../../testing/render.tsx'
import { VerifyForm } from './VerifyForm.tsx'

const form = (onGiven: (text: string) => void) => (
  <I18nProvider i18n={i18n}>
    <HydrationProvider>
      <VerifyForm limit={1000} onGiven={onGiven} />
    </HydrationProvider>
  </I18nProvider>
)

test('what is entered before the page is hydrated is verified afterwards', async () => {
  await render(null)
  const onGiven = vi.fn<(text: string) => void>()
  const page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = renderToString(form(onGiven))
  const submit = page.querySelector<HTMLButtonElement>('button[type=submit]')!
  expect(submit.disabled, 'a browser would send the form itself').toBe(true)

  page.querySelector('textarea')!.value = 'a pasted receipt'
  Object.defineProperty(page.querySelector('input[type=file]'), 'files', { value: [new File(['of a file'], 'a.json')] })
  const root = await act(async () => hydrateRoot(page, form(onGiven)))
  onTestFinished(() => act(async () => root.unmount()))
  await waitFor(() => expect(onGiven).toHaveBeenCalledWith('of a file'))

  await waitFor(() => expect(submit.disabled).toBe(false))
  await press(submit)
  expect(onGiven).toHaveBeenLastCalledWith('a pasted receipt')
})

test('an empty form says what is missing, and takes the focus to it', async () => {
  const onGiven = vi.fn<(text: string) => void>()
  await render(form(onGiven))
  const text = document.querySelector('textarea')!
  const submit = document.querySelector<HTMLButtonElement>('button[type=submit]')!
  await waitFor(() => expect(submit.disabled).toBe(false))
  await press(submit)
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Paste a receipt or its link, or choose a file.')
  expect(document.activeElement).toBe(text)
  expect(onGiven).not.toHaveBeenCalled()

  text.value = 'a pasted receipt'
  await press(submit)
  expect(document.querySelector('[role=alert]')).toBe(null)
  expect(onGiven).toHaveBeenLastCalledWith('a pasted receipt')
})

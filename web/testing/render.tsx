/** Component tests: renders into happy-dom with the real catalogues, and types as a user does. */
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { formattingOf, type Language, type Numerals } from '../../domain/languages.ts'
import { messages as ar } from '../locales/ar.po?first'
import { messages as en } from '../locales/en.po?first'
import { messages as fr } from '../locales/fr.po?first'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const CATALOGUES: Readonly<Record<Language, Messages>> = { en, fr, ar }

export type Rendered = { container: HTMLElement; rerender: (children: ReactNode) => Promise<void> }

let unmount = async () => {}

/**
 * Renders in a language, in place of what was rendered before, and until the test ends: a timer or an answer that came later
 * would update a page without a window, an error that no test has.
 */
export async function render(
  children: ReactNode,
  { language = 'en', numerals }: { language?: Language; numerals?: Numerals } = {},
): Promise<Rendered> {
  await unmount()
  i18n.loadAndActivate({
    locale: language,
    locales: formattingOf(language, numerals),
    messages: CATALOGUES[language],
  })
  document.body.replaceChildren()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const rerender = (next: ReactNode) => act(async () => root.render(<I18nProvider i18n={i18n}>{next}</I18nProvider>))
  unmount = () => act(async () => root.unmount())
  onTestFinished(() => unmount())
  await rerender(children)
  return { container, rerender }
}

/** Types the text one character after another, as a keyboard does. */
export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => input.focus())
  for (const end of Array.from(text, (_, index) => index + 1)) await change(input, text.slice(0, end))
}

/** Replaces the whole text, as pasting over a selection does. */
export async function paste(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => input.focus())
  await change(input, text)
}

export async function leave(input: HTMLElement): Promise<void> {
  await act(async () => input.blur())
}

export async function press(element: HTMLElement): Promise<void> {
  await act(async () => element.click())
}

/** Chooses the option with this value. */
export async function select(input: HTMLSelectElement, value: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** Chooses a file. */
export async function choose(input: HTMLElement, file: File): Promise<void> {
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
}

/** Waits until the assertion holds, for less than a test may take: its message is the test’s. Updates meanwhile are React's own, so `act` is off, as in Testing Library. */
export async function waitFor(assertion: () => void): Promise<void> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  try {
    await vi.waitFor(assertion, { timeout: 4000, interval: 10 })
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  }
}

async function change(input: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
  // React listens to the prototype's setter.
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

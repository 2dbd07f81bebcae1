/** Component tests of a page: at an address, with a server whose answers the test gives. */
import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import type { ComponentType } from 'react'
import { createRoutesStub, useLocation } from 'react-router'
import { expect, vi } from 'vitest'
import axe from 'axe-core'
import type { Problem } from '../../domain/api/endpoint.ts'
import { ERRORS, type ErrorCode, type ErrorKind } from '../../domain/errors.ts'
import type { Language } from '../../domain/languages.ts'
import { ReauthenticationPrompt } from '../accounts/factors/ReauthenticationPrompt.tsx'
import { makeQueryClient } from '../layout/queries.ts'
import { ToastProvider } from '../ui/notices/Toast.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { press, render, waitFor, type as typeInto } from './render.tsx'

/** What the server answers to "GET /api/session": a body, or a function that makes the answer. */
export type Answers = Record<string, object | ((body: RequestInit['body']) => Promise<Response>)>

export type Opened = {
  /** The calls so far: "POST /api/sign-in". */
  calls: string[]
  /** Where they went, with the queries. */
  urls: string[]
  /** Replaces or adds answers. */
  answer: (changes: Answers) => void
  /** The present address. */
  address: () => string
}

type Options = {
  path: string
  address?: string
  answers?: Answers
  language?: Language
  /** What earlier pages have read. */
  cached?: readonly [QueryKey, unknown][]
  /** Whether failed reads are retried as often as in the product, but without its delays; otherwise they are not. */
  retries?: boolean
}

const SIGNED_OUT: Answers = {
  'GET /api/session': { user: null },
  'GET /api/sign-in-methods': { providers: [], wallet: false },
  'GET /api/dev': { mailIsCaught: false },
}

/** Opens a page. Other addresses render nothing, and a call without an answer fails. */
export async function openPage(
  Page: ComponentType,
  { path, address = path, answers = {}, language = 'en', cached = [], retries = false }: Options,
): Promise<Opened> {
  const given = { ...SIGNED_OUT, ...answers }
  const calls: string[] = []
  const urls: string[] = []
  vi.stubGlobal('fetch', async (to: string, { method = 'GET', body }: RequestInit = {}) => {
    const name = `${method} ${to.split('?')[0]}`
    calls.push(name)
    urls.push(to)
    const answer = given[name]
    if (answer === undefined) throw new TypeError(`no answer to ${name}`)
    return typeof answer === 'function' ? answer(body) : Response.json(answer)
  })
  let shown = ''
  function Address() {
    const { pathname, search } = useLocation()
    useEffect(() => {
      shown = pathname + search
    }, [pathname, search])
    return null
  }
  const Stub = createRoutesStub([
    {
      path,
      Component: () => (
        <>
          <Address />
          <Page />
        </>
      ),
    },
    { path: '*', Component: Address },
  ])
  const client = makeQueryClient()
  const { queries } = client.getDefaultOptions()
  client.setDefaultOptions({ queries: { ...queries, ...(retries ? { retryDelay: 0 } : { retry: false }) } })
  for (const [key, data] of cached) client.setQueryData(key, data)
  await render(
    <UiProvider direction="ltr">
      <QueryClientProvider client={client}>
        <ToastProvider>
          <ReauthenticationPrompt />
          <main>
            <Stub initialEntries={[address]} />
          </main>
        </ToastProvider>
      </QueryClientProvider>
    </UiProvider>,
    { language },
  )
  return { calls, urls, answer: (changes) => Object.assign(given, changes), address: () => shown }
}

/** The body of a refusal with this code, as the server sends it. */
export function problemOf(code: ErrorCode, more: Partial<Pick<Problem, 'field' | 'values' | 'details'>> = {}): Problem {
  const { kind, text: message } = ERRORS[code]
  return { type: 'about:blank', title: kind, status: STATUSES[kind] ?? 500, code, message, requestId: 'test', ...more }
}

/** The answer with that body. */
export function refusal(...args: Parameters<typeof problemOf>): () => Promise<Response> {
  const body = problemOf(...args)
  return async () => Response.json(body, { status: body.status })
}

/** The statuses of the kinds that pages tell apart (server/http/errors.ts has all of them). */
const STATUSES: Partial<Record<ErrorKind, number>> = {
  invalid: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  busy: 503,
}

/** An answer that is not JSON, as of a proxy between the browser and the server. */
export const garbled = async () => new Response('<h1>Proxy</h1>', { headers: { 'content-type': 'text/html' } })

/** An answer that never comes. */
export const pending = () => new Promise<Response>(() => {})

/** The visible text of the page, dialogs and toasts included. */
export function text(): string {
  return document.body.textContent ?? ''
}

/** The field with this label. */
export function field(label: string): HTMLInputElement | HTMLTextAreaElement {
  const found = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].find(
    (input) => nameOf(input) === label && !isHidden(input),
  )
  if (!found) throw new Error(`no field “${label}”`)
  return found
}

/** The description of a field: its hint or its error. */
export function descriptionOf(input: HTMLElement): string {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** The last button with this name: that of the topmost dialog where several have it. Undefined: there is none. */
export function findButton(name: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll<HTMLButtonElement>('button, [role=button]')].findLast(
    (button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name && !isHidden(button),
  )
}

/** Presses the button with this name once it is there and enabled. */
export async function pressButton(name: string): Promise<void> {
  await waitFor(() => {
    if (findButton(name)?.disabled !== false) throw new Error(`no button “${name}” to press in: ${text()}`)
  })
  await press(findButton(name)!)
}

/** Replaces the text of the field with this label. */
export async function fill(label: string, value: string): Promise<void> {
  await waitFor(() => field(label))
  await typeInto(field(label), value)
}

/** The text of the error notes. */
export function alerts(): string[] {
  return [...document.querySelectorAll('[role=alert]')].map((note) => note.textContent)
}

const isHidden = (element: HTMLElement) => element.closest('[hidden]') !== null

function nameOf(input: HTMLInputElement): string {
  return (input.getAttribute('aria-label') ?? input.labels?.[0]?.textContent ?? '').trim()
}

/** These need a browser: the layout, the whole page, or which elements are inert. */
const WITH_LAYOUT = ['color-contrast', 'target-size', 'region', 'aria-hidden-focus']

/**
 * The page has no violation of the accessibility rules that need no layout: names, roles, relations, structure. Contrast
 * and size are checked in the browser, on the same components.
 */
export async function expectAccessible(): Promise<void> {
  // The focus guards of Base UI only pass the focus on; hidden elements are not presented.
  const context = { include: [document.body], exclude: [['[data-base-ui-focus-guard]'], ['[hidden]']] }
  // The page goes on meanwhile: its clocks tick, and answers arrive.
  const check = () =>
    axe.run(context, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
      rules: Object.fromEntries(WITH_LAYOUT.map((rule) => [rule, { enabled: false }])),
      resultTypes: ['violations'],
      elementRef: false,
    })
  const { violations } = await act(async () => check())
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}

import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Message } from '../../domain/api/chat/chat.ts'
import { IMAGE_MAX_BYTES } from '../../domain/pictures.ts'
import { PART_BYTES } from '../../domain/uploads/upload-parts.ts'
import { fakeCanvas, pictureFile } from '../testing/fake-canvas.ts'
import { fakeRequests } from '../testing/fake-request.ts'
import {
  expectAccessible,
  field,
  fill,
  findButton,
  openPage,
  pressButton,
  problemOf,
  refusal,
  text,
} from '../testing/page.tsx'
import { choose, type, waitFor } from '../testing/render.tsx'
import { sessionKey } from '../session/session.ts'
import { ID, trade, user } from '../testing/samples.ts'
import { Chat } from './Chat.tsx'

const TRADE = `GET /api/trades/${ID}`
const MESSAGES = `${TRADE}/messages`
const SEND = `POST /api/trades/${ID}/messages`
const READ = `POST /api/trades/${ID}/messages/read`
const TYPING = `POST /api/trades/${ID}/typing`
const photo = pictureFile()

const message: Message = {
  seq: 1,
  tradeId: ID,
  kind: 'text',
  sender: 'seller',
  member: null,
  text: 'Which account?',
  systemCode: null,
  image: null,
  clientId: null,
  createdAt: '2026-11-22T09:41:00.000Z',
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test.each([
  [[], 'karim0 messages'],
  [[message], 'karim1 message'],
  [[message, { ...message, seq: 2 }], 'karim2 messages'],
])('the chat counts its messages and says when each was written (%#)', async (messages, title) => {
  await open({ [MESSAGES]: answerOf(messages) })
  await waitFor(() => expect(document.querySelector('h2')?.textContent).toContain(`Chat with ${title}`))
  const times = [...document.querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(times).toEqual(messages.map(() => expect.stringMatching(/^\d\d:\d\d$/)))
  await waitFor(() => expect(text().includes('No messages yet. Start the conversation!')).toBe(messages.length === 0))
  await expectAccessible()
})

test('the attach button accepts images, up to their largest size', async () => {
  await open()
  const input = fileField()
  expect(input.getAttribute('accept')).toBe('image/jpeg,image/png,image/webp')
  await choose(input, pictureFile(IMAGE_MAX_BYTES + 1))
  await waitFor(() => expect(alert()).toBe('Image size must be less than 5MB.'))
  await choose(input, new File(['hello'], 'a.txt', { type: 'text/plain' }))
  await waitFor(() => expect(alert()).toBe('Unsupported file type. Use a JPEG, PNG or WebP image.'))
  expect(document.querySelector('img[alt=Preview]')).toBeNull()
})

test('a picture shows its progress, and its reason if the server refuses it; it can be discarded', async () => {
  const requests = fakeRequests()
  await open()
  await choose(fileField(), photo)
  await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
  await pressButton('Send')
  await waitFor(() => expect(requests).toHaveLength(1))
  await requests[0]!.progress(50, 100)
  expect(document.querySelector('progress')!.value).toBe(50)
  await requests[0]!.answer(problemOf('picture_damaged'))
  await waitFor(() => expect(alert()).toContain('damaged or incomplete'))
  await pressButton('Discard')
  await waitFor(() => expect(alert()).toBeUndefined())
})

test('an upload that is lost, or cancelled, is kept and sent again under its key', async () => {
  const requests = fakeRequests()
  await open()
  for (const [end, reason] of [
    ['lose', 'Failed to upload image. Please try again.'],
    ['cancel', 'Upload cancelled.'],
  ] as const) {
    await choose(fileField(), photo)
    await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
    await pressButton('Send')
    await waitFor(() => expect(document.querySelector('progress')).not.toBeNull())
    const first = requests.at(-1)!
    if (end === 'lose') await first.lose()
    else await pressButton('Cancel')
    expect(first.isAborted).toBe(end === 'cancel')
    await waitFor(() => expect(alert()).toContain(reason))
    const sent = requests.length
    await pressButton('Try again')
    await waitFor(() => expect(requests).toHaveLength(sent + 1))
    expect(requests.at(-1)!.key).toBe(first.key)
    await requests.at(-1)!.answer({ ...message, sender: 'buyer', clientId: first.form.get('clientId') })
    await waitFor(() => expect(document.querySelector('progress')).toBeNull())
    expect(alert()).toBeUndefined()
  }
})

test('a large picture that was cancelled continues with the part that is missing', async () => {
  const requests = fakeRequests()
  await open()
  await choose(fileField(), pictureFile(PART_BYTES))
  await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
  await pressButton('Send')
  await waitFor(() => expect(requests).toHaveLength(1))
  await requests[0]!.answer({})
  await waitFor(() => expect(requests).toHaveLength(2))
  await pressButton('Cancel')
  await pressButton('Try again')
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests[2]!.address).toBe(requests[1]!.address)
  await requests[2]!.answer({})
  await waitFor(() => expect(requests).toHaveLength(4))
  const { form } = requests[3]!
  expect([...form.keys()]).toEqual(['clientId', 'uploadId', 'parts'])
  await requests[3]!.answer({ ...message, sender: 'buyer', clientId: form.get('clientId') })
  await waitFor(() => expect(document.querySelector('progress')).toBeNull())
})

test('a long screenshot says by how much it is scaled before it is sent', async () => {
  const requests = fakeRequests()
  fakeCanvas({ width: 1440, height: 20_000 })
  await open()
  await choose(fileField(), photo)
  await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
  expect(text()).toContain(
    'Scaled from \u20661440\u00a0×\u00a020000\u2069 to \u20661099\u00a0×\u00a015264\u2069 pixels',
  )
  await pressButton('Send')
  await waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]!.form.get('image')).toMatchObject({ type: 'image/webp' })
})

test('while a picture is prepared no message is sent without it, and the last of two chosen pictures stays', async () => {
  fakeCanvas({ width: 4000, height: 3000 })
  const decoded: ((picture: object) => void)[] = []
  vi.stubGlobal('createImageBitmap', () => new Promise((done) => decoded.push(done)))
  await open()
  await fill('Message', 'My receipt')
  await choose(fileField(), pictureFile())
  await choose(fileField(), new File([pictureFile()], 'later.png'))
  await waitFor(() => expect(decoded).toHaveLength(2))
  expect(text()).toContain('Preparing the image…')
  expect(findButton('Send')?.disabled).toBe(true)
  const picture = { width: 400, height: 300, close: () => {} }
  await act(async () => decoded[1]!(picture))
  await act(async () => decoded[0]!(picture))
  await waitFor(() => expect(findButton('Send')?.disabled).toBe(false))
  expect(text()).toContain('later.png')
  expect(text()).not.toContain('Preparing')
})

test('on a touch screen the user chooses between the gallery and the camera', async () => {
  await open()
  expect([...document.querySelectorAll('input[type=file]')].map((input) => input.getAttribute('capture'))).toEqual([
    null,
    'environment',
  ])
  const [, touch] = [...document.querySelectorAll<HTMLElement>('[aria-label="Attach image"]')]
  await act(async () => touch!.click())
  await waitFor(() => expect(text()).toContain('Choose an imageTake a photo'))
})

test.each([
  ['dropped on the messages', 'drop'],
  ['pasted while the focus is in the messages', 'paste'],
])('a picture %s is attached; several, and other files, say the rule', async (_, kind) => {
  await open()
  const log = document.querySelector('[role=log]')!
  expect(await pasteOrDrop(log, kind, [photo])).toBe(true)
  await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
  await pressButton('Remove image')
  await pasteOrDrop(log, kind, [photo, photo])
  await waitFor(() => expect(alert()).toBe('Add one image at a time.'))
  await pasteOrDrop(log, kind, [new File(['%PDF'], 'a.pdf', { type: 'application/pdf' })])
  await waitFor(() => expect(alert()).toBe('Unsupported file type. Use a JPEG, PNG or WebP image.'))
  await pasteOrDrop(log, kind, [pictureFile(IMAGE_MAX_BYTES + 1)])
  await waitFor(() => expect(alert()).toBe('Image size must be less than 5MB.'))
  expect(document.querySelector('img[alt=Preview]')).toBeNull()
})

test('copied cells are pasted as text, and a dragged text is left to the browser', async () => {
  await open()
  expect(await pasteOrDrop(field('Message'), 'paste', [photo], ['text/plain', 'text/html', 'Files'])).toBe(false)
  expect(await pasteOrDrop(field('Message'), 'drop', [], ['text/plain'])).toBe(false)
  expect(document.querySelector('img[alt=Preview]')).toBeNull()
})

test('days separate the messages', async () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const dated = [40, 1, 0, 0].map((days, n) => ({ ...message, seq: n + 1, createdAt: at(days) }))
  await open({ [MESSAGES]: answerOf(dated), [TRADE]: { ...trade, now: at(0) } })
  await waitFor(() => expect(items()).toHaveLength(7))
  expect(items().map((item) => (item.startsWith('karim') ? 'message' : item))).toEqual([
    expect.stringMatching(/^\w{3}, \d{1,2} \w{3} 2026$|^\w{3}, \w{3} \d{1,2}, 2026$/),
    'message',
    'Yesterday',
    'message',
    'Today',
    'message',
    'message',
  ])
  await expectAccessible()
})

test('a line shows where the reader left off; it goes when the reader answers', async () => {
  const messages = [1, 2, 3].map((seq) => ({ ...message, seq }))
  const answer = { ...message, seq: 4, sender: 'buyer' }
  await open({
    [TRADE]: { ...trade, now: '2026-11-22T09:45:00.000Z' },
    [MESSAGES]: answerOf(messages, { buyer: 1, seller: 0 }),
    [`POST /api/trades/${ID}/messages`]: answer,
  })
  await waitFor(() => expect(items().indexOf('New messages')).toBe(2))
  await fill('Message', 'Here I am')
  await pressButton('Send')
  await waitFor(() => expect(items()).not.toContain('New messages'))
})

test.each([
  ['who has read nothing before', { buyer: 0, seller: 0 }],
  ['who has read everything', { buyer: 3, seller: 0 }],
])('a reader %s sees no line', async (_, read) => {
  await open({
    [TRADE]: { ...trade, now: '2026-11-22T09:45:00.000Z' },
    [MESSAGES]: answerOf(
      [1, 2, 3].map((seq) => ({ ...message, seq })),
      read,
    ),
  })
  await waitFor(() => expect(items().filter((item) => item.startsWith('karim'))).toHaveLength(3))
  expect(items()).not.toContain('New messages')
})

test('messages are marked as read when they are on the screen of a visible page, with one call', async () => {
  const screen = stubScreen()
  const isVisible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const bodies: unknown[] = []
  const page = await open({
    [MESSAGES]: answerOf(
      [1, 2, 3, 4].map((seq) => ({ ...message, seq })),
      { buyer: 1, seller: 0 },
    ),
    [READ]: async () => Response.json({ buyer: 3, seller: 0 }),
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    if (to.endsWith('/messages/read')) bodies.push(JSON.parse(init.body as string))
    return fetch(to, init)
  })
  await waitFor(() => expect(items().length).toBeGreaterThan(4))
  expect(screen.observed()).toEqual([])

  isVisible.mockReturnValue('visible')
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  // The first is read, and the fourth below the edge.
  expect(screen.observed()).toEqual([2, 3, 4])
  await screen.show(2, 3)
  await waitFor(() => expect(bodies).toEqual([{ seq: 3 }]))
  expect(screen.observed()).toEqual([4])
  expect(page.calls.filter((call) => call === READ)).toHaveLength(1)
})

test('a read mark that was lost is sent again, and one that was refused is not', async () => {
  const screen = stubScreen()
  const answers = [
    async () => Response.error(),
    async () => Response.json({ buyer: 2, seller: 0 }),
    refusal('not_found'),
  ]
  const page = await open({
    [MESSAGES]: answerOf(
      [1, 2, 3].map((seq) => ({ ...message, seq })),
      { buyer: 1, seller: 0 },
    ),
    [READ]: () => answers.shift()!(),
  })
  const sent = () => page.calls.filter((call) => call === READ).length
  await waitFor(() => expect(screen.observed()).toEqual([2, 3]))
  vi.useFakeTimers()
  await screen.show(2)
  await act(async () => vi.advanceTimersByTimeAsync(100))
  expect(sent()).toBe(1)
  await act(async () => vi.advanceTimersByTimeAsync(2100))
  expect(sent()).toBe(2)
  await screen.show(3)
  await act(async () => vi.advanceTimersByTimeAsync(120_000))
  expect(sent()).toBe(3)
})

test('“Seen” is under the last own message that the other side has read', async () => {
  const messages = [1, 2, 3, 4].map((seq) => ({ ...message, seq, sender: seq === 4 ? 'seller' : 'buyer' }))
  await open({ [MESSAGES]: answerOf(messages, { buyer: 4, seller: 2 }) })
  await waitFor(() => expect(items().map((item) => item.includes('Seen'))).toEqual([false, false, true, false, false]))
  const seen = document.querySelector('[data-seq="2"] p[aria-live=off]')
  expect(seen?.textContent).toBe('· Seen')
  await expectAccessible()
})

test('while the user types, one call in four seconds says so, and again for the next message', async () => {
  const page = await open({
    [TYPING]: {},
    [`POST /api/trades/${ID}/messages`]: async () => Response.json({ ...message, sender: 'buyer' }, { status: 201 }),
  })
  const signals = () => page.calls.filter((call) => call === TYPING).length
  await type(field('Message'), '   ')
  expect(signals()).toBe(0)
  await type(field('Message'), 'Hello there')
  await waitFor(() => expect(signals()).toBe(1))
  await pressButton('Send')
  await type(field('Message'), 'Again')
  await waitFor(() => expect(signals()).toBe(2))
})

test('on a small screen, what is written and attached is kept while the chat is closed', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  await openPage(() => <Chat trade={trade} clockOffsetMs={0} renderBar={(open) => open} />, {
    path: '/',
    answers: { [TRADE]: trade, [MESSAGES]: answerOf([]) },
  })
  await pressButton('Open the chat')
  await fill('Message', 'On my way')
  await choose(fileField(), photo)
  await waitFor(() => expect(document.querySelector('img[alt=Preview]')).not.toBeNull())
  await pressButton('Close')
  await waitFor(() => expect(document.querySelector('[role=log]')).toBeNull())
  await pressButton('Open the chat')
  await waitFor(() => expect(field('Message').value).toBe('On my way'))
  expect(document.querySelector('img[alt=Preview]')).not.toBeNull()
})

test('what was typed, and what had not arrived, come back with the page; nothing is sent by itself', async () => {
  const bodies: { text: string; clientId: string }[] = []
  const first = await open({ [SEND]: () => new Promise<Response>(() => {}) })
  recordBodies(bodies)
  await fill('Message', 'I have sent it')
  await pressButton('Send')
  await waitFor(() => expect(text()).toContain('Sending…'))
  await fill('Message', 'On my w')

  const second = await open({ [SEND]: { ...message, sender: 'buyer', clientId: bodies[0]!.clientId } })
  recordBodies(bodies)
  expect(field('Message').value).toBe('On my w')
  expect(alert()).toContain('Not sent. The page was closed while it was being sent.')
  expect(second.calls).not.toContain(SEND)
  await pressButton('Try again')
  await waitFor(() => expect(alert()).toBeUndefined())
  await waitFor(() => expect(unsentKeys()).toEqual([]))
  expect(bodies).toEqual([bodies[0], bodies[0]])
  for (const { calls } of [first, second]) expect(calls.filter((call) => call === SEND)).toHaveLength(1)
})

test('a message that arrived without its answer is not shown as unsent when the page comes back', async () => {
  const bodies: { text: string; clientId: string }[] = []
  await open({ [SEND]: () => new Promise<Response>(() => {}) })
  recordBodies(bodies)
  await fill('Message', 'I have sent it')
  await pressButton('Send')
  await waitFor(() => expect(unsentKeys()).toHaveLength(1))
  await open({ [MESSAGES]: answerOf([{ ...message, sender: 'buyer', clientId: bodies[0]!.clientId }]) })
  await waitFor(() => expect(items().at(-1)).toContain(message.text))
  expect([alert(), unsentKeys()]).toEqual([undefined, []])
})

test('a stored text that is not JSON keeps no chat from opening', async () => {
  await open()
  await fill('Message', 'Hello')
  const [key] = Object.keys(sessionStorage).filter((name) => name.endsWith(`chat ${trade.id}`))
  sessionStorage.setItem(key!.replace('chat', 'unsent'), '{"not":')
  await open()
  expect(field('Message').value).toBe('Hello')
})

async function open(answers = {}) {
  const page = await openPage(() => <Chat trade={trade} clockOffsetMs={0} renderBar={(open) => open} />, {
    path: '/',
    answers: { [TRADE]: trade, [MESSAGES]: answerOf([]), ...answers },
    cached: [[sessionKey, { user }]],
  })
  await waitFor(() => field('Message'))
  return page
}

/** Collects what messages the page sends from now on. */
function recordBodies(bodies: unknown[]) {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (to: string, init: RequestInit) => {
    if (init.method === 'POST' && to.endsWith('/messages')) bodies.push(JSON.parse(init.body as string))
    return fetch(to, init)
  })
}

const unsentKeys = () => Object.keys(sessionStorage).filter((key) => key.includes('unsent'))

const answerOf = (messages: readonly unknown[], read = { buyer: 0, seller: 0 }) => ({ messages, read })

/** The text of each item of the list. */
const items = () => [...document.querySelectorAll('[role=log] li')].map(({ textContent }) => textContent)

/** Drops or pastes files; returns whether the page took them. */
async function pasteOrDrop(target: Element, kind: string, files: File[], types = ['Files']): Promise<boolean> {
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.assign(event, { [kind === 'drop' ? 'dataTransfer' : 'clipboardData']: { files, types } })
  await act(async () => void target.dispatchEvent(event))
  return event.defaultPrevented
}

/** The screen: which messages the page watches, and a message that comes into view. */
function stubScreen() {
  let present: { watched: Set<Element>; call: (entries: object[]) => void } | null = null
  vi.stubGlobal('IntersectionObserver', function observer(call: (entries: object[]) => void) {
    const watched = new Set<Element>()
    present = { watched, call }
    return { observe: (item: Element) => watched.add(item), disconnect: () => watched.clear() }
  })
  return {
    observed: () => [...(present?.watched ?? [])].map((item) => Number(item.getAttribute('data-seq'))),
    show: (...seqs: number[]) =>
      act(async () => {
        const targets = [...present!.watched].filter((item) => seqs.includes(Number(item.getAttribute('data-seq'))))
        const shown = { isIntersecting: true, intersectionRatio: 1, intersectionRect: { height: 40 } }
        present!.call(targets.map((target) => ({ ...shown, target })))
      }),
  }
}

const fileField = () => document.querySelector<HTMLInputElement>('input[type=file]')!

const alert = () => document.querySelector('[role=alert]')?.textContent

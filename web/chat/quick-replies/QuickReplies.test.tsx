import { afterEach, expect, test, vi } from 'vitest'
import { Composer } from '../Composer.tsx'
import { useDraft } from '../draft.ts'
import { expectAccessible, field, fill, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'

const OTHER_ID = '22222222-2222-4222-8222-222222222222'
const reply = { id: ID, title: 'Greeting', text: 'Hello! I check the payment now.' }

async function open(session: object = { user }) {
  const send = vi.fn<(text: string) => void>()
  const opened = await openPage(() => <Composer draft={useDraft('1')} onSend={send} />, {
    path: '/trade',
    answers: { 'GET /api/session': session, 'GET /api/quick-replies': { replies: [reply] } },
  })
  return { ...opened, send }
}

afterEach(() => vi.unstubAllGlobals())

async function openMenu() {
  await pressButton('Quick replies')
  await waitFor(() => expect(text()).toContain('Greeting'))
}

const item = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(({ textContent }) =>
    textContent?.includes(words),
  )!

test('a reply is inserted in the draft where the writer is, and not sent', async () => {
  const { send } = await open()
  await fill('Message', 'Good evening. ')
  await openMenu()
  await expectAccessible()
  await press(item('Greeting'))
  expect(field('Message').value).toBe('Good evening. Hello! I check the payment now.')
  await waitFor(() => expect(document.activeElement).toBe(field('Message')))
  expect(send).not.toHaveBeenCalled()
})

test('they are added, deleted and brought back from the menu, and the draft is not sent', async () => {
  const { calls, answer, send } = await open()
  await fill('Message', 'Draft')
  await openMenu()
  await press(item('Edit quick replies'))
  await waitFor(() => expect(text()).toContain('Add a quick reply'))
  await pressButton('Add a quick reply')
  expect(document.activeElement).toBe(field('Title (optional)'))
  await pressButton('Save')
  await waitFor(() => expect(text()).toContain('Write a message first.'))
  await fill('Text', 'Thank you.')
  answer({ 'POST /api/quick-replies': refusal('quick_replies_limit', { values: { limit: 20 } }) })
  await pressButton('Save')
  await waitFor(() => expect(text()).toContain('You can have up to 20 quick replies. Delete one first.'))
  answer({ 'POST /api/quick-replies': { ...reply, title: '' }, [`DELETE /api/quick-replies/${ID}`]: { deleted: true } })
  await pressButton('Save')
  await waitFor(() => expect(text()).toContain('Add a quick reply'))
  expect(document.activeElement?.textContent).toBe('Add a quick reply')
  await pressButton('Delete: Greeting')
  await waitFor(() => expect(text()).toContain('Quick reply deleted.'))
  await pressButton('Undo')
  await waitFor(() => expect(calls.filter((name) => name === 'POST /api/quick-replies')).toHaveLength(3))
  expect(send).not.toHaveBeenCalled()
})

test('the focus goes from a deleted reply to the next one, and from the last one to the button that adds', async () => {
  const second = { ...reply, id: OTHER_ID, title: 'Thanks' }
  const { answer } = await open()
  answer({
    'GET /api/quick-replies': { replies: [reply, second] },
    [`DELETE /api/quick-replies/${ID}`]: { deleted: true },
    [`DELETE /api/quick-replies/${OTHER_ID}`]: { deleted: true },
  })
  await openMenu()
  await press(item('Edit quick replies'))
  await waitFor(() => expect(text()).toContain('Thanks'))
  answer({ 'GET /api/quick-replies': { replies: [second] } })
  await deleteReply('Greeting')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Edit: Thanks'))
  answer({ 'GET /api/quick-replies': { replies: [] } })
  await deleteReply('Thanks')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add a quick reply'))
})

/** As with a keyboard, which leaves the focus on the button. */
async function deleteReply(title: string) {
  findButton(`Delete: ${title}`)!.focus()
  await pressButton(`Delete: ${title}`)
}

test('a member uses those of the owner, and edits none', async () => {
  await open({ user, actingFor: { id: ID, username: 'amina', avatar: null, roles: ['chat'] } })
  await openMenu()
  await waitFor(() => expect(item('Edit quick replies')).toBeUndefined())
})

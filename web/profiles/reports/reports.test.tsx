import { afterEach, expect, test, vi } from 'vitest'
import { REPORT_REASONS, type ReportSubject, reasonsFor } from '../../../domain/profiles/reports.ts'
import { alerts, expectAccessible, findButton, openPage, pressButton, refusal, text } from '../../testing/page.tsx'
import { press, select, waitFor } from '../../testing/render.tsx'
import { ID, user } from '../../testing/samples.ts'
import { ReportButton } from './ReportButton.tsx'
import { ReportDialog } from './ReportDialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const OFFER = { kind: 'offer', offerId: ID } as const

test.each(['user', 'offer', 'rating', 'message'] as const)('the form about a %s offers its reasons', async (kind) => {
  await openPage(() => <ReportDialog reported={subject(kind)} onClose={() => {}} />, { path: '/' })
  const options = [...document.querySelectorAll('option')].map(({ textContent }) => textContent)
  expect(options).toEqual(['Choose a reason', ...reasonsFor(kind).map((reason) => REPORT_REASONS[reason].text)])
  expect(text()).toContain('Only our staff read your report')
  await expectAccessible()
})

test('a report without a reason is not sent; a refusal is shown in the form', async () => {
  const { calls } = await openPage(() => <ReportDialog reported={OFFER} onClose={() => {}} />, {
    path: '/',
    answers: { 'POST /api/reports': refusal('report_open') },
  })
  await pressButton('Send report')
  await waitFor(() => expect(text()).toContain('Choose a reason.'))
  expect(calls).not.toContain('POST /api/reports')
  await chooseReason('fraud')
  await pressButton('Send report')
  await waitFor(() => expect(alerts()[0]).toContain('You have already reported this.'))
})

test('the description is optional, except for another reason', async () => {
  await openPage(() => <ReportDialog reported={OFFER} onClose={() => {}} />, { path: '/' })
  await chooseReason('spam')
  await waitFor(() => expect(text()).toContain('What happened? (optional)'))
  await chooseReason('other')
  await waitFor(() => expect(text()).not.toContain('(optional)'))
  expect(text()).toContain('What happened?')
})

test('a sent report closes the form and gives its reference', async () => {
  const close = vi.fn<() => void>()
  await openPage(() => <ReportDialog reported={OFFER} onClose={close} />, {
    path: '/',
    answers: { 'POST /api/reports': { reference: 'R-1B9D6BCD' } },
  })
  await chooseReason('spam')
  await pressButton('Send report')
  await waitFor(() => expect(close).toHaveBeenCalled())
  await waitFor(() => expect(text()).toContain('Report R-1B9D6BCD sent.'))
})

test('the button is for signed-in users, and opens the form', async () => {
  await openPage(() => <ReportButton reported={OFFER} />, { path: '/' })
  expect(findButton('Report')).toBeUndefined()
  await openPage(() => <ReportButton reported={OFFER} />, { path: '/', answers: { 'GET /api/session': { user } } })
  await pressButton('Report')
  await waitFor(() => expect(text()).toContain('Report this offer'))
})

function subject(kind: ReportSubject) {
  if (kind === 'user') return { kind, username: 'karim' }
  if (kind === 'rating') return { kind, ratingId: ID }
  return kind === 'offer' ? OFFER : { kind, tradeId: ID, seq: 2 }
}

async function chooseReason(reason: string): Promise<void> {
  const reasons = document.querySelector('select')!
  await press(reasons)
  await select(reasons, reason)
}

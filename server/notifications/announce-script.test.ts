/** The command that notifies users of news, run as a process on a test database. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ANNOUNCEMENT_MAX } from '../../domain/notifications/notifications.ts'
import { mailsTo } from '../testing/accounts/mails.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageNotifications } from '../testing/time-travel.ts'
import { signUp } from '../testing/accounts/users.ts'
import { deliverDueEmails } from './deliver-emails.ts'

const testApp = useTestApp()

const SCRIPT = fileURLToPath(new URL('../../scripts/announce.ts', import.meta.url))

function announce(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: testApp().database.appUrl,
    DATABASE_OWNER_URL: testApp().database.ownerUrl,
  }
  return new Promise((done) => {
    execFile(process.execPath, [SCRIPT, ...args], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

const TEXTS = ['en=Trades in dinars are open', 'fr=Les échanges en dinars sont ouverts', 'ar=التداول بالدينار متاح']

test('only users who turned on “Marketing” are notified, in their language and on the channels that are on', async () => {
  const { app, owner, context } = testApp()
  const [amina, karim, nour] = [await signUp(app, 'amina'), await signUp(app, 'karim'), await signUp(app, 'nour')]
  const turnOn = (channel: string) => ({ group: 'marketing', channel, isOn: true })
  await amina.post('/api/notifications/settings', turnOn('email'))
  await amina.post('/api/profile/language', { language: 'fr' })
  await karim.post('/api/notifications/settings', turnOn('in_app'))
  await nour.post('/api/notifications/settings', turnOn('in_app'))
  await nour.post('/api/notifications/settings', { ...turnOn('in_app'), isOn: false })

  expect(await announce(...TEXTS)).toEqual({ code: 0, out: '2 users were notified.\n', err: '' })
  await deliverDueEmails(context)
  const mails = async (user: { email: string }) =>
    (await mailsTo(owner, user.email)).filter(({ kind }) => kind === 'announcement').map(({ values }) => values)
  expect([await mails(amina), await mails(karim), await mails(nour)]).toEqual([
    [{ message: 'Les échanges en dinars sont ouverts' }],
    [],
    [],
  ])
  const listed = async (user: typeof amina) => (await user.get('/api/notifications')).body.notifications
  expect(await listed(amina)).toEqual([])
  expect(await listed(nour)).toEqual([])
  expect(await listed(karim)).toMatchObject([
    { event: 'announcement', values: { en: 'Trades in dinars are open', ar: 'التداول بالدينار متاح' } },
  ])

  expect(await announce(...TEXTS)).toMatchObject({ code: 1, err: 'An announcement was sent in the last 30 days.\n' })
  await ageNotifications(owner, karim.id, 31 * 24 * 60)
  await ageNotifications(owner, amina.id, 31 * 24 * 60)
  expect((await announce(...TEXTS)).out).toBe('2 users were notified.\n')
})

test.each([
  [[], 'npm run announce -- en="…" fr="…" ar="…"'],
  [TEXTS.slice(1), 'npm run announce'],
  [[...TEXTS.slice(1), 'de=Neues'], 'npm run announce'],
  [['en=', ...TEXTS.slice(1)], 'en: write one line of at most'],
  [['en=Two\nlines', ...TEXTS.slice(1)], 'en: write one line of at most'],
  [[...TEXTS.slice(0, 2), `ar=${'ا'.repeat(ANNOUNCEMENT_MAX + 1)}`], 'ar: write one line of at most'],
])('refuses %j', async (args, problem) => {
  const { code, err } = await announce(...args)
  expect([code, err]).toEqual([1, expect.stringContaining(problem)])
})

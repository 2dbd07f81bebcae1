import { expect, test } from 'vitest'
import { stageDemo } from '../demo/stage.ts'
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../demo/cast.ts'
import { call } from '../testing/app.ts'
import { cookieOf, signUp } from '../testing/people.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp({ demo: true })

test('the cast of the demonstration stays for whoever comes next; everybody else may leave', async () => {
  const { app, context } = testApp()
  await stageDemo(context)
  for (const { username, email } of DEMO_PEOPLE) {
    const cookie = cookieOf(await call(app, 'POST', '/api/sign-in', { body: { email, password: DEMO_PASSWORD } }))
    const reply = await call(app, 'POST', '/api/account/delete', { cookie, body: { username } })
    expect([username, reply.status, reply.body.code]).toEqual([username, 409, 'demo_stays'])
  }
  const amina = await signUp(app, 'amina')
  expect((await amina.post('/api/account/delete', { username: amina.username })).status).toBe(200)
})

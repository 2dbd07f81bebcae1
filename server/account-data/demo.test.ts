import { expect, test } from 'vitest'
import { seedDemo } from '../demo/seed.ts'
import { DEMO_PASSWORD, DEMO_USERS } from '../demo/demo-users.ts'
import { call } from '../testing/app.ts'
import { cookieOf, signUp } from '../testing/accounts/users.ts'
import { useTestApp } from '../testing/suite.ts'

const testApp = useTestApp({ demo: true })

test('demo users cannot delete their accounts; other users can', async () => {
  const { app, context } = testApp()
  await seedDemo(context)
  for (const { username, email, role } of DEMO_USERS) {
    // Staff have a second factor: server/demo/demo.test.ts.
    if (role !== null) continue
    const cookie = cookieOf(await call(app, 'POST', '/api/sign-in', { body: { email, password: DEMO_PASSWORD } }))
    const reply = await call(app, 'POST', '/api/account/delete', { cookie, body: { username } })
    expect([username, reply.status, reply.body.code]).toEqual([username, 409, 'demo_account_protected'])
  }
  const amina = await signUp(app, 'amina')
  expect((await amina.post('/api/account/delete', { username: amina.username })).status).toBe(200)
})

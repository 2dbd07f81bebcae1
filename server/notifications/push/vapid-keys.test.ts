/** Which failures replace the key pair of push notifications: every subscription is bound to its pair. */
import { expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import type { Context } from '../../context.ts'
import { createKeyring } from '../../db/encryption/keyring.ts'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { asOutsider } from '../../testing/time-travel.ts'
import { vapidKeys } from './vapid-keys.ts'

const testApp = useTestApp()

const keyringOf = (current: string) => createKeyring({ current, previous: null })
function contextWith(keyring: Context['keyring']) {
  const { context } = testApp()
  const log = Object.create(context.log, { warn: { value: vi.fn<Context['log']['warn']>() } }) as Context['log']
  return { db: context.db, keyring, log }
}
const pairs = async () => (await testApp().owner.query('select public_key from vapid_keys')).rows.length

test('a pair sealed under a former SECRET is replaced with a warning, and opens again with that SECRET', async () => {
  const [before, after] = ['a secret of push tests, 32 bytes or more', 'another secret of push tests, as long'].map(
    keyringOf,
  )
  const first = await vapidKeys(contextWith(before!))
  const changed = contextWith(after!)
  const second = await vapidKeys(changed)
  expect(second.publicKey).not.toBe(first.publicKey)
  expect(changed.log.warn).toHaveBeenCalledWith({ publicKey: first.publicKey }, expect.stringContaining('SECRET'))
  expect(await vapidKeys(contextWith(before!))).toEqual(first)
})

test('any other failure to open the pair is thrown, creates no pair, and lets the server start', async () => {
  const context = contextWith(keyringOf('a third secret of push tests, 32 bytes'))
  const { publicKey } = await vapidKeys(context)
  const count = await pairs()
  const broken = {
    ...context.keyring,
    find: () => {
      throw new Error('the keyring is not available')
    },
  }
  await expect(vapidKeys(contextWith(broken))).rejects.toThrow('not available')
  const app = await buildApp({ ...testApp().context, keyring: broken })
  expect((await call(app, 'GET', '/livez')).status).toBe(200)
  await app.close()
  await asOutsider(testApp().owner, [
    `update vapid_keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where public_key = '${publicKey}'`,
  ])
  await expect(vapidKeys(context)).rejects.toThrow()
  expect(await pairs()).toBe(count)
})

import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { postOffer, signUp } from '../../testing/accounts/users.ts'
import { keptForVisitors } from './market-tags.ts'

const testApp = useTestApp()

test('what is the same for all visitors is read once until the market changes, time passes, or a read fails', async () => {
  let [tag, time, reads]: [string | null, number, number] = ['"1"', 0, 0]
  const read = keptForVisitors(
    { tagFor: () => tag },
    async () => ++reads,
    () => time,
  )
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  tag = '"2"'
  expect([await read(), await read()]).toEqual([2, 2])
  time = 5000
  expect([await read(), await read()]).toEqual([3, 3])
  tag = null
  expect([await read(), await read()]).toEqual([4, 5])
  const failing = keptForVisitors({ tagFor: () => '"1"' }, async () => {
    if (++reads === 6) throw new Error('away')
    return reads
  })
  await expect(failing()).rejects.toThrow('away')
  expect(await failing()).toBe(7)
})

test('a visitor’s counts follow each change of the market', async () => {
  const owner = await signUp(testApp().app, 'owner')
  await expect.poll(() => testApp().context.live.isListening()).toBe(true)
  const sellers = async () => (await call(testApp().app, 'GET', '/api/market/counts')).body.sell.count as number
  const before = await sellers()
  const { id } = await postOffer(owner)
  expect(await sellers()).toBe(before + 1)
  await owner.post(`/api/offers/${id}/pause`)
  expect(await sellers()).toBe(before)
})

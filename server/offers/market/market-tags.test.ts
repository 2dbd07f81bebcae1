import { expect, test } from 'vitest'
import { call } from '../../testing/app.ts'
import { useTestApp } from '../../testing/suite.ts'
import { postOffer, signUp } from '../../testing/accounts/users.ts'
import { keptForVisitors, openMarketTags } from './market-tags.ts'

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

test('where visitors read from a replica, what they read in the first five seconds after a change is read once more', async () => {
  const { app, context } = testApp()
  const owner = await signUp(app, 'changing')
  let time = 0
  const tags = openMarketTags({ ...context, replica: { lagSeconds: () => 0 } }, () => time)
  await expect.poll(() => tags.tagFor(null)).not.toBeNull()
  const before = tags.tagFor(null)
  await postOffer(owner)
  await expect.poll(() => tags.tagFor(null)).not.toBe(before)
  const [recent, ofViewer] = [tags.tagFor(null), tags.tagFor(owner.id)]
  time = 4999
  expect(tags.tagFor(null)).toBe(recent)
  time = 5000
  expect(tags.tagFor(null)).not.toBe(recent)
  expect(tags.tagFor(owner.id)).toBe(ofViewer)
  tags.close()
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

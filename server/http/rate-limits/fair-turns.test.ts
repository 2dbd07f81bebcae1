import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './fair-turns.ts'

const SHARE = { inWork: 2, burstMs: 100, perSecondMs: 500, waiting: 100 }

test('two requests of a client are in work, its next one waits, and another client’s begins', async () => {
  const turns = createTurns()
  const [first] = [await turns.enter('amina', SHARE), await turns.enter('amina', SHARE)]
  const third = turns.enter('amina', SHARE)
  expect(await Promise.race([third, turns.enter('bilel', SHARE).then(() => 'bilel')])).toBe('bilel')
  first()
  expect(await third).toEqual(expect.any(Function))
})

test('a client whose budget is used up continues as it refills', async () => {
  const turns = createTurns()
  const leave = await turns.enter('amina', SHARE)
  leave(150)
  const began = performance.now()
  await turns.enter('amina', SHARE)
  expect(performance.now() - began).toBeGreaterThan(90)
})

test('a turn is charged once', async () => {
  const turns = createTurns(() => 0)
  const leave = await turns.enter('amina', SHARE)
  leave(60)
  leave(60)
  expect(await turns.enter('amina', SHARE)).toEqual(expect.any(Function))
})

test('a request that is given up while it waits leaves the queue', async () => {
  const turns = createTurns()
  const [first, second] = [await turns.enter('amina', SHARE), await turns.enter('amina', SHARE)]
  const gone = new AbortController()
  const abandoned = turns.enter('amina', SHARE, gone.signal)
  const next = turns.enter('amina', SHARE)
  gone.abort()
  await expect(abandoned).rejects.toMatchObject({ code: 'busy' })
  first()
  expect(await next).toEqual(expect.any(Function))
  second()
  await expect(turns.enter('amina', SHARE, gone.signal)).rejects.toMatchObject({ code: 'busy' })
})

test('beyond a hundred waiting requests the next is refused', async () => {
  const turns = createTurns()
  const entered = Array.from({ length: 102 }, () => turns.enter('amina', SHARE))
  const isLastWaiting = Promise.race([entered.at(-1)!.then(() => false), sleep(0, true)])
  await expect(turns.enter('amina', SHARE)).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(turns.enter('bilel', SHARE)).resolves.toEqual(expect.any(Function))
  expect(await isLastWaiting).toBe(true)
})

import { expect, test } from 'vitest'
import { eachInTurn } from './batches.ts'

const fail = (name: string) => Promise.reject(new Error(`${name} failed`))

test('every task runs, and the error names each that failed with its cause', async () => {
  const ran: string[] = []
  const run = eachInTurn(
    ['mails', 'sessions', 'mails'],
    (name) => name,
    async (name) => {
      ran.push(name)
      if (name === 'mails') await fail(`${name} ${ran.length}`)
    },
  )
  await expect(run).rejects.toMatchObject({
    message: 'mails (1): mails 1 failed; mails (3): mails 3 failed',
    errors: [new Error('mails 1 failed'), new Error('mails 3 failed')],
  })
  expect(ran).toEqual(['mails', 'sessions', 'mails'])
})

test('of many failures the error has ten and the number of the others', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `task${n}`)
  const error = await eachInTurn(names, (name) => name, fail).catch((reason: unknown) => reason as AggregateError)
  expect(error!.errors).toHaveLength(10)
  expect(error!.message).toMatch(/; and 2 more$/)
})

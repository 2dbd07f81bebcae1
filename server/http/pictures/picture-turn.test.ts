import { expect, test } from 'vitest'
import { inPictureTurn } from './picture-turn.ts'

const claimOf = (userId: string) => ({ userId, ipAddress: '203.0.113.1', hasTraded: false, isTradeFile: false })

test('a user’s pictures are decoded one after another, a fourth is refused, and other users do not wait', async () => {
  const begun: string[] = []
  const ends: (() => void)[] = []
  const upload = (user: string) =>
    inPictureTurn(claimOf(user), () => {
      begun.push(user)
      return new Promise<void>((end) => ends.push(end))
    })
  const own = [upload('amina'), upload('amina'), upload('amina')]
  await expect(upload('amina')).rejects.toMatchObject({ code: 'busy' })
  const other = upload('karim')
  await expect.poll(() => begun).toEqual(['amina', 'karim'])
  for (const end of ends.splice(0)) end()
  await other
  await expect.poll(() => begun).toEqual(['amina', 'karim', 'amina'])
  ends.pop()!()
  await expect.poll(() => begun).toEqual(['amina', 'karim', 'amina', 'amina'])
  ends.pop()!()
  await Promise.all(own)
})

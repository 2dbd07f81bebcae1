/** The limits of what one user sends: a call that is refused to its caller uses up nothing of the user's. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as chatApi from '../../domain/api/chat/chat.ts'
import * as evidenceApi from '../../domain/api/trades/evidence.ts'
import * as avatarsApi from '../../domain/api/profiles/avatars.ts'
import {
  IMAGES_PER_MINUTE,
  MESSAGES_PER_MINUTE,
  READ_MARKS_PER_MINUTE,
  TYPING_PER_MINUTE,
} from '../../domain/chat/chat.ts'
import { UPLOADS_PER_MINUTE } from '../../domain/trades/evidence.ts'
import { AVATARS_PER_MINUTE } from '../../domain/profiles/profiles.ts'
import { createApiKey } from '../testing/accounts/api-clients.ts'
import { actFor, join } from '../testing/accounts/teams.ts'
import { signUp, tradingPair } from '../testing/accounts/users.ts'
import { call, startTestApp } from '../testing/app.ts'
import type { TestApp } from '../testing/app.ts'
import { stopClock } from '../testing/standing-clock.ts'

let home: TestApp

beforeAll(async () => {
  home = await startTestApp({ requestsPerMinute: 10_000 })
})

afterAll(async () => {
  await home.close()
})

test.each([
  [chatApi.sendMessage, MESSAGES_PER_MINUTE],
  [chatApi.sendImage, IMAGES_PER_MINUTE],
  [chatApi.markMessagesRead, READ_MARKS_PER_MINUTE],
  [chatApi.sendTyping, TYPING_PER_MINUTE],
  [evidenceApi.addFile, UPLOADS_PER_MINUTE],
  [avatarsApi.changeAvatar, AVATARS_PER_MINUTE],
])('a thief with an API key that may only read does not silence its user: $path', async ({ method, path }, limit) => {
  const { buyer, trade } = await tradingPair(home.app)
  const { key } = await createApiKey(buyer, ['read'])
  const url = path.replace(':tradeId', trade.id)
  const refused = await Promise.all(
    Array.from({ length: limit + 1 }, () =>
      call(home.app, method, url, { body: {}, headers: { authorization: `Bearer ${key}` } }),
    ),
  )
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['key_not_allowed']))
  expect((await call(home.app, method, url, { body: {}, cookie: buyer.cookie })).status).not.toBe(429)
})

test('a member who acts for the owner has a limit of the member’s own', async () => {
  stopClock()
  const { seller, trade } = await tradingPair(home.app)
  const member = await signUp(home.app, 'member')
  await join(seller, member, ['chat'])
  const acting = await actFor(member, seller)
  const url = `/api/trades/${trade.id}/typing`
  for (let n = 0; n < TYPING_PER_MINUTE; n++) expect((await acting.post(url)).status).toBe(200)
  expect((await acting.post(url)).status).toBe(429)
  expect((await seller.post(url)).status).toBe(200)
})

import type { AccountExport } from '../../domain/api/accounts/account-data.ts'
import type { Message } from '../../domain/api/chat/chat.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { MESSAGES_LISTED } from '../../domain/chat/chat.ts'
import { getReadMarks, listMessages } from '../chat/queries.ts'
import type { Db } from '../db/pool.ts'
import { findDispute } from '../disputes/queries.ts'
import { listFiles } from '../trades/evidence/queries.ts'
import { getTradeRatings } from '../profiles/ratings/queries.ts'
import { listTrades } from '../trades/queries.ts'
import { everyDelivery } from '../notifications/webhooks/queries.ts'
import { readAccount } from './queries.ts'
import type { ExportSources } from './queries.ts'

/**
 * The JSON text of a user's `AccountExport`, in pieces, so that one trade with its chat is in memory at a time, and one page of
 * webhook deliveries. The pieces are not one snapshot: an event during the export may appear in some of them only.
 */
export async function* exportAccount(db: Db, sources: ExportSources, userId: string): AsyncGenerator<string> {
  yield JSON.stringify(await readAccount(db, sources, userId)).slice(0, -1)
  yield* member('webhookDeliveries', everyDelivery(db, userId))
  yield* member('trades', everyExportedTrade(db, userId))
  yield '}'
}

/** A further member of the JSON object, which is an array. */
async function* member(name: keyof AccountExport, values: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield `,"${name}":[`
  let count = 0
  for await (const value of values) yield (count++ === 0 ? '' : ',') + JSON.stringify(value)
  yield ']'
}

async function* everyExportedTrade(db: Db, userId: string): AsyncGenerator<AccountExport['trades'][number]> {
  for await (const trade of everyTrade(db, userId)) {
    const [messages, files] = [await readChat(db, trade.id), await readFiles(db, trade, userId)]
    const dispute = await findDispute(db, userId, trade.id)
    const ratings = await getTradeRatings(db, userId, trade.id)
    const read = await getReadMarks(db, trade.id)
    yield { ...trade, messages, read, files, dispute, ratings }
  }
}

async function* everyTrade(db: Db, userId: string): AsyncGenerator<Trade> {
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof listTrades>> = await listTrades(db, userId, { before })
    yield* page.trades
    before = page.nextCursor
  } while (before !== null)
}

async function readChat(db: Db, tradeId: string): Promise<AccountExport['trades'][number]['messages']> {
  const messages: Message[] = []
  for (let read = MESSAGES_LISTED; read === MESSAGES_LISTED;) {
    const page = await listMessages(db, tradeId, messages.at(-1)?.seq ?? 0)
    messages.push(...page)
    read = page.length
  }
  return messages.map((message) => ({ ...message, imageAddress: addressOf(message) }))
}

async function readFiles(
  db: Db,
  { id, role }: Trade,
  userId: string,
): Promise<AccountExport['trades'][number]['files']> {
  const files = await listFiles(db, id, userId)
  return files
    .filter(({ sender }) => sender === role)
    .map((file) => ({ ...file, address: `/api/trades/${id}/files/${file.id}` }))
}

function addressOf({ tradeId, image }: Message): string | null {
  return image && `/api/trades/${tradeId}/images/${image.id}`
}

/** The sign-in library stores session tokens as they are; between it and the database they become hashes. */
import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'
import { hashToken } from './session-token.ts'

type Row = { token: string }

/**
 * The same adapter, with the SHA-256 of a session's token wherever the database sees it. What the library looked
 * up by a token it gets back with that token; what it lists otherwise (a person's sessions) shows only hashes.
 */
export function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return {
    ...hashed(adapter),
    transaction: (work) => adapter.transaction((inner) => work(hashed(inner))),
  } as DBAdapter
}

function hashed<A extends DBTransactionAdapter>(adapter: A): A {
  return {
    ...adapter,
    async create(call: { model: string; data: Row }) {
      if (call.model !== 'session') return adapter.create(call)
      const row = await adapter.create<Row, Row>({ ...call, data: { ...call.data, token: hashToken(call.data.token) } })
      return { ...row, token: call.data.token }
    },
    findOne: async (call: Call) => withToken(await adapter.findOne<Row>(sealed(call)), call),
    findMany: (call: Call) => adapter.findMany(sealed(call)),
    count: (call: Call) => adapter.count(sealed(call)),
    update: async (call: Call & { update: object }) => withToken(await adapter.update<Row>(sealed(call)), call),
    updateMany: (call: Call & { update: object }) => adapter.updateMany(sealed(call)),
    delete: (call: Call) => adapter.delete(sealed(call)),
    deleteMany: (call: Call) => adapter.deleteMany(sealed(call)),
    consumeOne: async (call: Call) => withToken(await adapter.consumeOne<Row>(sealed(call)), call),
  }
}

type Call = { model: string; where: Where[] }

function sealed<C extends Call>(call: C): C {
  if (call.model !== 'session' || !call.where) return call
  return { ...call, where: call.where.map((part) => (part.field === 'token' ? sealedPart(part) : part)) }
}

function sealedPart(part: Where): Where {
  const { value } = part
  if (Array.isArray(value)) return { ...part, value: value.map((token) => hashToken(String(token))) }
  return { ...part, value: hashToken(String(value)) }
}

function withToken(row: Row | null, { model, where }: Call): Row | null {
  const token = where.find((part) => part.field === 'token')?.value
  return row && model === 'session' && typeof token === 'string' ? { ...row, token } : row
}

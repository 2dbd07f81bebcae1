/** Test users who sign in with a wallet or a provider. */
import type { FastifyInstance } from 'fastify'
import { call } from '../app.ts'
import type { Reply } from '../app.ts'
import { cookieIn, withCookie } from './factors.ts'
import { enterCode } from './users.ts'
import type { Caller } from './users.ts'
import type { TestWallet } from './wallet.ts'

export const CHAIN_ID = 137

/** A message to sign, and the cookie of the browser that asked for it. */
export async function askWallet(app: FastifyInstance, { address }: TestWallet, chainId = CHAIN_ID) {
  const reply = await call(app, 'POST', '/api/sign-in/wallet/start', { body: { address, chainId } })
  return { message: String(reply.body.message), cookie: walletCookieIn(reply) }
}

/** The cookie that binds a wallet's message to its browser; its name ends with a part of the message's nonce. */
export function walletCookieIn(reply: Reply): string {
  const cookies = [reply.headers['set-cookie']].flat().map((text) => String(text).split(';')[0] ?? '')
  return cookies.find((text) => text.startsWith('wallet_')) ?? ''
}

/** Requests a message, signs it, and sends it. */
export async function enterBy(app: FastifyInstance, wallet: TestWallet, chainId = CHAIN_ID): Promise<Reply> {
  const { message, cookie } = await askWallet(app, wallet, chainId)
  const body = { message, signature: await wallet.sign(message) }
  return call(app, 'POST', '/api/sign-in/wallet', { cookie, body })
}

type Names = { username: string; email: string }

/** Completes a pending sign-up with a username; where a code is emailed, it is entered too. */
export async function join(app: FastifyInstance, asked: Reply, input: Names): Promise<Reply> {
  return enterCode(app, input.email, await chooseName(app, asked, input))
}

/** The same without the code. */
export function chooseName(app: FastifyInstance, asked: Reply, input: Names): Promise<Reply> {
  return call(app, 'POST', '/api/register/pending', {
    cookie: cookieIn(asked, 'pending_sign_up'),
    body: { ...input, acceptsTerms: true },
  })
}

/** The user of a new account. It has no password. */
export function callerOf(app: FastifyInstance, joined: Reply): Caller {
  if (joined.status !== 201) throw new Error(`did not join: ${JSON.stringify(joined.body)}`)
  const { id, username, email } = joined.body.user
  return withCookie(app, { id, username, email, password: '' } as Caller, cookieIn(joined))
}

/** Links the wallet to the user's account. */
export async function linkWallet(user: Caller, wallet: TestWallet): Promise<Reply> {
  const started = await user.post('/api/identities/wallet/start', { address: wallet.address, chainId: CHAIN_ID })
  if (started.status !== 200) return started
  const { message } = started.body
  const browser = withCookie(user.app, user, `${user.cookie}; ${walletCookieIn(started)}`)
  return browser.post('/api/identities/wallet', { message, signature: await wallet.sign(message) })
}

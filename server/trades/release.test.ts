/** What a seller’s session or key must have shown before it can release USDT. */
import { describe, expect, test } from 'vitest'
import { RECOVERY_DAYS } from '../../domain/accounts/accounts.ts'
import type { Trade } from '../../domain/api/trades/trades.ts'
import { RELEASE_FACTOR_ABOVE_USDT } from '../../domain/accounts/factors.ts'
import { apiClientWith, createApiKey } from '../testing/accounts/api-clients.ts'
import { call } from '../testing/app.ts'
import type { Reply } from '../testing/app.ts'
import {
  cookieIn,
  passFirstFactor,
  reauthenticate,
  savePasskey,
  turnOnTotp,
  withCookie,
} from '../testing/accounts/factors.ts'
import { lastMail } from '../testing/accounts/mails.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageAccount, ageAdditions } from '../testing/time-travel.ts'
import { linkTo, move, openTradeBetween, postOffer, signUp } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { moveBody } from '../testing/move-body.ts'

const testApp = useTestApp()

const OLD = 48
const LARGE = { maxAmount: '5000', pricePercentage: '0' }
/** 1,000 USDT at 0.92, and one cent more. */
const [AT_LIMIT, ABOVE_LIMIT] = ['920', '920.01']

async function seller(): Promise<Caller> {
  const user = await signUp(testApp().app, 'seller')
  await ageAccount(testApp().owner, user.id, OLD)
  return user
}

async function paidTrade(owner: Caller, amount = '150'): Promise<Trade> {
  const offer = await postOffer(owner, LARGE)
  const buyer = await signUp(testApp().app, 'buyer')
  const trade = await openTradeBetween(buyer, offer.id, amount)
  expect((await move(buyer, trade, 'mark-paid', 'awaiting_payment')).status).toBe(200)
  return trade
}

const release = (user: Caller, trade: Trade) => move(user, trade, 'confirm-receipt', 'payment_sent')
const result = ({ body: { code, status, values } }: Reply) => (code ? [code, values] : [status])

/** Resets the password by the mailbox and signs in with the new one; `challenge` where a second factor is asked. */
async function recover(user: Caller): Promise<Caller> {
  const { app } = testApp()
  await call(app, 'POST', '/api/forgot-password', { body: { email: user.email } })
  const token = await linkTo(app, user.email, 'reset_password')
  const password = 'a better password'
  expect((await call(app, 'POST', '/api/reset-password', { body: { token, newPassword: password } })).status).toBe(200)
  return { ...user, password }
}

async function signIn(user: Caller): Promise<Caller> {
  const { app } = testApp()
  const { email, password } = user
  const reply = await call(app, 'POST', '/api/sign-in', { body: { email, password } })
  expect(reply.status).toBe(200)
  return { ...withCookie(app, user, cookieIn(reply)), password }
}

async function signInWithCode(user: Caller, code: string, method = 'totp'): Promise<Caller> {
  const { app } = testApp()
  const cookie = await passFirstFactor(testApp(), user)
  const reply = await call(app, 'POST', '/api/sign-in/second-factor', { cookie, body: { method, code } })
  expect(reply.status).toBe(200)
  return { ...withCookie(app, user, cookieIn(reply)), password: user.password }
}

describe('for 24 hours after a recovery', () => {
  test('a session that began after it releases nothing, and can after the hold', async () => {
    const amina = await seller()
    const trade = await paidTrade(amina, '10')
    const recovered = await signIn(await recover(amina))
    expect(result(await release(recovered, trade))).toEqual(['release_held', { hours: 24 }])
    await ageAccount(testApp().owner, amina.id, 23)
    expect(result(await release(recovered, trade))).toEqual(['release_held', { hours: 1 }])
    await ageAccount(testApp().owner, amina.id, 1)
    expect(result(await release(recovered, trade))).toEqual(['completed'])
  })

  test('neither re-authentication nor a second factor added after it lifts the hold', async () => {
    const amina = await seller()
    const trade = await paidTrade(amina)
    const recovered = await signIn(await recover(amina))
    const renewed = { ...(await reauthenticate(testApp().app, recovered)), password: recovered.password }
    expect(result(await release(renewed, trade))).toEqual(['release_held', { hours: 24 }])
    const { user } = await turnOnTotp(testApp().app, renewed)
    expect(result(await release(user, trade))).toEqual(['release_held', { hours: 24 }])
    expect(result(await release((await savePasskey(testApp(), user)).user, trade))).toEqual([
      'release_held',
      { hours: 24 },
    ])
  })

  test('a second factor from before it lifts the hold', async () => {
    const amina = await seller()
    const { user, phone } = await turnOnTotp(testApp().app, amina)
    await ageAdditions(testApp().owner, user.id, RECOVERY_DAYS)
    const trade = await paidTrade(user)
    const recovered = await recover(user)
    expect(result(await release(await signInWithCode(recovered, phone()), trade))).toEqual(['completed'])
  })

  test('so does a recovery code from before it, and not one that was renewed since', async () => {
    const amina = await seller()
    const { user, recoveryCodes } = await turnOnTotp(testApp().app, amina)
    await ageAdditions(testApp().owner, user.id, RECOVERY_DAYS)
    const trade = await paidTrade(user)
    const recovered = await recover(user)
    const back = await signInWithCode(recovered, recoveryCodes[0]!, 'recovery_code')
    expect(result(await release(back, trade))).toEqual(['completed'])
    const next = await paidTrade(back)
    const renewed: string[] = (await back.post('/api/factors/recovery-codes')).body.recoveryCodes
    await testApp().owner.query('delete from sessions where user_id = $1', [amina.id])
    const thief = await signInWithCode(recovered, renewed[0]!, 'recovery_code')
    expect(result(await release(thief, next))).toEqual(['release_held', { hours: 24 }])
  })

  test('an API key created after it releases nothing; a key from before an emailed code still does', async () => {
    const { app, owner } = testApp()
    const amina = await seller()
    const trades = [await paidTrade(amina), await paidTrade(amina)] as const
    const before = apiClientWith(app, (await createApiKey(amina, ['trades', 'release'])).key)
    await ageAdditions(owner, amina.id, 1)
    await owner.query('update accounts set recovered_at = clock_timestamp() where user_id = $1', [amina.id])
    const after = apiClientWith(app, (await createApiKey(await signIn(amina), ['trades', 'release'])).key)
    const confirm = (client: typeof after, trade: Trade) =>
      client('POST', `/api/trades/${trade.id}/confirm-receipt`, moveBody('confirm-receipt', 'payment_sent'))
    expect(result(await confirm(after, trades[0]))).toEqual(['release_held', { hours: 24 }])
    expect(result(await confirm(before, trades[1]))).toEqual(['completed'])
  })
})

test('a thief with the mailbox cannot lift the hold by recovering again after adding a passkey or a key', async () => {
  const place = testApp()
  const { app } = place
  const amina = await seller()
  const trades = [await paidTrade(amina, '10'), await paidTrade(amina, '10')] as const
  const thief = withCookie(app, amina, cookieIn(await enterByCode(amina)))
  const key = apiClientWith(app, (await createApiKey(thief, ['trades', 'release'])).key)
  const { device } = await savePasskey(place, thief)
  await ageAccount(place.owner, amina.id, 12)
  expect((await enterByCode(amina)).body.secondFactor.methods).toContain('passkey')
  const options = (await call(app, 'POST', '/api/sign-in/passkey/start', { body: {} })).body
  const reply = await call(app, 'POST', '/api/sign-in/passkey', { body: device.get(options) })
  const again = withCookie(app, amina, cookieIn(reply))
  expect(result(await release(again, trades[0]))).toEqual(['release_held', { hours: 24 }])
  const body = moveBody('confirm-receipt', 'payment_sent')
  const byKey = await key('POST', `/api/trades/${trades[1].id}/confirm-receipt`, body)
  expect(result(byKey)).toEqual(['release_held', { hours: 24 }])

  async function enterByCode({ email }: Caller): Promise<Reply> {
    const { codeId } = (await call(app, 'POST', '/api/sign-in/code/send', { body: { email } })).body
    const { code } = (await lastMail(place.owner, email, 'sign_in_code')).values
    return call(app, 'POST', '/api/sign-in/code', { body: { email, codeId, code } })
  }
})

describe(`the first release above ${RELEASE_FACTOR_ABOVE_USDT} USDT`, () => {
  const amountUsdt = RELEASE_FACTOR_ABOVE_USDT

  test('requires a second factor; a release of exactly the amount does not', async () => {
    const amina = await seller()
    const exact = await paidTrade(amina, AT_LIMIT)
    expect(exact.amountUsdt).toBe(RELEASE_FACTOR_ABOVE_USDT)
    expect(result(await release(amina, exact))).toEqual(['completed'])
    const large = await paidTrade(amina, ABOVE_LIMIT)
    const recent = await reauthenticate(testApp().app, amina)
    expect(result(await release(recent, large))).toEqual(['release_factor_off', { amountUsdt }])
  })

  test('refuses a factor that was just added to an old account, as a thief with the password would', async () => {
    const amina = await seller()
    const large = await paidTrade(amina, ABOVE_LIMIT)
    const { user, phone } = await turnOnTotp(testApp().app, amina)
    expect(result(await release(user, large))).toEqual(['release_factor_new', { amountUsdt, hours: 24 }])
    await ageAccount(testApp().owner, amina.id, 24)
    expect(result(await release(user, large))).toEqual(['completed'])
    // Afterwards an amount as large needs recent authentication only, which here includes the factor.
    const next = await paidTrade(user, ABOVE_LIMIT)
    await testApp().owner.query('delete from sessions where user_id = $1', [amina.id])
    const later = await signInWithCode(user, phone(1))
    expect(result(await release(later, next))).toEqual(['completed'])
  })

  test('accepts a factor from the account’s first day', async () => {
    const karim = await signUp(testApp().app, 'karim')
    const large = await paidTrade(karim, ABOVE_LIMIT)
    const { user } = await turnOnTotp(testApp().app, karim)
    expect(result(await release(user, large))).toEqual(['completed'])
  })

  test('is refused to an API key, whatever its owner’s limit', async () => {
    const amina = await seller()
    await amina.post('/api/factors/confirm-above', { confirmAboveUsdt: '' })
    const large = await paidTrade(amina, ABOVE_LIMIT)
    const client = apiClientWith(testApp().app, (await createApiKey(amina, ['trades', 'release'])).key)
    const reply = await client(
      'POST',
      `/api/trades/${large.id}/confirm-receipt`,
      moveBody('confirm-receipt', 'payment_sent'),
    )
    expect(result(reply)).toEqual(['reauthentication_required', undefined])
  })
})

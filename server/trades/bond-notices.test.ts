/** What emails, alerts and receipts say of a bond: its amount, when it is lost and what became of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Notification } from '../../domain/api/notifications/notifications.ts'
import { ASSET } from '../../domain/asset.ts'
import { LANGUAGES } from '../../domain/languages.ts'
import type { MailKind } from '../../domain/notifications/mail-kinds.ts'
import { fill } from '../../domain/texts.ts'
import { BOND_END_TEXTS, BOND_FIGURES, BOND_RULE_TEXTS } from '../../domain/trades/bond-texts.ts'
import { BOND_FREE_MINUTES } from '../../domain/trades/bonds.ts'
import type { BondOutcome } from '../../domain/trades/bonds.ts'
import { RECEIPT_FIELDS } from '../../domain/trades/receipts.ts'
import { REFUND_HOLD_MINUTES } from '../../domain/trades/trades.ts'
import type { PartyRole } from '../../domain/trades/trades.ts'
import { verifyReceipt } from '../../domain/trades/verify-receipt.ts'
import { moveDueTrades } from '../jobs/worker.ts'
import { BOND_HELD_TEXTS } from '../mail/notification-texts.ts'
import { writeMail } from '../mail/write-mail.ts'
import { deliverDueEmails } from '../notifications/deliver-emails.ts'
import { lastMail } from '../testing/accounts/mails.ts'
import { BONDED_OFFER, move, tradingPair } from '../testing/accounts/users.ts'
import type { Caller } from '../testing/accounts/users.ts'
import { call } from '../testing/app.ts'
import { DECISION_REASON, disputeMove, disputedTrade, takenCase } from '../testing/disputes.ts'
import { RECEIPT } from '../testing/move-body.ts'
import { useTestApp } from '../testing/suite.ts'
import { ageTrade } from '../testing/time-travel.ts'

const testApp = useTestApp()
const SITE = 'https://sarraf.example'
/** Of 150 EUR, whose 2% are less. */
const BOND = '5.000000'
const WINDOW_MINUTES = 30

beforeAll(() => testApp().owner.query('insert into bond_switches (is_on) values (true)'))

type Bonded = { seller: Caller; buyer: Caller; trade: { id: string; bond: { amount: string } | null } }

const bondedTrade = (): Promise<Bonded> => tradingPair(testApp().app, BONDED_OFFER)

/** The text of the latest email of this kind. */
async function mailOf(user: Caller, kind: MailKind, language: (typeof LANGUAGES)[number] = 'en'): Promise<string> {
  await deliverDueEmails(testApp().context)
  const mail = await lastMail(testApp().owner, user.email, kind)
  return writeMail(testApp().context.mail.catalogues, SITE, { ...mail, language, id: '', to: user.email }).text
}

async function alertOf(user: Caller, event: Notification['event']): Promise<Notification | undefined> {
  const { notifications } = (await user.get('/api/notifications')).body as { notifications: Notification[] }
  return notifications.find((each) => each.event === event)
}

/** A sentence of a bond in English, as an email includes it. */
const sentence = (text: string) => fill(text, { ...BOND_FIGURES, bond: `${BOND} ${ASSET}` })

async function passMinutes({ trade }: Bonded, minutes: number): Promise<void> {
  await ageTrade(testApp().owner, trade.id, minutes)
  await moveDueTrades(testApp().context)
}

async function complete({ buyer, seller, trade }: Bonded): Promise<void> {
  await move(buyer, trade, 'mark-paid', 'awaiting_payment')
  await move(seller, trade, 'confirm-receipt', 'payment_sent')
}

async function decidedCase(outcome: BondOutcome): Promise<Bonded> {
  const { arbiter, ...bonded } = await takenCase(testApp(), BONDED_OFFER)
  const decision = { outcome: 'refund', bond: outcome, reason: DECISION_REASON }
  expect((await arbiter.post(`/api/staff/disputes/${bonded.trade.id}/decide`, decision)).status).toBe(200)
  for (const party of [bonded.seller, bonded.buyer]) await disputeMove(party, bonded.trade, 'accept')
  return bonded
}

type Ended = {
  event: 'trade_completed' | 'trade_cancelled' | 'trade_expired' | 'dispute_closed'
  to: readonly PartyRole[]
}

const ENDS: readonly [name: string, BondOutcome, Ended, () => Promise<Bonded>][] = [
  ['a completed trade', 'returned', { event: 'trade_completed', to: ['buyer'] }, () => ended(complete)],
  [
    'the seller’s cancellation',
    'returned',
    { event: 'trade_cancelled', to: ['buyer'] },
    () => ended(({ seller, trade }) => move(seller, trade, 'cancel', 'awaiting_payment')),
  ],
  [
    'the buyer’s early cancellation',
    'returned',
    { event: 'trade_cancelled', to: ['seller'] },
    () => ended(({ buyer, trade }) => move(buyer, trade, 'cancel', 'awaiting_payment')),
  ],
  [
    'the buyer’s late cancellation',
    'awarded',
    { event: 'trade_cancelled', to: ['seller'] },
    () =>
      ended(async ({ buyer, trade }) => {
        await ageTrade(testApp().owner, trade.id, BOND_FREE_MINUTES + 1)
        await move(buyer, trade, 'cancel', 'awaiting_payment')
      }),
  ],
  [
    'an expired payment window',
    'awarded',
    { event: 'trade_expired', to: ['buyer', 'seller'] },
    () => ended((bonded) => passMinutes(bonded, WINDOW_MINUTES + 1)),
  ],
  [
    'the buyer’s concession',
    'awarded',
    { event: 'dispute_closed', to: ['seller'] },
    async () => {
      const bonded = await disputedTrade(testApp(), BONDED_OFFER)
      await disputeMove(bonded.buyer, bonded.trade, 'concede')
      return bonded
    },
  ],
  [
    'the seller’s confirmation in a dispute',
    'returned',
    { event: 'trade_completed', to: ['buyer'] },
    async () => {
      const bonded = await disputedTrade(testApp(), BONDED_OFFER)
      await disputeMove(bonded.seller, bonded.trade, 'confirm-receipt', RECEIPT)
      await moveDueTrades(testApp().context)
      return bonded
    },
  ],
  ...(['returned', 'awarded', 'burned'] as const).map((outcome): (typeof ENDS)[number] => [
    `a decision that the bond is ${outcome}`,
    outcome,
    { event: 'dispute_closed', to: ['buyer', 'seller'] },
    () => decidedCase(outcome),
  ]),
]

async function ended(end: (bonded: Bonded) => Promise<unknown>): Promise<Bonded> {
  const bonded = await bondedTrade()
  await deliverDueEmails(testApp().context)
  await end(bonded)
  return bonded
}

test.each(ENDS)(
  'the email and the alert about %s say that the bond was %s',
  async (_, outcome, { event, to }, makeEnded) => {
    const bonded = await makeEnded()
    expect(bonded.trade.bond?.amount).toBe(BOND)
    for (const role of to) {
      const text = await mailOf(bonded[role], event)
      for (const party of ['buyer', 'seller'] as const) {
        for (const [each, end] of Object.entries(BOND_END_TEXTS[party])) {
          expect(text.includes(sentence(end)), `${party} ${each}`).toBe(party === role && each === outcome)
        }
      }
      expect((await alertOf(bonded[role], event))?.bond).toEqual({ amount: BOND, outcome, role })
    }
  },
)

test('the email about the opening says how much is locked, and when it is the seller’s', async () => {
  const { seller } = await bondedTrade()
  expect(await mailOf(seller, 'trade_opened')).toContain(sentence(BOND_RULE_TEXTS.seller))
})

test('the email about a held refund says what becomes of the bond, and the alert about the refund what became of it', async () => {
  const bonded = await bondedTrade()
  const { buyer, seller, trade } = bonded
  await buyer.post(`/api/trades/${trade.id}/payment-details`, {})
  await deliverDueEmails(testApp().context)
  await passMinutes(bonded, WINDOW_MINUTES + 1)
  expect(await mailOf(buyer, 'trade_refund_held')).toContain(sentence(BOND_HELD_TEXTS.buyer.awarded))
  expect(await mailOf(seller, 'trade_refund_held')).toContain(sentence(BOND_HELD_TEXTS.seller.awarded))
  await passMinutes(bonded, REFUND_HOLD_MINUTES + 1)
  for (const [user, role] of [
    [buyer, 'buyer'],
    [seller, 'seller'],
  ] as const) {
    expect((await alertOf(user, 'trade_refunded'))?.bond).toEqual({ amount: BOND, outcome: 'awarded', role })
  }
  // What came before the end says nothing of it, however late it is read.
  expect(await alertOf(seller, 'trade_opened')).toMatchObject({ bond: null })
  expect(await alertOf(buyer, 'trade_refund_held')).toMatchObject({ bond: null })
})

test.each(LANGUAGES)('in %s the sentence has the amount and is in the language of the email', async (language) => {
  const bonded = await ended((each) => passMinutes(each, WINDOW_MINUTES + 1))
  const text = await mailOf(bonded.buyer, 'trade_expired', language)
  const words = { en: 'bond of', fr: 'caution de', ar: 'تأمينك' }
  expect(text).toContain(words[language])
  expect(text).toMatch(/5[.,]000000 USDT/)
})

describe('without a bond', () => {
  test('no email and no alert speaks of one', async () => {
    const bonded = await tradingPair(testApp().app)
    expect(bonded.trade.bond).toBeNull()
    expect(await mailOf(bonded.seller, 'trade_opened')).not.toMatch(/bond/)
    await passMinutes(bonded, WINDOW_MINUTES + 1)
    for (const user of [bonded.buyer, bonded.seller]) {
      expect(await mailOf(user, 'trade_expired')).not.toMatch(/bond/)
      expect((await alertOf(user, 'trade_expired'))?.bond).toBeNull()
    }
  })
})

test('the buyer’s receipt with amounts shows the returned bond and verifies; the seller’s never shows that the buyer was new', async () => {
  const bonded = await ended(complete)
  const { buyer, seller, trade } = bonded
  const ask = async (user: Caller, fields: readonly string[]) =>
    (await user.post(`/api/trades/${trade.id}/receipt`, { fields })).body
  const { file, token } = await ask(buyer, ['amounts'])
  expect(file.receipt).toMatchObject({ bondReturnedUsdt: BOND })
  const keys = (await call(testApp().app, 'GET', '/api/receipt-keys')).body
  expect(await verifyReceipt(token, keys)).toEqual({ result: 'valid', receipt: file.receipt })
  expect((await ask(buyer, [])).file.receipt).not.toHaveProperty('bondReturnedUsdt')
  expect((await ask(seller, RECEIPT_FIELDS)).file.receipt).not.toHaveProperty('bondReturnedUsdt')
})

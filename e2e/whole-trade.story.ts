import { expect, test } from './users.ts'
import {
  closeChat,
  confirmReceipt,
  expectStatus,
  fact,
  heard,
  make,
  openChat,
  openEscrow,
  write,
} from './trade-room.ts'
import { postOffer } from './fixtures.ts'

test('two users complete a trade, each in their own browser', { tag: '@phone' }, async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  await postOffer(seller)
  await seller.page.goto('/trades')
  await expect(seller.page.getByText('No trades yet')).toBeVisible()

  await test.step('the buyer finds the offer and takes it at a quoted price', async () => {
    const { page } = buyer
    await page.goto(`/trader/${seller.username}`)
    await page.getByRole('link', { name: /^Buy from/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Buy USDT' })).toBeVisible()
    await page.getByLabel('You pay').fill('150')
    await expect(page.getByLabel('You buy')).toHaveValue('160.633968')
    await expect(fact(page, 'You will receive')).toHaveText('159.830799 USDT')
    await expect(fact(page, 'Platform fee (0.5%)')).toHaveText('0.803169 USDT')
    await expect(fact(page, 'Price')).toHaveText('0.9338 EUR per USDT')
    await page.getByRole('button', { name: 'Open buy trade' }).click()
    await expect(page).toHaveURL(/\/trade\/[0-9a-f-]{36}$/)
  })

  await test.step('the buyer sees what to pay, the seller sees the trade appear', async () => {
    const { page } = buyer
    const id = page.url().split('/').at(-1) ?? ''
    const name = id.slice(0, 8).toUpperCase()
    await expect(page.getByRole('heading', { level: 1, name: `Trade #${name}` })).toBeVisible()
    await expectStatus(page, 'Awaiting payment')
    await expect(page.getByText('Buying 160.633968 USDT')).toBeVisible()
    await expect(fact(page, 'Amount to pay')).toContainText('150.00 EUR')
    await expect(fact(page, 'Payment method')).toHaveText('SEPA InstantUsually arrives in seconds')
    await expect(fact(page, 'Payment reference')).toContainText(`FP-${name}`)
    await expect(fact(page, 'IBAN')).toBeHidden()
    await page.getByRole('button', { name: 'Show payment details' }).click()
    await expect(fact(page, 'IBAN')).toContainText('DE89 3704 0044 0532 0130 00')
    await expect(fact(page, 'Account holder')).toContainText('Amina Ben Salah')
    await expect(page.getByRole('note').filter({ hasText: 'less than an hour before' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy: IBAN' })).toBeVisible()
    await openEscrow(page)
    await expect(fact(page, 'Current balance')).toHaveText('160.633968 USDT')
    await expect(page.getByText('Demo address: do not send anything to it')).toBeVisible()
    await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
    await seller.page.getByRole('link', { name: `Trade with ${buyer.username}` }).click()
    await expect(seller.page.getByText('Selling 160.633968 USDT')).toBeVisible()
    await expect(seller.page.getByText('Payment instructions')).toBeHidden()
    await seller.page.getByRole('button', { name: 'Show your account' }).click()
    await expect(fact(seller.page, 'IBAN')).toContainText('DE89 3704 0044 0532 0130 00')
    await expect(seller.page.getByRole('button', { name: 'Confirm payment received' })).toBeDisabled()
  })

  await test.step('they send messages, and receive each other’s immediately', async () => {
    const [buyers, sellers] = [await openChat(buyer.page), await openChat(seller.page)]
    await expect(buyers).toContainText('Trade instructions')
    await expect(buyers).toContainText('SEPA Instant only, from an account in your own name.')
    await write(buyer.page, 'Hello, which account?')
    await expect(sellers).toContainText('Hello, which account?')
    await write(seller.page, 'The one ending in 42')
    await expect(buyers).toContainText('The one ending in 42')
    const said = ['Hello, which account?', 'The one ending in 42']
    expect(await heard(buyers, said)).toEqual(said)
    expect(await heard(sellers, said)).toEqual(said)
    await closeChat(buyer.page)
    await closeChat(seller.page)
  })

  await test.step('the buyer pays, the seller confirms, and neither has to reload', async () => {
    await make(buyer.page, 'I have sent the payment')
    await expectStatus(buyer.page, 'Marked as paid')
    await expectStatus(seller.page, 'Marked as paid')
    await seller.page.getByRole('button', { name: 'Confirm payment received' }).click()
    await expect(seller.page.getByRole('dialog', { name: 'Confirm payment received' })).toContainText('150.00 EUR')
    await confirmReceipt(seller.page)
    for (const { page } of [seller, buyer]) {
      await expectStatus(page, 'Completed')
      if (page === seller.page) await openEscrow(page)
      await expect(fact(page, 'State')).toHaveText(page === buyer.page ? 'Released to you' : 'Released to the buyer')
      await expect(fact(page, 'Comparison')).toHaveText('The names agree')
      await expect(fact(page, 'Current balance')).toHaveText('0.000000 USDT')
      await expect(fact(page, page === buyer.page ? 'You received' : 'The buyer received')).toHaveText(
        '159.830799 USDT',
      )
      await expect(page.getByText('Trade actions')).toBeHidden()
      await expect(await openChat(page)).toContainText('Payment confirmed! Trade completed successfully.')
    }
  })
})

test('a taker who sells to a buy offer pays the fee on top', async ({ newUser }) => {
  const [buyer, seller] = [await newUser('buyer'), await newUser('seller')]
  const offer = await postOffer(buyer, {
    type: 'buy',
    fiatCurrency: 'TND',
    paymentMethods: ['d17'],
    pricePercentage: '0',
  })
  const { page } = seller
  await page.goto(`/trade/new?offer=${offer.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Sell USDT' })).toBeVisible()
  await page.getByLabel('You sell').fill('100')
  await expect(page.getByLabel('You are paid')).toHaveValue('321.00')
  await expect(fact(page, 'Total to send')).toHaveText('100.500000 USDT')
  await expect(page.getByText('You have no D17 account yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add payment account' }).click()
  await page.getByLabel('Account holder').fill('Karim Trabelsi')
  await page.getByLabel('Phone number').fill('+216 98 123 456')
  await page.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByRole('combobox', { name: 'Paid to' })).toContainText('…3456')
  await page.getByRole('button', { name: 'Open sell trade' }).click()
  await expect(fact(page, 'Locked by you')).toHaveText('100.500000 USDT')
  await openEscrow(page)
  await expect(fact(page, 'Current balance')).toHaveText('100.500000 USDT')

  await buyer.page.goto('/trades')
  await buyer.page.getByRole('link', { name: `Trade with ${seller.username}` }).click()
  await buyer.page.getByRole('button', { name: 'Show payment details' }).click()
  await expect(fact(buyer.page, 'Phone number')).toContainText('+216 98 123 456')
  await make(buyer.page, 'I have sent the payment')
  await expectStatus(page, 'Marked as paid')
  await make(page, 'Confirm payment received')
  await expectStatus(buyer.page, 'Completed')
  await expect(buyer.page.getByText('Received 100.000000 USDT')).toBeVisible()
})

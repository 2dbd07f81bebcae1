/** Public pages arrive with their rows, the same for every reader, and follow the market. */
import { OFFER, openTrade, postOffer } from './fixtures.ts'
import { ask, expect, test } from './users.ts'

test('without scripts the public pages show offers, prices and traders in three languages', async ({
  newUser,
  browser,
}) => {
  const owner = await newUser('trader')
  const offer = await postOffer(owner)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.locator('main')
  for (const [language, sells] of [
    ['', 'Sells USDT'],
    ['/fr', 'Vend des USDT'],
    ['/ar', 'يبيع USDT'],
  ]) {
    await page.goto(`${language}/offers?trader=${owner.username}`)
    const row = main.getByRole('listitem').filter({ hasText: owner.username })
    await expect(row).toContainText(String(sells))
    await expect(row).toContainText(language === '' ? '0.934' : '0,934')
    await page.goto(`${language}/marketplace?search=${owner.username}`)
    await expect(main.getByRole('listitem').filter({ hasText: owner.username })).toContainText('SEPA Instant only')
    await page.goto(`${language}/offer/${offer.id}`)
    await expect(main).toContainText(owner.username)
    await page.goto(`${language}/trader/${owner.username}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(owner.username)
    await page.goto(language || '/')
    await expect(main.getByRole('listitem').filter({ hasText: 'SEPA Instant' }).first()).toBeVisible()
  }
  await context.close()
})

test('the page of a signed-in reader is that of a visitor, and shows them their own view of it afterwards', async ({
  newUser,
  newVisitor,
}) => {
  const [owner, other, visitor] = [await newUser('owner'), await newUser('other'), await newVisitor()]
  await postOffer(owner)
  const address = `/marketplace?search=${owner.username}`
  const read = async ({ context }: typeof visitor) => (await context.request.get(address)).text()
  const [first, second, third] = [await read(owner), await read(visitor), await read(other)]
  expect([second, third]).toEqual([first, first])
  expect(first).not.toContain(other.username)
  expect(first).toContain(`"isMine":false`)
  await owner.page.goto(address)
  await expect(owner.page.getByText('No offers match your current filters')).toBeVisible()
  await other.page.goto(address)
  await expect(other.page.getByRole('button', { name: `Open trade : ${owner.username}` })).toBeVisible()
})

test('a kept page is rendered again when a price, the availability or a name changes', async ({
  newUser,
  newVisitor,
}) => {
  const [owner, taker, visitor] = [await newUser('owner'), await newUser('taker'), await newVisitor()]
  const offer = await postOffer(owner, { maxOpenTrades: 1 })
  const read = async (address: string) => (await visitor.context.request.get(address)).text()
  const offers = `/offers?trader=${owner.username}`
  expect(await read(offers)).toContain('0.934')
  const edited = {
    ...OFFER,
    maxOpenTrades: 1,
    pricePercentage: '-5.0',
    seenVersion: offer.version,
    seenInventoryUsdt: '',
  }
  await ask(owner, 'POST', `/api/offers/${offer.id}`, edited)
  await expect.poll(() => read(offers)).toContain('0.874')
  await openTrade(taker, offer)
  await expect.poll(() => read(offers)).toContain('No offers found')
})

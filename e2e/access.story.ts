import { expect, fillSignIn, test } from './users.ts'
import { openTrade, postOffer } from './fixtures.ts'

const NOBODYS = '00000000-0000-4000-8000-000000000000'

test('a stranger who opens a trade is redirected home, as for an unknown trade', async ({ newUser }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const stranger = await newUser('stranger')
  const trade = await openTrade(buyer, await postOffer(seller))
  stranger.allow(/404 GET \/api\/trades\//)
  stranger.allow(/400 GET \/api\/trades\/no-such-id/)
  for (const id of [trade.id, NOBODYS, 'no-such-id']) {
    await stranger.page.goto(`/trade/${id}`)
    await expect(stranger.page).toHaveURL('/')
    await expect(stranger.page.getByText('Trade not found').first()).toBeVisible()
  }
})

test('a signed-out user signs in first and then sees their trade', async ({ newUser, newVisitor }) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  const { page } = await newVisitor()
  await page.goto(`/trade/${trade.id}`)
  await fillSignIn(page, buyer)
  await expect(page).toHaveURL(`/trade/${trade.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
})

test('a user cannot trade with their own offer', async ({ newUser }) => {
  const owner = await newUser('owner')
  const offer = await postOffer(owner)
  await owner.page.goto(`/trade/new?offer=${offer.id}`)
  await expect(owner.page.getByRole('alertdialog')).toContainText('You cannot trade with your own offer')
  await owner.page.getByRole('button', { name: 'OK' }).click()
  await expect(owner.page).toHaveURL('/offers')
})

test('an unknown offer shows a message and a link to the other offers', async ({ newUser }) => {
  const { page, allow } = await newUser()
  allow(/40[04] GET \/api\/offers\//)
  await page.goto('/trade/new')
  await expect(page).toHaveURL('/offers')
  await page.goto('/trade/')
  await expect(page).toHaveURL('/')
  for (const address of [`/trade/new?offer=${NOBODYS}`, '/trade/new?offer=no-such-id']) {
    await page.goto(address)
    await expect(page.getByText('Offer not found')).toBeVisible()
    await expect(page.getByText('The offer you’re looking for doesn’t exist or has been removed')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Browse other offers' }).click()
  await expect(page).toHaveURL('/offers')
})

test('an unknown address is a 404 with links to other pages', async ({ newVisitor }) => {
  const { page, allow } = await newVisitor()
  allow(/404 GET \/nowhere/)
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Browse offers' }).click()
  await expect(page).toHaveURL('/offers')
})

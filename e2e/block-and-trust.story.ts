import type { Offer } from '../domain/api/offers/offers.ts'
import { offerRows } from './layout.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { continueToTerms, createButton } from './offer-form.ts'
import { ask, expect, test } from './users.ts'

test('a blocked trader no longer sees the offers and is refused; a trusted one sees an offer of their own', async ({
  newUser,
}) => {
  const [amina, karim] = [await newUser('amina'), await newUser('karim')]
  const offer = await postOffer(amina, { newTakerShare: 'third' })
  const rows = offerRows(karim.page)
  const search = `/offers?trader=${amina.username}`
  await karim.page.goto(search)
  await expect(rows).toHaveCount(1)

  await amina.page.goto(`/trader/${karim.username}`)
  await expectAccessible(amina.page)
  await amina.page.getByRole('button', { name: 'Block' }).click()
  await expect(amina.page.getByText(`You blocked ${karim.username}.`)).toBeVisible()
  await expect(amina.page.getByText('You’ve blocked this trader')).toBeVisible()

  await karim.page.goto(search)
  await expect(karim.page.getByText('No offers found')).toBeVisible()
  await karim.page.goto(`/offer/${offer.id}`)
  await expect(karim.page.getByText('You can’t open a trade with this trader.')).toBeVisible()
  await expect(karim.page.getByRole('button', { name: 'Open trade' })).toBeHidden()

  await amina.page.goto('/account?tab=traders')
  await expect(amina.page.getByRole('link', { name: karim.username })).toBeVisible()
  await expectAccessible(amina.page)
  await expectToFit(amina.page)
  await amina.page.getByRole('button', { name: new RegExp(`^Unblock.*${karim.username}`) }).click()
  await expect(amina.page.getByText(`You unblocked ${karim.username}.`)).toBeVisible()

  // In a trade with them.
  const trade = await openTrade(karim, offer)
  await amina.page.goto(`/trade/${trade.id}`)
  await amina.page.getByRole('button', { name: `Menu for ${karim.username}` }).click()
  await amina.page.getByRole('menuitem', { name: 'Trust' }).click()
  await expect(amina.page.getByText(`You trust ${karim.username}.`)).toBeVisible()

  await amina.page.goto(`/create-offer?copy=${offer.id}`)
  await continueToTerms(amina.page)
  await amina.page.getByText('More settings').click()
  await amina.page.getByRole('checkbox', { name: 'Only traders I trust' }).check()
  await expectAccessible(amina.page)
  await createButton(amina.page).click()
  await expect(amina.page.getByText('Your offer is on the market.')).toBeVisible()

  await karim.page.goto(search)
  await expect(rows.filter({ hasText: 'For trusted traders' })).toHaveCount(1)
  const nadia = await newUser('nadia')
  const { offers } = await ask<{ offers: Offer[] }>(nadia, 'GET', `/api/offers?trader=${amina.username}`)
  expect(offers.map(({ trustedOnly }) => trustedOnly)).toEqual([false])
})

test('what an offer requires is shown before the form, with the reader’s own figure', async ({ newUser }) => {
  const [amina, karim] = [await newUser('amina'), await newUser('karim')]
  const requirements = { accountDays: 0, completedTrades: 20, completionRate: 95 }
  const offer = await postOffer(amina, { requirements })
  await karim.page.goto(`/offers?trader=${amina.username}`)
  const row = offerRows(karim.page)
  await expect(row).toContainText('At least 20 trades · At least 95% completion')
  await karim.page.goto(`/trade/new?offer=${offer.id}`)
  await expect(
    karim.page.getByText('This offer is for traders with at least 20 completed trades. You have 0.'),
  ).toBeVisible()
  await expect(karim.page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(karim.page)
  await expectToFit(karim.page)
})

/** A merchant's offer follows business hours, and greets who trades on it. */
import { offerRows } from './layout.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { ageBusinessHours } from './time-travel.ts'
import { ask, expect, test } from './users.ts'

const WEEK = 7 * 24 * 60

test('an offer follows its owner’s business hours, and greets who trades on it', async ({ newUser }) => {
  test.slow()
  const [amina, karim] = [await newUser('amina'), await newUser('karim')]
  const offer = await postOffer(amina, { newTakerShare: 'third' })
  const list = `/offers?trader=${amina.username}`
  const rows = offerRows(karim.page)

  await test.step('the merchant sets hours that are open now, and marks the offer', async () => {
    const { page } = amina
    await page.goto('/my-offers')
    const tab = page.getByRole('tab', { name: 'Business hours' })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await expectToFit(page)
    await page.getByLabel('Time zone').selectOption('UTC')
    // Each day, around the clock until it has moved.
    for (const day of ['Saturday', 'Sunday'])
      await page.getByRole('button', { name: new RegExp(`^Add hours.*${day}`) }).click()
    for (const [label, time] of [
      ['From', '00:00'],
      ['Until', '00:00'],
    ] as const)
      for (const field of await page.getByLabel(label, { exact: true }).all()) await field.fill(time)
    await page.getByRole('button', { name: 'Save business hours' }).click()
    await expect(page.getByText('Open now')).toBeVisible()

    await page.goto(`/create-offer?edit=${offer.id}`)
    await page.getByText('More settings').click()
    await page.getByRole('checkbox', { name: 'Only during my business hours' }).check()
    await page.getByLabel('Automatic message').fill('Hello! I answer within minutes.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Offer updated.')).toBeVisible()
    await karim.page.goto(list)
    await expect(rows).toHaveCount(1)
  })

  await test.step('outside of the hours it leaves the market, and its page says when it opens', async () => {
    // An hour around now, which three hours later is over.
    await ask(amina, 'POST', '/api/business-hours', {
      timeZone: 'UTC',
      ranges: [hourOfWeek(new Date(Date.now() + 30 * 60_000))],
    })
    await ageBusinessHours(amina, 180)
    await expect(async () => {
      await karim.page.goto(list)
      await expect(karim.page.getByText('No offers found')).toBeVisible({ timeout: 2000 })
    }).toPass()
    await karim.page.goto(`/offer/${offer.id}`)
    await expect(karim.page.getByText('Closed now · opens')).toBeVisible()
    await expect(karim.page.getByRole('button', { name: 'Open trade' })).toBeHidden()
    await expectAccessible(karim.page)
    await expectToFit(karim.page)
    await karim.page.goto(`/trade/new?offer=${offer.id}`)
    await expect(karim.page.getByText('This offer is closed. It reopens')).toBeVisible()
    await amina.page.goto('/my-offers')
    await expect(amina.page.getByText('Closed now · opens')).toBeVisible()
    await expectToFit(amina.page)
  })

  await test.step('when they begin it returns by itself, and the trade begins with the automatic message', async () => {
    await ageBusinessHours(amina, WEEK - 180)
    await expect(async () => {
      await karim.page.goto(list)
      await expect(rows).toHaveCount(1, { timeout: 2000 })
    }).toPass()
    await karim.page.goto(`/trade/new?offer=${offer.id}&amount=150`)
    await karim.page.getByRole('button', { name: 'Open buy trade' }).click()
    await karim.page.waitForURL(/\/trade\/[0-9a-f-]{36}$/)
    await expect(karim.page.getByRole('log').getByText('Hello! I answer within minutes.')).toBeVisible()
    await expect(karim.page.getByRole('log').getByText('Automatic message')).toBeVisible()
    await expectAccessible(karim.page)
  })
})

/** The hour around a moment, in UTC. */
function hourOfWeek(moment: Date): { weekday: number; from: string; until: string } {
  const from = new Date(moment.getTime() - 60 * 60_000)
  const time = (at: Date) => at.toISOString().slice(11, 16)
  return { weekday: ((from.getUTCDay() + 6) % 7) + 1, from: time(from), until: time(moment) }
}

/** Motion that explains what has just happened: none where nothing did, and none for readers who want none. */
import type { Page } from '@playwright/test'
import { openTrade, postOffer, say } from './fixtures.ts'
import { declarePayer, enter, expectStatus } from './trade-room.ts'
import { expect, test } from './users.ts'

type Started = { property: string; part: string; seconds: number }

test('a move grows along the rail and a message rises into the chat, but what was there stands still', async ({
  newUser,
}) => {
  const [seller, buyer] = [await newUser('seller'), await newUser('buyer')]
  const trade = await openTrade(buyer, await postOffer(seller))
  await say(buyer, trade, 'Here before the page.')
  await seller.page.emulateMedia({ reducedMotion: 'no-preference' })
  await recordTransitions(seller.page)
  await enter(seller, trade)
  const chat = seller.page.getByRole('log')
  await expect(chat.getByText('Here before the page.')).toBeVisible()
  expect(await started(seller.page, /Here before/)).toEqual([])

  await say(buyer, trade, 'I am paying now.')
  await expect
    .poll(() => started(seller.page, /I am paying now/))
    .toEqual([
      { property: 'opacity', part: expect.stringContaining('I am paying now.'), seconds: 0.2 },
      { property: 'translate', part: expect.stringContaining('I am paying now.'), seconds: 0.2 },
    ])
  expect(await started(seller.page, /Here before/)).toEqual([])

  await enter(buyer, trade)
  await buyer.page.getByRole('main').getByRole('button', { name: 'I have sent the payment' }).click()
  await declarePayer(buyer.page)
  await expectStatus(seller.page, 'Marked as paid')
  await expect
    .poll(() => started(seller.page, /^Marked as paid/))
    .toContainEqual(expect.objectContaining({ property: 'width', seconds: 0.5 }))

  await seller.page.emulateMedia({ reducedMotion: 'reduce' })
  await say(buyer, trade, 'For a reader without motion.')
  await expect(chat.getByText('For a reader without motion.')).toBeVisible()
  const last = chat.getByRole('listitem').filter({ hasText: 'For a reader without motion.' })
  const ends = seller.page.getByRole('list', { name: 'Progress of this trade' }).locator('[aria-hidden] > span')
  for (const moving of [last, ends.first()]) {
    const duration = await moving.evaluate((element) => getComputedStyle(element).transitionDuration)
    expect(Number.parseFloat(duration)).toBeLessThan(0.001)
  }
})

/** Keeps what starts to move, and for how long, with the text of the list item it is in. */
async function recordTransitions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all: Started[] = []
    Object.assign(window, { started: all })
    addEventListener('transitionrun', ({ target, propertyName }) => {
      const element = target as Element
      // Not of the running animation, which may have ended before a busy page hears of it.
      const seconds = Number.parseFloat(getComputedStyle(element).transitionDuration)
      all.push({ property: propertyName, part: element.closest('li')?.textContent ?? '', seconds })
    })
  })
}

async function started(page: Page, part: RegExp): Promise<Started[]> {
  const all = await page.evaluate(() => (window as unknown as { started: Started[] }).started)
  return all.filter((each) => part.test(each.part)).toSorted((a, b) => a.property.localeCompare(b.property))
}

import { offerRows } from './layout.ts'
import { expectAccessible, expectToFit } from './accessible.ts'
import { postOffer } from './fixtures.ts'
import { enter, expectStatus, make } from './trade-room.ts'
import { expect, test } from './users.ts'

test('a taker opens a trade from an offer’s row, completes and rates it, and the row shows the rating', async ({
  newUser,
  newVisitor,
}) => {
  const [amina, karim, visitor] = [await newUser('amina'), await newUser('karim'), await newVisitor()]
  await postOffer(amina)
  const list = `/offers/buy?trader=${amina.username}`
  const row = offerRows(visitor.page)
  const rated = row.getByRole('img', { name: /^Rated/ })

  await karim.page.goto(`/trader/${amina.username}`)
  await karim.page.getByRole('link', { name: /^Buy from/ }).click()
  await karim.page.getByLabel('You pay').fill('150')
  await karim.page.getByRole('button', { name: 'Open buy trade' }).click()
  await expect(karim.page).toHaveURL(/\/trade\/[0-9a-f-]{36}$/)
  const trade = { id: karim.page.url().split('/').at(-1) ?? '' }
  await expect(karim.page.getByRole('heading', { name: /^Rate your trade/ })).toHaveCount(0)
  await make(karim.page, 'I have sent the payment')
  await enter(amina, trade)
  await make(amina.page, 'Confirm payment received')
  await expectStatus(karim.page, 'Completed')

  const form = karim.page.getByRole('heading', { name: `Rate your trade with ${amina.username}` })
  await expect(form).toBeVisible()
  await expectAccessible(karim.page)
  await expectToFit(karim.page)
  await karim.page.getByRole('radio', { name: '4 stars' }).check()
  await karim.page.getByLabel('Comment (optional)').fill('Quick and friendly')
  await karim.page.getByRole('button', { name: 'Submit rating' }).click()
  await expect(karim.page.getByText(/^Hidden until the other party rates too/)).toBeVisible()
  await visitor.page.goto(list)
  await expect(row).toHaveCount(1)
  await expect(rated).toHaveCount(0)

  await expectStatus(amina.page, 'Completed')
  await expect(amina.page.getByText('Quick and friendly')).toHaveCount(0)
  await amina.page.getByRole('radio', { name: '5 stars' }).check()
  await amina.page.getByRole('button', { name: 'Submit rating' }).click()
  await expect(amina.page.getByText('Quick and friendly')).toBeVisible()

  await visitor.page.reload()
  await expect(rated).toHaveAccessibleName('Rated 4.0 of 5, 1 rating')
  await visitor.page.goto(`/trader/${amina.username}`)
  await expect(visitor.page.getByText('Quick and friendly')).toBeVisible()
})

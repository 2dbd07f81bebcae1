import { expectAccessible, expectToFit } from './accessible.ts'
import { openTrade, postOffer } from './fixtures.ts'
import { enter, expectStatus, make, openChat, write } from './trade-room.ts'
import { expect, test } from './users.ts'

test('an owner invites a trader, who answers a chat and releases under their own name, until they are removed', async ({
  newUser,
}) => {
  test.slow()
  const [amina, nour, karim] = [await newUser('amina'), await newUser('nour'), await newUser('karim')]
  const trade = await openTrade(karim, await postOffer(amina))

  await amina.page.goto('/account?tab=team')
  await amina.page.getByRole('button', { name: 'Invite a trader' }).click()
  const invitation = amina.page.getByRole('dialog', { name: 'Invite a trader' })
  await expectAccessible(amina.page)
  await invitation.getByLabel('Username').fill(nour.username)
  await invitation.getByRole('checkbox', { name: 'Confirms payments' }).check()
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  const line = amina.page.getByRole('listitem').filter({ hasText: nour.username })
  await expect(line).toContainText('Invited on')

  await nour.page.goto('/account?tab=team')
  await nour.page.getByRole('button', { name: `Accept the invitation of ${amina.username}` }).click()
  await nour.page.getByRole('button', { name: `Act for ${amina.username}` }).click()
  const banner = nour.page.getByText(`You’re acting for ${amina.username}.`)
  await expect(banner).toBeVisible()
  await expectAccessible(nour.page)
  await expectToFit(nour.page)

  await enter(nour, trade)
  await expect(banner).toBeVisible()
  await openChat(nour.page)
  await write(nour.page, 'The account is the one in the instructions.')
  await enter(karim, trade)
  const heard = await openChat(karim.page)
  const answer = heard.getByRole('listitem').filter({ hasText: 'The account is the one' })
  await expect(answer).toContainText(`${nour.username}, for ${amina.username}:`)
  await make(karim.page, 'I have sent the payment')
  await expectStatus(nour.page, 'Marked as paid')
  await expect(nour.page.getByRole('button', { name: 'Cancel trade' })).toHaveCount(0)
  await make(nour.page, 'Confirm payment received')
  await expectStatus(nour.page, 'Completed')
  await expect(heard.getByRole('listitem').filter({ hasText: 'The seller confirmed the payment' })).toContainText(
    nour.username,
  )

  await amina.page.reload()
  const acts = amina.page.getByRole('listitem').filter({ hasText: nour.username })
  await expect(acts.filter({ hasText: 'Confirmed a payment' })).toHaveCount(1)
  await expect(acts.filter({ hasText: 'Sent a message' })).toHaveCount(1)
  await expectAccessible(amina.page)
  await expectToFit(amina.page)
  await amina.page.getByRole('button', { name: `Remove ${nour.username}` }).click()
  await amina.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(amina.page.getByText(`${nour.username} is no longer in your team`)).toBeVisible()

  await nour.page.goto('/trades')
  await expect(
    nour.page.getByText('Please sign in').or(nour.page.getByRole('link', { name: 'Sign in' }).first()),
  ).toBeVisible()
  await expect(banner).toHaveCount(0)
})

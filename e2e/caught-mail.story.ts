import { expectAccessible, expectToFit } from './accessible.ts'
import { sendMailTo } from './mail.ts'
import { expect, test } from './users.ts'

const LINK = '/login?next=%2Ftrades#token=a-b_c'

test('captured email of the demonstration appears on its page without a reload, and its link works', async ({
  newUser,
}) => {
  const reader = await newUser('reader')
  const { page, allow } = reader
  // axe asks every frame; this one is sandboxed and does not answer.
  allow(/postMessage.*origin \('null'\)/)
  const main = page.getByRole('main')
  await page.goto('/dev/mail?to=unknown@example.org')
  await expect(main.getByText('No emails yet', { exact: true })).toBeVisible()

  await main.getByLabel('Recipient').fill(reader.email)
  await sendMailTo(reader, { kind: 'reset_password', values: { link: LINK }, language: 'en' })
  const mail = main.getByRole('button', { name: /Set a new password/ })
  await expect(mail).toContainText(reader.email)
  await mail.click()
  await expect(main.getByText('We received a request to reset your password.')).toBeVisible()

  await main.getByText('As shown in an email app').click()
  const shown = main.frameLocator('iframe')
  await expect(shown.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await expect(shown.getByRole('link', { name: 'Set a new password' })).toHaveCSS('background-color', 'rgb(11, 32, 39)')
  await expectAccessible(page)
  await expectToFit(page)

  await main.getByRole('link', { name: /token=a-b_c$/ }).click()
  await expect(page).toHaveURL('/trades')
})

test('an Arabic email is shown from right to left on an English page, and an English one from left to right on an Arabic page', async ({
  newUser,
}) => {
  const reader = await newUser('reader')
  const { page } = reader
  await sendMailTo(reader, { kind: 'email_changed', values: { newEmail: 'new@example.org' }, language: 'ar' })
  for (const prefix of ['', '/ar']) {
    await page.goto(`${prefix}/dev/mail?to=${reader.email}`)
    const mail = page.getByRole('button', { name: /تغيّر بريدك الإلكتروني/ })
    await mail.click()
    const text = page.getByText(/أصبح بريد حسابك/)
    await expect(text).toBeVisible()
    await expect(text).toHaveCSS('direction', 'rtl')
    // Also its address, which has no Arabic characters.
    await expect(text).toHaveCSS('unicode-bidi', 'isolate')
    if (prefix === '/ar') await expectAccessible(page)
  }
})

/** The links of emails, opened on another device than the one that is signed in: each leads to its place, in the language of the email. */
import { inLanguage, word } from './catalogue.ts'
import { sendMailTo } from './mail.ts'
import { expect, test, type User, type Visitor } from './users.ts'

const LANGUAGES = ['en', 'fr', 'ar'] as const
type Language = (typeof LANGUAGES)[number]

for (const language of LANGUAGES) {
  test(`in ${language}: after signing in, a link of an email leads to its tab, and to the notification settings`, async ({
    newUser,
    newVisitor,
  }) => {
    const user = await newUser('amina')
    const visitor = await newVisitor()
    const { page } = visitor
    visitor.allow(/401 GET /)
    await sendMailTo(user, { kind: 'webhook_paused', values: { name: 'bot' }, language })

    await openLink(visitor, user, /tab=keys/)
    await signInHere(visitor, user, language)
    await expect(page).toHaveURL(inLanguage(language, '/settings?tab=keys'))
    await expect(page.getByRole('button', { name: word(language, 'Create a key') })).toBeVisible()

    await visitor.context.clearCookies()
    await openLink(visitor, user, /tab=notifications/)
    await signInHere(visitor, user, language)
    await expect(page).toHaveURL(inLanguage(language, '/settings?tab=notifications'))
    const settings = page.getByRole('tab', { name: word(language, 'Notifications'), exact: true })
    await expect(settings).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('button', { name: word(language, 'Save settings') })).toBeVisible()

    // An email that was sent before the settings had a place of their own.
    await page.goto(inLanguage(language, '/profile#notifications'))
    await expect(page).toHaveURL(inLanguage(language, '/settings?tab=notifications'))
    await expect(settings).toHaveAttribute('aria-selected', 'true')
  })
}

/** Opens an address in the text of the user's email about the webhook; other emails are about the sign-ins. */
async function openLink({ page }: Visitor, { email }: User, address: RegExp): Promise<void> {
  await page.goto(`/dev/mail?to=${email}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /webhook|ويب هوك/i })
    .click()
  const link = page.getByRole('main').getByRole('link', { name: address })
  await page.goto((await link.getAttribute('href')) ?? '')
}

async function signInHere({ page }: Visitor, { email, password }: User, language: Language): Promise<void> {
  await page.getByLabel(word(language, 'Email'), { exact: true }).fill(email)
  await page.getByLabel(word(language, 'Password'), { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: word(language, 'Sign in'), exact: true })
    .click()
}

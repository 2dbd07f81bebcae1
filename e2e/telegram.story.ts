/** Alerts by Telegram, with a bot server of the story: in English on a wide screen, in Arabic on a phone. */
import type { Page } from '@playwright/test'
import pg from 'pg'
import { BOT_NAME, refusal, startTelegramServer } from '../server/testing/servers/telegram-server.ts'
import type { TelegramServer } from '../server/testing/servers/telegram-server.ts'
import { expectAccessible, expectToFit, expectToFitInOwnDirection } from './accessible.ts'
import { joinEmptyMarket, openEmptyMarket } from './empty-market.ts'
import { expect, test } from './users.ts'

const CHAT = 4242

/** A market with a bot, a trader who is signed in, and how an alert of theirs comes about. */
async function withBot(
  newVisitor: () => Promise<{ page: Page; context: Parameters<typeof joinEmptyMarket>[0] }>,
  language: string,
  work: (opened: {
    page: Page
    telegram: TelegramServer
    address: string
    alert: () => Promise<void>
  }) => Promise<void>,
): Promise<void> {
  const telegram = await startTelegramServer({ holdMs: 1000 })
  const market = await openEmptyMarket(async () => telegram.env)
  const database = new pg.Client({ connectionString: market.databaseUrl })
  await database.connect()
  try {
    const { page, context } = await newVisitor()
    await joinEmptyMarket(context, market)
    await database.query('update accounts set language = $1', [language])
    await expect
      .poll(async () => (await database.query('select username from telegram_bots')).rows[0].username)
      .toBe(BOT_NAME)
    const alert = async () => {
      await database.query("select write_notification(user_id, 'account_restored', null, '{}', false) from accounts")
    }
    await work({ page, telegram, address: market.address, alert })
    await page.close()
  } finally {
    await database.end()
    await market.close()
    await telegram.close()
  }
}

test('a trader links Telegram by a code, gets an alert there, and ends it in the chat', async ({ newVisitor }) => {
  test.slow()
  await withBot(newVisitor, 'en', async ({ page, telegram, address, alert }) => {
    await page.goto(`${address}/settings?tab=notifications`)
    const section = page.getByRole('region', { name: 'Telegram' })
    await expect(page.getByRole('checkbox', { name: 'Trade updates by Telegram' })).toHaveCount(0)

    await test.step('by the keyboard: the dialog has the link, its QR code and the code', async () => {
      await section.getByRole('button', { name: 'Link Telegram' }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Link Telegram' })
      await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
      await expectAccessible(page)
      await expectToFit(page)
      const link = await dialog.getByRole('link', { name: 'Open Telegram' }).getAttribute('href')
      const code = new RegExp(`^https://t\\.me/${BOT_NAME}\\?start=(\\w{10})$`).exec(link ?? '')?.[1]
      telegram.write({ chatId: CHAT, name: 'Amina', username: 'amina_tn' }, `/start ${code}`)
      await expect(dialog).toHaveCount(0)
    })

    await test.step('the page says with whom, and the events have a column', async () => {
      await expect(section).toContainText('Amina (@amina_tn)')
      await expect(section).toContainText('Linked since')
      await expect(page.getByRole('checkbox', { name: 'Trade updates by Telegram' })).toBeChecked()
      await expect(page.getByRole('checkbox', { name: /^By Telegram, even/ })).toBeChecked()
      await expectAccessible(page)
      await expectToFit(page)
      expect(telegram.textsOf(CHAT)[0]).toContain('now gets the alerts of the Sarraf account')
    })

    await test.step('an alert comes with its link', async () => {
      await alert()
      await expect.poll(() => telegram.textsOf(CHAT).at(-1)).toContain('Your account is no longer suspended')
      expect(telegram.textsOf(CHAT).at(-1)).toContain(`${address}/dashboard?tab=alerts`)
    })

    await test.step('/stop ends it', async () => {
      telegram.write({ chatId: CHAT }, '/stop')
      await expect.poll(() => telegram.textsOf(CHAT).at(-1)).toContain('no longer gets the alerts')
      await page.reload()
      await expect(section.getByRole('button', { name: 'Link Telegram' })).toBeVisible()
    })
  })
})

test(
  'in Arabic on a phone, a chat that blocks the bot is unlinked, linked again, and unlinked by the page',
  { tag: ['@phone', '@phone-only'] },
  async ({ newVisitor }) => {
    test.slow()
    await withBot(newVisitor, 'ar', async ({ page, telegram, address, alert }) => {
      await page.goto(`${address}/ar/settings?tab=notifications`)
      const section = page.getByRole('region', { name: 'تيليجرام' })
      const link = async () => {
        await section.getByRole('button', { name: 'ربط تيليجرام' }).click()
        const dialog = page.getByRole('dialog', { name: 'ربط تيليجرام' })
        const code = await dialog.getByRole('code').innerText()
        await expectToFitInOwnDirection(page)
        telegram.write({ chatId: CHAT, name: 'أمينة', language: 'ar' }, code)
        await expect(dialog).toHaveCount(0)
        await expect(section).toContainText('أمينة')
      }
      await link()
      await expectAccessible(page)
      await expectToFitInOwnDirection(page)

      await test.step('the alert is refused, and the page says so', async () => {
        telegram.answer = (method) =>
          method === 'sendMessage' ? refusal(403, 'Forbidden: bot was blocked') : undefined
        await alert()
        await expect
          .poll(async () => {
            await page.reload()
            await expect(section).toBeVisible()
            return section.innerText()
          })
          .toContain('رفض تيليجرام تنبيهنا')
        await expectAccessible(page)
        await expectToFitInOwnDirection(page)
      })

      await test.step('it is linked again, and unlinked by the page', async () => {
        telegram.answer = () => undefined
        await link()
        await expect.poll(() => telegram.textsOf(CHAT).at(-1)).toContain('في صرّاف')
        await section.getByRole('button', { name: 'إلغاء ربط تيليجرام' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'إلغاء الربط', exact: true }).click()
        await expect(section.getByRole('button', { name: 'ربط تيليجرام', exact: true })).toBeVisible()
      })
    })
  },
)

/** The trade page as a user operates it: its values, buttons and chat. */
import { expect, type Locator, type Page } from '@playwright/test'
import { PAYER } from '../server/testing/move-body.ts'
import { pdf } from '../server/testing/uploads.ts'
import { isPhone } from './layout.ts'
import type { User } from './users.ts'

/** The value beside a label: fact(page, 'You will receive'). */
export function fact(page: Page, name: string): Locator {
  const row = page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
  return row.getByRole('definition')
}

/** Opens a trade and waits until it is loaded. `address` is the site's URL when the page goes through a proxy. */
export async function enter({ page }: User, trade: { id: string }, address = ''): Promise<void> {
  await page.goto(`${address}/trade/${trade.id}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Trade #/ })).toBeVisible()
}

/** Opens the card of the escrow address, which is closed at first. */
export async function openEscrow(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Escrow address' }).click()
}

/** Waits until the trade's badge shows the status. */
export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(page.getByRole('main').getByText(status, { exact: true }).first()).toBeVisible()
}

/** Presses a move of the trade, fills its form, and presses the same button in the confirmation question when there is one. */
export async function make(page: Page, move: string, { isAsked = false } = {}): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: move }).click()
  if (move === 'I have sent the payment') return declarePayer(page)
  if (move === 'Confirm payment received') return confirmReceipt(page)
  if (!isAsked) return
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: move }).click()
  await expect(question).toBeHidden()
}

/** Fills and sends the open form of the payment mark. */
export async function declarePayer(page: Page, name = PAYER): Promise<void> {
  const form = page.getByRole('dialog', { name: 'I have sent the payment' })
  await form.getByLabel('Name on the account you paid from').fill(name)
  // Until the first completed trade a proof is required.
  if (await form.getByText('It is required until your first completed trade').isVisible()) await addProof(form)
  await form.getByRole('button', { name: 'I have sent the payment' }).click()
  await expect(form).toBeHidden()
}

export function receiptFile() {
  return { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: pdf(crypto.randomUUID()) }
}

/** Adds a proof of payment in a form; `words` are those of the page's language. */
export async function addProof(form: Locator, words = (english: string) => english): Promise<void> {
  await form.getByLabel(words('File'), { exact: true }).setInputFiles(receiptFile())
  await expect(form.getByRole('link', { name: words('Download PDF') })).toBeVisible()
}

/** Fills and sends the open form of the receipt. */
export async function confirmReceipt(page: Page, name = PAYER): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Confirm payment received' })
  await fillReceipt(page, name)
  await form.getByRole('button', { name: 'Confirm payment received' }).click()
  await expect(form).toBeHidden()
}

/** `words` are those of the page's language. */
export async function fillReceipt(page: Page, name = PAYER, words = (english: string) => english): Promise<void> {
  await page.getByRole('checkbox', { name: words('I have checked my own account, and the money is there.') }).check()
  await page.getByLabel(words('Sender’s name')).fill(name)
}

/** The messages; on a phone their sheet is opened first. */
export async function openChat(page: Page): Promise<Locator> {
  if (isPhone(page)) await page.getByRole('button', { name: /^Open the chat/ }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  await expect(log).toBeVisible()
  return log
}

/** Back to the trade from the chat's sheet; a wide screen shows both. */
export async function closeChat(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
}

/** Sends a message in the open chat. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
}

/** Those messages in the chat that are among `texts`, in their order: each once and in order when all is well. */
export async function heard(log: Locator, texts: string[]): Promise<string[]> {
  const items = await log.getByRole('listitem').allInnerTexts()
  return items.flatMap((item) => texts.filter((text) => item.includes(text)))
}

type InSight = { act?: string; link?: string; time?: string }

/** The act and the deadline are whole in the window and can be pressed, at the start of the page and at its end. */
export async function expectInSight(page: Page, { act, link, time }: InSight): Promise<void> {
  const parts = [
    ...(act === undefined ? [] : [page.getByRole('button', { name: act, exact: true })]),
    ...(link === undefined ? [] : [page.getByRole('link', { name: link, exact: true })]),
    ...(time === undefined
      ? []
      : [page.getByText(time, { exact: true }).filter({ visible: true }).last(), page.getByRole('timer').first()]),
    page.getByRole('button', { name: /^Open the chat/ }),
  ]
  for (const end of ['start', 'end']) {
    await page.evaluate((at) => window.scrollTo(0, at === 'end' ? document.body.scrollHeight : 0), end)
    for (const part of parts) await expect(part).toBeInViewport({ ratio: 1 })
  }
  // The footer ends above the bar.
  const footer = await page.getByRole('contentinfo').boundingBox()
  const bar = await parts[0]!.boundingBox()
  expect(footer!.y + footer!.height).toBeLessThanOrEqual(bar!.y)
}

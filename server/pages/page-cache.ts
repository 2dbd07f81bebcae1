/** Keeps rendered pages for a few seconds, for all visitors: they hold nothing personal. */
import type { Page } from './page.ts'

const FRESH_MS = 5000
/** An older page is sent once more while the next one is rendered. */
const STALE_MS = 30_000
/** The pages that were asked for last. A page takes about 100 KB. */
const PAGES_MAX = 200
/** A busy market changes many times a second; its pages are rendered a few times a second. */
const CHANGES_EVERY_MS = 250

type Entry = { page: Promise<Page | null>; at: number; isRenewing: boolean; isSentAgain: boolean }

export type PageCache = {
  /**
   * Renders the page unless it is kept. Null, a page that could not be rendered, is not kept: it neither replaces a kept page
   * nor answers another visitor who waited for it.
   */
  get(address: string, render: () => Promise<Page | null>): Promise<Page | null>
  /** Removes all pages, now or within a quarter of a second: the market has changed. */
  marketChanged(): void
}

/** `onSentAgain` gets each page when it is about to be sent for the second time. */
export function createPageCache(onSentAgain: (page: Page) => void = () => {}, clock = Date.now): PageCache {
  const entries = new Map<string, Entry>()
  let clearedAt = -Infinity
  let isScheduled = false
  return { get, marketChanged }

  function marketChanged(): void {
    if (isScheduled) return
    const wait = clearedAt + CHANGES_EVERY_MS - clock()
    if (wait <= 0) return clear()
    isScheduled = true
    setTimeout(clear, wait).unref()
  }

  function clear(): void {
    isScheduled = false
    clearedAt = clock()
    entries.clear()
  }

  async function get(address: string, render: () => Promise<Page | null>): Promise<Page | null> {
    const entry = entries.get(address)
    const age = entry ? clock() - entry.at : Infinity
    if (!entry || age >= STALE_MS) return renew(address, render)
    touch(address, entry)
    if (age >= FRESH_MS && !entry.isRenewing) {
      entry.isRenewing = true
      renew(address, render, entry).catch(() => {})
    }
    const page = await entry.page
    if (page && !entry.isSentAgain) {
      entry.isSentAgain = true
      onSentAgain(page)
    }
    // The visitor who began to render the page may be beyond a limit that this one is not.
    return page ?? renew(address, render)
  }

  /** The former page stays until the next one is there. A page that was rendered before the last change is not kept. */
  async function renew(address: string, render: () => Promise<Page | null>, former?: Entry): Promise<Page | null> {
    const entry: Entry = { page: render(), at: clock(), isRenewing: false, isSentAgain: false }
    if (!former) keep(address, entry)
    try {
      const page = await entry.page
      if (page && former && entries.get(address) === former) keep(address, entry)
      if (!page) remove(address, entry)
      return page
    } catch (error) {
      remove(address, entry)
      throw error
    } finally {
      if (former) former.isRenewing = false
    }
  }

  function remove(address: string, entry: Entry): void {
    if (entries.get(address) === entry) entries.delete(address)
  }

  function keep(address: string, entry: Entry): void {
    touch(address, entry)
    const [oldest] = entries.keys()
    if (entries.size > PAGES_MAX && oldest !== undefined) entries.delete(oldest)
  }

  function touch(address: string, entry: Entry): void {
    entries.delete(address)
    entries.set(address, entry)
  }
}

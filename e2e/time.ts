/** Lets time go by in the database, since no story can wait for it. */
import pg from 'pg'
import { ageQuote, ageTrade } from '../server/testing/time-travel.ts'

/** A trade was opened so many minutes earlier than it was. */
export function letMinutesPass(trade: { id: string }, minutes: number): Promise<void> {
  return asOwner((owner) => ageTrade(owner, trade.id, minutes))
}

/** A price was quoted so many seconds earlier than it was. */
export function letQuoteAge(quote: { id: string }, seconds: number): Promise<void> {
  return asOwner((owner) => ageQuote(owner, quote.id, seconds))
}

async function asOwner(work: (owner: pg.Pool) => Promise<void>): Promise<void> {
  const owner = new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 1 })
  try {
    await work(owner)
  } finally {
    await owner.end()
  }
}

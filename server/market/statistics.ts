import type { MarketStatistics } from '../../domain/api.ts'
import type { Db } from '../db/pool.ts'
import { asSystem } from '../db/scope.ts'
import { readStatistics } from './queries.ts'

const FRESH_MS = 30_000

/** The market's statistics, computed at most twice a minute for all readers together; one computation at a time. */
export function cachedStatistics(db: Db): () => Promise<MarketStatistics> {
  let latest: { figures: Promise<MarketStatistics>; readAt: number } | undefined
  return () => {
    if (latest && Date.now() - latest.readAt < FRESH_MS) return latest.figures
    const figures = asSystem('market statistics', () => readStatistics(db))
    latest = { figures, readAt: Date.now() }
    figures.catch(() => (latest = undefined))
    return figures
  }
}

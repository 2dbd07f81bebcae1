import type { MarketStatistics } from '../../../domain/api/offers/market.ts'
import type { Db } from '../../db/pool.ts'
import { asSystem } from '../../db/scope.ts'
import { cached } from '../../http/cached.ts'
import { readStatistics } from './queries.ts'

const FRESH_MS = 30_000

/** The market's statistics, computed at most twice a minute for all readers together. */
export function cachedStatistics(db: Db): () => Promise<MarketStatistics> {
  return cached(FRESH_MS, () => asSystem('market statistics', () => readStatistics(db)))
}

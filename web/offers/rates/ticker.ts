import { useEffect, useState, useSyncExternalStore } from 'react'
import { FIAT_CURRENCIES, type FiatCurrency } from '../../../domain/offers/currencies.ts'
import { DRIFT_EVERY_MS, nextDrift } from './drift.ts'

export type Drifts = Readonly<Record<FiatCurrency, number>>

const still = Object.fromEntries(FIAT_CURRENCIES.map((currency) => [currency, 0])) as Drifts

/**
 * Distances from the reference rates in parts per million that wander every 5 seconds (spec-coverage 2 Landing).
 * It is paused while the page is hidden and, for users who prefer reduced motion, until they start it.
 */
export function useTicker() {
  const [drifts, setDrifts] = useState(still)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const prefersStill = useSyncExternalStore(
    onPreference,
    () => stillness().matches,
    () => true,
  )
  const isRunning = chosen ?? !prefersStill
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) setDrifts(wander)
    }, DRIFT_EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return { drifts, isRunning, toggle: () => setChosen(!isRunning) }
}

function wander(drifts: Drifts): Drifts {
  const moved = FIAT_CURRENCIES.map((currency) => [currency, nextDrift(drifts[currency], Math.random())])
  return Object.fromEntries(moved) as Drifts
}

function stillness(): MediaQueryList {
  return matchMedia('(prefers-reduced-motion: reduce)')
}

function onPreference(tell: () => void): () => void {
  const query = stillness()
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}

import { useEffect, useRef } from 'react'

const listeners = new Set<(tradeId: string) => void>()

/** Called once the server has made a move of the reader. */
export function reportOwnMove(tradeId: string): void {
  for (const listener of listeners) listener(tradeId)
}

/** Calls `onMove` after each move that the reader makes in this trade, not after those of others. */
export function useOwnMove(tradeId: string, onMove: () => void): void {
  const latest = useRef(onMove)
  useEffect(() => {
    latest.current = onMove
  })
  useEffect(() => {
    const listener = (moved: string) => {
      if (moved === tradeId) latest.current()
    }
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [tradeId])
}

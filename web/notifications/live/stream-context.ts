import { createContext, use } from 'react'
import type { StreamState } from './stream.ts'

export const StreamContext = createContext<StreamState>('connecting')

/** Whether the page gets events by the stream or by polling. */
export function useStreamState(): StreamState {
  return use(StreamContext)
}

import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../accounts/session.ts'
import { applyEvent, reloadAll } from './cache.ts'
import { followEvents, type StreamState } from './stream.ts'

const StreamContext = createContext<StreamState>('connecting')

/** Wraps the pages with live data: one stream per tab while a user is signed in. */
export default function LiveLayout() {
  const { user } = useSession()
  const state = useStream(user?.id ?? null)
  return (
    <StreamContext value={state}>
      <Outlet />
    </StreamContext>
  )
}

/** Whether the page gets events by the stream or by polling. */
export function useStreamState(): StreamState {
  return use(StreamContext)
}

function useStream(userId: string | null): StreamState {
  const client = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  useEffect(() => {
    if (userId === null) return
    return followEvents({
      onEvent: (event) => applyEvent(client, event),
      onReset: () => reloadAll(client),
      onState: setState,
    })
  }, [client, userId])
  return state
}

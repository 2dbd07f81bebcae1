import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import type { StreamEvent } from '../../../domain/api/notifications/stream.ts'
import { useSession } from '../../session/session.ts'
import { withTexts } from '../../i18n.ts'
import { useToast } from '../../ui/notices/Toast.tsx'
import { StreamContext, type StreamState } from './stream-context.ts'

const loadInstaller = () => import('../push/install.ts')
const loadFollower = () => import('./follow.ts')
const loadNotifications = () => withTexts('notifications', () => import('../show-notification.ts'))
/** After the stream's code could not be downloaded. */
const RETRY_LOAD_MS = 5000

/** Wraps the pages with live data: one stream per browser while a user is signed in. */
export default function LiveLayout() {
  const { user, actingFor } = useSession()
  const followsTrades = !actingFor || actingFor.roles.some((role) => role !== 'offers')
  useInstalledApp(user && !actingFor ? user.id : null)
  const state = useStream(user && followsTrades ? (actingFor ?? user).id : null, actingFor === undefined)
  return (
    <StreamContext value={state}>
      <Outlet />
    </StreamContext>
  )
}

/** The offline page of a signed-in user; a team member keeps nothing of the owner. */
function useInstalledApp(userId: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (userId === null) return
    let stop = () => {}
    let isStopped = false
    loadInstaller().then(
      ({ install }) => {
        if (!isStopped) stop = install(client)
      },
      () => {},
    )
    return () => {
      isStopped = true
      stop()
    }
  }, [client, userId])
}

/** `showsNotifications`: the events are the user's own; those of an owner for whom the user acts only update the page. */
function useStream(userId: string | null, showsNotifications: boolean): StreamState {
  const client = useQueryClient()
  const [state, setState] = useState<StreamState>('connecting')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { notify } = useToast()
  const onNotification = useEffectEvent(async (event: StreamEvent) => {
    if (!showsNotifications) return
    const { showNotification } = await loadNotifications()
    await showNotification(event, { client, path: pathname, show: notify, open: (path) => void navigate(path) })
  })
  useEffect(() => {
    if (userId === null) return
    let stop = () => {}
    let retryTimer: ReturnType<typeof setTimeout> | undefined
    let isStopped = false
    // Visitors do not download the stream's code.
    const start = () =>
      void loadFollower().then(
        ({ follow }) => {
          if (isStopped) return
          const notifyOf = (event: StreamEvent) => void onNotification(event).catch(() => {})
          stop = follow({ client, userId, onState: setState, onNotification: notifyOf })
        },
        () => {
          if (!isStopped) retryTimer = setTimeout(start, RETRY_LOAD_MS)
        },
      )
    start()
    return () => {
      isStopped = true
      clearTimeout(retryTimer)
      stop()
    }
  }, [client, userId])
  return state
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getPush, subscribeToPush, type Push } from '../../../domain/api/notifications/push.ts'
import { call } from '../../client.ts'
import { findSubscription, valuesOf } from './browser-subscription.ts'

const pushKey = ['push'] as const

type BrowserPush = {
  publicKey: string
  /** The server sends to the subscription that this browser has. */
  isOn: boolean
}

/** Whether this browser gets push notifications. */
export function usePush() {
  return useQuery({ queryKey: pushKey, queryFn: ({ signal }) => readPush(signal) })
}

/** Shows the answer of a changing call. */
export function useKeepPush(): (push: Push) => void {
  const client = useQueryClient()
  return ({ publicKey, endpoint }) => client.setQueryData<BrowserPush>(pushKey, { publicKey, isOn: endpoint !== null })
}

/** A browser can end or replace its subscription at any time, so the server's word is not enough; a new one is registered. */
async function readPush(signal: AbortSignal): Promise<BrowserPush> {
  const { publicKey, endpoint } = await call(getPush, {}, { signal })
  const subscription = endpoint === null ? null : await findSubscription(publicKey)
  if (subscription && subscription.endpoint !== endpoint) {
    await call(subscribeToPush, { body: valuesOf(subscription) })
  }
  return { publicKey, isOn: subscription !== null }
}

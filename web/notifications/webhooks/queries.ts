import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { listWebhookDeliveries } from '../../../domain/api/notifications/webhooks.ts'
import type { WebhookDelivery } from '../../../domain/api/notifications/webhook-values.ts'
import { pagedQuery } from '../../paged-query.ts'

const deliveriesKey = (keyId: string) => ['webhook-deliveries', keyId] as const
const WAITING_MS = 5000

/** The deliveries of a key's webhook, newest first; read again while one is waiting. */
export function useDeliveries(keyId: string) {
  return useInfiniteQuery({
    ...pagedQuery(deliveriesKey(keyId), listWebhookDeliveries, (before) => ({ params: { keyId }, query: { before } })),
    select: ({ pages }) => pages.flatMap(({ deliveries }) => deliveries),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveries }) => isWaiting(deliveries)) ? WAITING_MS : false,
  })
}

function isWaiting(deliveries: readonly WebhookDelivery[]): boolean {
  return deliveries.some(({ status }) => status === 'waiting')
}

/** Reads the deliveries again, after one was sent by hand. */
export function useReadDeliveriesAgain(keyId: string): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: deliveriesKey(keyId) })
}

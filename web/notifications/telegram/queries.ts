import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getTelegram, type Telegram } from '../../../domain/api/notifications/telegram.ts'
import { call } from '../../client.ts'

const telegramKey = ['telegram'] as const

/** The user presses in Telegram, not on this page: while a code waits, the page asks. */
const ASK_AGAIN_MS = 2000

/** `onLinked`: a chat was linked while its code waited. */
export function useTelegram({ isWaiting, onLinked }: { isWaiting: boolean; onLinked: () => void }) {
  return useQuery({
    queryKey: telegramKey,
    async queryFn({ signal }) {
      const telegram = await call(getTelegram, {}, { signal })
      if (isWaiting && telegram.chat) onLinked()
      return telegram
    },
    refetchInterval: isWaiting ? ASK_AGAIN_MS : false,
  })
}

/** Shows the answer of a changing call. */
export function useKeepTelegram(): (telegram: Telegram) => void {
  const client = useQueryClient()
  return (telegram) => client.setQueryData<Telegram>(telegramKey, telegram)
}

import { useMutation } from '@tanstack/react-query'
import { useHref } from 'react-router'
import { actFor } from '../../domain/api.ts'
import { call, errorText } from '../client.ts'
import { paths } from '../paths.ts'
import { useToast } from '../ui/notices/Toast.tsx'

/**
 * Makes the session act for the owner of a team, or for its own user again (null). `next` opens afterwards; without it, the trades or
 * the offers.
 */
export function useActFor(next?: string): { isBusy: boolean; actFor: (ownerId: string | null) => void } {
  const { warn } = useToast()
  const [trades, offers] = [useHref(next ?? paths.trades), useHref(next ?? paths.myOffers)]
  const { mutate, isPending } = useMutation({
    mutationFn: (ownerId: string | null) => call(actFor, { body: { ownerId } }),
    // A full page load, so that no data of the one account stays in memory for the other.
    onSuccess: ({ actingFor }) => {
      const hasTrades = !actingFor || actingFor.roles.some((role) => role !== 'offers')
      location.assign(hasTrades ? trades : offers)
    },
    onError: (error) => warn(errorText(error)),
  })
  return { isBusy: isPending, actFor: mutate }
}

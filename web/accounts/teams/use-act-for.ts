import { useMutation } from '@tanstack/react-query'
import { useHref } from 'react-router'
import { actFor } from '../../../domain/api/accounts/teams.ts'
import { call, errorText } from '../../client.ts'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/notices/Toast.tsx'

/**
 * Makes the session act for the owner of a team, or for its own user again (null). Afterwards the trades or the offers open, or
 * with `isHere` the present page again.
 */
export function useActFor({ isHere = false } = {}): { isBusy: boolean; actFor: (ownerId: string | null) => void } {
  const { warn } = useToast()
  const [trades, offers] = [useHref(paths.trades), useHref(paths.myOffers)]
  const { mutate, isPending } = useMutation({
    mutationFn: (ownerId: string | null) => call(actFor, { body: { ownerId } }),
    // A full page load, so that no data of the one account stays in memory for the other.
    onSuccess: ({ actingFor }) => {
      // An address with a fragment is not loaded again if it is assigned.
      if (isHere) return location.reload()
      const hasTrades = !actingFor || actingFor.roles.some((role) => role !== 'offers')
      location.assign(hasTrades ? trades : offers)
    },
    onError: (error) => warn(errorText(error)),
  })
  return { isBusy: isPending, actFor: mutate }
}

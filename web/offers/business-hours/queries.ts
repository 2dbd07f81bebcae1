import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getBusinessHours } from '../../../domain/api/offers/business-hours.ts'
import type { Answered } from '../../../domain/api/endpoint.ts'
import { call } from '../../client.ts'
import { readOffersAgain } from '../queries.ts'

export type OwnHours = Answered<typeof getBusinessHours>

const hoursKey = ['business-hours'] as const

/** The user's business hours, and how many offers follow them. */
export function useBusinessHours() {
  return useQuery({ queryKey: hoursKey, queryFn: ({ signal }) => call(getBusinessHours, {}, { signal }) })
}

/** Shows the hours as the server has them after a change, and reads the offers that follow them again. */
export function useKeepHours(): (saved: OwnHours) => void {
  const client = useQueryClient()
  return (saved) => {
    client.setQueryData<OwnHours>(hoursKey, saved)
    readOffersAgain(client)
  }
}

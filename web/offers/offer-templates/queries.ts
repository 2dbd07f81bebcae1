import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listOfferTemplates } from '../../../domain/api/offers/offer-templates.ts'
import { call } from '../../client.ts'

const templatesKey = ['offer-templates'] as const

/** The user's templates by their names. */
export function useOfferTemplates() {
  return useQuery({
    queryKey: templatesKey,
    queryFn: async ({ signal }) => (await call(listOfferTemplates, {}, { signal })).templates,
  })
}

/** Reads the templates again after a change. */
export function useReadTemplatesAgain(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: templatesKey })
}

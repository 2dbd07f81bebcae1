import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listRelations, type Relation } from '../../../domain/api/profiles/relations.ts'
import type { RelationKind } from '../../../domain/profiles/relations.ts'
import { useSession } from '../../session/session.ts'
import { call } from '../../client.ts'

const relationsKey = ['relations'] as const

/** The traders whom the signed-in user trusts and blocks. */
export function useRelations() {
  const { status } = useSession()
  return useQuery({
    queryKey: relationsKey,
    queryFn: async ({ signal }) => (await call(listRelations, {}, { signal })).relations,
    enabled: status === 'signed-in',
  })
}

/** What the user has set for a trader; undefined until it is known. */
export function useRelationWith(username: string): RelationKind | null | undefined {
  const { data } = useRelations()
  return data && (data.find((relation) => relation.username === username)?.kind ?? null)
}

/** Stores the changed relation, and reads the lists of offers again, which it may have changed. */
export function useKeepRelation(): (username: string, relation: Relation | null) => void {
  const client = useQueryClient()
  return (username, relation) => keep(client, username, relation)
}

function keep(client: QueryClient, username: string, relation: Relation | null): void {
  client.setQueryData<Relation[]>(relationsKey, (before) => {
    const others = before?.filter((each) => each.username !== username)
    return others && (relation === null ? others : [relation, ...others])
  })
  void client.invalidateQueries({ queryKey: relationsKey })
  void client.invalidateQueries({ queryKey: ['offers'] })
}

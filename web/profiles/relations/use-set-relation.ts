import { useLingui } from '@lingui/react/macro'
import { removeRelation, setRelation } from '../../../domain/api/profiles/relations.ts'
import type { RelationKind } from '../../../domain/profiles/relations.ts'
import { errorText } from '../../client.ts'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { useKeepRelation } from './queries.ts'

/** Trusts or blocks a trader, or neither (null). The toast says what follows, and has an undo button. */
export function useSetRelation(username: string, present: RelationKind | null) {
  const { t } = useLingui()
  const { notify, warn } = useToast()
  const set = useCommand(setRelation)
  const remove = useCommand(removeRelation)
  const keep = useKeepRelation()
  const done: Record<RelationKind, string> = {
    trusted: t`You trust ${username}. They see your offers for trusted traders.`,
    blocked: t`You blocked ${username}. You no longer see each other’s offers. Open trades continue.`,
  }
  const undone: Record<RelationKind, string> = {
    trusted: t`You no longer trust ${username}.`,
    blocked: t`You unblocked ${username}.`,
  }

  async function change(kind: RelationKind | null, before: RelationKind | null, isUndoing: boolean) {
    const params = { username }
    try {
      if (kind === null) {
        await remove.mutateAsync({ params })
        keep(username, null)
      } else keep(username, await set.mutateAsync({ params, body: { kind } }))
      const undo = { label: t`Undo`, onPress: () => void change(before, kind, true) }
      notify(kind === null ? undone[before ?? 'trusted'] : done[kind], isUndoing ? undefined : undo)
    } catch (error) {
      warn(errorText(error))
    }
  }

  return {
    isBusy: set.isPending || remove.isPending,
    setTo: (kind: RelationKind | null) => void change(kind, present, false),
  }
}

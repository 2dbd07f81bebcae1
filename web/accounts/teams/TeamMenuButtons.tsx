import { useLingui } from '@lingui/react/macro'
import { useJoinedTeams } from './queries.ts'
import { useActFor } from './use-act-for.ts'

/** In the menu of small screens: one button for each owner for whom the user may act. */
export function TeamMenuButtons() {
  const { t } = useLingui()
  const { isBusy, actFor } = useActFor()
  return useJoinedTeams().map(({ id, ownerId, username }) => (
    <button
      key={id}
      type="button"
      disabled={isBusy}
      onClick={() => actFor(ownerId)}
      className="flex h-12 items-center text-start"
    >
      {t`Act for ${username}`}
    </button>
  ))
}

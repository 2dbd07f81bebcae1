import { useLingui } from '@lingui/react/macro'
import { MenuItem } from '../../ui/dialogs/Menu.tsx'
import { useJoinedTeams } from './queries.ts'
import { useActFor } from './use-act-for.ts'

/** In the account menu: one item for each owner for whom the user may act. */
export function TeamMenuItems() {
  const { t } = useLingui()
  const { actFor } = useActFor()
  return useJoinedTeams().map(({ id, ownerId, username }) => (
    <MenuItem key={id} onSelect={() => actFor(ownerId)}>
      {t`Act for ${username}`}
    </MenuItem>
  ))
}

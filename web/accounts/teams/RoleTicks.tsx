import { Trans } from '@lingui/react/macro'
import { TEAM_ROLES, type TeamRole } from '../../../domain/accounts/team-roles.ts'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { useRoleTexts } from './role-texts.ts'

type Props = { roles: readonly TeamRole[]; onChange: (roles: TeamRole[]) => void }

/** The roles of a member. */
export function RoleTicks({ roles, onChange }: Props) {
  const words = useRoleTexts()
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-sm font-medium">
        <Trans>Roles</Trans>
      </legend>
      {TEAM_ROLES.map((role) => (
        <Checkbox
          key={role}
          name={role}
          label={words[role].label}
          hint={words[role].hint}
          checked={roles.includes(role)}
          onCheckedChange={(isTicked) =>
            onChange(TEAM_ROLES.filter((each) => (each === role ? isTicked : roles.includes(each))))
          }
        />
      ))}
    </fieldset>
  )
}

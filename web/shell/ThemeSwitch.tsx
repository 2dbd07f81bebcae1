import SunMoon from 'lucide/dist/esm/icons/sun-moon.mjs'
import { Icon } from '../ui/Icon.tsx'
import { useLingui } from '@lingui/react/macro'
import { Menu, MenuChoice } from '../ui/dialogs/Menu.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { theme, type Theme } from '../layout/preferences/theme.ts'

/** Light, dark or as the system says: a menu in the header, a row of choices in the drawer. */
export function ThemeSwitch({ as }: { as: 'menu' | 'row' }) {
  const { t } = useLingui()
  const options: { value: Theme; label: string }[] = [
    { value: 'system', label: t`System` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
  ]
  const choice = { label: t`Theme`, options, value: theme.use(), onValueChange: theme.write }
  if (as === 'row') return <SegmentedControl {...choice} />
  return (
    <Menu
      label={t`Theme`}
      className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      trigger={<Icon of={SunMoon} size={18} />}
    >
      <MenuChoice {...choice} />
    </Menu>
  )
}

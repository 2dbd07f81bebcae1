import { useLingui } from '@lingui/react/macro'
import { Menu, MenuChoice } from '../../ui/dialogs/Menu.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { theme, type Theme } from '../preferences/theme.ts'

/** Light, dark or as the system says: a menu in the header, a row of choices in the drawer. */
export function ThemeSwitch({ as }: { as: 'menu' | 'row' }) {
  const { t } = useLingui()
  const options: { value: Theme; label: string }[] = [
    { value: 'system', label: t`System` },
    { value: 'light', label: t`Light` },
    { value: 'dark', label: t`Dark` },
  ]
  const choice = { label: t`Colours`, options, value: theme.use(), onValueChange: theme.write }
  if (as === 'row') return <SegmentedControl {...choice} />
  return (
    <Menu
      label={t`Colours`}
      className="grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      trigger={<HalfMoon />}
    >
      <MenuChoice {...choice} />
    </Menu>
  )
}

function HalfMoon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden>
      <circle cx="9" cy="9" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M9 1.8a7.2 7.2 0 0 1 0 14.4Z" fill="currentColor" />
    </svg>
  )
}

import Globe from 'lucide/dist/esm/icons/globe.mjs'
import { Icon } from '../ui/Icon.tsx'
import { useLingui } from '@lingui/react/macro'
import { LANGUAGE_NAMES, type Numerals } from '../../domain/languages.ts'
import { Menu, MenuChoice, MenuSeparator } from '../ui/dialogs/Menu.tsx'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { LANGUAGE_OPTIONS, useLanguage } from '../layout/preferences/language.ts'
import { numerals } from '../layout/preferences/numerals.ts'

/** The language of the interface, and in Arabic its digits: a menu in the header, rows of choices in the drawer. */
export function LanguageSwitch({ as }: { as: 'menu' | 'row' }) {
  const { t } = useLingui()
  const [language, setLanguage] = useLanguage()
  const digits = useDigits()
  const languages = { label: t`Language`, options: LANGUAGE_OPTIONS, value: language, onValueChange: setLanguage }
  if (as === 'row') {
    return (
      <>
        <SegmentedControl {...languages} />
        {language === 'ar' && <SegmentedControl {...digits} />}
      </>
    )
  }
  return (
    <Menu
      label={`${t`Language`}: ${LANGUAGE_NAMES[language]}`}
      className="grid h-11 min-w-11 place-items-center rounded-control px-2 text-muted hover:text-ink"
      trigger={<Icon of={Globe} size={18} />}
    >
      <MenuChoice {...languages} />
      {language === 'ar' && (
        <>
          <MenuSeparator />
          <MenuChoice {...digits} />
        </>
      )}
    </Menu>
  )
}

function useDigits() {
  const { t } = useLingui()
  const options: { value: Numerals; label: string }[] = [
    { value: 'latn', label: '123' },
    { value: 'arab', label: '١٢٣' },
  ]
  return { label: t`Numerals`, options, value: numerals.use(), onValueChange: numerals.write }
}

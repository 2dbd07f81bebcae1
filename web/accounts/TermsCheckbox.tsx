import { Plural, Trans } from '@lingui/react/macro'
import { MINIMUM_AGE } from '../../domain/accounts/accounts.ts'
import { Link } from '../layout/Link.tsx'
import { paths } from '../paths.ts'
import { Checkbox } from '../ui/fields/Checkbox.tsx'

/** Age and terms, which every new user accepts (decisions: Accounts). */
export function TermsCheckbox({ onChange }: { onChange: () => void }) {
  return (
    <Checkbox
      name="acceptsTerms"
      onCheckedChange={onChange}
      label={
        <Trans>
          I am at least <Plural value={MINIMUM_AGE} one="# year" other="# years" /> old and accept the{' '}
          <Link to={paths.terms} target="_blank" className="underline">
            Terms of Service
          </Link>{' '}
          and the{' '}
          <Link to={paths.privacy} target="_blank" className="underline">
            Privacy Policy
          </Link>
          .
        </Trans>
      }
    />
  )
}

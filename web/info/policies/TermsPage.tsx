import { useLingui } from '@lingui/react/macro'
import { PolicyDocument } from './PolicyDocument.tsx'

/** The terms that users accept when they register (spec-coverage 2 Static; decisions: Administration). */
export default function TermsPage() {
  const { t } = useLingui()
  return (
    <PolicyDocument policy="terms" description={t`The terms of Sarraf, a USDT marketplace in a test environment.`} />
  )
}

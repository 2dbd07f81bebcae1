import { useLingui } from '@lingui/react/macro'
import { PolicyDocument } from './PolicyDocument.tsx'

/** What is kept about users, for how long, and what is not (spec-coverage 2 Static: ten sections). */
export default function PrivacyPage() {
  const { t } = useLingui()
  return <PolicyDocument policy="privacy" description={t`What Sarraf keeps about you.`} />
}

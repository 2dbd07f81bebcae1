import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { PageHead } from './Article.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactSent } from './ContactSent.tsx'

/** Writing to the people behind the product (spec section 2, Contact; here it really sends). */
export default function ContactPage() {
  const { t } = useLingui()
  const [reference, setReference] = useState<string | null>(null)
  return (
    <>
      <PageTitle title={t`Contact`} description={t`Write to the people behind this marketplace.`} />
      <PageHead
        title={<Trans>Contact</Trans>}
        lead={<Trans>A question, a problem, a weakness you found: write to us.</Trans>}
      />
      <div className="wrap grid items-start gap-x-16 gap-y-10 py-8 md:grid-cols-[1.5fr_1fr] md:py-12">
        {reference === null ? (
          <ContactForm onSent={setReference} />
        ) : (
          <ContactSent reference={reference} onAnother={() => setReference(null)} />
        )}
        <Before />
      </div>
    </>
  )
}

/** What may save the writing, and what must not be written. */
function Before() {
  return (
    <aside className="grid gap-4 text-muted md:border-s md:border-line md:ps-8">
      <p>
        <Trans>
          Many things are answered among the{' '}
          <Link to={paths.faq} className="text-ink underline underline-offset-4">
            questions and answers
          </Link>
          .
        </Trans>
      </p>
      <p>
        <Trans>About a trade: give its number and say what you saw and when.</Trans>
      </p>
      <p>
        <Trans>Never write a password, a code or a wallet’s recovery words. Nobody here needs them.</Trans>
      </p>
    </aside>
  )
}

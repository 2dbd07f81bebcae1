import { Link } from '../../layout/Link.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { COMPANY, DATA_PROTECTION_EMAIL, SUPPORT_EMAIL } from 'virtual:operator'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { PageHead } from '../../layout/Article.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactSent } from './ContactSent.tsx'

/** The contact page (spec-coverage 5 Contact). Unlike in the specification, the form sends. */
export default function ContactPage() {
  const { t } = useLingui()
  const [reference, setReference] = useState<string | null>(null)
  return (
    <>
      <PageTitle title={t`Contact`} description={t`Contact Sarraf.`} />
      <PageHead
        title={<Trans>Contact</Trans>}
        lead={<Trans>A question, a problem or a vulnerability? Send us a message.</Trans>}
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

/** What to read before writing, and what not to send. */
function Before() {
  return (
    <aside className="grid gap-4 text-muted md:border-s md:border-line md:ps-8">
      <p>
        <Trans>
          Many questions are answered in the{' '}
          <Link to={paths.faq} className="text-ink underline underline-offset-4">
            FAQ
          </Link>
          .
        </Trans>
      </p>
      <p>
        <Trans>About a trade? Give its number, and say what you saw and when.</Trans>
      </p>
      <p>
        <Trans>Never send a password, a code or a recovery phrase. We don’t need them.</Trans>
      </p>
      {COMPANY !== null && <p>{COMPANY}</p>}
      {SUPPORT_EMAIL !== null && <Address of={SUPPORT_EMAIL} title={<Trans>Support by email</Trans>} />}
      {DATA_PROTECTION_EMAIL !== null && (
        <Address of={DATA_PROTECTION_EMAIL} title={<Trans>Questions about your data</Trans>} />
      )}
    </aside>
  )
}

/** An address of the operator's company. */
function Address({ of, title }: { of: string; title: ReactNode }) {
  return (
    <p>
      {title}
      <a href={`mailto:${of}`} dir="ltr" className="block wrap-anywhere text-ink underline underline-offset-4">
        {of}
      </a>
    </p>
  )
}

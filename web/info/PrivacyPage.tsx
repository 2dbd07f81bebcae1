import { Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_AGE } from '../../domain/accounts.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { Article, Section } from './Article.tsx'

/** What is kept about people, and what is not (spec section 2, Privacy, as far as the product does it today). */
export default function PrivacyPage() {
  const { t } = useLingui()
  return (
    <Article
      title={<Trans>Privacy Policy</Trans>}
      lead={<Trans>What this test environment keeps about you, and who sees it.</Trans>}
    >
      <PageTitle title={t`Privacy Policy`} description={t`What this demonstration marketplace keeps about you.`} />
      <Section title={<Trans>What is collected</Trans>}>
        <p>
          <Trans>
            Your username, your email address, a one-way hash of your password, your offers, your trades, and the
            messages and pictures of their chats.
          </Trans>
        </p>
        <p>
          <Trans>
            Never collected: wallet private keys or seed phrases, government IDs, tax numbers. Location data inside
            pictures is removed when they arrive.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Who sees it</Trans>}>
        <p>
          <Trans>
            Your username, the number of your completed trades and the date you joined are public. Your email address is
            not shared. A trade and its chat are seen by its buyer and seller only.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Cookies</Trans>}>
        <p>
          <Trans>
            One cookie keeps you signed in. Your choice of colours stays in your browser. Nothing follows you elsewhere.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Children</Trans>}>
        <p>
          <Trans>Nobody under {MINIMUM_AGE} may register.</Trans>
        </p>
      </Section>
    </Article>
  )
}

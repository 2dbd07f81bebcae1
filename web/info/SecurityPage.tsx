import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { RECOVERY_DAYS } from '../../domain/accounts/accounts.ts'
import { Link } from '../layout/Link.tsx'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { EscrowExplanation } from '../trades/room/EscrowExplanation.tsx'
import { PageHead, Section, Sections, Text } from '../layout/Article.tsx'
import { CheckList } from './guide/CheckList.tsx'
import { NextStep } from './guide/NextStep.tsx'
import { Scams } from './guide/Scams.tsx'

/** How the escrow works today, how accounts are protected, and common scams (spec-coverage 2 Static). */
export default function SecurityPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`Security`}
        description={t`How escrow works, how your account is protected, and how to avoid scams.`}
      />
      <PageHead
        title={<Trans>How you’re protected, and what to watch for</Trans>}
        lead={<Trans>Escrow protects the USDT. The payment happens outside Sarraf, so check it yourself.</Trans>}
      >
        <EscrowExplanation />
      </PageHead>
      <Sections>
        <Section
          title={<Trans>Escrow today</Trans>}
          lead={<Trans>A demo escrow: a ledger in our database. The USDT is not real.</Trans>}
        >
          <Text>
            <Trans>
              Every movement is a ledger entry with one debit and one credit. Entries can’t be changed or deleted. The
              database refuses a trade whose escrow doesn’t match its status.
            </Trans>
          </Text>
          <Text>
            <Trans>
              The escrow address in a trade is a demo address. Its checksum is invalid so that wallets refuse it. Don’t
              send anything to it.
            </Trans>
          </Text>
          <Text>
            <Link to={paths.howItWorks} className="underline underline-offset-4">
              <Trans>What each party can do, and when</Trans>
            </Link>
          </Text>
        </Section>
        <Section title={<Trans>Your account</Trans>}>
          <AccountProtection />
        </Section>
        <Section title={<Trans>Scams</Trans>} lead={<Trans>Most scams are one of these.</Trans>}>
          <Scams />
        </Section>
        <Section title={<Trans>In development</Trans>} lead={<Trans>Not available yet. Don’t rely on it.</Trans>}>
          <InDevelopment />
        </Section>
        <Section title={<Trans>Found a vulnerability?</Trans>}>
          <Text>
            <Trans>
              <Link to={paths.contact} className="underline underline-offset-4">
                Contact us
              </Link>{' '}
              with the subject “Security”. Explain how to reproduce it, and give us time to fix it before you publish
              it.
            </Trans>
          </Text>
        </Section>
      </Sections>
      <NextStep />
    </>
  )
}

function AccountProtection() {
  return (
    <CheckList
      items={[
        <Trans key="password">Your password is kept only as an argon2id hash. No one can read it.</Trans>,
        <Trans key="guessing">Sign-in attempts are limited, so guessing a password takes too long.</Trans>,
        <Trans key="factor">
          With two-factor authentication on, a password or a linked service alone isn’t enough to sign in.
        </Trans>,
        <Trans key="accounts">
          Your payment accounts are stored encrypted. The other party sees one inside an open trade only.
        </Trans>,
        <Trans key="identity">We ask you to confirm your identity before every sensitive change.</Trans>,
        <Trans key="device">We email you when someone signs in from a browser you haven’t used before.</Trans>,
        <Trans key="removal">
          An email about a new sign-in method, API key or browser has a link that removes it. The link expires in{' '}
          <Plural value={RECOVERY_DAYS} one="# day" other="# days" /> and can be used once.
        </Trans>,
      ]}
    />
  )
}

function InDevelopment() {
  return (
    <>
      <Text>
        <Trans>
          An escrow in smart contracts with 2-of-3 signatures, so that no single party, including us, can move the USDT
          alone.
        </Trans>
      </Text>
    </>
  )
}

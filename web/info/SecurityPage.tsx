import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { DISPUTE_WINDOW_HOURS } from '../../domain/disputes.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { EscrowExplanation } from '../trades/EscrowRail.tsx'
import { PageHead, Section, Sections, Text } from './Article.tsx'
import { CheckList } from './CheckList.tsx'
import { NextStep } from './NextStep.tsx'
import { Scams } from './Scams.tsx'
import { WhoMoves } from './WhoMoves.tsx'

/** How the escrow works today, what protects accounts, and the tricks to know (spec section 2, Static pages). */
export default function SecurityPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle
        title={t`Security`}
        description={t`How the escrow works, what protects your account, and how to avoid scams.`}
      />
      <PageHead
        title={<Trans>What holds, and what to watch</Trans>}
        lead={
          <Trans>
            The escrow takes care of the USDT. The payment happens between two banks and two people, so the second half
            of this page matters as much as the first.
          </Trans>
        }
      >
        <EscrowExplanation />
      </PageHead>
      <Sections>
        <Section
          title={<Trans>The escrow today</Trans>}
          lead={<Trans>A demonstration: a ledger of our own, no real crypto.</Trans>}
        >
          <WhoMoves />
          <Text>
            <Trans>
              Every movement is a ledger entry with one side it comes from and one it goes to. Entries cannot be changed
              or deleted, and the database refuses a trade whose escrow does not hold exactly what its status says.
            </Trans>
          </Text>
          <Text>
            <Trans>
              The escrow address you see in a trade is for demonstration. Its checksum is wrong on purpose, so that a
              wallet refuses it: do not send anything to it.
            </Trans>
          </Text>
        </Section>
        <Section title={<Trans>Your account</Trans>}>
          <AccountProtection />
        </Section>
        <Section title={<Trans>Scams</Trans>} lead={<Trans>Nearly all of them are one of these.</Trans>}>
          <Scams />
        </Section>
        <Section title={<Trans>Being built</Trans>} lead={<Trans>Not there yet. Do not count on it.</Trans>}>
          <Text>
            <Trans>
              Disputes decided by an arbiter, which either side can open until {DISPUTE_WINDOW_HOURS} hours after the
              trade’s opening. Until then{' '}
              <Link to={paths.question('not-confirmed')} className="underline underline-offset-4">
                a paid trade that is not confirmed waits
              </Link>
              .
            </Trans>
          </Text>
          <Text>
            <Trans>
              Encrypted payment accounts. An escrow in smart contracts with 2-of-3 signatures, so that no single party,
              ourselves included, can move the USDT alone.
            </Trans>
          </Text>
        </Section>
        <Section title={<Trans>Found a weakness?</Trans>}>
          <Text>
            <Trans>
              <Link to={paths.contact} className="underline underline-offset-4">
                Write to us
              </Link>{' '}
              with the subject “Security”, say how it can be repeated, and give us time to repair it before you publish
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
        <Trans key="password">Your password is kept only as an argon2id hash. Nobody here can read it.</Trans>,
        <Trans key="guessing">
          Wrong passwords are slowed down, so that guessing takes too long and locks nobody out.
        </Trans>,
        <Trans key="factor">
          With a passkey or an authenticator app your password, or another service’s word, opens nothing by itself.
        </Trans>,
        <Trans key="proof">Before anything that could cost you the account we ask once more who is there.</Trans>,
        <Trans key="device">A mail tells you when somebody signs in with a browser you have not used before.</Trans>,
        <Trans key="session">Your session is in a cookie that no script on the page can read.</Trans>,
        <Trans key="names">Names that look like another’s, or like ours, cannot be registered.</Trans>,
        <Trans key="origin">The pages load nothing from elsewhere, and other sites cannot act in your name.</Trans>,
        <Trans key="chat">A trade, its chat and its pictures are not found by anybody but its two sides.</Trans>,
      ]}
    />
  )
}

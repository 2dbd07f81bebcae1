import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { MINIMUM_AGE } from '../../domain/accounts.ts'
import { POLICIES_UPDATED, POLICY_NOTICE_DAYS, PRIVACY_REPLY_DAYS } from '../../domain/privacy.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { paths } from '../paths.ts'
import { PageHead, Section, Sections, Text } from './Article.tsx'
import { CheckList } from './CheckList.tsx'
import { Retention } from './Retention.tsx'
import { UpdatedOn } from './UpdatedOn.tsx'

/** What is kept about people, for how long, and what is not (spec section 2, Privacy: ten sections). */
export default function PrivacyPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle title={t`Privacy Policy`} description={t`What this demonstration marketplace keeps about you.`} />
      <PageHead
        title={<Trans>Privacy Policy</Trans>}
        lead={<Trans>What this test environment keeps about you, for how long, and who sees it.</Trans>}
      >
        <UpdatedOn date={POLICIES_UPDATED} />
      </PageHead>
      <Sections>
        <WhatAndWhy />
        <YourSide />
        <TheRest />
      </Sections>
    </>
  )
}

function WhatAndWhy() {
  return (
    <>
      <Section title={<Trans>Information collected</Trans>}>
        <Text>
          <Trans>
            Your username, your email address, a one-way hash of your password, your offers, your trades, and the
            messages and pictures of their chats. For each session, your address on the internet and the name of your
            browser; for each sign-in, also a refused one, the name of the browser. What you write in the contact form.
            Where you give them, your picture, your bio and your location. Where you sign in with another service or a
            wallet, its name for you and the email address it tells.
          </Trans>
        </Text>
        <h3 className="mt-2 font-semibold">
          <Trans>Never collected</Trans>
        </h3>
        <CheckList
          isNever
          items={[
            <Trans key="keys">Wallet private keys or seed phrases</Trans>,
            <Trans key="credentials">Payment credentials, such as the password of your bank</Trans>,
            <Trans key="id">Government ID, unless the law requires it</Trans>,
            <Trans key="tax">Tax IDs</Trans>,
          ]}
        />
      </Section>
      <Section title={<Trans>Use</Trans>}>
        <Text>
          <Trans>
            To run the marketplace: to show offers, to carry out trades, to keep accounts safe and to answer you. Not
            for advertising, and not for profiles of you.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Sharing</Trans>}>
        <Text>
          <Trans>
            Your username, your picture, your bio, your location, the number of your completed trades and the date you
            joined are public, and so will be your reputation score once there are ratings. Your email address is not
            shared. A trade and its chat are seen by its buyer and seller only. Nothing is sold. We hand data to
            authorities only where the law obliges us to.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Security</Trans>}>
        <Text>
          <Trans>
            Passwords are hashed with argon2id, sessions are kept as hashes, pictures are drawn anew on arrival so that
            location data is gone. More on the{' '}
            <Link to={paths.security} className="underline underline-offset-4">
              security page
            </Link>
            .
          </Trans>
        </Text>
      </Section>
    </>
  )
}

function YourSide() {
  return (
    <>
      <Section title={<Trans>Your rights</Trans>}>
        <Text>
          <Trans>
            You can ask what we hold about you, have it corrected, receive a copy, or have it deleted as far as the
            periods below allow.{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              Write to us
            </Link>{' '}
            with the subject “Account”: you get an answer within {PRIVACY_REPLY_DAYS} days.
          </Trans>
        </Text>
        <Text>
          <Trans>
            A copy of your data and the deletion of your account you have yourself, on your{' '}
            <Link to={paths.profile} className="underline underline-offset-4">
              profile page
            </Link>
            . Deleting an account erases at once what names you. Your trades are kept for their time under a name that
            says nothing, their chats for theirs; your former username stays blocked for a year, so that nobody poses as
            you.
          </Trans>
        </Text>
        <Retention />
        <Text>
          <Trans>
            A chat goes when the first of its two periods is over; a cancelled trade counts like a completed one.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Cookies</Trans>}>
        <Text>
          <Trans>
            One cookie keeps you signed in, another one lets us know your browser again. Your choice of colours stays in
            your browser. Nothing follows you elsewhere.
          </Trans>
        </Text>
      </Section>
    </>
  )
}

function TheRest() {
  return (
    <>
      <Section title={<Trans>International transfers</Trans>}>
        <Text>
          <Trans>
            The pages load nothing from third parties, and your data stays on the server you are looking at. People you
            trade with may live in other countries and see what you send them.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Children</Trans>}>
        <Text>
          <Trans>
            Nobody under {MINIMUM_AGE} may register. Accounts of children are deleted when we learn of them.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Changes to this policy</Trans>}>
        <Text>
          <Trans>Material changes are announced here {POLICY_NOTICE_DAYS} days before they apply.</Trans>
        </Text>
      </Section>
      <Section title={<Trans>Contact</Trans>}>
        <Text>
          <Trans>
            Everything about your data goes through the{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              contact form
            </Link>
            . What you agree to when you use the marketplace stands in the{' '}
            <Link to={paths.terms} className="underline underline-offset-4">
              Terms of Service
            </Link>
            .
          </Trans>
        </Text>
      </Section>
    </>
  )
}

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { MINIMUM_AGE } from '../../../domain/accounts/accounts.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { USERNAME_CHANGE_DAYS } from '../../../domain/profiles/profiles.ts'
import { POLICIES_UPDATED, POLICY_NOTICE_DAYS, PRIVACY_REPLY_DAYS } from '../../../domain/accounts/privacy.ts'
import { Link } from '../../layout/Link.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { paths } from '../../paths.ts'
import { PageHead, Section, Sections, Text } from '../../layout/Article.tsx'
import { CheckList } from '../guide/CheckList.tsx'
import { Retention } from './Retention.tsx'
import { UpdatedOn } from './UpdatedOn.tsx'

/** What is kept about users, for how long, and what is not (spec-coverage 2 Static: ten sections). */
export default function PrivacyPage() {
  const { t } = useLingui()
  return (
    <>
      <PageTitle title={t`Privacy policy`} description={t`What Sarraf keeps about you.`} />
      <PageHead
        title={<Trans>Privacy policy</Trans>}
        lead={<Trans>What we keep about you, for how long, and who can see it.</Trans>}
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
        <Collected />
        <h3 className="mt-2 font-semibold">
          <Trans>Not collected</Trans>
        </h3>
        <CheckList
          isNever
          items={[
            <Trans key="keys">Wallet private keys or recovery phrases</Trans>,
            <Trans key="credentials">Payment credentials, such as your bank password</Trans>,
            <Trans key="id">Government ID (unless required by law)</Trans>,
            <Trans key="tax">Tax IDs</Trans>,
          ]}
        />
      </Section>
      <Section title={<Trans>Use</Trans>}>
        <Text>
          <Trans>
            To run Sarraf: show offers, carry out trades, protect accounts and answer you. Never for advertising or
            profiling.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Sharing</Trans>}>
        <Text>
          <Trans>
            Your username, profile picture, bio, location, trade statistics and joining date are public. So are the
            ratings that you give and receive, once they are published, and your replies. While your business hours keep
            an offer closed, everyone can see when it opens again.
          </Trans>
        </Text>
        <Text>
          <Trans>
            Your email address isn’t shown to other traders. Payment details are shown to the two parties inside an open
            trade only. We don’t sell data, and we give it to authorities only where the law requires it.
          </Trans>
        </Text>
        <Text>
          <Trans>Who can see a trade, besides the buyer and the seller:</Trans>
        </Text>
        <Readers />
      </Section>
      <Section title={<Trans>Security</Trans>}>
        <Text>
          <Trans>
            Passwords are hashed with argon2id, and sessions are stored as hashes. Images are re-encoded on upload,
            which removes location data. More on the{' '}
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

function Readers() {
  return (
    <ul className="grid max-w-[42em] list-disc gap-2 ps-5">
      <li>
        <Trans>
          The other party sees when you or your team are typing in a chat, and how far you have read it. Typing is not
          stored. How far you have read is kept with the trade.
        </Trans>
      </li>
      <li>
        <Trans>
          Members of either party’s team who answer chats or confirm payments see the trade and its chat, without
          payment details and evidence.
        </Trans>
      </li>
      <li>
        <Trans>
          In a dispute, its arbiter sees the trade, its chat, its files and the names of the payers, and whether the
          user who opened the trade shares a network, a browser or a payment account with others in open disputes.
        </Trans>
      </li>
      <li>
        <Trans>Our staff see the text of a message that one of the parties has reported.</Trans>
      </li>
    </ul>
  )
}

function Collected() {
  return (
    <ul className="grid max-w-[42em] list-disc gap-2 ps-5">
      <li>
        <Trans>Your username, your email address and a one-way hash of your password</Trans>
      </li>
      <li>
        <Trans>Your offers, your trades, and the messages and images in their chats</Trans>
      </li>
      <li>
        <Trans>How far you have read the chats of your trades</Trans>
      </li>
      <li>
        <Trans>
          Your payment accounts, and the names that payments are sent from, all encrypted. A hash of an account finds
          linked disputes.
        </Trans>
      </li>
      <li>
        <Trans>Proofs of payment, and your statements and evidence in disputes</Trans>
      </li>
      <li>
        <Trans>Ratings and replies, and reports that you send or that are about you</Trans>
      </li>
      <li>
        <Trans>
          The traders you trust or have blocked, your notes on traders, your saved searches and your notification
          settings
        </Trans>
      </li>
      <li>
        <Trans>Your business hours, offer templates and quick replies</Trans>
      </li>
      <li>
        <Trans>
          If you create API keys: their names and use, and the addresses of their webhooks with what was sent to them
        </Trans>
      </li>
      <li>
        <Trans>If you’re in a team: who its members are, their roles, and what they did for its owner</Trans>
      </li>
      <li>
        <Trans>If you turn on push notifications: the address that your browser’s push service gives you</Trans>
      </li>
      <li>
        <Trans>If you link Telegram: the number and the name of your chat with our bot</Trans>
      </li>
      <li>
        <Trans>For each session, your IP address and your browser’s name</Trans>
      </li>
      <li>
        <Trans>
          A hash of each network you use, until <Plural value={LIMITS.shared_network_days} one="# day" other="# days" />{' '}
          after you last used it, so that trades between your own accounts don’t count and linked disputes are found
        </Trans>
      </li>
      <li>
        <Trans>For each sign-in attempt, including failed ones, your browser’s name</Trans>
      </li>
      <li>
        <Trans>What you write in the contact form</Trans>
      </li>
      <li>
        <Trans>If you add them: your profile picture, bio and location</Trans>
      </li>
      <li>
        <Trans>If you sign in with another service or a wallet: your identifier there and the email it provides</Trans>
      </li>
    </ul>
  )
}

function YourSide() {
  return (
    <>
      <Section title={<Trans>Your rights</Trans>}>
        <Text>
          <Trans>
            You can ask what we keep about you, have it corrected, get a copy, or have it deleted as far as the periods
            below allow.{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              Contact us
            </Link>{' '}
            with the subject “Account”. We answer within{' '}
            <Plural value={PRIVACY_REPLY_DAYS} one="# day" other="# days" />.
          </Trans>
        </Text>
        <Text>
          <Trans>
            You can download your data and delete your account in your{' '}
            <Link to={paths.settingsTab('data')} className="underline underline-offset-4">
              settings
            </Link>
            . Deletion erases your personal data immediately. Trades and chats are kept for the periods below without
            your name. Your username stays blocked for{' '}
            <Plural value={USERNAME_CHANGE_DAYS} one="# day" other="# days" /> so that no one can impersonate you. If
            your account is suspended, a keyed hash of your email address is kept as long as account data, so that no
            new account can use it.
          </Trans>
        </Text>
        <h3 className="mt-2 font-semibold">
          <Trans>How long records are kept</Trans>
        </h3>
        <Retention />
      </Section>
      <Section title={<Trans>Cookies</Trans>}>
        <Text>
          <Trans>
            One cookie keeps you signed in, and another recognises your browser, also to find linked disputes. Your
            display settings and the filters of the offer lists stay in your browser. We don’t track you on other sites.
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
            Our pages load nothing from third parties. Your data is stored on our server, and leaves it in emails, which
            pass through your email provider, and in push notifications, which your browser’s push service delivers
            encrypted. If you link Telegram, alerts are also sent through it, and if you set up a webhook, events to
            your own program. Each of these may be in another country, as may the other party to a trade, who sees what
            you send.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Children</Trans>}>
        <Text>
          <Trans>No one under {MINIMUM_AGE} may register. We delete children’s accounts when we learn of them.</Trans>
        </Text>
      </Section>
      <Section title={<Trans>Changes to this policy</Trans>}>
        <Text>
          <Trans>
            Material changes are announced here <Plural value={POLICY_NOTICE_DAYS} one="# day" other="# days" /> before
            they apply.
          </Trans>
        </Text>
      </Section>
      <Section title={<Trans>Contact</Trans>}>
        <Text>
          <Trans>
            For anything about your data, use the{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              contact form
            </Link>
            . What you agree to when you use Sarraf is in the{' '}
            <Link to={paths.terms} className="underline underline-offset-4">
              terms of service
            </Link>
            .
          </Trans>
        </Text>
      </Section>
    </>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import { CODE_MINUTES, MINIMUM_AGE, RECOVERY_DAYS, RESET_MINUTES } from '../../../domain/accounts/accounts.ts'
import { LIMITS } from '../../../domain/limits.ts'
import { PRIVACY_REPLY_DAYS } from '../../../domain/accounts/privacy.ts'
import { paths } from '../../paths.ts'
import { AnswerLink, type Question } from './question.tsx'

export const startQuestions: readonly Question[] = [
  {
    id: 'what-i-need',
    category: 'getting-started',
    title: <Trans>What do I need to start?</Trans>,
    answer: (
      <Trans>
        An email address, a username and a password. You must be at least {MINIMUM_AGE}. No wallet or identity documents
        are needed. <AnswerLink to={paths.howToStart}>Your first trade, step by step</AnswerLink>
      </Trans>
    ),
  },
  {
    id: 'just-looking',
    category: 'getting-started',
    title: <Trans>Can I browse without an account?</Trans>,
    answer: (
      <Trans>
        Yes. <AnswerLink to={paths.offers}>All open offers</AnswerLink> are public. You need an account to trade or to
        create an offer.
      </Trans>
    ),
  },
]

export const accountQuestions: readonly Question[] = [
  {
    id: 'what-others-see',
    category: 'account',
    title: <Trans>What can others see about me?</Trans>,
    answer: (
      <Trans>
        Your username, trade statistics, ratings and joining date, and your profile picture, bio and location if you add
        them. Your email address is never shown. <AnswerLink to={paths.privacy}>Privacy policy</AnswerLink>
      </Trans>
    ),
  },
  {
    id: 'team',
    category: 'account',
    title: <Trans>Can others act for me?</Trans>,
    answer: (
      <Trans>
        Yes, without your password. Invite up to <Plural value={LIMITS.team_members} one="# member" other="# members" />{' '}
        under Team in <AnswerLink to={paths.accountTab('team')}>your account</AnswerLink> and choose what each may do:
        answer chats, manage offers or confirm payments. Members who answer chats or confirm payments see your trades
        and their chats. The other party sees who acted.
      </Trans>
    ),
  },
  {
    id: 'no-code',
    category: 'account',
    title: <Trans>I didn’t receive my sign-up code. What now?</Trans>,
    answer: (
      <Trans>
        Check your spam folder and that the address is correct. If it already has an account, the email says so. You can
        request another code after a moment. Codes expire after{' '}
        <Plural value={CODE_MINUTES} one="# minute" other="# minutes" />.
      </Trans>
    ),
  },
  {
    id: 'username-refused',
    category: 'account',
    title: <Trans>Why was my username rejected?</Trans>,
    answer: (
      <Trans>
        It’s taken, too similar to another one, or contains a reserved word such as “admin” or “support”, however it’s
        spelled. For example, aminal can’t be registered once amina1 exists.
      </Trans>
    ),
  },
  {
    id: 'forgotten-password',
    category: 'account',
    title: <Trans>I forgot my password. What now?</Trans>,
    answer: (
      <Trans>
        Press “Forgot your password?” on the sign-in page. We’ll email you a link that expires in{' '}
        <Plural value={RESET_MINUTES} one="# minute" other="# minutes" /> and can be used once. A new password signs out
        every device. Two-factor authentication that is older than{' '}
        <Plural value={RECOVERY_DAYS} one="# day" other="# days" /> stays on. The page offers to remove anything added
        more recently.
      </Trans>
    ),
  },
  {
    id: 'delete-account',
    category: 'account',
    title: <Trans>How do I delete my data?</Trans>,
    answer: (
      <Trans>
        Close all your trades, then delete your account in{' '}
        <AnswerLink to={paths.settingsTab('data')}>your settings</AnswerLink>. Can’t sign in?{' '}
        <AnswerLink to={paths.contact}>Contact us</AnswerLink> with the subject “Account”. We answer within{' '}
        <Plural value={PRIVACY_REPLY_DAYS} one="# day" other="# days" />.
      </Trans>
    ),
  },
]

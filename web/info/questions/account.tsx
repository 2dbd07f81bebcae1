import { Trans } from '@lingui/react/macro'
import { CODE_MINUTES, MINIMUM_AGE, RESET_MINUTES } from '../../../domain/accounts.ts'
import { PRIVACY_REPLY_DAYS } from '../../../domain/privacy.ts'
import { paths } from '../../paths.ts'
import { Way, type Question } from './question.tsx'

export const startQuestions: readonly Question[] = [
  {
    id: 'what-i-need',
    category: 'getting-started',
    title: <Trans>What do I need to begin?</Trans>,
    answer: (
      <Trans>
        An email address, a username and a password, and you must be at least {MINIMUM_AGE}. No wallet is needed and no
        identity papers are asked for. <Way to={paths.howToStart}>Your first trade, step by step</Way>
      </Trans>
    ),
  },
  {
    id: 'just-looking',
    category: 'getting-started',
    title: <Trans>Can I look around without an account?</Trans>,
    answer: (
      <Trans>
        Yes. <Way to={paths.offers}>All open offers</Way> can be seen by everybody. An account is needed to trade and to
        post an offer.
      </Trans>
    ),
  },
]

export const accountQuestions: readonly Question[] = [
  {
    id: 'what-others-see',
    category: 'account',
    title: <Trans>What do others see about me?</Trans>,
    answer: (
      <Trans>
        Your username, how many trades you completed and when you joined; your picture, your bio and your location where
        you give them. Your email address is not shown to anybody. <Way to={paths.privacy}>Privacy Policy</Way>
      </Trans>
    ),
  },
  {
    id: 'no-code',
    category: 'account',
    title: <Trans>I get no code to create my account</Trans>,
    answer: (
      <Trans>
        Look into the folder for unwanted mail, and whether the address is spelled right. If you have an account under
        it already, the mail says so instead: we do not tell on the page, so that nobody learns who has one. Another
        code can be sent after a moment; each works for {CODE_MINUTES} minutes.
      </Trans>
    ),
  },
  {
    id: 'username-refused',
    category: 'account',
    title: <Trans>Why is my username refused?</Trans>,
    answer: (
      <Trans>
        Because it is taken, reserved, or looks too much like another one: amina1 and aminal would be easy to mistake
        for each other, and only the first of them can be registered.
      </Trans>
    ),
  },
  {
    id: 'forgotten-password',
    category: 'account',
    title: <Trans>I forgot my password</Trans>,
    answer: (
      <Trans>
        Press “Forgot your password?” where you sign in. A link comes to your email address; it works once, for{' '}
        {RESET_MINUTES} minutes, and signs out everybody who is in your account. Where you have turned on a second step,
        you still need it.
      </Trans>
    ),
  },
  {
    id: 'delete-account',
    category: 'account',
    title: <Trans>How do I have my data deleted?</Trans>,
    answer: (
      <Trans>
        At the end of <Way to={paths.profile}>your profile</Way>, once all your trades are over: what names you is
        erased at once. A copy of your data is there as well. If you cannot get in any more,{' '}
        <Way to={paths.contact}>write to us</Way> with the subject “Account”; requests about your data are answered
        within {PRIVACY_REPLY_DAYS} days.
      </Trans>
    ),
  },
]

import { Trans } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { Way, type Question } from './question.tsx'

export const technicalQuestions: readonly Question[] = [
  {
    id: 'wallet',
    category: 'technical',
    title: <Trans>Do I have to connect a wallet?</Trans>,
    answer: (
      <Trans>
        No. You can sign in with one where you like: it signs a message, which costs nothing and moves no funds. No page
        will ever ask for its keys or recovery words.
      </Trans>
    ),
  },
  {
    id: 'chain',
    category: 'technical',
    title: <Trans>Which blockchain is used?</Trans>,
    answer: (
      <Trans>
        None yet. Trades carry the label Polygon, and the demonstration escrow is a ledger in our own database. An
        escrow in smart contracts with 2-of-3 signatures, on Polygon and BSC, is being built.
      </Trans>
    ),
  },
  {
    id: 'lost-connection',
    category: 'technical',
    title: <Trans>What if my connection drops in the middle of a trade?</Trans>,
    answer: (
      <Trans>
        Nothing is done twice. A press that got no answer is tried again as the same press, messages wait until they can
        be sent, and the page catches up on what it missed when you are back.
      </Trans>
    ),
  },
  {
    id: 'api',
    category: 'technical',
    title: <Trans>Is there an API?</Trans>,
    answer: (
      <Trans>
        The pages use one, and its{' '}
        <a href="/api/openapi.json" className="underline underline-offset-4">
          OpenAPI description
        </a>{' '}
        is public. Keys for programs of your own are made on the Security tab. <Way to={paths.apiDocs}>Every call</Way>
      </Trans>
    ),
  },
]

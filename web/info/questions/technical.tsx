import { Trans } from '@lingui/react/macro'
import { paths } from '../../paths.ts'
import { AnswerLink, type Question } from './question.tsx'

export const technicalQuestions: readonly Question[] = [
  {
    id: 'wallet',
    category: 'technical',
    title: <Trans>Do I need to connect a wallet?</Trans>,
    answer: (
      <Trans>
        No. You can sign in with one: it signs a message, which is free and moves no funds. No page will ever ask for
        its keys or recovery phrase.
      </Trans>
    ),
  },
  {
    id: 'chain',
    category: 'technical',
    title: <Trans>Which blockchain is used?</Trans>,
    answer: (
      <Trans>
        None yet. Trades are labelled Polygon, but the demo escrow is a ledger in our database. An escrow in smart
        contracts on Polygon and BSC is in development.
      </Trans>
    ),
  },
  {
    id: 'lost-connection',
    category: 'technical',
    title: <Trans>What if my connection drops during a trade?</Trans>,
    answer: (
      <Trans>
        Nothing happens twice. Unanswered actions are retried safely, unsent messages wait, and the page catches up when
        you’re back online.
      </Trans>
    ),
  },
  {
    id: 'api',
    category: 'technical',
    title: <Trans>Is there an API?</Trans>,
    answer: (
      <Trans>
        Yes. Create an API key in your settings, then see the <AnswerLink to={paths.apiDocs}>API reference</AnswerLink>{' '}
        or the{' '}
        <a href="/api/openapi.json" className="underline underline-offset-4">
          OpenAPI document
        </a>
        .
      </Trans>
    ),
  },
]

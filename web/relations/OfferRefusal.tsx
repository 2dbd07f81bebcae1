import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Offer, User } from '../../domain/api.ts'
import { withTexts } from '../i18n.ts'

type Refusal = NonNullable<Offer['refusal']>

/** In place of the form: why the viewer cannot take the offer, with their own figure, as the server would refuse it. */
export function OfferRefusal({ refusal, className = '' }: { refusal: Refusal; className?: string }) {
  const { data, isError } = useQuery({
    queryKey: ['refusal-words', refusal],
    queryFn: () => wordsOf(refusal),
    staleTime: Infinity,
  })
  return (
    <p role="note" className={`min-h-6 rounded-control bg-line/60 px-4 py-3 font-medium ${className}`}>
      {isError ? <Trans>You can’t open a trade on this offer.</Trans> : data}
    </p>
  )
}

/** The refusal of every trade of the user: suspended, with a reason that may be in another direction than the page, or an arbiter. */
export function refusalOfUser(user: User | null): Refusal | null {
  if (user?.suspension) {
    return { code: 'account_suspended', values: { reason: `\u2068${user.suspension.reason}\u2069` } }
  }
  return user?.roles.includes('arbiter') ? { code: 'arbiter_may_not_trade', values: {} } : null
}

/** The refusal in words, whose texts are loaded here only. */
async function wordsOf(refusal: Refusal): Promise<string> {
  const { inWords } = await withTexts('refusals', () => import('../refusal-words.ts'))
  return inWords(refusal).message
}

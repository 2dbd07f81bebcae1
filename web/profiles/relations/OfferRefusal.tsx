import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Offer } from '../../../domain/api/offers/offers.ts'
import type { User } from '../../../domain/api/accounts/sessions.ts'
import { refusalOfUser } from '../../session/session.ts'
import { withTexts } from '../../i18n.ts'

type Refusal = NonNullable<Offer['refusal']>

/** In place of the form: why the viewer cannot take the offer, with their own figure, as the server would refuse it. */
export function OfferRefusal({ refusal, className = '' }: { refusal: Refusal; className?: string }) {
  const { data, isError } = useQuery({
    queryKey: ['refusal-texts', refusal],
    queryFn: () => wordsOf(refusal),
    staleTime: Infinity,
  })
  return (
    <p role="note" className={`min-h-6 rounded-control bg-line/60 px-4 py-3 font-medium ${className}`}>
      {isError ? <Trans>You can’t open a trade on this offer.</Trans> : data}
    </p>
  )
}

/** Of every trade of the user, with the reason of a suspension, which may be in another direction than the page. */
export function refusalOfTrades(user: User | null): Refusal | null {
  const code = refusalOfUser(user)
  return code && { code, values: user?.suspension ? { reason: `\u2068${user.suspension.reason}\u2069` } : {} }
}

/** The refusal in words, whose texts are loaded here only. */
async function wordsOf(refusal: Refusal): Promise<string> {
  const { inWords } = await withTexts('refusals', () => import('../../refusal-texts.ts'))
  return inWords(refusal).message
}

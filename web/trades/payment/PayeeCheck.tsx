import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recordPayeeAnswer, type Trade } from '../../../domain/api/trades/trades.ts'
import { ERRORS } from '../../../domain/errors.ts'
import { PAYEE_ANSWERS, PAYEE_ANSWER_TEXTS, type PayeeAnswer } from '../../../domain/payments/payee-check.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { KeepBond, isRefusedWithBond } from '../Bond.tsx'
import { useCommand } from '../../use-command.ts'
import { attemptMove } from '../attempt-move.ts'

type Props = { trade: Trade; holder: string }

/** The buyer says what the bank said of the payee's name, and reads what follows from it. */
export function PayeeCheck({ trade, holder }: Props) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const command = useCommand(recordPayeeAnswer)
  const [problem, setProblem] = useState<string>()
  const recorded = trade.bankAnswer?.answer
  const [chosen, setChosen] = useState<PayeeAnswer>()

  async function record(answer: PayeeAnswer) {
    setProblem(undefined)
    const input = { params: { tradeId: trade.id }, body: { answer } }
    const outcome = await attemptMove(client, trade, () => command.mutateAsync(input), i18n._(ERRORS.internal.text))
    setChosen(undefined)
    if ('failed' in outcome) setProblem(outcome.failed)
    if ('refused' in outcome) setProblem(outcome.refused.message)
  }

  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-3">
      <SegmentedControl<PayeeAnswer | ''>
        label={t`What does your bank say about the recipient’s name?`}
        options={PAYEE_ANSWERS.map((value) => ({ value, label: i18n._(PAYEE_ANSWER_TEXTS[value]) }))}
        value={chosen ?? recorded ?? ''}
        onValueChange={(value) => value !== '' && setChosen(value)}
        isStacked
        className="w-full max-w-[26rem]"
      />
      {/* Arrow keys choose what they pass over, and a record stays. */}
      {chosen !== undefined && chosen !== recorded && (
        <Button className="justify-self-start" busy={command.isPending} onClick={() => void record(chosen)}>
          <Trans>Record the answer</Trans>
        </Button>
      )}
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <div role="status" className="empty:hidden">
        <Consequence trade={trade} holder={holder} />
      </div>
      {recorded === undefined && (
        <p className="text-sm text-muted">
          <Trans>
            Banks in the euro area compare the name before you confirm the transfer. Choose what you read there: both
            parties see it, and an arbiter would.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Consequence({ trade, holder }: Props) {
  const answer = trade.bankAnswer?.answer
  if (answer === undefined) return null
  if (answer === 'no_match') return <Stop trade={trade} />
  const name = <bdi className="font-semibold text-ink">{holder}</bdi>
  return (
    <p className="text-sm text-muted">
      {answer === 'match' && <Trans>Recorded. You can pay.</Trans>}
      {answer === 'close_match' && (
        <Trans>
          Compare the name that your bank shows with {name}. A missing middle name, an accent or a typo of yours can be
          corrected. Is it another person? Then choose “The name doesn’t match”.
        </Trans>
      )}
      {answer === 'no_answer' && (
        <Trans>Not all banks check. Compare the name that you enter with {name} yourself before you pay.</Trans>
      )}
    </p>
  )
}

function Stop({ trade }: { trade: Trade }) {
  return (
    <div className="rounded-control border-s-4 border-sell bg-sell-soft px-4 py-3 text-sm">
      <p className="font-semibold">
        <Trans>Don’t pay. The account may belong to another person.</Trans>
      </p>
      <ul className="mt-1 list-disc ps-5">
        <li>
          <Trans>Check the name and the IBAN that you entered, and ask your bank again if you correct them.</Trans>
        </li>
        {isRefusedWithBond(trade) ? (
          <li>
            <KeepBond trade={trade} />
          </li>
        ) : (
          <>
            <li>
              <Trans>Ask the seller in the chat, who can also cancel the trade.</Trans>
            </li>
            <li>
              <Trans>Or cancel the trade below: you have paid nothing.</Trans>
            </li>
          </>
        )}
        <li>
          <Trans>
            If you suspect fraud, report the seller, or{' '}
            <Link to={paths.contact} className="underline underline-offset-4">
              write to support
            </Link>
            .
          </Trans>
        </li>
      </ul>
    </div>
  )
}

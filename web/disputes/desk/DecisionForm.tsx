import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { decisionReason } from '../../../domain/api/disputes/case-values.ts'
import {
  decideCase,
  type DisputeCase,
  type LinkedCase,
  type ListedCase,
} from '../../../domain/api/disputes/disputes.ts'
import {
  APPEAL_HOURS,
  DECISION_OUTCOMES,
  DECISION_REASON_MAX,
  DECISION_REASON_MIN,
  divideEscrow,
  type DecisionOutcome,
} from '../../../domain/disputes/disputes.ts'
import { BOND_TEXTS, type BondOutcome } from '../../../domain/trades/bonds.ts'
import { formatUsdt, parseUsdt } from '../../../domain/money.ts'
import { amountInText } from '../../amount-in-text.ts'
import { ApiError, errorText } from '../../client.ts'
import { useFormats } from '../../formats.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { LedgerRows } from './LedgerRows.tsx'
import { SharedLinks } from './Piles.tsx'
import { keepCase, readDeskAgain, usePile } from './queries.ts'
import { Outcome } from './Words.tsx'

type Decision = { outcome: DecisionOutcome; releasedUsdt?: string; bond?: BondOutcome; reason: string }

const decisionSchema = z.object({
  outcome: z.enum(DECISION_OUTCOMES, /*i18n*/ 'Choose a decision.'),
  reason: decisionReason,
})

/** Release, refund or split, with a reason; the rows of the ledger are shown before the decision is confirmed. */
export function DecisionForm({ dispute }: { dispute: DisputeCase }) {
  const { t, i18n } = useLingui()
  const formats = useFormats()
  const [outcome, setOutcome] = useState<DecisionOutcome | ''>('')
  const [released, setReleased] = useState('')
  const [bond, setBond] = useState<BondOutcome | ''>('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const linked = useDecidable(dispute)
  const together = outcome === 'split' ? [] : linked.filter(({ tradeId }) => chosen.has(tradeId))
  const hasBond = [dispute, ...together].some((each) => each.hasBond)
  const reason = useTextDraft(`decision ${dispute.tradeId}`)
  const [asked, setAsked] = useState<Decision>()
  const form = useZodForm({
    schema: decisionSchema,
    extra: { outcome, reason: reason.text },
    async onSubmit(values) {
      const amountUsdt = amountInText(dispute.amountUsdt, i18n.locales)
      if (values.outcome === 'refund' && hasBond) {
        if (bond === '') return { field: 'bond', message: i18n._(BOND_TEXTS.missing) }
        return setAsked({ ...values, bond })
      }
      if (values.outcome !== 'split') return setAsked(values)
      if (divisionOf(dispute, 'split', released)) return setAsked({ ...values, releasedUsdt: released })
      return { field: 'releasedUsdt', message: t`The part must be more than 0 and less than ${amountUsdt} USDT.` }
    },
  })
  const division = divisionOf(dispute, outcome, released)
  return (
    <>
      <Form
        form={form}
        actions={
          <Button type="submit" variant="accent" className="justify-self-start">
            <Trans>Review the decision</Trans>
          </Button>
        }
      >
        <SegmentedControl<DecisionOutcome | ''>
          label={t`What happens to the USDT`}
          options={[
            { value: 'release', label: t`Release` },
            { value: 'refund', label: t`Refund` },
            { value: 'split', label: t`Split` },
          ]}
          value={outcome}
          onValueChange={(value) => {
            setOutcome(value)
            form.clear()
          }}
          className="w-full max-w-[26rem]"
        />
        {outcome === 'split' && (
          <NumberTextField
            name="releasedUsdt"
            label={t`USDT to release`}
            hint={t`Of ${amountInText(dispute.amountUsdt, i18n.locales)} USDT. The fee is taken from this part only.`}
            unit="USDT"
            value={released}
            onValueChange={setReleased}
            className="max-w-[26rem]"
          />
        )}
        {outcome === 'refund' && hasBond && (
          <SegmentedControl<BondOutcome | ''>
            label={t`What happens to the buyer’s bond`}
            options={[
              { value: 'returned', label: t`To the buyer` },
              { value: 'awarded', label: t`To the seller` },
              { value: 'burned', label: t`Burn it` },
            ]}
            value={bond}
            onValueChange={setBond}
            className="w-full max-w-[26rem]"
          />
        )}
        <TextArea
          name="reason"
          label={t`Reason`}
          hint={t`Both parties read it. At least ${DECISION_REASON_MIN} characters.`}
          rows={6}
          limit={DECISION_REASON_MAX}
          value={reason.text}
          onValueChange={reason.write}
        />
        {linked.length > 0 && outcome !== 'split' && (
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 text-sm font-medium">
              <Trans>Decide these linked cases in the same way, with the same reason</Trans>
            </legend>
            {linked.map(({ tradeId, reference, amountUsdt, directLinks }) => (
              <Checkbox
                key={tradeId}
                name={`together ${tradeId}`}
                label={
                  <>
                    <bdi dir="ltr">{reference}</bdi> · <bdi>{formats.usdt(amountUsdt)}</bdi> ·{' '}
                    <SharedLinks links={directLinks} />
                  </>
                }
                checked={chosen.has(tradeId)}
                onCheckedChange={(isChosen) =>
                  setChosen((all) => new Set([...all, tradeId].filter((id) => id !== tradeId || isChosen)))
                }
              />
            ))}
          </fieldset>
        )}
        {division && (
          <section aria-label={t`Preview`}>
            <h3 className="text-sm font-medium">
              <Trans>Preview</Trans>
            </h3>
            <LedgerRows division={division} bond={bondOf(dispute, outcome, bond)} className="mt-1 max-w-[34rem]" />
          </section>
        )}
      </Form>
      {asked && (
        <Confirmation
          dispute={dispute}
          together={together}
          decision={asked}
          onClose={() => setAsked(undefined)}
          onDecided={reason.discard}
        />
      )}
    </>
  )
}

/** The linked cases that this arbiter can decide now, in the same round: the first decision can be appealed, the second not. */
function useDecidable({ tradeId, round, pile, taker }: DisputeCase): LinkedCase[] {
  const { data = [] } = usePile(tradeId, pile !== null)
  return data.filter(
    (each) =>
      each.isMine &&
      each.status === 'deciding' &&
      each.round === round &&
      // What is against a buyer in one case would be for them in another.
      each.taker === taker &&
      each.directLinks.length > 0,
  )
}

type ConfirmationProps = {
  dispute: DisputeCase
  /** The linked cases that get the same decision. */
  together: readonly LinkedCase[]
  decision: Decision
  onClose: () => void
  onDecided: () => void
}

function Confirmation({ dispute, together, decision, onClose, onDecided }: ConfirmationProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(decideCase)
  const [problems, setProblems] = useState<readonly string[]>([])
  const [deciding, setDeciding] = useState(0)
  const decided = useRef(new Set<string>())
  const division = divisionOf(dispute, decision.outcome, decision.releasedUsdt ?? '')
  const count = together.length + 1

  /** One after the other, this case last, once all others are decided: what was refused is named, and can be left out or sent again. */
  async function decide() {
    setProblems([])
    const refused: string[] = []
    for (const [index, each] of [...together, dispute].entries()) {
      if (decided.current.has(each.tradeId)) continue
      // The form goes with this case, and with it what was refused.
      if (each === dispute && refused.length > 0) break
      setDeciding(index + 1)
      try {
        const shown = await command.mutateAsync({ params: { tradeId: each.tradeId }, body: bodyFor(each, decision) })
        decided.current.add(each.tradeId)
        if (each !== dispute) continue
        onDecided()
        keepCase(client, shown)
        notify(count === 1 ? t`Decision recorded` : t`Decisions recorded: ${count}`)
      } catch (error) {
        refused.push(count === 1 ? errorText(error) : `${each.reference}: ${errorText(error)}`)
        // The case may have changed: if it cannot be decided any more, the form goes.
        if (count === 1 && error instanceof ApiError && error.isDefinite) readDeskAgain(client)
      }
    }
    setDeciding(0)
    setProblems(refused)
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={() => {
        if (decided.current.size > 0) readDeskAgain(client)
        onClose()
      }}
      title={
        count === 1 ? (
          <Trans>Decide this case?</Trans>
        ) : (
          <Plural value={count} one="Decide # case?" other="Decide # cases?" />
        )
      }
      confirm={{ label: <Trans>Decide</Trans>, onConfirm: () => void decide(), busy: deciding > 0 }}
      error={problems.length > 0 ? problems.join(' ') : undefined}
    >
      <p className="font-semibold text-ink">
        <Outcome name={decision.outcome} />
      </p>
      {division && (
        <LedgerRows
          division={division}
          bond={bondOf(dispute, decision.outcome, decision.bond ?? '')}
          className="mt-3 text-ink"
        />
      )}
      {count > 1 && (
        <p className="mt-3">
          <Trans>The others get the same outcome for their own amounts:</Trans>{' '}
          <bdi dir="ltr">{together.map(({ reference }) => reference).join(', ')}</bdi>
        </p>
      )}
      <p className="mt-3">
        <Effect round={dispute.round} />
      </p>
      {deciding > 0 && count > 1 && (
        <p role="status" className="mt-3">
          <Trans>
            Deciding {deciding} of {count}…
          </Trans>
        </p>
      )}
    </ConfirmDialog>
  )
}

function Effect({ round }: { round: number }) {
  if (round > 1) return <Trans>This decision is final and is carried out immediately.</Trans>
  return (
    <Trans>
      A party that does not get everything can appeal within{' '}
      <Plural value={APPEAL_HOURS} one="# hour" other="# hours" />. Until then no USDT moves.
    </Trans>
  )
}

/** Only a case whose buyer locked a bond says what becomes of it. */
function bodyFor({ hasBond }: Pick<ListedCase, 'hasBond'>, { bond, ...decision }: Decision): Decision {
  return hasBond && bond !== undefined ? { ...decision, bond } : decision
}

/** The buyer's bond is returned unless the seller gets everything. */
function bondOf({ trade }: DisputeCase, outcome: DecisionOutcome | '', chosen: BondOutcome | '') {
  if (trade.bond === null) return undefined
  return { amount: trade.bond, outcome: outcome === 'refund' ? chosen || null : ('returned' as const) }
}

/** What each receives, as decimal strings; null for an amount that cannot be a split. */
function divisionOf({ amountUsdt, trade }: DisputeCase, outcome: DecisionOutcome | '', released: string) {
  const [usdtMicro, lockedMicro] = [parseUsdt(amountUsdt), parseUsdt(trade.sellerLocks)]
  if (outcome === '' || usdtMicro === null || lockedMicro === null) return null
  const releasedMicro = { release: usdtMicro, refund: 0n, split: parseUsdt(released) }[outcome]
  if (releasedMicro === null) return null
  if (outcome === 'split' && (releasedMicro <= 0n || releasedMicro >= usdtMicro)) return null
  const division = divideEscrow({ usdtMicro, lockedMicro, taker: trade.taker }, releasedMicro)
  return {
    toBuyer: formatUsdt(division.toBuyer),
    fee: formatUsdt(division.fee),
    toSeller: formatUsdt(division.toSeller),
  }
}

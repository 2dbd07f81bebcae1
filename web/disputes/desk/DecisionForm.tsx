import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as z from 'zod/mini'
import { decisionReason } from '../../../domain/api/disputes/case-values.ts'
import type { DisputeCase, LinkedCase } from '../../../domain/api/disputes/disputes.ts'
import {
  DECISION_OUTCOMES,
  DECISION_REASON_MAX,
  DECISION_REASON_MIN,
  type DecisionOutcome,
} from '../../../domain/disputes/disputes.ts'
import { BOND_TEXTS, type BondOutcome } from '../../../domain/trades/bonds.ts'
import { amountInText } from '../../amount-in-text.ts'
import { useFormats } from '../../formats.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { EarlyDecisionWarning } from './Arrival.tsx'
import { DecisionConfirmation, type Decision } from './DecisionConfirmation.tsx'
import { bondOf, divisionOf } from './division.ts'
import { LedgerRows } from './LedgerRows.tsx'
import { useLinkedCases } from './queries.ts'
import { SharedLinks } from './SharedLinks.tsx'

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
  // U+2068 and U+2069 isolate the names, as `<bdi>` does.
  const [buyer, seller] = [dispute.buyer, dispute.seller].map(({ trader }) => `\u2068${trader.username}\u2069`)
  const linked = useDecidable(dispute)
  const together = outcome === 'split' ? [] : linked.filter(({ tradeId }) => chosen.has(tradeId))
  const hasBond = [dispute, ...together].some((each) => each.hasBond)
  const reason = useTextDraft(`decision ${dispute.tradeId}`)
  const [asked, setAsked] = useState<{ decision: Decision; together: readonly LinkedCase[] }>()
  const form = useZodForm({
    schema: decisionSchema,
    extra: { outcome, reason: reason.text },
    async onSubmit(values) {
      const amountUsdt = amountInText(dispute.amountUsdt, i18n.locales)
      if (values.outcome === 'refund' && hasBond) {
        if (bond === '') return { field: 'bond', message: i18n._(BOND_TEXTS.missing) }
        return ask({ ...values, bond })
      }
      if (values.outcome !== 'split') return ask(values)
      if (divisionOf(dispute, 'split', released)) return ask({ ...values, releasedUsdt: released })
      return { field: 'releasedUsdt', message: t`The part must be more than 0 and less than ${amountUsdt} USDT.` }
    },
  })
  /** The list is read again while the question is open: its cases stay those that were chosen. */
  function ask(decision: Decision) {
    setAsked({ decision, together })
  }
  const division = divisionOf(dispute, outcome, released)
  return (
    <>
      <EarlyDecisionWarning dispute={dispute} />
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
            { value: 'release', label: t`Release to ${buyer}` },
            { value: 'refund', label: t`Refund ${seller}` },
            { value: 'split', label: t`Split` },
          ]}
          value={outcome}
          onValueChange={(value) => {
            setOutcome(value)
            form.clear()
          }}
          isStacked
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
        {linked.length > 0 && outcome === 'split' && (
          <p className="text-sm text-muted">
            <Trans>A split is decided case by case.</Trans>
          </p>
        )}
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
        <DecisionConfirmation
          dispute={dispute}
          {...asked}
          onClose={() => setAsked(undefined)}
          onDecided={reason.discard}
        />
      )}
    </>
  )
}

/** The linked cases that this arbiter can decide now, in the same round: the first decision can be appealed, the second not. */
function useDecidable({ tradeId, round, group, taker }: DisputeCase): LinkedCase[] {
  const { data = [] } = useLinkedCases(tradeId, group !== null)
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

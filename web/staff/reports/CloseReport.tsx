import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { closeReport } from '../../../domain/api/staff/administration.ts'
import type { StaffReport } from '../../../domain/api/staff/administration.ts'
import { closeReportSchema, outcomesOfAll } from '../../../domain/profiles/reports.ts'
import type { ReportOutcome } from '../../../domain/profiles/reports.ts'
import { REASON_MAX } from '../../../domain/staff/staff-forms.ts'
import { useCommand } from '../../use-command.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useOutcomeTexts } from './outcome-texts.ts'
import { useActionForm } from '../use-action-form.ts'

/** A button with its dialog: closes a report, and the others about the same user, with an outcome, which is carried out with it. */
export function CloseReport({ report }: { report: StaffReport }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const { reference } = report
  const count = 1 + othersOf(report).length
  return (
    <div className="mt-2">
      <Button variant="line" size="row" aria-label={t`Close report ${reference}`} onClick={() => setIsOpen(true)}>
        {count > 1 ? (
          <Plural value={count} one="Decide # report" other="Decide # reports" />
        ) : (
          <Trans>Close report</Trans>
        )}
      </Button>
      <Dialog
        isOpen={isOpen}
        startsInField
        onClose={() => setIsOpen(false)}
        title={
          <Trans>
            Close report{' '}
            <bdi dir="ltr" className="whitespace-nowrap">
              {reference}
            </bdi>
          </Trans>
        }
        description={
          <Trans>
            The outcome is carried out and recorded, also for the other reports about this user that are shown. Unless
            there is no action, the reported user reads your reason. Each reporter is told that the report was decided.
          </Trans>
        }
      >
        <CloseForm report={report} onDone={() => setIsOpen(false)} />
      </Dialog>
    </div>
  )
}

const othersOf = ({ openCase }: StaffReport) => openCase?.others ?? []

function CloseForm({ report, onDone }: { report: StaffReport; onDone: () => void }) {
  const { t } = useLingui()
  const texts = useOutcomeTexts()
  const command = useCommand(closeReport)
  const { id, kind } = report
  const others = othersOf(report)
  const [outcome, setOutcome] = useState<ReportOutcome>('no_action')
  const [reason, setReason] = useState('')
  const form = useActionForm({
    schema: closeReportSchema,
    extra: { outcome, reason, also: others.map((each) => each.id) },
    async act(body) {
      await command.mutateAsync({ params: { reportId: id }, body })
      return t`Report closed`
    },
    onDone,
  })
  return (
    <Form
      form={form}
      actions={
        <Button
          type="submit"
          variant={outcome === 'no_action' ? 'accent' : 'danger'}
          busy={form.busy}
          className="justify-self-start"
        >
          <Trans>Close report</Trans>
        </Button>
      }
    >
      <Select
        name="outcome"
        label={t`Outcome`}
        options={outcomesOfAll([kind, ...others.map((each) => each.kind)]).map((value) => ({
          value,
          label: texts[value],
        }))}
        value={outcome}
        onValueChange={setOutcome}
      />
      <TextArea name="reason" label={t`Reason`} rows={4} limit={REASON_MAX} value={reason} onValueChange={setReason} />
    </Form>
  )
}

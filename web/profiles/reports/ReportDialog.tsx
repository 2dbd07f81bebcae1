import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { sendReport } from '../../../domain/api/profiles/reports.ts'
import {
  REPORT_REASONS,
  REPORT_TEXT_MAX,
  reasonsFor,
  type Reported,
  type ReportReason,
  type ReportSubject,
} from '../../../domain/profiles/reports.ts'
import { useTextDraft } from '../../session/text-draft.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/DialogFormActions.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCallForm } from '../../use-call-form.ts'
import { useCommand } from '../../use-command.ts'

/** The reason and what happened. Staff also receive the reported text as it is now. */
export function ReportDialog({ reported, onClose }: { reported: Reported; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const { notify } = useToast()
  const command = useCommand(sendReport)
  const [reason, setReason] = useState<ReportReason | ''>('')
  const text = useTextDraft(`report ${JSON.stringify(reported)}`)
  const form = useCallForm({
    schema: sendReport.body,
    extra: { reported, reason, text: text.text },
    async onSubmit(body) {
      const { reference } = await command.mutateAsync({ body })
      text.discard()
      notify(t`Report ${reference} sent. Our staff will look at it.`)
      onClose()
    },
  })
  return (
    <Dialog isOpen startsInField onClose={onClose} title={TITLES[reported.kind]}>
      <Form
        form={form}
        actions={
          <DialogFormActions onBack={onClose} busy={form.busy} busyText={<Trans>Sending…</Trans>}>
            <Trans>Send report</Trans>
          </DialogFormActions>
        }
      >
        <Select
          name="reason"
          label={t`Reason`}
          options={[
            { value: '', label: t`Choose a reason` },
            ...reasonsFor(reported.kind).map((value) => ({ value, label: i18n._(REPORT_REASONS[value].text) })),
          ]}
          value={reason}
          onValueChange={(value) => {
            setReason(value)
            form.clear()
          }}
        />
        <TextArea
          name="text"
          label={reason === 'other' ? t`What happened?` : t`What happened? (optional)`}
          rows={4}
          limit={REPORT_TEXT_MAX}
          value={text.text}
          onValueChange={text.write}
        />
        <p className="text-sm text-muted">
          <WhoReads kind={reported.kind} />
        </p>
      </Form>
    </Dialog>
  )
}

const TITLES: Record<ReportSubject, ReactNode> = {
  user: <Trans>Report this trader</Trans>,
  offer: <Trans>Report this offer</Trans>,
  rating: <Trans>Report this rating</Trans>,
  message: <Trans>Report this message</Trans>,
}

function WhoReads({ kind }: { kind: ReportSubject }) {
  if (kind !== 'message') return <Trans>Only our staff read your report. The trader isn’t notified.</Trans>
  return (
    <Trans>
      Only our staff read your report, with the text of this message. The trader isn’t notified. For a problem with the
      payment, open a dispute instead.
    </Trans>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { createOfferTemplate } from '../../../domain/api/offers/offer-templates.ts'
import type { TemplateContent } from '../../../domain/offers/offer-templates.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { useReadTemplatesAgain } from './queries.ts'
import { TemplateNameForm } from './TemplateNameForm.tsx'

/** Saves what the offer form holds, under a name. */
export function SaveTemplateDialog({ content, onClose }: { content: TemplateContent; onClose: () => void }) {
  const { t } = useLingui()
  const { notify } = useToast()
  const create = useCommand(createOfferTemplate)
  const readAgain = useReadTemplatesAgain()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Save as template</Trans>}
      description={
        <Trans>You can start new offers from it. It reserves no USDT and contains no payment account.</Trans>
      }
      startsInField
    >
      <TemplateNameForm
        initial=""
        label={<Trans>Save</Trans>}
        onCancel={onClose}
        onSubmit={async (name) => {
          await create.mutateAsync({ body: { name, content } })
          readAgain()
          notify(t`Template saved.`)
          onClose()
        }}
      />
    </Dialog>
  )
}

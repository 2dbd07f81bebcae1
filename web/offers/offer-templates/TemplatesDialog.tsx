import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  createOfferTemplate,
  deleteOfferTemplate,
  renameOfferTemplate,
  type OfferTemplate,
} from '../../../domain/api/offers/offer-templates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FocusOnMount } from '../../ui/FocusOnMount.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { useCommand } from '../../use-command.ts'
import { useRemoveWithUndo } from '../../use-remove-with-undo.ts'
import { useOfferTemplates, useReadTemplatesAgain } from './queries.ts'
import { TemplateNameForm } from './TemplateNameForm.tsx'
import { Loaded } from '../../Loaded.tsx'
import { useMethodNames } from '../../payments/use-method-names.ts'

/** The user's templates: each begins a new offer, and can be renamed and deleted. */
export function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const query = useOfferTemplates()
  const { data } = query
  const { list, otherwise } = useFocusAfterRemoval<HTMLParagraphElement>((data ?? []).map(({ id }) => id))
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>New from template</Trans>}>
      <Loaded query={query} rows={2} hidesLaterErrors>
        {() => null}
      </Loaded>
      {data?.length === 0 && (
        <p ref={otherwise} tabIndex={-1} className="text-muted outline-none">
          <Trans>No templates yet. Fill in the offer form, then press “Save as template”.</Trans>
        </p>
      )}
      <ul ref={list} className="divide-y divide-line">
        {data?.map((template) => (
          <Row key={template.id} template={template} />
        ))}
      </ul>
    </Dialog>
  )
}

function Row({ template }: { template: OfferTemplate }) {
  const { t } = useLingui()
  const readAgain = useReadTemplatesAgain()
  const rename = useCommand(renameOfferTemplate)
  const remove = useCommand(deleteOfferTemplate)
  const create = useCommand(createOfferTemplate)
  const [isRenaming, setIsRenaming] = useState(false)
  /** Then the row, which replaces the form, takes the focus. */
  const [wasRenaming, setWasRenaming] = useState(false)
  const { name, content } = template
  const methodNames = useMethodNames()
  const params = { templateId: template.id }

  const removal = useRemoveWithUndo({
    remove: () => remove.mutateAsync({ params }),
    restore: () => create.mutateAsync({ body: { name, content } }),
    readAgain,
    done: t`Template deleted.`,
  })

  function stopRenaming() {
    setWasRenaming(true)
    setIsRenaming(false)
  }

  if (isRenaming) {
    return (
      <li className="py-3">
        <FocusOnMount key="form">
          <TemplateNameForm
            initial={name}
            label={<Trans>Rename</Trans>}
            onCancel={stopRenaming}
            onSubmit={async (next) => {
              await rename.mutateAsync({ params, body: { name: next } })
              readAgain()
              stopRenaming()
            }}
          />
        </FocusOnMount>
      </li>
    )
  }
  return (
    <li className="py-3">
      <FocusOnMount
        key="row"
        isActive={wasRenaming}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
      >
        <div className="min-w-0 grow basis-56">
          <Link
            to={paths.offerFromTemplate(template.id)}
            className="font-semibold underline underline-offset-4 [overflow-wrap:anywhere]"
          >
            <bdi>{name}</bdi>
          </Link>
          <p className="text-sm text-muted">
            {content.type === 'sell' ? <Trans>Selling USDT</Trans> : <Trans>Buying USDT</Trans>} ·{' '}
            {content.fiatCurrency} · <bdi>{methodNames(content.paymentMethods)}</bdi>
          </p>
        </div>
        <div className="flex gap-2">
          <Button size="row" onClick={() => setIsRenaming(true)}>
            <Trans>Rename</Trans>
            <span className="sr-only">: {name}</span>
          </Button>
          <Button size="row" busy={removal.isPending} onClick={removal.removeIt}>
            <Trans>Delete</Trans>
            <span className="sr-only">: {name}</span>
          </Button>
        </div>
      </FocusOnMount>
    </li>
  )
}

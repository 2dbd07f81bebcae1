import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createReceipt, createReceiptPdf } from '../../../domain/api/trades/receipts.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { RECEIPT_FIELDS, USUAL_RECEIPT_FIELDS, type ReceiptField } from '../../../domain/trades/receipts.ts'
import { productInFileNames } from '../../../domain/operator/product.ts'
import { call, errorText } from '../../client.ts'
import { download, saveFile } from '../../download.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { fieldTextsOf } from './field-texts.tsx'
import { ReceiptLink, useReceiptLink } from './ReceiptLink.tsx'
import { languageOf } from '../../language-of.ts'

/** Lets a party choose what its receipt shows, and download it or copy its link. */
export function ReceiptDialog({ trade, onClose }: { trade: Trade; onClose: () => void }) {
  const [fields, setFields] = useState(USUAL_RECEIPT_FIELDS)
  const names = fieldTextsOf(trade)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Receipt</Trans>}
      description={
        <Trans>
          It always shows your role, the day of completion and a reference for this trade. It never shows who the other
          party is, or any payment details.
        </Trans>
      }
    >
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">
          <Trans>Also show</Trans>
        </legend>
        {RECEIPT_FIELDS.map((field) => (
          <Checkbox
            key={field}
            name={field}
            label={names[field].label}
            hint={names[field].hint}
            checked={fields.includes(field)}
            onCheckedChange={(isChosen) =>
              setFields((before) =>
                RECEIPT_FIELDS.filter((each) => (each === field ? isChosen : before.includes(each))),
              )
            }
          />
        ))}
      </fieldset>
      <Downloads key={fields.join()} trade={trade} fields={fields} />
    </Dialog>
  )
}

/** The receipt with the chosen fields; each choice of fields is a receipt of its own. */
function Downloads({ trade, fields }: { trade: Trade; fields: readonly ReceiptField[] }) {
  const { i18n } = useLingui()
  const params = { tradeId: trade.id }
  const json = useMutation({
    async mutationFn() {
      const { file } = await call(createReceipt, { params, body: { fields: [...fields] } })
      const name = `${productInFileNames()}-receipt-${file.receipt.reference}.json`
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), name)
    },
  })
  const pdf = useMutation({
    async mutationFn() {
      const body = { fields: [...fields], language: languageOf(i18n) }
      saveFile(await download(createReceiptPdf, { params, body }), `${productInFileNames()}-receipt.pdf`)
    },
  })
  const link = useReceiptLink(trade, fields)
  const error = json.error ?? pdf.error ?? link.error
  return (
    <div className="mt-5 grid gap-4">
      {error && <ErrorNote>{errorText(error)}</ErrorNote>}
      <div className="flex flex-wrap gap-3">
        <Button variant="accent" busy={pdf.isPending} onClick={() => pdf.mutate()}>
          <Trans>Download PDF</Trans>
        </Button>
        <Button busy={json.isPending} onClick={() => json.mutate()}>
          <Trans>Download JSON</Trans>
        </Button>
        {link.data === undefined && (
          <Button busy={link.isPending} onClick={() => link.mutate()}>
            <Trans>Copy link</Trans>
          </Button>
        )}
      </div>
      <ReceiptLink link={link.data} />
      <p className="text-sm text-muted">
        <Trans>Nothing is stored, and a receipt can’t be withdrawn: share it only with those who should read it.</Trans>
      </p>
    </div>
  )
}

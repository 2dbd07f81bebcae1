import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refillOffer, type MyOffer } from '../../../domain/api/offers/my-offers.ts'
import { ASSET } from '../../../domain/asset.ts'
import { refillSchema } from '../../../domain/offers/offer-changes.ts'
import { ApiError, refusalOf } from '../../client.ts'
import { useFormats } from '../../formats.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Form, useZodForm } from '../../ui/fields/Form.tsx'
import { NumberTextField } from '../../ui/fields/NumberTextField.tsx'
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { keepMyOffer, readOffersAgain } from '../queries.ts'

/** Adds USDT to an offer, or sets what is left for new trades. */
export function RefillDialog({ offer, onClose }: { offer: MyOffer; onClose: () => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(refillOffer)
  const left = offer.availableUsdt
  const [chosen, setKind] = useState<'add' | 'set'>('add')
  const kind = left === null ? 'set' : chosen
  const form = useZodForm({
    schema: refillSchema,
    extra: { kind, seenAvailableUsdt: left ?? '' },
    async onSubmit(body) {
      try {
        keepMyOffer(client, await command.mutateAsync({ params: { offerId: offer.id }, body }))
      } catch (error) {
        if (error instanceof ApiError && error.code === 'offer_wrong_status') readOffersAgain(client)
        return refusalOf(error)
      }
      notify(t`Offer refilled.`)
      onClose()
    },
  })
  const available = left === null ? null : formats.usdt(left)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Refill</Trans>}
      description={
        available === null ? (
          <Trans>This offer has no USDT limit. Adding an amount sets one.</Trans>
        ) : (
          <Trans>{available} are left for new trades.</Trans>
        )
      }
      startsInField="typed"
    >
      <Form
        form={form}
        actions={
          <Button type="submit" variant="accent" busy={form.busy}>
            <Trans>Refill</Trans>
          </Button>
        }
      >
        {left !== null && (
          <SegmentedControl
            label={t`Change type`}
            labelHidden
            options={[
              { value: 'add', label: t`Add` },
              { value: 'set', label: t`Set to` },
            ]}
            value={kind}
            onValueChange={setKind}
          />
        )}
        <NumberTextField
          name="usdt"
          label={kind === 'add' ? t`USDT to add` : t`USDT left for new trades`}
          unit={ASSET}
        />
      </Form>
    </Dialog>
  )
}

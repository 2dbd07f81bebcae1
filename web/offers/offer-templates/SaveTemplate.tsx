import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { TemplateContent } from '../../../domain/offers/offer-templates.ts'
import type { OfferInput } from '../../../domain/offers/offer-form.ts'
import { Button } from '../../ui/Button.tsx'

const SaveTemplateDialog = lazy(async () => ({
  default: (await import('./SaveTemplateDialog.tsx')).SaveTemplateDialog,
}))

/** In the offer form: keeps what was typed for other offers. */
export function SaveTemplate({ offer }: { offer: OfferInput }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        <Trans>Save as template</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <SaveTemplateDialog content={contentOf(offer)} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** All fields but the payment accounts. */
function contentOf(offer: OfferInput): TemplateContent {
  const { paymentAccountIds: _, ...content } = offer
  return content
}

import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'

const TemplatesDialog = lazy(async () => ({ default: (await import('./TemplatesDialog.tsx')).TemplatesDialog }))

/** On My offers: a new offer that begins with a template. */
export function NewFromTemplate() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>
        <Trans>New from template</Trans>
      </Button>
      {isOpen && (
        <Suspense>
          <TemplatesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

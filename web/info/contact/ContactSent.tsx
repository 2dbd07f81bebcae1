import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

/** Confirms that the message is stored, and shows its reference. */
export function ContactSent({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="panel p-6 sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        <Trans>Message sent</Trans>
      </h2>
      <p className="mt-4 text-muted">
        <Trans>Your reference:</Trans>
      </p>
      <p className="board mt-2 text-4xl">{reference}</p>
      <div className="mt-8">
        <Button onClick={onAnother}>
          <Trans>Send another message</Trans>
        </Button>
      </div>
    </section>
  )
}

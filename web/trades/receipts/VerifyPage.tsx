import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { findReceipt, RECEIPT_FILE_MAX_BYTES, RECEIPT_TEXT_MAX } from '../../../domain/trades/receipts.ts'
import { PageHead } from '../../layout/Article.tsx'
import { PageTitle } from '../../layout/PageTitle.tsx'
import { useHydrated } from '../../ui/hydration/use-hydrated.ts'
import { VerificationResult } from './VerificationResult.tsx'
import { VerifyForm } from './VerifyForm.tsx'

/** Verifies a receipt in the browser: from the link, pasted, or from a file. No server sees it. */
export default function VerifyPage() {
  const { t } = useLingui()
  const isHydrated = useHydrated()
  const { hash } = useLocation()
  const [given, setGiven] = useState<{ hash: string; text: string }>()
  // A link that is opened later in the same tab replaces what was typed before.
  const text = given?.hash === hash ? given.text : isHydrated ? hash.slice(1) : ''
  // Who opens a link came for the result: it is first, and the form is folded.
  const isLinked = isHydrated && hash.length > 1
  const token = text === '' ? undefined : findReceipt(text.slice(0, RECEIPT_FILE_MAX_BYTES))
  const form = <VerifyForm limit={RECEIPT_TEXT_MAX} onGiven={(next) => setGiven({ hash, text: next })} />
  const result = (
    <div className="min-w-0">
      <div role="status">{token !== undefined && <VerificationResult key={text} token={token} />}</div>
      {token === undefined && <AboutReceipts />}
    </div>
  )
  return (
    <>
      <PageTitle
        title={t`Verify a receipt`}
        description={t`Check that a trade receipt was signed by Sarraf and hasn’t been altered.`}
      />
      <PageHead
        title={<Trans>Verify a receipt</Trans>}
        lead={
          <Trans>
            Check that a trade receipt was signed by Sarraf and hasn’t been altered. The check runs in your browser: the
            receipt isn’t sent to us.
          </Trans>
        }
      />
      <div className="wrap grid items-start gap-x-16 gap-y-10 py-8 md:grid-cols-2 md:py-12">
        {isLinked ? (
          <>
            {result}
            <details>
              <summary className="cursor-pointer py-2 font-medium underline underline-offset-4">
                <Trans>Verify another receipt</Trans>
              </summary>
              <div className="mt-3">{form}</div>
            </details>
          </>
        ) : (
          <>
            {form}
            {result}
          </>
        )}
      </div>
    </>
  )
}

/** Until there is a result, what a receipt is and where it comes from. */
function AboutReceipts() {
  return (
    <aside className="grid gap-4 text-muted md:border-s md:border-line md:ps-8">
      <p>
        <Trans>After a trade is completed, each party can get a receipt of it: a PDF, a JSON file or a link.</Trans>
      </p>
      <p>
        <Trans>A receipt never shows who the other party is, or any payment details.</Trans>
      </p>
    </aside>
  )
}

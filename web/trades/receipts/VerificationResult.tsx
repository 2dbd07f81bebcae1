import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getReceiptKeys } from '../../../domain/api/trades/receipts.ts'
import { verifyReceipt, type Verification } from '../../../domain/trades/verify-receipt.ts'
import { call, errorText } from '../../client.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { ReceiptDetails } from './ReceiptDetails.tsx'
import { Loaded } from '../../Loaded.tsx'

/** Whether the receipt is valid, and what it says; null for a text without a receipt. */
export function VerificationResult({ token }: { token: string | null }) {
  const canVerify = 'subtle' in crypto
  const query = useQuery({
    queryKey: ['receipt', token],
    queryFn: async ({ signal }) => verifyReceipt(token ?? '', await call(getReceiptKeys, {}, { signal })),
    enabled: token !== null && canVerify,
    gcTime: 0,
  })
  if (token === null) return <NotFound />
  if (!canVerify) return <NoCryptography />
  const waiting = (
    <p className="text-muted">
      <Trans>Verifying…</Trans>
    </p>
  )
  const failed = (
    <>
      {errorText(query.error)} <Trans>We couldn’t load the keys, so the receipt couldn’t be checked.</Trans>
    </>
  )
  return (
    <Loaded query={query} loading={waiting} failed={failed} hidesLaterErrors>
      {(verification) => <Result verification={verification} />}
    </Loaded>
  )
}

function Result({ verification }: { verification: Verification }) {
  if (verification.result === 'unknown_key') {
    return (
      <Conclusion tone="sell" badge={<Trans>Key unknown</Trans>}>
        <Trans>Sarraf has published no key with the name that this receipt gives. Do not rely on it.</Trans>
      </Conclusion>
    )
  }
  if (verification.result === 'other_issuer') {
    return (
      <Conclusion tone="sell" badge={<Trans>Not valid</Trans>}>
        <Trans>
          This receipt names another issuer (<bdi className="[overflow-wrap:anywhere]">{verification.issuer}</bdi>). We
          did not sign it.
        </Trans>
      </Conclusion>
    )
  }
  if (verification.result === 'altered') {
    return (
      <Conclusion tone="sell" badge={<Trans>Not valid</Trans>}>
        <Trans>This receipt was changed, or Sarraf never signed it. Do not rely on it.</Trans>
      </Conclusion>
    )
  }
  const { receipt } = verification
  return (
    <Conclusion
      tone="buy"
      badge={<Trans>Valid</Trans>}
      second={
        receipt.demonstration && (
          <Badge tone="accent">
            <Trans>Demo</Trans>
          </Badge>
        )
      }
    >
      {receipt.demonstration ? (
        <Trans>Sarraf signed this receipt with its demo escrow: no real USDT was moved.</Trans>
      ) : (
        <Trans>Sarraf signed this receipt, and nothing in it was changed.</Trans>
      )}
      <ReceiptDetails receipt={receipt} />
      <ul className="mt-4 grid list-disc gap-1 ps-5 text-sm text-muted">
        <li>
          <Trans>Only what is shown here is signed. Compare it with the document you received.</Trans>
        </li>
        <li>
          <Trans>A copy verifies too, so the sender may not be its holder.</Trans>
        </li>
        <li>
          <Trans>Two receipts with the same reference are about the same trade.</Trans>
        </li>
      </ul>
    </Conclusion>
  )
}

type ConclusionProps = { tone: BadgeTone; badge: ReactNode; second?: ReactNode; children: ReactNode }

function Conclusion({ tone, badge, second, children }: ConclusionProps) {
  return (
    <section className="panel p-5 sm:p-7">
      <h2 className="mb-3 flex gap-2 text-xl">
        <Badge tone={tone}>{badge}</Badge>
        {second}
      </h2>
      {children}
    </section>
  )
}

function NotFound() {
  return (
    <Conclusion tone="neutral" badge={<Trans>No receipt found</Trans>}>
      <Trans>Paste the whole receipt or its link, or choose its JSON or PDF file as it was downloaded.</Trans>
    </Conclusion>
  )
}

function NoCryptography() {
  return (
    <Conclusion tone="neutral" badge={<Trans>Not verified</Trans>}>
      <Trans>This browser verifies signatures only at addresses that begin with https.</Trans>
    </Conclusion>
  )
}

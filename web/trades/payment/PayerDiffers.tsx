import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import { Button } from '../../ui/Button.tsx'
import { DescriptionList, DescriptionRow } from '../../ui/DescriptionList.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import type { Refusal } from '../../ui/fields/Form.tsx'
import { usePayerCheck } from '../queries.ts'
import { ThirdPartyDispute } from './ThirdPartyDispute.tsx'
import { RetryNote } from '../../RetryNote.tsx'

type Props = {
  trade: Trade
  senderName: string
  /** The message where the server failed. */
  failure: string
  onSamePerson: () => Promise<Refusal | void>
  onBack: () => void
  /** Closes the dialog. */
  onDone: () => void
}

/** What the seller can do when the sender is not the declared payer: state that they are one person, open a dispute, or go back. */
export function PayerDiffers({ trade, senderName, failure, onSamePerson, onBack, onDone }: Props) {
  const check = usePayerCheck(trade, senderName)
  const { data } = check
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isDisputing, setIsDisputing] = useState(false)

  async function state() {
    setBusy(true)
    setProblem(undefined)
    const refusal = await onSamePerson()
    setProblem(refusal?.message)
    setBusy(false)
  }

  if (isDisputing && data) {
    const names = { senderName, payerName: data.payerName ?? '' }
    return (
      <ThirdPartyDispute {...{ trade, failure, ...names }} onOpened={onDone} onBack={() => setIsDisputing(false)} />
    )
  }
  return (
    <div className="grid gap-5">
      <DescriptionList>
        <DescriptionRow label={<Trans>Sender’s name, typed by you</Trans>}>
          <bdi>{senderName}</bdi>
        </DescriptionRow>
        <DescriptionRow label={<Trans>Payer’s name, declared by the buyer</Trans>}>
          {data ? <bdi>{data.payerName}</bdi> : <span aria-busy>…</span>}
        </DescriptionRow>
      </DescriptionList>
      <RetryNote query={check} />
      <p>
        <Trans>
          Payments from third parties are the most common fraud: the money can be a victim’s, and their bank can take it
          back from you.
        </Trans>
      </p>
      <section className="grid gap-1">
        <h3 className="font-semibold">
          <Trans>Another person paid</Trans>
        </h3>
        <p className="text-muted">
          {trade.status === 'disputed' ? (
            <Trans>
              Don’t release the USDT. Say so in the chat, which the arbiter reads, and ask your bank to return the
              money. Never send it back yourself.
            </Trans>
          ) : (
            <Trans>
              Don’t release the USDT. Open a dispute, and ask your bank to return the money. Never send it back
              yourself.
            </Trans>
          )}
        </p>
      </section>
      <section className="grid gap-1">
        <h3 className="font-semibold">
          <Trans>It is the same person</Trans>
        </h3>
        <p className="text-muted">
          <Trans>
            For example under a married name. Your statement is recorded. The USDT is then released to the buyer, which
            can’t be undone.
          </Trans>
        </p>
      </section>
      {problem !== undefined && <ErrorNote>{problem}</ErrorNote>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onBack} disabled={busy}>
          <Trans>Correct the name</Trans>
        </Button>
        {trade.status !== 'disputed' && (
          <Button variant="line" onClick={() => setIsDisputing(true)} disabled={busy || !data}>
            <Trans>Open a dispute</Trans>
          </Button>
        )}
        <Button variant="danger" busy={busy} onClick={() => void state()}>
          <Trans>Same person: release USDT</Trans>
        </Button>
      </div>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import { checksum } from 'ox/Address'
import type { ReactNode } from 'react'
import { depositOf, microOf } from '../../domain/escrow/division.ts'
import type { Recovery, SignedAct } from '../../domain/escrow/recovery-file.ts'
import { isSame, ZERO_ADDRESS } from '../../domain/escrow/terms.ts'
import type { Address } from '../../domain/escrow/terms.ts'
import type { Voter } from '../../domain/escrow/typed-data.ts'
import { formatUsdt } from '../../domain/money.ts'
import { numberText, timeText } from './locale.ts'
import { HUB } from './known-hub.ts'

const VOTER_NAMES: Record<Voter, ReturnType<typeof msg>> = {
  buyer: msg`the buyer`,
  seller: msg`the seller`,
  arbiter: msg`the arbiters`,
}

/** Every term of the trade, as the address proves them, and the signatures that the file holds. */
export function Terms({ name, recovery }: { name: string; recovery: Recovery & { pocket: Address } }) {
  const { hub, terms, signatures, pocket } = recovery
  const sellers = [terms.seller, terms.seller2, terms.seller3].filter((key) => !isSame(key, ZERO_ADDRESS))
  const percent = numberText(String(Number(terms.feeBps) / 100))
  return (
    <div className="grid gap-4">
      <p role="status">
        <Trans>
          <bdi className="font-medium">{name}</bdi>: the terms lead to the address below, and every signature is of the
          party it names.
        </Trans>
      </p>
      {!isSame(hub, HUB) && (
        <p className="rounded-control border border-accent bg-accent-soft px-4 py-3">
          <Trans>
            The escrow contract in this file is not the one that this page knows. Use it only if the operator named its
            address to you.
          </Trans>
        </p>
      )}
      <dl className="divide-y divide-line">
        <Row label={<Trans>Address of the deposit</Trans>}>
          <AddressCode>{pocket}</AddressCode>
        </Row>
        <Row label={<Trans>Amount</Trans>}>
          <Usdt micro={terms.amount} />
        </Row>
        <Row label={<Trans>Fee</Trans>}>
          {terms.feeOnTop ? (
            <Trans>{percent}%, paid by the seller on top</Trans>
          ) : (
            <Trans>{percent}%, paid by the buyer from what is received</Trans>
          )}
        </Row>
        <Row label={<Trans>Deposit</Trans>}>
          <Usdt micro={microOf(terms, depositOf(terms))} />
        </Row>
        <Row label={<Trans>The buyer is paid at</Trans>}>
          <AddressCode>{terms.buyerTo}</AddressCode>
        </Row>
        <Row label={<Trans>The seller is paid at</Trans>}>
          <AddressCode>{terms.sellerTo}</AddressCode>
        </Row>
        <Row label={<Trans>Payment window ends</Trans>}>{timeText(terms.payBy)}</Row>
        <Row label={<Trans>Last deadline</Trans>}>{timeText(terms.finalAt)}</Row>
      </dl>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-medium">
          <Trans>All terms</Trans>
        </summary>
        <dl className="divide-y divide-line">
          <Row label={<Trans>Network</Trans>}>
            <Code>{String(terms.chainId)}</Code>
          </Row>
          <Row label={<Trans>Escrow contract</Trans>}>
            <AddressCode>{hub}</AddressCode>
          </Row>
          <Row label={<Trans>Token</Trans>}>
            <AddressCode>{terms.token}</AddressCode>
          </Row>
          <Row label={<Trans>Base units of 0.000001 USDT</Trans>}>
            <Code>{String(terms.unit)}</Code>
          </Row>
          <Row label={<Trans>The fee is paid to</Trans>}>
            <AddressCode>{terms.feeTo}</AddressCode>
          </Row>
          <Row label={<Trans>Key of the buyer</Trans>}>
            <AddressCode>{terms.buyer}</AddressCode>
          </Row>
          <Row label={<Trans>Keys of the seller</Trans>}>
            {sellers.map((key) => (
              <AddressCode key={key}>{key}</AddressCode>
            ))}
          </Row>
          <Row label={<Trans>Arbiter</Trans>}>
            <AddressCode>{terms.arbiter}</AddressCode>
          </Row>
          <Row label={<Trans>Time to answer a refund request, in seconds</Trans>}>
            <Code>{String(terms.challenge)}</Code>
          </Row>
          <Row label={<Trans>Reference</Trans>}>
            <Code>{terms.ref}</Code>
          </Row>
        </dl>
      </details>
      <Signatures signatures={signatures} amount={terms.amount} />
    </div>
  )
}

function Signatures({ signatures, amount }: { signatures: readonly SignedAct[]; amount: bigint }) {
  const { i18n } = useLingui()
  return (
    <div className="grid gap-1">
      <h3 className="font-semibold">
        <Trans>Signed so far</Trans>
      </h3>
      {signatures.length === 0 && (
        <p className="text-muted">
          <Trans>Nothing. Only a deadline can move the deposit.</Trans>
        </p>
      )}
      <ul className="grid list-disc gap-1 ps-5">
        {signatures.map(({ by, act, signature }) => (
          <li key={signature}>
            <ActText who={i18n._(VOTER_NAMES[by])} act={act} amount={amount} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function ActText({ who, act, amount }: { who: string; act: SignedAct['act']; amount: bigint }): ReactNode {
  if (act.type === 'PaidClaim') return <Trans>By {who}: the claim that the payment was sent</Trans>
  if (act.type === 'RefundRequest') return <Trans>By {who}: a request for a refund</Trans>
  if (act.type === 'Redirect') return <Trans>By {who}: another address for a payment</Trans>
  if (act.type === 'Rescue') return <Trans>By {who}: where something goes that arrived by mistake</Trans>
  if (act.released === 0n) return <Trans>By {who}: a vote for a refund</Trans>
  if (act.released === amount) return <Trans>By {who}: a vote for the release of the whole amount</Trans>
  const released = shortUsdt(act.released)
  return (
    <Trans>
      By {who}: a vote for a release of {released} USDT, the rest back to the seller
    </Trans>
  )
}

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 py-2 sm:grid-cols-[14rem_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd className="num grid gap-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

/** As wallets write it, with its checksum. */
function AddressCode({ children }: { children: Address }) {
  return <Code>{checksum(children)}</Code>
}

function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className="justify-self-start text-start font-mono text-sm break-all">
      {children}
    </code>
  )
}

/** 99500000n is "99.5" in English. */
function shortUsdt(micro: bigint): string {
  return numberText(formatUsdt(micro))
}

export function Usdt({ micro }: { micro: bigint }) {
  return (
    <span dir="ltr" className="num justify-self-start">
      {shortUsdt(micro)} USDT
    </span>
  )
}

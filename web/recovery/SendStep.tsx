import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { microOf, payoutsOf } from '../../domain/escrow/division.ts'
import type { PossibleCall } from '../../domain/escrow/possible-calls.ts'
import type { Recovery } from '../../domain/escrow/recovery-file.ts'
import { WalletError } from '../accounts/identities/wallet.ts'
import { Button } from '../ui/Button.tsx'
import { controlClass } from '../ui/fields/control-class.ts'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { ChainError, waitForBlock } from './chain.ts'
import type { Reading, Rpc } from './chain.ts'
import { readPrivateKey, sendByKey, sendByWallet } from './send-call.ts'
import { Usdt } from './Terms.tsx'
import { CHAIN_TEXTS, MOVE_TEXTS, WALLET_TEXTS } from './texts.ts'

type Props = {
  recovery: Recovery
  reading: Reading
  rpc: Rpc
  onDone: () => void
}

type Outcome = { sent: string } | { error: unknown }

/** The calls that are possible now, and who sends the chosen one. */
export function SendStep({ recovery, reading, rpc, onDone }: Props) {
  const { calls } = reading
  const [chosenData, setChosen] = useState<string | null>(null)
  const [key, setKey] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const chosen = calls.length === 1 ? calls[0] : calls.find(({ data }) => data === chosenData)
  const privateKey = readPrivateKey(key)

  async function send(by: 'wallet' | 'key') {
    if (!chosen) return
    setBusy(true)
    setOutcome(null)
    try {
      const call = { hub: recovery.hub, chainId: recovery.terms.chainId, data: chosen.data }
      const hash = by === 'key' ? await sendByKey(rpc, privateKey!, call) : await sendByWallet(call)
      setKey('')
      await waitForBlock(rpc, hash)
      setOutcome({ sent: hash })
      onDone()
    } catch (error) {
      setOutcome({ error })
    }
    setBusy(false)
  }

  return (
    <section className="panel grid gap-4 p-4 sm:p-6">
      <h2 className="text-lg font-semibold">
        <Trans>3. What is possible now</Trans>
      </h2>
      {outcome && <OutcomeNote outcome={outcome} />}
      {calls.length === 0 && (
        <p>
          <Trans>
            Nothing. Read the trade again after the next deadline, or with a file that holds more signatures.
          </Trans>
        </p>
      )}
      <fieldset className="grid gap-2" disabled={isBusy}>
        <legend className="sr-only">
          <Trans>Call to send</Trans>
        </legend>
        {calls.map((call) => (
          <label key={call.data} className="flex cursor-pointer gap-3 rounded-control border border-line p-3">
            <input
              type="radio"
              name="call"
              className="mt-1 size-5 shrink-0"
              checked={call === chosen}
              onChange={() => setChosen(call.data)}
            />
            <CallText call={call} recovery={recovery} reading={reading} />
          </label>
        ))}
      </fieldset>
      {calls.length > 0 && (
        <div className="grid gap-4">
          <p className="text-muted">
            <Trans>Any account can send it: it pays the network’s fee and decides nothing.</Trans>
          </p>
          <div>
            <Button variant="accent" busy={isBusy} disabled={!chosen} onClick={() => void send('wallet')}>
              <Trans>Send with a wallet</Trans>
            </Button>
          </div>
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-medium">
              <Trans>Send with a private key</Trans>
            </summary>
            <div className="grid gap-3">
              <label className="grid gap-1.5 text-sm font-medium">
                <Trans>Private key of an account that holds the network’s coin</Trans>
                <input
                  type="password"
                  autoComplete="off"
                  spellCheck={false}
                  dir="ltr"
                  className={controlClass}
                  value={key}
                  onChange={(event) => setKey(event.target.value)}
                />
              </label>
              <p className="text-sm text-muted">
                <Trans>
                  The key stays in this page and is forgotten when the call is sent. Best use an account that holds
                  little else.
                </Trans>
              </p>
              <div>
                <Button busy={isBusy} disabled={!chosen || privateKey === null} onClick={() => void send('key')}>
                  <Trans>Sign and send</Trans>
                </Button>
              </div>
            </div>
          </details>
        </div>
      )}
    </section>
  )
}

function CallText({ call, recovery, reading }: { call: PossibleCall } & Pick<Props, 'recovery' | 'reading'>) {
  const { i18n } = useLingui()
  const { terms } = recovery
  const paid = payoutOf(call, recovery, reading)
  return (
    <span className="grid gap-1">
      <span className="font-medium">{i18n._(MOVE_TEXTS[call.move])}</span>
      {paid && (
        <span className="text-muted">
          <Trans>
            To the buyer <Usdt micro={microOf(terms, paid.toBuyer)} />, fee <Usdt micro={microOf(terms, paid.fee)} />,
            to the seller <Usdt micro={microOf(terms, paid.toSeller)} />
          </Trans>
        </span>
      )}
    </span>
  )
}

/** Of calls that end the trade. */
function payoutOf({ move, released = 0n }: PossibleCall, { terms }: Recovery, { state }: Reading) {
  return ['settle', 'executeRefund', 'expire'].includes(move) ? payoutsOf(terms, released, state.balance) : null
}

function OutcomeNote({ outcome }: { outcome: Outcome }) {
  const { i18n } = useLingui()
  if ('sent' in outcome) {
    return (
      <p role="status" className="rounded-control border border-buy/40 bg-buy-soft px-4 py-3">
        <Trans>Done: the call is in a block.</Trans>{' '}
        <code dir="ltr" className="font-mono text-sm break-all">
          {outcome.sent}
        </code>
      </p>
    )
  }
  const { error } = outcome
  if (error instanceof WalletError) return <ErrorNote>{i18n._(WALLET_TEXTS[error.trouble])}</ErrorNote>
  const { trouble, reason } = error instanceof ChainError ? error : new ChainError('refused', String(error))
  return (
    <ErrorNote>
      {i18n._(CHAIN_TEXTS[trouble])} <bdi className="font-normal">{reason}</bdi>
    </ErrorNote>
  )
}

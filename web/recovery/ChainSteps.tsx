import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { microOf } from '../../domain/escrow/division.ts'
import { nextDeadline } from '../../domain/escrow/possible-calls.ts'
import type { Recovery } from '../../domain/escrow/recovery-file.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { ChainError, readChain, rpcAt } from './chain.ts'
import type { Reading } from './chain.ts'
import { timeText } from './locale.ts'
import { SendStep } from './SendStep.tsx'
import { Usdt } from './Terms.tsx'
import { CHAIN_TEXTS, TERM_TEXTS } from './texts.ts'

/** The chain that the reader names, the trade as it is there, and the call that is possible. */
export function ChainSteps({ recovery }: { recovery: Recovery }) {
  const { i18n } = useLingui()
  const [url, setUrl] = useState('')
  const [reading, setReading] = useState<Reading | null>(null)
  const [error, setError] = useState<ChainError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const rpc = rpcAt(url.trim())

  async function read() {
    setBusy(true)
    try {
      setReading(await readChain(rpc, recovery))
      setError(null)
    } catch (error) {
      setReading(null)
      setError(error instanceof ChainError ? error : new ChainError('unreachable'))
    }
    setBusy(false)
  }

  return (
    <>
      <section className="panel grid gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">
          <Trans>2. The network</Trans>
        </h2>
        <form
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void read()
          }}
        >
          <TextField
            name="rpc"
            label={<Trans>Address of an RPC of the network</Trans>}
            hint={<Trans>For example one that your wallet lists for network {String(recovery.terms.chainId)}.</Trans>}
            placeholder="https://"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            value={url}
            onValueChange={setUrl}
          />
          <div>
            <Button type="submit" variant={reading ? 'line' : 'accent'} busy={isBusy} disabled={url.trim() === ''}>
              <Trans>Read the trade</Trans>
            </Button>
          </div>
        </form>
        {error && (
          <ErrorNote>
            {i18n._(CHAIN_TEXTS[error.trouble])} <bdi className="font-normal">{error.reason}</bdi>
          </ErrorNote>
        )}
        {reading && <State recovery={recovery} reading={reading} />}
      </section>
      {reading && <SendStep recovery={recovery} reading={reading} rpc={rpc} onDone={() => void read()} />}
    </>
  )
}

function State({ recovery: { terms }, reading }: { recovery: Recovery; reading: Reading }) {
  const { i18n } = useLingui()
  const { state, now, block, refusal } = reading
  const at = timeText(now)
  const next = nextDeadline({ terms, state, now, block })
  return (
    <div className="grid gap-3" role="status">
      {refusal && (
        <p className="rounded-control border border-sell/40 bg-sell-soft px-4 py-3 font-medium">
          <Trans>These terms break a rule:</Trans> {i18n._(TERM_TEXTS[refusal])}
        </p>
      )}
      <p>
        {state.isSettled ? <Trans>The trade is settled.</Trans> : <Trans>The trade is open.</Trans>}{' '}
        {state.isClaimed && !state.isSettled && <Trans>The buyer’s claim to have paid is on the chain.</Trans>}{' '}
        {state.refundAt !== 0n && !state.isSettled && (
          <Trans>A refund is requested, and can be carried out from {timeText(state.refundAt)} at the earliest.</Trans>
        )}
      </p>
      <p>
        <Trans>
          The address holds <Usdt micro={microOf(terms, state.balance)} />.
        </Trans>
      </p>
      <p className="text-muted">
        <Trans>As of the network’s block of {at}.</Trans>{' '}
        {next !== null && <Trans>The next deadline is {timeText(next)}.</Trans>}
      </p>
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { readRecoveryFile, RecoveryFileError } from '../../domain/escrow/recovery-file.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'
import { ChainSteps } from './ChainSteps.tsx'
import { Terms } from './Terms.tsx'
import { FILE_TEXTS } from './texts.ts'

type Opened = { name: string; recovery: ReturnType<typeof readRecoveryFile> }

/** Settles a trade without the platform: a file, the chain, one call. */
export function TradeRecovery() {
  const { i18n } = useLingui()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [refusal, setRefusal] = useState<RecoveryFileError | null>(null)

  async function open(file: File) {
    try {
      setOpened({ name: file.name, recovery: readRecoveryFile(await file.text()) })
      setRefusal(null)
    } catch (error) {
      if (!(error instanceof RecoveryFileError)) throw error
      setOpened(null)
      setRefusal(error)
    }
  }

  return (
    <main className="mx-auto grid w-full max-w-3xl gap-6 px-4 pt-2 pb-16">
      <header className="grid gap-2">
        <h1 className="text-2xl font-semibold">
          <Trans>Settle a trade without the platform</Trans>
        </h1>
        <p className="text-muted">
          <Trans>
            Open the recovery file of a trade. This page checks it, reads the trade from the network that you name, and
            sends the call that is possible now. It asks no server of ours for anything.
          </Trans>
        </p>
      </header>
      <section className="panel grid gap-4 p-4 sm:p-6">
        <h2 className="text-lg font-semibold">
          <Trans>1. The recovery file</Trans>
        </h2>
        <FileButton hasFile={opened !== null} onOpen={(file) => void open(file)} />
        {refusal && (
          <ErrorNote>
            {i18n._(FILE_TEXTS[refusal.refusal])}{' '}
            {refusal.at !== '' && (
              <span dir="ltr" className="font-normal">
                ({refusal.at})
              </span>
            )}
          </ErrorNote>
        )}
        {opened && <Terms name={opened.name} recovery={opened.recovery} />}
      </section>
      {opened && <ChainSteps key={opened.recovery.pocket} recovery={opened.recovery} />}
    </main>
  )
}

function FileButton({ hasFile, onOpen }: { hasFile: boolean; onOpen: (file: File) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button variant={hasFile ? 'line' : 'accent'} onClick={() => input.current?.click()}>
        {hasFile ? <Trans>Open another file</Trans> : <Trans>Open a file</Trans>}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`Recovery file`}
        accept="application/json,.json"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // The same file may be opened again after it was changed.
          event.target.value = ''
          if (file) onOpen(file)
        }}
      />
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { CopyButton } from '../ui/CopyButton.tsx'

/** The codes, this once: to copy, to download, to write down. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const text = codes.join('\n')
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          Keep these where you will find them without your phone. Each opens your account once, with your password. They
          are not shown again.
        </Trans>
      </p>
      <ol dir="ltr" className="grid gap-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} label={t`Copy the codes`} />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="sarraf-recovery-codes.txt"
          className={buttonClass('line', 'row')}
        >
          <Trans>Download</Trans>
        </a>
      </div>
      <Button variant="accent" onClick={onClose}>
        <Trans>I have saved them</Trans>
      </Button>
    </div>
  )
}

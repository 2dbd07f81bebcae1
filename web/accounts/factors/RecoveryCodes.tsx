import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { productInFileNames } from '../../../domain/operator/product.ts'

/** New recovery codes, shown once: to copy, download or write down. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useLingui()
  const text = codes.join('\n')
  return (
    <div className="grid gap-5">
      <p>
        <Trans>
          Save these somewhere other than your phone. Each code can be used once, with your password. You won’t see them
          again.
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
          download={`${productInFileNames()}-recovery-codes.txt`}
          className={buttonClass('line', 'row')}
        >
          <Trans>Download</Trans>
        </a>
      </div>
      <Button variant="accent" onClick={onClose}>
        <Trans>I’ve saved them</Trans>
      </Button>
    </div>
  )
}

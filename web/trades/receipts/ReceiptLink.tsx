import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { createReceipt } from '../../../domain/api/trades/receipts.ts'
import type { Trade } from '../../../domain/api/trades/trades.ts'
import type { ReceiptField } from '../../../domain/trades/receipts.ts'
import { call } from '../../client.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'

/** Creates the link of a receipt with `fields` and copies it, both at one press. */
export function useReceiptLink(trade: Trade, fields: readonly ReceiptField[]) {
  return useMutation({
    async mutationFn() {
      const input = { params: { tradeId: trade.id }, body: { fields: [...fields] } }
      const created = call(createReceipt, input).then((answer) => answer.link)
      const copying = copied(created)
      return { text: await created, isCopied: await copying }
    },
  })
}

/** The link, to be read and copied again; a browser may have refused the first copy. */
export function ReceiptLink({ link }: { link: { text: string; isCopied: boolean } | undefined }) {
  const { t } = useLingui()
  return (
    <>
      <p role="status" className={link?.isCopied ? 'text-sm' : 'sr-only'}>
        {link?.isCopied && <Trans>Link copied</Trans>}
      </p>
      {link && (
        <div className="flex items-center gap-3">
          <input
            readOnly
            dir="ltr"
            value={link.text}
            aria-label={t`Link of the receipt`}
            onFocus={(event) => event.target.select()}
            className="h-11 min-w-0 grow rounded-control border border-edge bg-surface px-3 font-mono text-sm text-ink"
          />
          <CopyButton text={link.text} label={t`Copy the link of the receipt`} />
        </div>
      )}
    </>
  )
}

/** Whether the clipboard has taken the text; a browser allows it during the press only, so it is asked before the text is there. */
async function copied(text: Promise<string>): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
    return true
  } catch {
    return false
  }
}

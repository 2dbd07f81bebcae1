import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../ui/Badge.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { curlOf } from './curl.ts'
import type { ApiCall } from './document.ts'

/** One call, and behind it how it is typed at a shell. The document is in English in every language. */
export function CallEntry({ entry }: { entry: ApiCall }) {
  const { t } = useLingui()
  const { method, path, summary, group } = entry
  const curl = curlOf(entry, location.origin)
  const isForKeys = group !== 'browser'
  return (
    <li className="px-4 py-3 md:px-5">
      <div dir="ltr" lang="en" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">
          {method} {path}
        </code>
        {isForKeys && group !== 'anybody' && <Badge>{group}</Badge>}
      </div>
      <p dir="ltr" lang="en" className="text-sm text-muted">
        {summary}
      </p>
      {isForKeys && (
        <details className="mt-1">
          <summary
            className="inline-flex min-h-9 cursor-pointer items-center text-sm underline underline-offset-4"
            aria-label={t`Example of ${method} ${path}`}
          >
            <Trans>Example</Trans>
          </summary>
          <div className="grid justify-items-start gap-3 pt-1 pb-2">
            <pre dir="ltr" className="font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
              {curl}
            </pre>
            <CopyButton text={curl} label={t`Copy the example of ${method} ${path}`} />
          </div>
        </details>
      )}
    </li>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '../ui/Badge.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { curlOf } from './curl.ts'
import type { ApiCall } from './document.ts'

/** One call with an example as a shell command. The OpenAPI document is in English in every language. */
export function CallEntry({ entry }: { entry: ApiCall }) {
  const { t } = useLingui()
  const { method, path, summary, group, response } = entry
  const curl = curlOf(entry, location.origin)
  return (
    <li className="px-4 py-3 md:px-5">
      <div dir="ltr" lang="en" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">
          {method} {path}
        </code>
        {group !== 'public' && <Badge>{group}</Badge>}
      </div>
      <details>
        <summary dir="ltr" className="flex min-h-9 cursor-pointer flex-wrap items-center gap-x-3 text-sm">
          <span lang="en" className="text-muted">
            {summary}
          </span>
          <span aria-hidden className="underline underline-offset-4">
            <Trans>Example</Trans>
          </span>
          <span className="sr-only">{t`Example of ${method} ${path}`}</span>
        </summary>
        <div className="grid justify-items-start gap-3 pt-1 pb-2">
          <pre dir="ltr" className="font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
            {curl}
          </pre>
          <CopyButton text={curl} label={t`Copy the example of ${method} ${path}`} />
          {response !== undefined && (
            <>
              <p className="text-sm text-muted">
                <Trans>Response</Trans>
              </p>
              <pre dir="ltr" className="font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
                {typeof response === 'string' ? response : JSON.stringify(response, null, 2)}
              </pre>
            </>
          )}
        </div>
      </details>
    </li>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../../ui/CopyButton.tsx'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { Icon } from '../../ui/Icon.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { curlOf } from './curl.ts'
import type { ApiCall } from './document.ts'

/** One call with an example as a shell command. The OpenAPI document is in English in every language. */
export function CallEntry({ entry }: { entry: ApiCall }) {
  const { t } = useLingui()
  const { method, path, summary, response } = entry
  const curl = curlOf(entry, location.origin)
  return (
    <li className="px-4 md:px-5">
      <details className="group">
        <summary
          dir="ltr"
          className="flex min-h-12 cursor-pointer list-none items-center gap-4 py-1.5 hover:text-ink [&::-webkit-details-marker]:hidden"
        >
          <span lang="en" className="min-w-0 grow items-baseline gap-x-4 sm:flex sm:flex-wrap">
            <code className="font-mono text-sm font-semibold [overflow-wrap:anywhere]">
              {method} {path}
            </code>
            <span className="block text-sm text-muted">{summary}</span>
          </span>
          <span className="sr-only">{t`Example of ${method} ${path}`}</span>
          <span className="shrink-0 text-muted transition-transform duration-150 group-open:rotate-180">
            <Icon of={ChevronDown} size={16} />
          </span>
        </summary>
        <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3 pt-1 pb-4">
          <CodeBlock label={t`Example of ${method} ${path}`}>{curl}</CodeBlock>
          <CopyButton text={curl} label={t`Copy the example of ${method} ${path}`} />
          {response !== undefined && (
            <>
              <p className="text-sm text-muted">
                <Trans>Response</Trans>
              </p>
              <CodeBlock label={t`Response of ${method} ${path}`}>
                {typeof response === 'string' ? response : JSON.stringify(response, null, 2)}
              </CodeBlock>
            </>
          )}
        </div>
      </details>
    </li>
  )
}

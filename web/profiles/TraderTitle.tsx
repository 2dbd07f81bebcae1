import { useLingui } from '@lingui/react/macro'
import type { TraderPage } from '../../domain/api/profiles/traders.ts'
import { ogImagePaths } from '../../domain/og-images.ts'
import { useFormats } from '../formats.ts'
import { PageTitle } from '../layout/PageTitle.tsx'
import { useTrader } from './trader.ts'
import { useRecordText } from './use-record-text.ts'

/** The head of a trader's page: the name and the record. */
export function TraderTitle({ username }: { username: string }) {
  const { t } = useLingui()
  const { data } = useTrader(username)
  return data ? <Known trader={data} /> : <PageTitle title={t`Trader ${username}`} isListed={false} />
}

function Known({ trader: { username, isDemo, reputation } }: { trader: TraderPage }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { completedTrades, completionRate } = reputation
  const record = useRecordText({ isDemo, completedTrades })
  // U+2068 and U+2069 isolate the name, as `<bdi>` does.
  const title = `\u2068${username}\u2069 · ${record}`
  const rate = completionRate === null ? null : formats.share(completionRate)
  return (
    <PageTitle
      title={title}
      description={
        rate === null ? t`Trader ${username}: ${record}.` : t`Trader ${username}: ${record}, completion rate ${rate}.`
      }
      // Other sites keep a picture by its address, so a new record needs another one.
      picture={{ path: `${ogImagePaths.trader(username)}?v=${completedTrades}`, alt: title }}
    />
  )
}

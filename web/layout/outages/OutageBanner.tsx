import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionKey } from '../../session/session.ts'
import { useDates } from '../../dates.ts'

const READ_AGAIN_MS = 30_000

/** What an outage means for the reader, on every page until it ends. */
export default function OutageBanner({ startedAt }: { startedAt: string }) {
  const client = useQueryClient()
  const moment = useDates().moment(startedAt)
  useEffect(() => {
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: sessionKey }), READ_AGAIN_MS)
    return () => clearInterval(timer)
  }, [client])
  return (
    <div role="status" className="border-b border-line bg-accent-soft">
      <p className="wrap py-3 text-sm [overflow-wrap:anywhere]">
        <strong className="font-semibold">
          <Trans>Outage since {moment}.</Trans>
        </strong>{' '}
        <Trans>
          The deadlines of open trades and disputes are suspended until it ends, and then extended by its length. New
          trades are not possible until then.
        </Trans>
      </p>
    </div>
  )
}

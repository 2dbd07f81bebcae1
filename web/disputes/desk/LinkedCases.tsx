import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { LinkedGroup } from '../../../domain/api/disputes/case-values.ts'
import { takeCase, type DisputeCase, type LinkedCase } from '../../../domain/api/disputes/disputes.ts'
import { TAKEN_TOGETHER } from '../../../domain/disputes/linked-cases.ts'
import { errorText } from '../../client.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { Loaded } from '../../Loaded.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useToast } from '../../ui/notices/Toast.tsx'
import { useCommand } from '../../use-command.ts'
import { CaseBadges } from './CaseBadges.tsx'
import { readDeskAgain, useLinkedCases } from './queries.ts'
import { Refusals } from './Refusals.tsx'
import { SharedLinks } from './SharedLinks.tsx'

/** What a flood of cases is: how many belong together, and by what. */
export function LinkedGroupsNote({ groups }: { groups: readonly LinkedGroup[] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="text-base font-semibold">
        <Trans>Cases that may be one person’s</Trans>
      </h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {groups.map((group) => (
          <li key={group.name}>
            <bdi dir="ltr" className="num font-semibold">
              {group.name}
            </bdi>{' '}
            · <GroupSummary group={group} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function GroupSummary({ group: { cases, takers, links } }: { group: LinkedGroup }) {
  return (
    <>
      <Plural value={cases} one="# case" other="# cases" /> ·{' '}
      <Plural value={takers} one="trades opened by # user" other="trades opened by # users" /> ·{' '}
      <SharedLinks links={links} />
    </>
  )
}

type PanelProps = { dispute: DisputeCase; group: LinkedGroup }

/** The other cases of the group; the arbiter can take several that are free in one press. Each keeps its own record. */
export function LinkedCasesPanel({ dispute, group }: PanelProps) {
  const { t } = useLingui()
  const query = useLinkedCases(dispute.tradeId)
  const panel = useRef<HTMLElement>(null)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={t`Linked cases`}
      className="panel grid grid-cols-1 gap-3 px-5 py-4 outline-none sm:px-7 sm:py-5"
    >
      <h2 className="text-lg">
        <Trans>Linked cases</Trans>
      </h2>
      <p className="text-sm text-muted">
        <GroupSummary group={group} />
        {'. '}
        <Trans>Traders of one household or carrier share a network too: look at each case before you decide.</Trans>
      </p>
      <Loaded query={query} rows={2} label={t`Loading cases…`}>
        {(others) => (
          <>
            <ul className="grid divide-y divide-line">
              {others.map((other) => (
                <LinkedCaseRow key={other.tradeId} other={other} />
              ))}
            </ul>
            <NotShown count={group.cases - 1 - others.length} />
            <TakeFree cases={others.filter(isFree)} onTaken={() => panel.current?.focus()} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function NotShown({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <p className="text-sm text-muted">
      <Plural
        value={count}
        one="# more case isn’t shown: you can’t take it, or the list is full."
        other="# more cases aren’t shown: you can’t take them, or the list is full."
      />
    </p>
  )
}

function isFree({ isTaken, status }: LinkedCase): boolean {
  return !isTaken && (status === 'statements' || status === 'deciding')
}

function LinkedCaseRow({ other }: { other: LinkedCase }) {
  const formats = useFormats()
  const reference = <bdi dir="ltr">{other.reference}</bdi>
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      {other.isMine ? (
        <Link to={paths.case(other.tradeId)} className="font-semibold underline">
          {reference}
        </Link>
      ) : (
        reference
      )}
      <CaseBadges dispute={{ ...other, group: null }} />
      <span className="num text-sm text-muted">
        <bdi>{formats.usdt(other.amountUsdt)}</bdi> · <SharedLinks links={other.directLinks} />
      </span>
      {other.isTaken && !other.isMine && (
        <span className="text-sm text-muted">
          <Trans>Another arbiter has this case.</Trans>
        </span>
      )}
    </li>
  )
}

/** Takes one case after the other: a refusal of one stops none of the others. */
function TakeFree({ cases, onTaken }: { cases: readonly LinkedCase[]; onTaken: () => void }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const { notify } = useToast()
  const command = useCommand(takeCase)
  const [taking, setTaking] = useState<{ at: number; of: number }>()
  const [refused, setRefused] = useState<readonly string[]>([])
  const next = cases.slice(0, TAKEN_TOGETHER)

  async function takeNext() {
    const refusals: string[] = []
    setRefused([])
    for (const [index, { tradeId, reference }] of next.entries()) {
      setTaking({ at: index + 1, of: next.length })
      try {
        await command.mutateAsync({ params: { tradeId }, body: {} })
      } catch (error) {
        refusals.push(`${reference}: ${errorText(error)}`)
      }
    }
    setTaking(undefined)
    setRefused(refusals)
    readDeskAgain(client)
    const taken = next.length - refusals.length
    if (taken > 0) notify(t`Cases taken: ${taken}`)
    // The button may go with the last case that is free.
    onTaken()
  }

  return (
    <>
      {(next.length > 0 || taking) && (
        <Button className="justify-self-start" busy={taking !== undefined} onClick={() => void takeNext()}>
          {taking ? (
            <Trans>
              Taking {taking.at} of {taking.of}…
            </Trans>
          ) : (
            <Plural value={next.length} one="Take # free case" other="Take # free cases" />
          )}
        </Button>
      )}
      {refused.length > 0 && (
        <ErrorNote>
          <Refusals texts={refused} />
        </ErrorNote>
      )}
    </>
  )
}

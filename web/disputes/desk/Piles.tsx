import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CasePile } from '../../../domain/api/disputes/case-values.ts'
import { takeCase, type DisputeCase, type LinkedCase, type ListedCase } from '../../../domain/api/disputes/disputes.ts'
import type { PileLink } from '../../../domain/disputes/piles.ts'
import { errorText } from '../../client.ts'
import { useFormats } from '../../formats.ts'
import { Link } from '../../layout/Link.tsx'
import { Loaded } from '../../Loaded.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { useCommand } from '../../use-command.ts'
import { CaseBadges } from './CaseBadges.tsx'
import { readDeskAgain, usePile } from './queries.ts'
import { PILE_LINK_TEXTS } from './texts.ts'

/** What a flood of cases is: how many belong together, and by what. */
export function PilesNote({ piles }: { piles: readonly CasePile[] }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="text-base font-semibold">
        <Trans>Cases that may be one person’s</Trans>
      </h2>
      <ul className="mt-2 grid gap-1 text-sm">
        {piles.map((pile, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a pile has no name: it is what its cases are
          <li key={index}>
            <PileSummary pile={pile} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What takers share, in words. */
export function SharedLinks({ links }: { links: readonly PileLink[] }) {
  const { i18n } = useLingui()
  if (links.length === 0) return <Trans>linked through other cases</Trans>
  const list = new Intl.ListFormat(i18n.locales ?? i18n.locale, { type: 'conjunction' })
  return <>{list.format(links.map((link) => i18n._(PILE_LINK_TEXTS[link])))}</>
}

function PileSummary({ pile: { cases, takers, links } }: { pile: CasePile }) {
  return (
    <>
      <Plural value={cases} one="# case" other="# cases" /> ·{' '}
      <Plural value={takers} one="trades opened by # user" other="trades opened by # users" /> ·{' '}
      <SharedLinks links={links} />
    </>
  )
}

/** The other cases of the pile; the arbiter can take those that are free in one press. Each keeps its own record. */
export function PilePanel({ dispute }: { dispute: DisputeCase }) {
  const { t } = useLingui()
  const query = usePile(dispute.tradeId)
  return (
    <section aria-label={t`Linked cases`} className="panel grid grid-cols-1 gap-3 px-5 py-4 sm:px-7 sm:py-5">
      <h2 className="text-lg">
        <Trans>Linked cases</Trans>
      </h2>
      {dispute.pile && (
        <p className="text-sm text-muted">
          <PileSummary pile={dispute.pile} />
          {'. '}
          <Trans>Traders of one household or carrier share a network too: look at each case before you decide.</Trans>
        </p>
      )}
      <Loaded query={query} rows={2} label={t`Loading cases…`}>
        {(others) => (
          <>
            <ul className="grid divide-y divide-line">
              {others.map((other) => (
                <LinkedCaseRow key={other.tradeId} other={other} />
              ))}
            </ul>
            <TakeFree cases={others.filter(isFree)} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function isFree({ isTaken, conflict, status }: ListedCase): boolean {
  return !isTaken && conflict === null && (status === 'statements' || status === 'deciding')
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
      <CaseBadges dispute={{ ...other, pile: null }} />
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
function TakeFree({ cases }: { cases: readonly ListedCase[] }) {
  const client = useQueryClient()
  const command = useCommand(takeCase)
  const [taking, setTaking] = useState<{ done: number; of: number }>()
  const [problems, setProblems] = useState<readonly string[]>([])
  if (cases.length === 0 && !taking && problems.length === 0) return null

  async function takeAll() {
    setProblems([])
    const refused: string[] = []
    for (const [done, { tradeId, reference }] of cases.entries()) {
      setTaking({ done, of: cases.length })
      try {
        await command.mutateAsync({ params: { tradeId }, body: {} })
      } catch (error) {
        refused.push(`${reference}: ${errorText(error)}`)
      }
    }
    setTaking(undefined)
    setProblems(refused)
    readDeskAgain(client)
  }

  return (
    <>
      {(cases.length > 0 || taking) && (
        <Button className="justify-self-start" busy={taking !== undefined} onClick={() => void takeAll()}>
          {taking ? (
            <Trans>
              Taking {taking.done + 1} of {taking.of}…
            </Trans>
          ) : (
            <Plural value={cases.length} one="Take # free case" other="Take # free cases" />
          )}
        </Button>
      )}
      <Problems texts={problems} />
    </>
  )
}

function Problems({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ErrorNote>
      {texts.map((text) => (
        <span key={text} className="block">
          {text}
        </span>
      ))}
    </ErrorNote>
  )
}

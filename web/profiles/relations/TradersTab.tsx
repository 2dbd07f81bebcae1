import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Relation } from '../../../domain/api/profiles/relations.ts'
import type { RelationKind } from '../../../domain/profiles/relations.ts'
import { useDates } from '../../dates.ts'
import { Link } from '../../layout/Link.tsx'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { NotesList } from '../trader-notes/NotesList.tsx'
import { useRelations } from './queries.ts'
import { useSetRelation } from './use-set-relation.ts'
import { Loaded } from '../../Loaded.tsx'

/** The traders whom the user trusts and blocks, and the notes on traders. */
export function TradersTab() {
  const { t } = useLingui()
  return (
    <>
      <Loaded query={useRelations()} rows={3} label={t`Loading traders…`} hidesLaterErrors>
        {(relations) => <Lists relations={relations} />}
      </Loaded>
      <NotesList className="mt-8" />
    </>
  )
}

function Lists({ relations }: { relations: readonly Relation[] }) {
  const of = (kind: RelationKind) => relations.filter((relation) => relation.kind === kind)
  return (
    <div className="grid gap-8 lg:grid-cols-2 lg:gap-x-10">
      <p className="text-muted lg:col-span-2">
        <Trans>Only you see these lists. You trust or block a trader on their page, or in a trade with them.</Trans>
      </p>
      <List
        title={<Trans>Trusted traders</Trans>}
        about={<Trans>They see your offers for trusted traders.</Trans>}
        relations={of('trusted')}
      />
      <List
        title={<Trans>Blocked traders</Trans>}
        about={<Trans>You don’t see each other’s offers, and can’t open trades with each other.</Trans>}
        relations={of('blocked')}
      />
      {relations.length === 0 && (
        <Link to={paths.offers} className={buttonClass('accent', 'normal', 'justify-self-start')}>
          <Trans>Browse offers</Trans>
        </Link>
      )}
    </div>
  )
}

type ListProps = { title: ReactNode; about: ReactNode; relations: Relation[] }

function List({ title, about, relations }: ListProps) {
  return (
    <section>
      <h2 className="text-xl">{title}</h2>
      <p className="mt-1 text-muted">{about}</p>
      {relations.length === 0 ? (
        <p className="panel mt-3 px-5 py-4 text-muted">
          <Trans context="traders">None yet</Trans>
        </p>
      ) : (
        <ul className="panel mt-3 divide-y divide-line">
          {relations.map((relation) => (
            <Row key={relation.username} relation={relation} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ relation: { username, avatar, kind, at } }: { relation: Relation }) {
  const dates = useDates()
  const { isBusy, setTo } = useSetRelation(username, kind)
  const date = dates.date(at)
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Avatar name={username} picture={avatar} />
      <div className="min-w-0 grow">
        <Link to={paths.trader(username)} className="touch-area font-semibold underline underline-offset-4">
          <bdi>{username}</bdi>
        </Link>
        <p className="text-sm text-muted">
          <Trans>Since {date}</Trans>
        </p>
      </div>
      <Button size="row" busy={isBusy} onClick={() => setTo(null)}>
        {kind === 'trusted' ? <Trans>Stop trusting</Trans> : <Trans>Unblock</Trans>}
        <span className="sr-only">: {username}</span>
      </Button>
    </li>
  )
}

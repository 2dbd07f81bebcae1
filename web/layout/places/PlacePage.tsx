import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../session/session.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { PageTitle } from '../PageTitle.tsx'
import { PlaceNav } from './PlaceNav.tsx'
import type { PlaceName } from './places.ts'
import { useSections } from './sections.ts'

type Props = {
  place: PlaceName
  /** The open section. */
  section: string
  /** In the heading instead of the place's name. */
  heading?: ReactNode
  /** Beside the heading. */
  aside?: ReactNode
  /** Above the tabs. */
  notices?: ReactNode
  /** Behind the names of sections. */
  badges?: Readonly<Record<string, ReactNode>>
  children: ReactNode
}

/** A page of a signed-in user: the navigation of all places, and a tab for each section of this one. */
export function PlacePage({ place, section, heading, aside, notices, badges = {}, children }: Props) {
  const navigate = useNavigate()
  const { actingFor } = useSession()
  const { label, title, sections } = useSections()[place]
  const open = sections.find(({ name }) => name === section) ?? sections[0]
  return (
    <div className="wrap grid-cols-[10.5rem_minmax(0,1fr)] gap-x-10 pt-4 pb-8 md:pb-12 xl:grid xl:pt-12">
      <PageTitle title={open === sections[0] ? title : `${open.label} · ${label}`} />
      <PlaceNav place={place} />
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <h1 className="title min-w-0">{heading ?? label}</h1>
          {aside}
        </div>
        {notices}
        {/* The other sections are the member's own, and not the owner's. */}
        {actingFor ? (
          children
        ) : (
          <Tabs
            label={label}
            value={open.name}
            onValueChange={(name) => {
              const to = sections.find((each) => each.name === name)?.to
              if (to !== undefined) void navigate(to, { preventScrollReset: true })
            }}
            tabs={sections.map((each) => ({
              value: each.name,
              label: (
                <>
                  {each.label} {badges[each.name]}
                </>
              ),
              content: each === open ? children : null,
            }))}
          />
        )}
      </div>
    </div>
  )
}

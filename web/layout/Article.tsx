import type { ReactNode } from 'react'

/** The dark header of an information page: title, lead, and an optional strip below. */
export function PageHead({ title, lead, children }: { title: ReactNode; lead: ReactNode; children?: ReactNode }) {
  return (
    <header className="band">
      <div className="wrap pt-10 pb-9 md:pt-16 md:pb-12">
        <h1 className="display max-w-[18em] !text-[clamp(2rem,4.4vw,3.25rem)]">{title}</h1>
        <p className="mt-4 max-w-[38em] text-lg text-pretty text-muted">{lead}</p>
      </div>
      {children !== undefined && (
        <div className="border-t border-line">
          <div className="wrap py-7">{children}</div>
        </div>
      )}
    </header>
  )
}

type SectionProps = {
  title: ReactNode
  /** A line under the title. */
  lead?: ReactNode
  id?: string
  children: ReactNode
}

/** A section of an information page, with its title in a side column where the tables have room beside it. */
export function Section({ title, lead, id, children }: SectionProps) {
  return (
    <section
      id={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-10 first:border-t-0 md:py-12 lg:grid-cols-[17rem_1fr]"
    >
      <div>
        <h2 className="text-2xl">{title}</h2>
        {lead !== undefined && <p className="mt-2 max-w-[42em] text-pretty text-muted">{lead}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}

/** Sections below each other, at the page's width. */
export function Sections({ children }: { children: ReactNode }) {
  return <div className="wrap pt-2 pb-6">{children}</div>
}

/** A paragraph at reading width. */
export function Text({ children }: { children: ReactNode }) {
  return <p className="max-w-[42em] text-pretty">{children}</p>
}

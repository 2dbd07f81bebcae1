import type { ReactNode } from 'react'

/** A page of plain reading: a heading, a line about it, and sections. */
export function Article({ title, lead, children }: { title: ReactNode; lead: ReactNode; children: ReactNode }) {
  return (
    <article className="wrap py-10 md:py-16">
      <div className="max-w-[44em]">
        <h1 className="title">{title}</h1>
        <p className="mt-3 text-lg text-muted">{lead}</p>
        {children}
      </div>
    </article>
  )
}

export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-xl">{title}</h2>
      <div className="mt-2 grid gap-3">{children}</div>
    </section>
  )
}

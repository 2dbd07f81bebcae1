import type { ReactNode } from 'react'

/** The card of the sign-in and registration pages: a heading, the form, and a link to the other page. */
export function AccountFrame({ title, children, other }: { title: ReactNode; children: ReactNode; other: ReactNode }) {
  return (
    <div className="wrap grid justify-center py-10 md:py-16">
      <div className="w-[min(28rem,calc(100vw-2rem))]">
        <h1 className="title mb-6">{title}</h1>
        <div className="panel p-5 sm:p-7">{children}</div>
        <p className="mt-5 text-center text-muted">{other}</p>
      </div>
    </div>
  )
}

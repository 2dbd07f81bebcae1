import type { ReactNode } from 'react'

type PartProps = {
  name: string
  /** The files of web/ui that draw it. */
  files: readonly string[]
  /**
   * How to see the looks that only the browser can bring about, for instance "hover, Tab". A frame with the same declarations
   * could show them automatically, but would duplicate the styles.
   */
  byHand?: string
  children: ReactNode
}

/** One part of the interface with its states. */
export function Part({ name, files, byHand, children }: PartProps) {
  return (
    <section id={name.replaceAll(' ', '-').toLowerCase()} aria-label={name} className="gallery-part">
      <div>
        <h2 className="text-xl">{name}</h2>
        <p className="gallery-files" data-files={files.join(' ')}>
          {files.join(', ')}
        </p>
        {byHand !== undefined && <p className="gallery-by-hand">More by hand: {byHand}</p>}
      </div>
      <div className="gallery-states">{children}</div>
    </section>
  )
}

type StateProps = {
  name: string
  isWide?: boolean
  children: ReactNode
}

export function State({ name, isWide = false, children }: StateProps) {
  return (
    <div className={isWide ? 'gallery-state is-wide' : 'gallery-state'}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="gallery-row">{children}</div>
}

/** States below each other, as on a page. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className="gallery-stack">{children}</div>
}

/** The props with which components are on the page, as React renders them. */
import type { ComponentType } from 'react'

export type ShownProps = Readonly<Record<string, unknown>>

/** What the walk reads of React's own node of a component: React has no public way to ask a page for its components. */
type Fiber = { type: unknown; memoizedProps: ShownProps; child: Fiber | null; sibling: Fiber | null }

/**
 * Calls `see` with every component below the element that React renders into, in the order of the page, and the props of the
 * nearest `Frame` around it.
 */
export function walkComponents<FrameProps>(
  container: Element,
  Frame: ComponentType<FrameProps>,
  see: (component: unknown, props: ShownProps, frame: FrameProps) => void,
): void {
  const key = Object.keys(container).find((name) => name.startsWith('__reactContainer$'))
  if (key === undefined) throw new Error('React renders nothing into this element')
  // The element keeps the node that was rendered first; its root has the present one.
  const { stateNode } = (container as unknown as Record<string, { stateNode: { current: Fiber } }>)[key]!
  const walk = (fiber: Fiber | null, frame: FrameProps | null): void => {
    for (let at = fiber; at !== null; at = at.sibling) {
      const within = at.type === Frame ? (at.memoizedProps as FrameProps) : frame
      if (within && typeof at.type === 'function') see(at.type, at.memoizedProps, within)
      walk(at.child, within)
    }
  }
  walk(stateNode.current, null)
}

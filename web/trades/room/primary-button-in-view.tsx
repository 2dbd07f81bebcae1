import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'

type State = readonly [isInView: boolean, setIsInView: (isInView: boolean) => void]

const InView = createContext<State>([false, () => {}])

/** Around a room whose bar, on a small screen, leads to a primary button further down the page. */
export function PrimaryButtonProvider({ children }: { children: ReactNode }) {
  return <InView value={useState(false)}>{children}</InView>
}

export function useIsPrimaryButtonInView(): boolean {
  return use(InView)[0]
}

/** What is behind the bar is not in view: about its height. */
const BAR = '0px 0px -100px'

/** Around that primary button. */
export function ObservedPrimaryButton({ children }: { children: ReactNode }) {
  const [, setIsInView] = use(InView)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setIsInView(entries.at(-1)!.isIntersecting), {
      rootMargin: BAR,
      threshold: 0.5,
    })
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      setIsInView(false)
    }
  }, [setIsInView])
  return (
    <div ref={place} className="max-sm:w-full">
      {children}
    </div>
  )
}

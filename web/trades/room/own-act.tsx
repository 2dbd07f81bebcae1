import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react'

type Shown = readonly [isShown: boolean, setIsShown: (isShown: boolean) => void]

const OwnActShown = createContext<Shown>([false, () => {}])

/** Around a room of which the bar of a small screen leads to an act further down the page. */
export function OwnActRoom({ children }: { children: ReactNode }) {
  return <OwnActShown value={useState(false)}>{children}</OwnActShown>
}

/** The golden button of such an act is on the screen, not below the bar. */
export function useIsOwnActShown(): boolean {
  return use(OwnActShown)[0]
}

/** About the height of the bar. */
const BAR = '0px 0px -100px'

/** The place of the golden button. */
export function OwnAct({ children }: { children: ReactNode }) {
  const [, setIsShown] = use(OwnActShown)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setIsShown(entries.at(-1)!.isIntersecting), {
      rootMargin: BAR,
      threshold: 0.5,
    })
    observer.observe(place.current!)
    return () => {
      observer.disconnect()
      setIsShown(false)
    }
  }, [setIsShown])
  return (
    <div ref={place} className="max-sm:w-full">
      {children}
    </div>
  )
}

import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Of a message that is higher than the screen, this much is enough. */
const SHOWN_PX = 120
const STEPS = [0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8]

/** Reports the largest number of the messages after `readSeq` that are on the screen. `isVisible`: the page is looked at. */
export function useShown(
  box: RefObject<HTMLElement | null>,
  { readSeq, newestSeq, isVisible }: { readSeq: number; newestSeq: number; isVisible: boolean },
  onShown: (seq: number) => void,
): void {
  const report = useEffectEvent(onShown)
  useEffect(() => {
    if (!isVisible || newestSeq <= readSeq) return
    const observer = new IntersectionObserver(
      (entries) => {
        const shown = entries.filter(
          ({ isIntersecting, intersectionRatio, intersectionRect }) =>
            isIntersecting && (intersectionRatio >= 0.5 || intersectionRect.height >= SHOWN_PX),
        )
        if (shown.length > 0) report(Math.max(...shown.map(({ target }) => seqOf(target))))
      },
      { threshold: STEPS },
    )
    for (const item of box.current?.querySelectorAll('[data-seq]') ?? []) {
      if (seqOf(item) > readSeq) observer.observe(item)
    }
    return () => observer.disconnect()
  }, [box, readSeq, newestSeq, isVisible])
}

function seqOf(item: Element): number {
  return Number((item as HTMLElement).dataset['seq'])
}

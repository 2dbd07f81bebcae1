import { useLayoutEffect, useState } from 'react'
import { PageTitle } from '../layout/PageTitle.tsx'
import { theme, THEMES, type Theme } from '../layout/preferences/theme.ts'
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx'
import { UiProvider } from '../ui/UiProvider.tsx'
import { Buttons } from './Buttons.tsx'
import { Choices } from './Choices.tsx'
import { Data } from './Data.tsx'
import { Dialogs } from './Dialogs.tsx'
import { Forms } from './Forms.tsx'
import { Foundations } from './Foundations.tsx'
import { Lists } from './Lists.tsx'
import { Messages } from './Messages.tsx'
import { Overlays } from './Overlays.tsx'
import { TextFields } from './TextFields.tsx'
import './gallery.css'

type Direction = 'ltr' | 'rtl'
const DIRECTIONS: { value: Direction; label: string }[] = [
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
]

/**
 * Every part of web/ui in every state, for developers; in development only (web/routes.ts). Its own texts are plain English
 * and in no catalogue.
 */
export default function GalleryPage() {
  const [direction, setDirection] = useDirection()
  return (
    <div className="wrap">
      <PageTitle title="Interface parts" />
      <div className="gallery" lang="en">
        <div>
          <h1 className="title">Interface parts</h1>
          <p className="mt-3 text-muted">
            Every component of web/ui in every state. The header switches the language of the components’ own texts.
            What a part looks like under a pointer, or with the focus, only the browser can show: the line “More by
            hand” says how.
          </p>
        </div>
        <div className="gallery-controls">
          <SegmentedControl
            label="Theme"
            options={THEMES.map((value) => ({ value, label: value }))}
            value={theme.use()}
            onValueChange={(next: Theme) => theme.write(next)}
          />
          <SegmentedControl label="Direction" options={DIRECTIONS} value={direction} onValueChange={setDirection} />
        </div>
        <UiProvider direction={direction}>
          <Foundations />
          <Buttons />
          <TextFields />
          <Choices />
          <Forms />
          <Messages />
          <Dialogs />
          <Overlays />
          <Lists />
          <Data />
        </UiProvider>
      </div>
    </div>
  )
}

/** The direction of the whole document, since menus and dialogs are drawn at its end; restored when the page is left. */
function useDirection(): [Direction, (direction: Direction) => void] {
  const [direction, setDirection] = useState<Direction | null>(null)
  useLayoutEffect(() => {
    if (direction === null) return undefined
    const root = document.documentElement
    const former = root.dir
    root.dir = direction
    return () => {
      root.dir = former
    }
  }, [direction])
  const own = typeof document === 'object' && document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'
  return [direction ?? own, setDirection]
}

import Bell from 'lucide/dist/esm/icons/bell.mjs'
import Check from 'lucide/dist/esm/icons/check.mjs'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import Copy from 'lucide/dist/esm/icons/copy.mjs'
import Ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs'
import Eye from 'lucide/dist/esm/icons/eye.mjs'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import Globe from 'lucide/dist/esm/icons/globe.mjs'
import Image from 'lucide/dist/esm/icons/image.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import Menu from 'lucide/dist/esm/icons/menu.mjs'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import MessageSquareText from 'lucide/dist/esm/icons/message-square-text.mjs'
import StickyNote from 'lucide/dist/esm/icons/sticky-note.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import SunMoon from 'lucide/dist/esm/icons/sun-moon.mjs'
import Volume2 from 'lucide/dist/esm/icons/volume-2.mjs'
import VolumeX from 'lucide/dist/esm/icons/volume-x.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Part, Row, State } from './Part.tsx'

/** By the names that Lucide gives them; a test finds the ones that are missing. */
const ICONS = {
  bell: Bell,
  check: Check,
  'chevron-down': ChevronDown,
  'chevron-left': ChevronLeft,
  copy: Copy,
  ellipsis: Ellipsis,
  eye: Eye,
  'eye-off': EyeOff,
  globe: Globe,
  image: Image,
  lock: Lock,
  menu: Menu,
  'message-square': MessageSquare,
  'message-square-text': MessageSquareText,
  star: Star,
  'sticky-note': StickyNote,
  'sun-moon': SunMoon,
  'volume-2': Volume2,
  'volume-x': VolumeX,
  x: X,
}

/** The sizes that the interface uses: the strokes are equally thick in each. */
const SIZES = [12, 14, 16, 18, 20, 28]

export function Icons() {
  return (
    <Part name="Icons" files={['Icon.tsx']}>
      <State name="all" isWide>
        <div className="gallery-icons">
          {Object.entries(ICONS).map(([name, icon]) => (
            <span key={name} data-icon={name}>
              <Icon of={icon} size={20} />
              {name}
            </span>
          ))}
        </div>
      </State>
      <State name="sizes">
        <Row>
          {SIZES.map((size) => (
            <Icon key={size} of={Bell} size={size} />
          ))}
        </Row>
      </State>
      <State name="filled">
        <Icon of={Star} size={20} isFilled />
      </State>
    </Part>
  )
}

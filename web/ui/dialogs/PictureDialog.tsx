import { FullscreenDialog } from './FullscreenDialog.tsx'

/** From this ratio of its sides on, a picture that fits the screen as a whole cannot be read. */
const LONG_RATIO = 2.5

type Props = {
  isOpen: boolean
  onClose: () => void
  title: string
  address: string
  picture: { width: number; height: number }
}

/** An enlarged picture. A long one, such as a scrolled screenshot, fills the screen with its shorter side and is scrolled. */
export function PictureDialog({ isOpen, onClose, title, address, picture }: Props) {
  return (
    <FullscreenDialog isOpen={isOpen} onClose={onClose} title={title}>
      <div className="grid min-h-0 grow place-items-center overflow-auto p-4">
        <img src={address} alt={title} className={fitOf(picture)} />
      </div>
    </FullscreenDialog>
  )
}

function fitOf({ width, height }: Props['picture']): string {
  if (height > width * LONG_RATIO) return 'max-w-full'
  if (width > height * LONG_RATIO) return 'max-h-full max-w-none'
  return 'max-h-full max-w-full object-contain'
}

import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Message } from '../../domain/api/chat/chat.ts'
import { PictureDialog } from '../ui/dialogs/PictureDialog.tsx'

/** The longer side of an image inside the chat, and the least of its shorter side: of a long picture, a part is shown. */
const SHOWN_PX = 240
const SHOWN_MIN_PX = 80

type Props = { address: string; image: NonNullable<Message['image']>; sender: string }

/** An image in the chat; pressing it enlarges it to the screen. Its size is reserved while it loads. */
export function ChatImage({ address, image, sender }: Props) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const scale = Math.min(1, SHOWN_PX / Math.max(image.width, image.height))
  const shown = (side: number) => Math.max(Math.min(side, SHOWN_MIN_PX), Math.round(side * scale))
  return (
    <>
      <button
        type="button"
        aria-label={t`Enlarge the image from ${sender}`}
        onClick={() => setIsOpen(true)}
        className="block"
      >
        <img
          src={address}
          alt=""
          width={shown(image.width)}
          height={shown(image.height)}
          className="my-1 rounded-control bg-canvas object-cover object-top"
        />
      </button>
      <PictureDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t`Image from ${sender}`}
        address={address}
        picture={image}
      />
    </>
  )
}

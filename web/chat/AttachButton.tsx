import Image from 'lucide/dist/esm/icons/image.mjs'
import { Icon } from '../ui/Icon.tsx'
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, type ChangeEvent, type RefObject } from 'react'
import { CHAT_IMAGE_TYPES } from '../../domain/chat/chat.ts'
import { Menu, MenuItem } from '../ui/dialogs/Menu.tsx'

const buttonClass =
  'grid size-10 shrink-0 place-items-center rounded-control text-muted hover:bg-line/60 hover:text-ink pointer-coarse:size-11'

/** Attaches a picture. On a touch screen the user chooses between the gallery and the camera. */
export function AttachButton({ onPick }: { onPick: (files: readonly File[]) => void }) {
  const { t } = useLingui()
  const gallery = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        aria-label={t`Attach image`}
        onClick={() => gallery.current?.click()}
        className={`${buttonClass} pointer-coarse:hidden`}
      >
        <Icon of={Image} size={20} />
      </button>
      <div className="hidden pointer-coarse:block">
        <Menu label={t`Attach image`} className={buttonClass} trigger={<Icon of={Image} size={20} />}>
          <MenuItem onSelect={() => gallery.current?.click()}>
            <Trans>Choose an image</Trans>
          </MenuItem>
          <MenuItem onSelect={() => camera.current?.click()}>
            <Trans>Take a photo</Trans>
          </MenuItem>
        </Menu>
      </div>
      <ImageInput input={gallery} label={t`Image file`} onPick={onPick} />
      <ImageInput input={camera} label={t`Photo`} capture="environment" onPick={onPick} />
    </>
  )
}

type InputProps = {
  input: RefObject<HTMLInputElement | null>
  label: string
  capture?: 'environment'
  onPick: (files: readonly File[]) => void
}

function ImageInput({ input, label, capture, onPick }: InputProps) {
  function pick({ target }: ChangeEvent<HTMLInputElement>) {
    onPick([...(target.files ?? [])])
    // The same file may be chosen again after it was removed.
    target.value = ''
  }
  return (
    <input
      ref={input}
      type="file"
      // Of a phone's own format, the list makes the system convert the picture.
      accept={CHAT_IMAGE_TYPES.join(',')}
      capture={capture}
      hidden
      aria-label={label}
      onChange={pick}
    />
  )
}

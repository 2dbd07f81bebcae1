import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../download.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/notices/ErrorNote.tsx'
import { QrCode, qrCodeImage } from '../../ui/QrCode.tsx'
import { Translated } from '../../ui/Translated.tsx'

type Props = {
  code: string
  /** What the code cannot say to the app. */
  hint: string | undefined
  fileName: string
}

/** The code that a banking app pays from: to be scanned from another screen, or saved as an image and opened in the app of this one. */
export default function PaymentCode({ code, hint, fileName }: Props) {
  const { t } = useLingui()
  const image = useMutation({ mutationFn: async () => saveFile(await qrCodeImage(code), fileName) })
  return (
    <div className="mt-4 grid gap-3">
      <p className="text-sm">
        <Trans>
          Scan this code with your banking app, or save it as an image and open it there. Check the name, the IBAN, the
          amount and the reference before you send.
        </Trans>{' '}
        {hint !== undefined && <Translated text={hint} />}
      </p>
      <QrCode text={code} label={t`Payment code for a banking app`} />
      {image.error && (
        <ErrorNote>
          <Trans>The image could not be saved. Scan the code instead.</Trans>
        </ErrorNote>
      )}
      <Button size="row" busy={image.isPending} onClick={() => image.mutate()} className="justify-self-start">
        <Trans>Save as image</Trans>
      </Button>
    </div>
  )
}

import { Plural, Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { exportAccount } from '../../domain/api/accounts/account-data.ts'
import { EXPORTS_PER_DAY } from '../../domain/accounts/account-data.ts'
import { productInFileNames } from '../../domain/operator/product.ts'
import { call, errorText } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/notices/ErrorNote.tsx'

/** Downloads the user's data as one JSON file. */
export function DownloadData({ username }: { username: string }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(exportAccount, { body: {} }),
    onSuccess: (data) => saveFile(`${productInFileNames()}-${username}.json`, JSON.stringify(data, null, 2)),
  })
  return (
    <>
      <p className="max-w-[36em] text-muted">
        <Trans>
          One file with your profile, settings, payment accounts, offers, trades, chats, sign-ins and keys. It contains
          no passwords or other secrets. You can download it{' '}
          <Plural value={EXPORTS_PER_DAY} one="# time" other="# times" /> a day.
        </Trans>
      </p>
      <Button className="justify-self-start" busy={isPending} onClick={() => mutate()}>
        <Trans>Download my data</Trans>
      </Button>
      {error && <ErrorNote>{errorText(error)}</ErrorNote>}
    </>
  )
}

/** Clicks a temporary link: the only way for a page to save a file it has created. */
function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // After this delay the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

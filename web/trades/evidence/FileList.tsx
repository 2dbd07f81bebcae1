import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { getCaseFile, getFile, type CaseFile, type TradeFile } from '../../../domain/api/trades/evidence.ts'
import type { PartyRole } from '../../../domain/trades/trades.ts'
import { addressOf } from '../../client.ts'
import { useDates } from '../../dates.ts'
import { useFormats } from '../../formats.ts'
import { Badge } from '../../ui/Badge.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { PictureDialog } from '../../ui/dialogs/PictureDialog.tsx'
import { FileTile } from './FileTile.tsx'

type Props = {
  /** Those of a case say whether they were used before. */
  files: readonly (TradeFile | CaseFile)[]
  /** The usernames of the two parties. */
  names: Readonly<Record<PartyRole, string>>
  /** The reader's own role, whose files are “You”; null for the arbiter of the case. */
  own: PartyRole | null
}

/** The files of a trade: each with who added it and when. A picture is enlarged when it is pressed, a PDF is downloaded. */
export function FileList({ files, names, own }: Props) {
  return (
    <>
      <ul className="grid gap-2">
        {files.map((file) => (
          <FileRow key={file.id} file={file} name={names[file.sender]} own={own} />
        ))}
      </ul>
      {files.some((file) => 'reuse' in file) && (
        <p className="mt-2 text-sm text-muted">
          <Trans>
            Whether a file was used in another trade is a hint. The same file is found, also a PDF with other metadata,
            and recompressed or slightly trimmed images. A larger crop, a mirrored, rotated or framed image and a PDF
            that was saved again are not found.
          </Trans>
        </p>
      )}
    </>
  )
}

function FileRow({ file, name, own }: { file: TradeFile | CaseFile; name: string; own: PartyRole | null }) {
  const formats = useFormats()
  const dates = useDates()
  const address = addressOf(own === null ? getCaseFile : getFile, { tradeId: file.tradeId, fileId: file.id })
  const kilobytes = formats.count(Math.max(1, Math.round(file.bytes / 1024)))
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-control border border-line p-2">
      {file.picture ? <Picture address={address} picture={file.picture} sender={name} /> : <FileTile />}
      <div className="grid min-w-0 grow gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2">
          <bdi className="min-w-0 truncate font-medium">{file.sender === own ? <Trans>You</Trans> : name}</bdi>
          {!file.isSubmitted && (
            <Badge>
              <Trans>Only you can see it</Trans>
            </Badge>
          )}
        </span>
        {'reuse' in file && file.reuse !== null && <Reuse reuse={file.reuse} />}
        <span className="text-muted">
          <time dateTime={file.addedAt} className="num">
            {dates.moment(file.addedAt)}
          </time>
          {' · '}
          <Trans>{kilobytes} KB</Trans>
        </span>
      </div>
      {!file.picture && (
        <a href={address} download className={buttonClass('line', 'row')}>
          <Trans>Download PDF</Trans>
        </a>
      )}
    </li>
  )
}

function Reuse({ reuse }: { reuse: NonNullable<CaseFile['reuse']> }) {
  return (
    <span>
      <Badge tone="sell">
        {reuse === 'same_file' ? (
          <Trans>Used in another trade</Trans>
        ) : (
          <Trans>Looks like an image from another trade</Trans>
        )}
      </Badge>
    </span>
  )
}

type PictureProps = { address: string; picture: NonNullable<TradeFile['picture']>; sender: string }

function Picture({ address, picture, sender }: PictureProps) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label={t`Enlarge the image from ${sender}`}
        onClick={() => setIsOpen(true)}
        className="shrink-0 rounded-control"
      >
        <img
          src={address}
          alt=""
          width={picture.width}
          height={picture.height}
          loading="lazy"
          className="size-12 rounded-control bg-canvas object-cover"
        />
      </button>
      <PictureDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t`Image from ${sender}`}
        address={address}
        picture={picture}
      />
    </>
  )
}

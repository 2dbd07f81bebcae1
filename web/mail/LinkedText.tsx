import { addressHere } from './address-here.ts'

/** Plain text with its URLs as links. They open on this site, whatever host the mail names. */
export function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    // Every second part is a URL.
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the order never changes
      <a key={index} href={addressHere(part)} className="underline underline-offset-4">
        <bdi dir="ltr">{part}</bdi>
      </a>
    ) : (
      part
    ),
  )
}

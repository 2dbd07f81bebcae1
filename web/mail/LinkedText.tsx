import { addressHere } from './address-here.ts'

/** Plain text whose web addresses can be pressed. They open on this very site, whatever name the mail knew it by. */
export function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    // Every second part is an address; their places never change.
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key
      <a key={index} href={addressHere(part)} className="underline underline-offset-4">
        <bdi dir="ltr">{part}</bdi>
      </a>
    ) : (
      part
    ),
  )
}

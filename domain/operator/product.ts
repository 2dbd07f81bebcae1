/** The name of the product, which the operator chooses (docs/operations.md, "The operator's own name"). */
import type { Language } from '../languages.ts'

/** `arabicName`: the name in Arabic script, for sentences in Arabic; titles and senders have `productName` in every language. */
export type ProductNames = { productName: string; arabicName: string }

/** What the texts of the source and their translations call the product. */
const SOURCE_NAMES: ProductNames = { productName: 'Sarraf', arabicName: 'صرّاف' }

/** The build writes the value into the client, whose texts the build has named already. */
let current: ProductNames = {
  productName: process.env.PRODUCT_NAME || SOURCE_NAMES.productName,
  arabicName: SOURCE_NAMES.arabicName,
}

/** The names of the operator whose settings this process has read. */
export function productNames(): ProductNames {
  return current
}

/** At the start of a process: the names of its operator. */
export function setProductNames({ productName, arabicName }: ProductNames): void {
  current = { productName, arabicName }
}

/** A text of the source or of its translations, which name Sarraf, with the product's name instead. */
export function inProduct(text: string, language: Language = 'en', names: ProductNames = current): string {
  const { productName, arabicName } = names
  const elided = language === 'fr' ? withElision(text, productName) : text
  return elided.replaceAll(/\bSarraf\b/g, () => productName).replaceAll(SOURCE_NAMES.arabicName, () => arabicName)
}

/** Same, for a text that a message compiler reads, to which an apostrophe is a quotation mark. */
export function inProductMessage(text: string, language: Language, names: ProductNames = current): string {
  const quoted = (name: string) => name.replaceAll("'", "''")
  return inProduct(text, language, {
    productName: quoted(names.productName),
    arabicName: quoted(names.arabicName),
  })
}

/** « le compte de Sarraf » is « le compte d’Amana »; an h is left alone, since only a dictionary knows whether it is mute. */
function withElision(text: string, name: string): string {
  return /^[aeiouàâéèêëîïôùûü]/i.test(name) ? text.replaceAll(/\b(d|qu)e (?=Sarraf\b)/gi, '$1’') : text
}

/** The words of the name in Latin script: "amana", "pay". None of a name in another script. */
export function latinWords(): readonly string[] {
  return (
    withoutMarks(current.productName)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
}

/** The name for the names of downloaded files: "amana-pay"; "market" for a name in another script. */
export function productInFileNames(): string {
  return latinWords().join('-') || 'market'
}

/** The name in the characters that EIP-4361 takes in a statement; "this platform" where it cannot be written in them. */
export function productInStatements(): string {
  const name = withoutMarks(current.productName)
  return /^[\w !$&'()*+,./:;=?@~-]+$/.test(name) ? name : 'this platform'
}

/** "Échange" as "Echange". */
function withoutMarks(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

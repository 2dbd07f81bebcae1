/** The catalogues of texts that the server writes, read once at the start and compiled, one I18n for each language. */
import { readFile } from 'node:fs/promises'
import { setupI18n } from '@lingui/core'
import type { I18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { ASSET, inAsset } from '../../domain/asset.ts'
import { inProductMessage } from '../../domain/operator/product.ts'
import { LANGUAGES, SOURCE_LANGUAGE, formattingOf } from '../../domain/languages.ts'
import type { Language } from '../../domain/languages.ts'

export type MessageCatalogues = Readonly<Record<Language, I18n>>

/** Throws when a catalogue of the folder is missing or one of its texts cannot be read: the server then does not start. */
export async function readMessageCatalogues(
  folder = new URL('./locales/', import.meta.url),
  asset = ASSET,
): Promise<MessageCatalogues> {
  const entries = await Promise.all(
    LANGUAGES.map(async (language) => [language, await readCatalogue(folder, language, asset)] as const),
  )
  return Object.fromEntries(entries) as MessageCatalogues
}

async function readCatalogue(folder: URL, language: Language, asset: string): Promise<I18n> {
  const filename = `${language}.po`
  const text = await readFile(new URL(filename, folder), 'utf8')
  const catalogue = await formatter().parse(text, { locale: language, sourceLocale: SOURCE_LANGUAGE, filename })
  const messages = Object.entries(catalogue).map(([id, { translation }]) => [
    id,
    compileMessageOrThrow(inProductMessage(inAsset(translation || id, asset), language)),
  ])
  const i18n = setupI18n()
  i18n.loadAndActivate({ locale: language, locales: formattingOf(language), messages: Object.fromEntries(messages) })
  return i18n
}

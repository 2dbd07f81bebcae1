import { saveLanguage } from '../../../domain/api/profiles/profiles.ts'
import type { Language } from '../../../domain/languages.ts'
import { call, newKey } from '../../client.ts'

/** Stores the language in the signed-in user's account. */
export async function storeLanguage(language: Language): Promise<void> {
  await call(saveLanguage, { body: { language } }, { idempotencyKey: newKey() })
}

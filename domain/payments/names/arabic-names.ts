/** Names from Arabic in either script: which known name a word is, and how a Latin spelling sounds. */
import { ARABIC_NAMES, type ArabicName } from './arabic-given-names.ts'

/** The known names that are written so: by their usual spelling first, then by their sound. */
export function arabicNamesOf(word: string): readonly ArabicName[] {
  if (isArabicScript(word)) return BY_ARABIC.get(spellingOf(word)) ?? []
  return BY_SPELLING.get(word) ?? BY_SOUND.get(soundOf(word)) ?? []
}

export function isArabicScript(word: string): boolean {
  return /\p{Script=Arabic}/u.test(word)
}

/** The form in which common spellings agree: without article, with ha for ta marbuta. */
export function spellingOf(word: string): string {
  return basicForm(word.replace(/^ال(?=.{2})/u, '')).replaceAll('ة', 'ه')
}

/** Without hamza, and with one form of ya. */
export function basicForm(word: string): string {
  return word.replaceAll('ء', '').replaceAll(/[ىئ]/gu, 'ي').replaceAll('ؤ', 'و').replaceAll(/[أإآ]/gu, 'ا')
}

/**
 * A Latin spelling as its sounds: French, English and German ways to write one Arabic sound agree, doubled characters are
 * one, e is a. Capitals are sounds that two characters write: S for ch and sh, X for kh.
 */
export function soundOf(word: string): string {
  return word
    .replaceAll(/tch|sch|ch|sh/g, 'S')
    .replaceAll('kh', 'X')
    .replaceAll('gh', 'G')
    .replaceAll('dh', 'd')
    .replaceAll('th', 't')
    .replaceAll('ph', 'f')
    .replaceAll('dj', 'j')
    .replaceAll('ck', 'k')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/[cq]/g, 'k')
    .replaceAll(/gu(?=[ei])/g, 'G')
    .replaceAll(/g(?=[eiy])/g, 'j')
    .replaceAll('G', 'g')
    .replaceAll('x', 'ks')
    .replaceAll('oo', 'ou')
    .replaceAll('ee', 'i')
    .replaceAll(/ou(?=[aeiy])|w(?=[aeiouy])/g, 'w')
    .replaceAll(/ou|o|w(?![aeiouy])/g, 'u')
    .replaceAll(/[iy](?=[aeu])/g, 'Y')
    .replaceAll(/[ae][iy](?![aeu])/g, 'aY')
    .replaceAll('y', 'i')
    .replaceAll('Y', 'y')
    .replace(/(?<=[^aeiuyw][aeiu]?.[^aeiuyw])e$/, '')
    .replaceAll('e', 'a')
    .replace(/ah$/, 'a')
    .replaceAll(/(.)\1+/g, '$1')
}

const BY_ARABIC = new Map<string, ArabicName[]>()
const BY_SPELLING = new Map<string, ArabicName[]>()
const BY_SOUND = new Map<string, ArabicName[]>()
for (const name of ARABIC_NAMES) {
  for (const arabic of name.arabic) add(BY_ARABIC, spellingOf(arabic), name)
  for (const latin of name.latin) {
    add(BY_SPELLING, latin, name)
    add(BY_SOUND, soundOf(latin), name)
  }
}

function add(map: Map<string, ArabicName[]>, key: string, name: ArabicName): void {
  const names = map.get(key)
  if (!names) map.set(key, [name])
  else if (!names.includes(name)) names.push(name)
}

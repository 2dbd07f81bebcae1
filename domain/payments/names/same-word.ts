/** Whether two words are one name: by their spelling, and for names from Arabic by their sound in either script. */
import { arabicNamesOf, isArabicScript, basicForm, spellingOf, soundOf } from './arabic-names.ts'
import type { NameUnit, PersonName } from './read-name.ts'

/** Whether transcription may explain a difference: both names are Arabic, or one is written so. */
export function isArabicPair(a: PersonName, b: PersonName): boolean {
  return (a.isArabic && b.isArabic) || [a, b].some((name) => name.units.some(({ text }) => isArabicScript(text)))
}

export function isSameWord(a: NameUnit, b: NameUnit, fuzzy: boolean): boolean {
  if (a.text === b.text || germanForm(a.text) === germanForm(b.text)) return true
  if (!fuzzy || a.isParticle !== b.isParticle) return false
  const [wholeA, wholeB] = [arabicNamesOf(a.text), arabicNamesOf(b.text)]
  if (wholeA.length > 0 && wholeB.length > 0) return wholeA.some((name) => wholeB.includes(name))
  if (a.prefix !== b.prefix || a.prefix === 'fixed')
    return a.prefix === '' && b.prefix === '' ? false : isSameJoined(a, b)
  return stemsOf(a).some((x) => stemsOf(b).some((y) => isSameStem(x, y)))
}

/** Umlauts and their spelling with an e fall together: Müller, Mueller, Muller, but Bauer and Baur do not. */
function germanForm(word: string): string {
  return word
    .replaceAll(/(?<![aeq])ue/g, 'u')
    .replaceAll(/(?<![aei])oe/g, 'o')
    .replaceAll('ae', 'a')
}

/** `Bouazizi` against `Bou Azizi`, `Benzarti` against a name that begins so by chance. */
function isSameJoined(a: NameUnit, b: NameUnit): boolean {
  return isSameStem(a.text, b.text)
}

/** A name without the article that is written with it: Elgharbi, Ennaceur. */
function stemsOf({ stem }: NameUnit): string[] {
  const article = /^(?:[ea]l(?=[^aeiouyl].{3})|e(?=([nsrzdt])\1.{2})|ech(?=ch.{2}))(.+)$/.exec(stem)
  return article ? [stem, article[2]!] : [stem]
}

function isSameStem(a: string, b: string): boolean {
  if (a === b) return true
  const [namesA, namesB] = [arabicNamesOf(a), arabicNamesOf(b)]
  if (namesA.length > 0 || namesB.length > 0) return namesA.some((name) => namesB.includes(name))
  if (isArabicScript(a)) return isArabicScript(b) ? spellingOf(a) === spellingOf(b) : soundsLike(a, b)
  return isArabicScript(b) ? soundsLike(b, a) : isSameSound(soundOf(a), soundOf(b))
}

/** The same sounds, but for the vowels that dialects drop in the first syllable or exchange in a closed one. */
function isSameSound(a: string, b: string): boolean {
  if (a === b) return true
  return [a, withoutFirstVowel(a)].some((x) =>
    [b, withoutFirstVowel(b)].some((y) => x === y || openForm(x) === openForm(y)),
  )
}

/** Khelifi, Khlifi. */
function withoutFirstVowel(sound: string): string {
  return sound.replace(/^([^aiu])[aiu](?=[^aiu][aiu])/, '$1')
}

/** Trabelsi, Tarabulsi: a vowel before two consonants is written in any way. */
function openForm(sound: string): string {
  return sound.replaceAll(/(?<=[^aiu])[aiu](?=[^aiu]{2})/g, '.')
}

const ARABIC_SOUNDS: Readonly<Record<string, readonly string[]>> = {
  ب: ['b', 'p'], ت: ['t'], ث: ['t', 's'], ج: ['j', 'g'], ح: ['h'], خ: ['X'], د: ['d'], ذ: ['d', 'z'], ر: ['r'], ز: ['z'], س: ['s'],
  ش: ['S'], ص: ['s'], ض: ['d'], ط: ['t'], ظ: ['d', 'z'], ع: [''], غ: ['g'], ف: ['f', 'v'], ق: ['k', 'g'], ك: ['k'], ل: ['l'], م: ['m'],
  ن: ['n'], ه: ['h'], و: ['u', 'w', 'au', 'aw', 'v'], ي: ['i', 'y', 'ay'], ة: ['a'], ا: ['a'],
} // prettier-ignore

/** Whether the Latin word is a transcription of the Arabic one, whose short vowels are not written. */
function soundsLike(arabic: string, latin: string): boolean {
  const sound = soundOf(latin)
  const characters = [...basicForm(arabic)]
  let ends = new Set([0])
  for (const [i, letter] of characters.entries()) {
    const options = i === 0 && letter === 'ا' ? VOWELS : (ARABIC_SOUNDS[letter] ?? [])
    const next = new Set<number>()
    for (const end of ends) {
      for (const option of options) {
        if (!sound.startsWith(option, end)) continue
        const after = end + option.length
        next.add(after)
        if (i < characters.length - 1 && hasShortVowel(letter, i, sound, after)) next.add(after + 1)
      }
    }
    ends = next
  }
  return ends.has(sound.length)
}

const VOWELS = ['a', 'i', 'u']

/**
 * Whether the vowel at this place can be a short one. After the first character, and beside one that is itself a vowel,
 * any can; a later one only in a closed syllable, as an open one would be long and written: Hamdi is not Hammadi.
 */
function hasShortVowel(letter: string, index: number, sound: string, at: number): boolean {
  if (letter === 'ا' || !VOWELS.includes(sound[at] ?? '')) return false
  return index === 0 || 'عوي'.includes(letter) || /^([^aiu]{2}|[^aiu]$)/.test(sound.slice(at + 1))
}

/**
 * How each kind of value is read that users type or paste: what a reader takes for the same value is the same value, and
 * nothing else is. Each reading drops what surrounds the value (invisible characters, blanks, groups, the field's own label) and
 * keeps what it cannot read as it was typed, for the field's rule to refuse.
 */
import { ASSET } from '../asset.ts'
import { oneLine, plainLine, ungrouped, unwrapped } from './characters.ts'
import { cleanText } from './clean-text.ts'
import { asciiEmail } from './hosts.ts'
import { readNumber } from './numbers.ts'

/** Words in front of a value, in the languages of the pages, and what separates them from it. */
function labels(words: string, separator = String.raw`[\s.:=#\p{Pd}]*`): RegExp {
  const number = String.raw`n[°º]|(?:num[ée]ro|num|number)(?: (?:de|du|d['’]|of))?|رقم`
  return new RegExp(String.raw`^(?:(?:${number}|${words})(?!\p{L})${separator})+`, 'iu')
}

const PHONE_LABEL = labels(
  String.raw`t[ée]l(?:[ée]phone)?|phone|mobile?|gsm|portable|cell|whats\s?app|flouci|d17|sms|callto|(?:ال)?(?:هاتف|جوال|محمول|موبايل|تليفون|واتساب)`,
)
const CHAT_LINK = /^(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\?phone=)/i
const ACCOUNT_LABEL = labels(
  String.raw`r\.?i\.?[bp]|baridimob|i\.?b\.?a\.?n|compte(?: bancaire)?|(?:bank )?account|acct|a/c|aba|rtn|routing|paysera|(?:ال)?(?:حساب|آيبان|ايبان|إيبان)(?: (?:ال)?(?:بنكي|مصرفي))?`,
)
const TAG_LABEL = labels(
  String.raw`tag|rev\s?tag|revolut|username|pseudo|(?:ال)?(?:معرف|وسم)`,
  String.raw`\s*(?:[:=]|\s|(?=@))\s*`,
)
/** A link at the end, with no tag and no other link before it. */
const LINKED_TAG =
  /^(?!.*revolut\.me.*revolut\.me)(?:[^@]*[\s(:])?(?:https?:\/\/)?(?:www\.)?revolut\.me\/@?([^\s/?#]*)(?:[/?#]\S*)?$/i
const CODE_LABEL = labels(
  String.raw`votre|your|code|otp|totp|pin|(?:de )?(?:v[ée]rification|connexion|secours|r[ée]cup[ée]ration)|recovery|backup|sign-in|is|est|(?:ال)?(?:رمز|كود|تحقق|استرداد|دخول)|هو`,
)
/** Each word has a letter that no recovery code has: I, L, O or U. */
const RECOVERY_LABEL = labels(
  String.raw`(?:recovery |backup )?code|(?:de )?(?:secours|r[ée]cup[ée]ration)|(?:ال)?(?:رمز|كود|استرداد|استعادة)`,
)
const EMAIL_LABEL = labels(
  String.raw`(?:adresse )?e\p{Pd}?mail|courriel|mail|paypal|(?:ال)?بريد(?: (?:ال)?[إا]لكتروني)?`,
  String.raw`(?:\s*[:=]\s*|\s+)`,
)
const USERNAME_LABEL = labels(
  String.raw`username|user|pseudo|nom d['’]utilisateur|اسم المستخدم`,
  String.raw`\s*[:=]\s*`,
)

/** The value as it is stored and compared. */
export const READINGS = {
  /** A Tunisian phone number: "(+216) 20 123 456" is "20123456". */
  phone: (text) =>
    ungrouped(unlabelled(plainLine(text).replace(CHAT_LINK, ''), PHONE_LABEL).replace(/[;?]\w+=.*$/, '')).replace(
      /^(?:\+|00|011)?2160?(?=\d{8}$)/,
      '',
    ),
  /** "IBAN: FR76–3000 6000" is "FR7630006000". */
  iban: (text) => plainIban(text),
  /** A RIB or RIP, also as the Tunisian or Moroccan IBAN that contains it. */
  rib: (text) => plainIban(text).replace(/^(?:TN59(?=\d{20}$)|MA\d\d(?=\d{24}$))/, ''),
  /** Other numbers of accounts and banks, in digits and capitals. */
  account: (text) => upperCase(ungrouped(unlabelled(unwrapped(plainLine(text)), ACCOUNT_LABEL))),
  /** "https://www.revolut.me/Karim99?amount=10" is "@karim99". */
  tag(text) {
    const typed = plainLine(text)
    const alone = unlabelled(unwrapped(typed), TAG_LABEL)
    const linked = LINKED_TAG.exec(unwrapped(typed))?.[1]
    return `@${unwrapped(linked ?? alone)
      .replace(/^@ ?/, '')
      .toLowerCase()}`
  },
  /** A code of digits, of an email or an app: "390 867" is "390867". */
  code: (text) => ungrouped(unlabelled(unwrapped(plainLine(text)), CODE_LABEL)),
  /** A recovery code: capitals without groups; O is read as 0, I and L as 1, which such codes do not have. */
  recoveryCode: (text) =>
    upperCase(ungrouped(unlabelled(unwrapped(plainLine(text)), RECOVERY_LABEL)))
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  /** "1 234,56 €" is "1234.56 EUR": a rule that knows the currency takes it away (`inCurrency`). */
  amount: (text) => plainNumber(text),
  /** An amount of the asset, without its unit. */
  assetAmount: (text) => plainNumber(text, ASSET),
  /** "−1,5 %" is "-1.5". */
  percentage: (text) => plainNumber(text, '%'),
  /** In lower case, with the host in ASCII: "mailto:User@Müller.de" is "user@xn--mller-kva.de". */
  email(text) {
    const typed = plainLine(text)
    const bracketed = /^[^<>@,;]*<([^<>]*@[^<>]*)>$/.exec(typed)?.[1]
    const address = unlabelled(unwrapped(bracketed ?? typed), EMAIL_LABEL).replace(/^mailto:([^?]*).*$/i, '$1')
    return asciiEmail(unwrapped(address).replaceAll(/ ?@ ?/g, '@').toLowerCase())
  },
  /** "@amina " is "amina". */
  username: (text) => unlabelled(plainLine(text), USERNAME_LABEL).replace(/^@ ?/, ''),
  /** The name of a person, a bank or a company, in one line. */
  name: (text) => cleanText(text).replaceAll(/\s+/g, ' '),
  /** What is searched; both sides are folded where they are compared (`searchFold`). */
  search: (text) => cleanText(text).replaceAll(/\s+/g, ' '),
  /** Hours and minutes: "8h30" and "٠٨:٣٠" are "08:30", and so is "8:30 AM". */
  time: (text) => plainTime(plainLine(text)),
  /** The name of a time zone. */
  timeZone: (text) => plainLine(text),
  /** The address of a program or a page. */
  url: (text) => oneLine(text).replace(/^<([^<>]*)>$/, '$1'),
  /** As it is typed: one Unicode form of it is hashed (`opaqueString`), and the raw form is tried for a hash that is older. */
  password: (text) => text,
  /** Several lines, stored and shown as they were written. */
  freeText: (text) => cleanText(text),
  /** What programs write and only programs read: tokens, cursors, signatures, keys. */
  exact: (text) => text,
} as const satisfies Record<string, (text: string) => string>
export type Reading = keyof typeof READINGS

/** The text behind a label; a label alone is the text. */
function unlabelled(text: string, label: RegExp): string {
  return text.replace(label, '') || text
}

/** The bank's BIC often stands before or behind the IBAN. */
function plainIban(text: string): string {
  const alone = plainLine(text)
    .replace(/^(?!.*\b[a-z]{2}\d{2}.*\bi\.?b\.?a\.?n\b).*\bi\.?b\.?a\.?n\b/iu, '')
    .replace(/[\s,;(]*\b(?:bic|swift)(?: code)?[\s:)]*[a-z0-9]{8,11}\)?$/iu, '')
  return upperCase(ungrouped(unlabelled(unwrapped(alone), ACCOUNT_LABEL))).replace(/^IBAN(?=[A-Z]{2}\d)/, '')
}

/** Of ASCII only, of which identifiers consist: the rest stays, for the field's rule to refuse. */
function upperCase(text: string): string {
  return text.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
}

/** The text itself where it is no number, could be two, or has another unit. */
function plainNumber(text: string, unit?: string): string {
  const read = readNumber(text, { unit })
  if (read === null || !('value' in read)) return text
  return unit === undefined && read.unit !== null ? `${read.value} ${read.unit}` : read.value
}

const TIME = /^(\d{1,2})(?: ?[:.h] ?(\d{2})?)?(?:[:.]00)? ?(?:min|mn)? ?([ap]\.?m\.?|ص|م|صباحا|مساء)?$/iu

function plainTime(text: string): string {
  const [, hours, minutes, half = ''] = TIME.exec(text) ?? []
  const isMarked = minutes !== undefined || half !== '' || /h$/i.test(text)
  if (hours === undefined || !isMarked) return text
  if (half !== '' && (hours === '0' || hours === '00' || Number(hours) > 12)) return text
  const isAfternoon = /^[pم]/iu.test(half)
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (isAfternoon ? 12 : 0)
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}

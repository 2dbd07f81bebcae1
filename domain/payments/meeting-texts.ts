/** What the parties of a trade in cash write about their meeting, which names no other way to be paid. */
import { plainDigits } from '../reading/characters.ts'

export const MEETING_TEXT_MAX = 100

/** @returns why the times of a meeting are refused; null: they are right. */
export function meetingTimesError(text: string): string | null {
  if ([...text].length < 3) return /*i18n*/ 'Say when you can meet.'
  return [...text].length <= MEETING_TEXT_MAX && !namesPayee(withoutHours(plainDigits(text))) ? null : NO_PAYEE
}

/** A place that names an account, a phone or a page would have the cash sent there, to a stranger. */
export function meetingPlaceError(text: string): string | null {
  if ((text.match(/\p{L}/gu) ?? []).length < 3) return /*i18n*/ 'Name a place that the other party can find.'
  return [...text].length <= MEETING_TEXT_MAX && !namesPayee(text) ? null : NO_PAYEE
}

/** 9, 09:30, 18h or 10.15, and no part of a longer number. */
const HOUR = /(?<!\d)([01]?\d|2[0-4])(?:[:.h] ?([0-5]\d))?(?!\d)/gi
const HOURS_OF_DAY_MAX = 4
/** What stands between two words. */
const WORDLESS = /(?:(?!\p{L}{2}).)+/gu

/** Without the hours of one day, from early to late: "10-12 14-18", but not "20.12.34.56". */
function withoutHours(text: string): string {
  return text.replaceAll(WORDLESS, (between) => {
    const hours: number[] = []
    const rest = between.replaceAll(HOUR, (_, hour: string, minute = '00') => {
      hours.push(Number(`${hour}.${minute}`))
      return 'h'
    })
    const isOneDay = hours.length <= HOURS_OF_DAY_MAX && hours.every((hour, nr) => nr === 0 || hour > hours[nr - 1]!)
    return isOneDay && !/\d/.test(rest) ? rest : between
  })
}

const NUMBER_DIGITS_MAX = 7
/** Of an address: a house, a floor and a post code. */
const DIGITS_MAX = 12
/** The name of a host: t.me, example.org. An abbreviation has a blank or another letter after its dot: "St. Denis", "a.m.", "av.de la Liberté". */
const HOST =
  /(?<![\p{L}\p{Nd}])(?!(?:av|ave|bd|bld|pl|rte)\.(?:de|du) [\p{L}\p{Nd}])\p{L}[\p{L}\p{Nd}-]*\.(?:[a-z]{2}|com|net|org|info|app|link|dev|xyz|page|site|online|chat)(?![\p{L}\p{Nd}])/iu
const CONTACT = /@|\+|[<>{}\\]|:\/\/|\bwww\b|\p{L}\/\p{L}*\p{Nd}/iu
const MESSENGER =
  /telegram|whats ?app|viber|messenger|instagram|snap ?chat|facebook|tik ?tok|we ?chat|skype|discord|واتس ?[اآ]ب|واتساب|تيل[يغج]|تل[يغج]?[غج]?رام|فايبر|[ا]?نستغرام|انستجرام|فيسبوك|ماسنجر|سناب/iu

/** Digits with no word between them are one number: "20 123 456", "20-123-456", "2 0 1 2". */
function namesPayee(text: string): boolean {
  const numbers = text.split(/\p{L}{2,}/u).map((between) => between.replaceAll(/\P{Nd}/gu, '').length)
  const isLong = Math.max(...numbers) > NUMBER_DIGITS_MAX || numbers.reduce((sum, n) => sum + n, 0) > DIGITS_MAX
  return isLong || HOST.test(text) || CONTACT.test(text) || MESSENGER.test(text)
}

const NO_PAYEE =
  /*i18n*/ 'Use up to 100 characters, without phone numbers, accounts, messengers or addresses of pages: the cash is handed to you in person.'

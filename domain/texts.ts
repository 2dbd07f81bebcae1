/**
 * Texts for readers are plain English literals in domain/, each after the comment by which the message catalogue
 * finds it; the text is its own id there. Figures are values of the text. A message of a schema takes none: it writes its number
 * out, and texts.test.ts compares it with the constant.
 */

import { inAsset } from './asset.ts'
import { inProduct } from './operator/product.ts'

/** The values of a text's placeholders. An amount is a decimal string with all its decimals ("100.00"). */
export type TextValues = Record<string, string | number>

const PLACEHOLDER = /\{(\w+)(?:, (plural|select),((?: =?\w+ \{[^{}]*\})+))?\}/g

/**
 * Fills an ICU message in English: "{count}" with the value, "{count, plural, one {# trade} other {# trades}}" with the form
 * for the value, and "{risk, select, final {…} other {…}}" with the text for it. A placeholder without a value stays as it is.
 */
export function fill(text: string, values: TextValues = {}): string {
  return inProduct(inAsset(text)).replaceAll(
    PLACEHOLDER,
    (placeholder, name: string, kind?: string, forms?: string) => {
      const value = values[name]
      if (value === undefined) return placeholder
      if (forms === undefined) return String(value)
      return kind === 'select' ? selectedForm(forms, value) : pluralForm(forms, value)
    },
  )
}

function selectedForm(forms: string, value: string | number): string {
  const byName = formsByName(forms)
  return byName.get(String(value)) ?? byName.get('other') ?? ''
}

function pluralForm(forms: string, value: string | number): string {
  const byName = formsByName(forms)
  const form = byName.get(`=${value}`) ?? byName.get(Number(value) === 1 ? 'one' : 'other') ?? byName.get('other') ?? ''
  return form.replaceAll('#', String(value))
}

function formsByName(forms: string): Map<string, string> {
  return new Map([...forms.matchAll(/(=?\w+) \{([^{}]*)\}/g)].map(([, name = '', form = '']) => [name, form]))
}

/** Field errors of the wire contract, for fields without their own rule. */
export const FIELD_TEXTS = {
  /** The schema library's default message. */
  wrong: /*i18n*/ 'Invalid input',
  unknown: /*i18n*/ 'Unknown field',
  notText: /*i18n*/ 'This must be text.',
  forbiddenCharacter: /*i18n*/ 'This contains a character that isn’t allowed here.',
  notUuid: /*i18n*/ 'This must be a UUID.',
  cursor: /*i18n*/ 'This page link isn’t valid.',
  localTime: /*i18n*/ 'Enter hours and minutes.',
  timeZone: /*i18n*/ 'Choose a time zone from the list.',
  quietHoursEmpty: /*i18n*/ 'Choose two different times for quiet hours.',
  pushEndpoint: /*i18n*/ 'Push notifications aren’t available in this browser.',
  messageEmpty: /*i18n*/ 'Write a message first.',
  messageTooLong: /*i18n*/ 'A message can have up to 4,000 characters.',
  statementLength: /*i18n*/ 'Write 20 to 2,000 characters.',
  imageMissing: /*i18n*/ 'Choose an image.',
  imageMisnamed: /*i18n*/ 'Send the image in the “image” field.',
  fileMissing: /*i18n*/ 'Choose a file.',
  fileMisnamed: /*i18n*/ 'Send the file in the “file” field.',
  formUnreadable: /*i18n*/ 'The form couldn’t be read.',
} as const

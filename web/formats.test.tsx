import { expect, test } from 'vitest'
import type { Language } from '../domain/languages.ts'
import { render } from './testing/render.tsx'
import { useDates } from './dates.ts'
import { useFormats } from './formats.ts'

test.each<[Language, string, string]>([
  ['en', '1.5', '+1.5%'],
  ['en', '-0.5', '-0.5%'],
  ['en', '10.0', '+10.0%'],
  ['en', '0.0', '0.0%'],
  ['fr', '1.5', '+1,5\u00A0%'],
  ['ar', '1.5', '\u200E+1,5\u200E%\u200E'],
])('in %s, %s percent of the market is %s: one decimal, with its sign', async (language, percentage, shown) => {
  expect(await formatted(language, (formats) => formats.percentage(percentage))).toBe(shown)
})

test.each<[Language, string, string]>([
  ['en', '21 Nov 2026, 23:48', '50.00 – 2,400.00'],
  ['fr', '21 nov. 2026, 23:48', '50,00 – 2\u202F400,00'],
  ['ar', '21 نوفمبر 2026، 23:48', 'من 50,00 إلى 2\u202F400,00'],
])('in %s a moment is %s and a range is %s', async (language, moment, range) => {
  const local = new Date(2026, 10, 21, 23, 48).toISOString()
  expect((await render(<Moment at={local} />, { language })).container.textContent).toBe(moment)
  expect(await formatted(language, (formats) => formats.range('50.00', '2400.00', 2))).toBe(range)
})

test.each<[Language, string]>([
  ['en', '2400.50'],
  ['fr', '2400,50'],
  ['ar', '2400,50'],
])(
  'in %s a copied amount is %s: what a bank app of that language reads as the amount that is shown',
  async (language, copied) => {
    expect(await formatted(language, (formats) => formats.toCopy('2400.50'))).toBe(copied)
  },
)

async function formatted(language: Language, write: (formats: ReturnType<typeof useFormats>) => string) {
  const { container } = await render(<Written write={write} />, { language })
  return container.textContent
}

function Written({ write }: { write: (formats: ReturnType<typeof useFormats>) => string }) {
  return write(useFormats())
}

function Moment({ at }: { at: string }) {
  return useDates().moment(at)
}

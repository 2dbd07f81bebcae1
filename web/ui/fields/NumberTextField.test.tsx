import { useState } from 'react'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import type { Language, Numerals } from '../../../domain/languages.ts'
import { parseUsdt } from '../../../domain/money.ts'
import { readsNumber } from '../../../domain/reading/fields.ts'
import { leave, press, render, type } from '../../testing/render.tsx'
import { Form, useZodForm } from './Form.tsx'
import { NumberTextField } from './NumberTextField.tsx'

describe('an amount is typed as the page writes it', () => {
  test.each<[Language, Numerals | undefined, string, string, string]>([
    ['en', undefined, '1,500', '1500', '1500'],
    ['en', undefined, '1,500.25', '1500.25', '1500.25'],
    ['fr', undefined, '1 500,25', '1500.25', '1500,25'],
    ['fr', undefined, '1,500', '1.500', '1,500'],
    ['ar', undefined, '1 573,37', '1573.37', '1573,37'],
    ['ar', 'arab', '١٬٥٧٣٫٣٧', '1573.37', '١٥٧٣٫٣٧'],
  ])('in %s (%s): %s', async (language, numerals, typed, value, shown) => {
    const values: string[] = []
    const { container } = await render(
      <Controlled onValue={(next) => values.push(next)} />,
      options(language, numerals),
    )
    const input = container.querySelector('input')!
    await type(input, typed)
    expect(input.value).toBe(typed)
    expect(values.at(-1)).toBe(value)
    await leave(input)
    expect(input.value).toBe(shown)
    expect(container.textContent).not.toContain('separator')
  })

  test.each<[Language, string, string, string]>([
    ['en', 'TND', '150,500', 'Did you mean 150.5 or 150\u202F500?'],
    ['fr', 'EUR', '1.500', 'Vouliez-vous dire 1,5 ou 1\u202F500\u202F?'],
    ['ar', 'EUR', '1.573', 'هل تقصد 1,573 أم 1\u202F573؟'],
    ['en', 'TND', '150 €', 'This is in EUR. Enter the amount in TND.'],
    ['fr', 'USDT', '€150', 'Ce montant est en EUR. Saisissez-le en USDT.'],
    ['en', 'EUR', 'much', 'Enter a number, for example 1\u202F500.5'],
  ])(
    'in %s and %s, %s is no amount: it stays as typed, and the field says why',
    async (language, unit, typed, problem) => {
      const values: string[] = []
      const { container } = await render(<Controlled unit={unit} onValue={(next) => values.push(next)} />, { language })
      const input = container.querySelector('input')!
      await type(input, typed)
      expect(container.textContent).not.toContain(problem)
      await leave(input)
      expect(input.value).toBe(typed)
      expect(parseUsdt(z.safeParse(readsNumber('amount'), values.at(-1)).data ?? '')).toBeNull()
      expect(container.textContent).toContain(problem)
    },
  )

  test.each<[Language, string, string, string]>([
    ['en', 'EUR', '1 234,56 €', '1234.56'],
    ['en', 'TND', '150 DT', '150'],
    ['fr', 'TND', '150,500', '150.500'],
    ['ar', 'TND', '۱۵۰٫۵', '150.5'],
    ['en', 'EUR', '\u202A150.50\u202C', '150.50'],
    ['en', '%', '−1,5 %', '-1.5'],
  ])('in %s and %s, %s is read', async (language, unit, typed, value) => {
    const values: string[] = []
    const { container } = await render(<Controlled unit={unit} onValue={(next) => values.push(next)} />, { language })
    const input = container.querySelector('input')!
    await type(input, typed)
    await leave(input)
    expect(values.at(-1)).toBe(value)
    expect(container.querySelector('[data-invalid]')).toBeNull()
  })

  test('a value from the address that is no number is shown with what is wrong', async () => {
    const { container } = await render(<NumberTextField name="amount" label="Amount" unit="TND" value="150,500" />, {})
    expect(container.querySelector('input')!.value).toBe('150,500')
    expect(container.textContent).toContain('Did you mean 150.5 or 150\u202F500?')
  })

  test('an amount that the page computes is shown as the page writes it', async () => {
    const { container } = await render(<NumberTextField name="usdt" label="USDT" value="162.935215" />, {
      language: 'fr',
    })
    expect(container.querySelector('input')!.value).toBe('162,935215')
  })
})

test('a form submits the number, not the text of its input', async () => {
  const submitted: unknown[] = []
  const { container } = await render(<Filled onSubmit={(values) => submitted.push(values)} />, { language: 'fr' })
  await type(container.querySelector('input')!, '1 500,5')
  await press(container.querySelector('button')!)
  expect(submitted).toEqual([{ amount: '1500.5' }])
})

function options(language: Language, numerals: Numerals | undefined) {
  return { language, ...(numerals && { numerals }) }
}

function Controlled({ onValue, unit = 'EUR' }: { onValue: (value: string) => void; unit?: string }) {
  const [value, setValue] = useState('')
  const take = (next: string) => {
    setValue(next)
    onValue(next)
  }
  return <NumberTextField name="amount" label="Amount" unit={unit} value={value} onValueChange={take} />
}

function Filled({ onSubmit }: { onSubmit: (values: unknown) => void }) {
  const form = useZodForm({ schema: z.object({ amount: z.string() }), onSubmit: async (values) => onSubmit(values) })
  return (
    <Form form={form} actions={<button type="submit">Send</button>}>
      <NumberTextField name="amount" label="Amount" defaultValue="" />
    </Form>
  )
}

import { useState } from 'react'
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import type { Language, Numerals } from '../../../domain/languages.ts'
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

  test.each<[Language, string, string]>([
    ['en', '1,50', 'Write it without a thousands separator: 1500.5'],
    ['fr', '1.500', 'Écrivez-le sans séparateur de milliers\u00A0: 1500,5'],
    ['ar', '1.573', 'اكتبه دون فاصل للآلاف: 1500,5'],
  ])(
    'in %s, %s could be two amounts: it stays as typed, is no amount, and the field says how to write it',
    async (language, typed, problem) => {
      const values: string[] = []
      const { container } = await render(<Controlled onValue={(next) => values.push(next)} />, { language })
      const input = container.querySelector('input')!
      await type(input, typed)
      await leave(input)
      expect(input.value).toBe(typed)
      expect(values.at(-1)).not.toMatch(/^\d+(\.\d+)?$/)
      expect(container.textContent).toContain(problem)
    },
  )

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

function Controlled({ onValue }: { onValue: (value: string) => void }) {
  const [value, setValue] = useState('')
  const take = (next: string) => {
    setValue(next)
    onValue(next)
  }
  return <NumberTextField name="amount" label="Amount" unit="EUR" value={value} onValueChange={take} />
}

function Filled({ onSubmit }: { onSubmit: (values: unknown) => void }) {
  const form = useZodForm({ schema: z.object({ amount: z.string() }), onSubmit: async (values) => onSubmit(values) })
  return (
    <Form form={form} actions={<button type="submit">Send</button>}>
      <NumberTextField name="amount" label="Amount" defaultValue="" />
    </Form>
  )
}

import { expect, test } from 'vitest'
import { withoutStyleAttributes } from './style-attributes.ts'

test.each([
  ['a value that ends in it', '<div><input name="search" value="a style="/></div>'],
  ['a value that contains it', '<a href="/" title="a style=&quot;b&quot; c">x</a>'],
  ['a text', '<p>a style="b"</p>'],
  ['data', '<script type="application/json">{"terms":"\\u003cp style=\\" style="}</script>'],
])('a text of a user that looks like a style attribute leaves the page as it is: %s', (_, html) => {
  expect(() => withoutStyleAttributes(html)).not.toThrow()
  expect(withoutStyleAttributes(html)).toBe(html)
})

test.each(['<p style="color:red">', '<input value="a" disabled style="x"/>', '<svg\n  width="1"\n  style="x">'])(
  'a style attribute is an error: %s',
  (html) => {
    expect(() => withoutStyleAttributes(html)).toThrow('style attribute')
  },
)

test('the hidden inputs of form controls lose their style attribute', () => {
  expect(
    withoutStyleAttributes('<input name="a" style="clip-path:inset(50%);top:0" tabindex="-1" aria-hidden="true"/>'),
  ).toBe('<input name="a" tabindex="-1" aria-hidden="true"/>')
})

test('a long text is read in linear time', () => {
  const text = `<input value="${'b style '.repeat(50_000)}"/>${'< style'.repeat(50_000)}<a ${'b style'.repeat(50_000)}`
  const start = performance.now()
  withoutStyleAttributes(text)
  expect(performance.now() - start).toBeLessThan(1000)
})

import { expect, test } from 'vitest'
import { policyFor } from './content-policy.ts'

test('nothing is loaded, embedded or sent that is not named', () => {
  const policy = new Map(
    policyFor([])
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive]),
  )
  for (const name of ['default-src', 'base-uri', 'frame-ancestors', 'style-src-attr'])
    expect(policy.get(name)).toBe(`${name} 'none'`)
  for (const name of ['script-src', 'style-src', 'connect-src', 'form-action', 'frame-src', 'worker-src'])
    expect(policy.get(name)).toBe(`${name} 'self'`)
  // What is not named, as plug-ins and media, falls back to default-src.
  expect(policy.has('object-src')).toBe(false)
  expect([...policy.values()].join()).not.toMatch(/unsafe|https?:|\*/)
})

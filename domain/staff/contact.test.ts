import { expect, test } from 'vitest'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX, contactReference, contactSchema } from './contact.ts'

const message = { name: 'Amina', email: 'amina@example.org', subject: 'support', message: 'Where is my trade?' }

test('a complete message is valid', () => {
  expect(contactSchema.safeParse(message)).toMatchObject({ success: true, data: message })
})

test.each([
  ['name', '', 'Name is required'],
  ['name', ' \u202E ', 'Name is required'],
  ['name', 'x'.repeat(CONTACT_NAME_MAX + 1), 'Name must be at most 100 characters long'],
  ['email', '', 'Email is required'],
  ['email', 'amina', 'Please enter a valid email address'],
  ['email', `${'a'.repeat(250)}@example.org`, 'Please enter a valid email address'],
  ['subject', '', 'Please choose a subject'],
  ['subject', 'gossip', 'Please choose a subject'],
  ['message', '\n\n', 'Message is required'],
  ['message', 'x'.repeat(CONTACT_MESSAGE_MAX + 1), 'Message must be at most 4,000 characters long'],
])('%s %j is refused', (field, value, text) => {
  const { error } = contactSchema.safeParse({ ...message, [field]: value })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, text]])
})

test.each([
  ['name', '𝒜'.repeat(CONTACT_NAME_MAX)],
  ['message', `  ${'x'.repeat(CONTACT_MESSAGE_MAX)}\n`],
])('%s is counted in characters, without the blanks around it', (field, value) => {
  expect(contactSchema.safeParse({ ...message, [field]: value }).success).toBe(true)
})

test('the reference of a message is the start of its id', () => {
  expect(contactReference('1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed')).toBe('C-1B9D6BCD')
})

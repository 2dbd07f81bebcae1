import { expect, test } from 'vitest'
import { readRefusal } from './refusals.ts'

const AT_ADDRESS = { code: 'EENVELOPE', command: 'RCPT TO' }
const AT_DATA = { code: 'EMESSAGE', command: 'DATA' }

test.each<[string, object, boolean, boolean]>([
  ['550 5.1.1 No such user', AT_ADDRESS, true, true],
  ['552 5.2.2 Mailbox full', AT_ADDRESS, true, false],
  ['550 5.2.1 Receives mail too fast', AT_ADDRESS, true, false],
  ['550 5.1.10 Recipient takes no mail', AT_ADDRESS, true, true],
  ['550 5.1.1 No such user', AT_DATA, true, false],
  ['550 5.1.7 Malformed sender', AT_ADDRESS, false, false],
  ['553 5.1.8 Sender’s domain does not exist', AT_DATA, false, false],
  ['550 5.1.4 Ambiguous address', AT_ADDRESS, true, false],
  ['550 unknown', AT_ADDRESS, true, false],
  ['553 no such address', AT_ADDRESS, true, false],
  ['452 try later', AT_ADDRESS, true, false],
  ['450 4.2.0 Greylisted', AT_ADDRESS, true, false],
  ['554 5.6.0 Broken message', AT_DATA, true, false],
  ['554 refused', AT_DATA, true, false],
  ['554 5.7.1 Client host blocked by a blocklist', AT_ADDRESS, false, false],
  ['550 5.7.1 Relaying denied', AT_ADDRESS, false, false],
  ['550 5.4.5 Daily limit exceeded', AT_ADDRESS, false, false],
  ['550 5.4.5 Daily limit exceeded', AT_DATA, false, false],
  ['554 5.7.1 Message rejected', AT_DATA, false, false],
  ['530 5.7.0 Must issue STARTTLS', AT_ADDRESS, false, false],
  ['530 authenticate first', AT_ADDRESS, false, false],
  ['550 5.1.8 Sender refused', { code: 'EENVELOPE', command: 'MAIL FROM' }, false, false],
  ['535 5.7.8 Wrong password', { code: 'EAUTH', command: 'AUTH PLAIN' }, false, false],
])('%s: of this mail %o, %s, final %s', (response, error, isOfThisMail, isFinal) => {
  const responseCode = Number(response.slice(0, 3))
  expect(readRefusal({ ...error, response, responseCode })).toMatchObject({ isOfThisMail, isFinal })
})

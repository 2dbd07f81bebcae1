import { Signature } from 'ethers'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DomainError, InvalidInput } from '../../../../domain/errors.ts'
import { AUTHORIZATION_MINUTES, WALLET_CHAINS } from '../../../../domain/accounts/identities.ts'
import { createWallet } from '../../../testing/accounts/wallet.ts'
import { verifySignedMessage, walletMessage } from './siwe.ts'
import type { WalletPurpose, WalletRequest } from './siwe.ts'

const publicUrl = 'https://sarraf.example'
const now = new Date('2026-03-01T12:00:00.000Z')
const nonce = 'n0nce4567890abcdef'
const wallet = createWallet()

const textWith = (changes: Partial<WalletRequest> = {}) =>
  walletMessage({
    publicUrl,
    address: wallet.address,
    chainId: 137,
    nonce,
    now,
    purpose: 'sign_in',
    minutes: AUTHORIZATION_MINUTES,
    ...changes,
  })
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const read = (message: string, signature: string, at = now) =>
  verifySignedMessage({ publicUrl, message, signature, now: at })
/** Reads a message that the wallet has signed as it is, so that only its text can be the reason for a refusal. */
const readSigned = async (message: string, at = now) =>
  read(message, await wallet.sign(new TextEncoder().encode(message)), at)
const codeOf = async (work: () => unknown) => {
  try {
    await work()
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
  return 'accepted'
}

describe('the message', () => {
  test('has the format of EIP-4361', () => {
    expect(textWith({ address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed' })).toBe(
      [
        'sarraf.example wants you to sign in with your Ethereum account:',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '',
        'Sign in to Sarraf with this wallet. Signing costs nothing and moves no funds.',
        '',
        'URI: https://sarraf.example',
        'Version: 1',
        'Chain ID: 137',
        'Nonce: n0nce4567890abcdef',
        'Issued At: 2026-03-01T12:00:00.000Z',
        'Expiration Time: 2026-03-01T12:10:00.000Z',
      ].join('\n'),
    )
  })

  test('contains the host and port of the site’s address, and no path', () => {
    const text = textWith({ publicUrl: 'http://localhost:3000/' })
    expect(text).toMatch(/^localhost:3000 wants you/)
    expect(text).toContain('\nURI: http://localhost:3000\n')
  })

  test('is created for supported chains only', () => {
    for (const chainId of [0, -137, 5, 80_002, 1.5, NaN, Infinity]) {
      try {
        expect(textWith({ chainId })).toBe('refused')
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        expect([error.code, error.field, error.values]).toEqual([
          'unsupported_chain',
          'chainId',
          { chains: 'Polygon, BNB Chain or Ethereum' },
        ])
      }
    }
  })

  test('is not created for an invalid address or a wrong checksum', () => {
    const good = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const slipped = good.replace('5aA', '5aa')
    for (const address of [
      '',
      '0x',
      good.slice(0, -1),
      `${good}0`,
      good.slice(2),
      `${good}\n`,
      slipped,
      'vitalik.eth',
    ]) {
      try {
        expect(textWith({ address })).toBe('refused')
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error
        expect([error.code, Object.keys(error.fields)]).toEqual(['invalid_input', ['address']])
      }
    }
  })
})

describe('a signed message', () => {
  const purposes: WalletPurpose[] = ['sign_in', 'link']
  test.each(WALLET_CHAINS.flatMap(({ id, name }) => purposes.map((purpose) => [name, purpose, id] as const)))(
    'on %s to %s identifies the signer',
    async (_, purpose, chainId) => {
      expect(await readSigned(textWith({ chainId, purpose }))).toEqual({
        address: wallet.address.toLowerCase(),
        chainId,
        nonce,
        purpose,
      })
    },
  )

  test('is valid from a minute before its issue time until its expiry', async () => {
    const message = textWith()
    const end = AUTHORIZATION_MINUTES * 60_000
    const codes = [-60_001, -60_000, 0, end - 1, end, end + 1].map((ms) => codeOf(() => readSigned(message, later(ms))))
    expect(await Promise.all(codes)).toEqual([
      'wallet_refused',
      'accepted',
      'accepted',
      'accepted',
      'wallet_refused',
      'wallet_refused',
    ])
  })

  test.each([
    [
      'for another site (phishing)',
      (text: string) => text.replace('sarraf.example wants', 'sarraf.example.evil.test wants'),
    ],
    [
      'for this site on another port',
      (text: string) => text.replace('sarraf.example wants', 'sarraf.example:8443 wants'),
    ],
    ['one with a scheme before the host', (text: string) => `https://${text}`],
    ['one with a user name before the host', (text: string) => `sarraf.example@${text}`],
    ['one with a look-alike host', (text: string) => text.replace('sarraf', 'sаrraf')],
    ['for another address', (text: string) => text.replace('URI: https://sarraf.example', 'URI: https://evil.test')],
    [
      'for a page of this site',
      (text: string) => text.replace('URI: https://sarraf.example', 'URI: https://sarraf.example/x'),
    ],
    ['for this site without TLS', (text: string) => text.replace('URI: https:', 'URI: http:')],
    ['of another version', (text: string) => text.replace('Version: 1', 'Version: 2')],
    ['without an expiry', (text: string) => text.replace(/\nExpiration Time: .*/, '')],
    ['without an issue time', (text: string) => text.replace(/\nIssued At: .*/, '')],
    ['with an expiry that is no time', (text: string) => text.replace(/(Expiration Time: ).*/, '$1never')],
    [
      'with an expiry on a day that does not exist',
      (text: string) => text.replace(/(Expiration Time: ).*/, '$12026-02-31T00:00:00.000Z'),
    ],
    ['with a time in another format', (text: string) => text.replace('12:10:00.000Z', '12:10:00Z')],
    ['that is not valid yet', (text: string) => `${text}\nNot Before: 2026-03-01T12:05:00.000Z`],
    ['with a Not Before that has passed', (text: string) => `${text}\nNot Before: 2026-03-01T11:00:00.000Z`],
    ['with a request ID', (text: string) => `${text}\nRequest ID: 7`],
    ['with resources', (text: string) => `${text}\nResources:\n- https://sarraf.example/funds`],
    ['with an empty list of resources', (text: string) => `${text}\nResources:`],
    ['with another statement', (text: string) => text.replace('moves no funds', 'moves all funds')],
    ['without a statement', (text: string) => text.replace(/Sign in to Sarraf.*\n\n/, '\n')],
    ['with a second statement', (text: string) => text.replace('funds.\n', 'funds.\nI give everything away.\n')],
    ['with Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with a line separator', (text: string) => text.replace('funds.\n', 'funds.\u2028')],
    ['with invisible spaces', (text: string) => text.replace('Sign in', 'Sign\u200b in')],
    ['with a full-width digit', (text: string) => text.replace('Chain ID: 137', 'Chain ID: 13７')],
    ['with a zero before the chain', (text: string) => text.replace('Chain ID: 137', 'Chain ID: 0137')],
    ['with two chains', (text: string) => text.replace('Chain ID: 137', 'Chain ID: 137\nChain ID: 1')],
    ['without a chain', (text: string) => text.replace('Chain ID: 137\n', '')],
    ['with its fields in another order', (text: string) => text.replace(/(Version: 1)\n(Chain ID: 137)/, '$2\n$1')],
    ['with a nonce too short', (text: string) => text.replace(nonce, 'short')],
    ['with a nonce of other characters', (text: string) => text.replace(nonce, 'nönce4567890abcdef')],
    ['with its address in lower case', (text: string) => text.replace(wallet.address, wallet.address.toLowerCase())],
    ['with text after it', (text: string) => `${text}\n`],
    ['with text before it', (text: string) => `\n${text}`],
    ['twice', (text: string) => `${text}\n${text}`],
    ['that is empty', () => ''],
    ['that is no message of this kind', () => 'Hello'],
    ['that cannot be written in UTF-8', (text: string) => `${text}\ud800`],
  ])('%s is refused, though its owner has signed it', async (_, alter) => {
    const message = alter(textWith())
    expect(message).not.toBe(textWith())
    expect(await codeOf(() => readSigned(message))).toBe('wallet_refused')
  })

  test('is not valid for another message with other values', async () => {
    const message = textWith({ purpose: 'link' })
    const signature = await wallet.sign(message)
    for (const other of [
      textWith({ chainId: 1, purpose: 'link' }),
      textWith({ purpose: 'sign_in' }),
      textWith({ purpose: 'link', nonce: 'another1234567890' }),
      textWith({ purpose: 'link', now: later(1) }),
      textWith({ purpose: 'link', minutes: AUTHORIZATION_MINUTES + 1 }),
    ]) {
      expect(await codeOf(() => read(other, signature))).toBe('wallet_refused')
    }
    expect(read(message, signature).purpose).toBe('link')
  })

  test('on an unsupported chain is refused with that reason', async () => {
    const message = textWith().replace('Chain ID: 137', 'Chain ID: 80002')
    expect(await codeOf(() => readSigned(message))).toBe('unsupported_chain')
    expect(await codeOf(async () => read(message, await wallet.sign(textWith())))).toBe('unsupported_chain')
  })

  test('for another port of the site is refused', async () => {
    const message = textWith({ publicUrl: 'https://sarraf.example:8443' })
    expect(await codeOf(() => readSigned(message))).toBe('wallet_refused')
  })
})

describe('a signature', () => {
  const message = textWith()

  test('by another key is refused, also where the message contains that key’s address', async () => {
    const thief = createWallet()
    expect(await codeOf(async () => read(message, await thief.sign(message)))).toBe('wallet_refused')
    const theirs = textWith({ address: thief.address })
    expect(await codeOf(() => readSigned(theirs))).toBe('wallet_refused')
  })

  test('may end in 27 or 28, and in 0 or 1, which some hardware wallets use', async () => {
    const { r, s, v, yParity, serialized } = Signature.from(await wallet.sign(message))
    const rAndS = r + s.slice(2)
    const ends = [v, yParity].map((end) => end.toString(16).padStart(2, '0'))
    for (const signature of [serialized, ...ends.map((end) => rAndS + end), `0x${serialized.slice(2).toUpperCase()}`]) {
      expect(read(message, signature).address).toBe(wallet.address.toLowerCase())
    }
    const others = [55 - v, 1 - yParity, 2, 3, 26, 29, 30, 35, 36, 37, 38, 255]
    for (const end of others.map((end) => end.toString(16).padStart(2, '0'))) {
      expect(await codeOf(() => read(message, rAndS + end))).toBe('wallet_refused')
    }
  })

  test('has one form: the high s of the same signature is refused', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const { r, s, v, serialized } = Signature.from(await wallet.sign(message))
    const highS = (order - BigInt(s)).toString(16).padStart(64, '0')
    const twin = `${r}${highS}${(55 - v).toString(16)}`
    expect(read(message, serialized).nonce).toBe(nonce)
    expect(await codeOf(() => read(message, twin))).toBe('wallet_refused')
  })

  test('in the 64 bytes of EIP-2098, or of a contract wallet, is refused', async () => {
    const { compactSerialized, serialized } = Signature.from(await wallet.sign(message))
    const wrapped = `0x${'00'.repeat(32)}${serialized.slice(2)}${'6492'.repeat(16)}`
    for (const signature of [compactSerialized, wrapped, serialized.repeat(2)]) {
      expect(await codeOf(() => read(message, signature))).toBe('wallet_refused')
    }
  })

  test('of the text’s hash, or of the text without the prefix of EIP-191, is refused', async () => {
    const { hashMessage, SigningKey, Wallet, id } = await import('ethers')
    const { privateKey, address } = Wallet.createRandom()
    const text = textWith({ address })
    const key = new SigningKey(privateKey)
    expect(read(text, key.sign(hashMessage(text)).serialized).address).toBe(address.toLowerCase())
    for (const digest of [id(text), hashMessage(id(text))]) {
      expect(await codeOf(() => read(text, key.sign(digest).serialized))).toBe('wallet_refused')
    }
  })

  test('that is malformed is refused', async () => {
    const signature = await wallet.sign(message)
    const zeros = '00'.repeat(32)
    const ones = 'ff'.repeat(32)
    const r = signature.slice(2, 66)
    const s = signature.slice(66, 130)
    const end = signature.slice(130)
    const broken = ['', '0x', signature.slice(2), `0X${signature.slice(2)}`, `${signature}\n`, ` ${signature}`]
    for (const [a, b] of [
      [zeros, zeros],
      [zeros, s],
      [r, zeros],
      [ones, s],
      [r, ones],
    ]) {
      broken.push(`0x${a}${b}${end}`)
    }
    for (const each of broken) expect(await codeOf(() => read(message, each))).toBe('wallet_refused')
  })

  test('and a message of any characters are refused without another error', () => {
    const hex = fc.stringMatching(/^0x[0-9a-f]{128}(1b|1c|00|01)$/)
    const piece = fc.constantFrom(...message.split('\n'), '\n', '\n\n', 'Resources:', '\n- x', 'Request ID: ')
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((pieces) => pieces.join('\n')),
      fc.constant(message),
    )
    fc.assert(
      fc.property(text, fc.oneof(hex, fc.string()), (anyText, anySignature) => {
        expect(() => read(anyText, anySignature)).toThrow(DomainError)
      }),
      { numRuns: 500 },
    )
  })
})

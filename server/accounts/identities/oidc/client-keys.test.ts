import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { CLIENT_KEY_ALG, makeKey } from './client-keys.ts'

test('the public key contains nothing of the private key', async () => {
  const { kid, publicJwk } = await makeKey()
  expect(publicJwk).toEqual({
    kty: 'EC',
    crv: 'P-256',
    x: expect.any(String),
    y: expect.any(String),
    kid,
    alg: 'ES256',
    use: 'sig',
  })
})

test('a key’s id is its thumbprint, and every key is different', async () => {
  const [one, other] = await Promise.all([makeKey(), makeKey()])
  expect(one.kid).toBe(await calculateJwkThumbprint(one.publicJwk))
  expect(one.privateJwk.kid).toBe(one.kid)
  expect(other.kid).not.toBe(one.kid)
})

test('the public key verifies what the private key signs, also after both were serialised', async () => {
  const { privateJwk, publicJwk } = JSON.parse(JSON.stringify(await makeKey()))
  const signed = await new SignJWT({ sub: 'sarraf' })
    .setProtectedHeader({ alg: CLIENT_KEY_ALG })
    .sign(await importJWK(privateJwk, CLIENT_KEY_ALG))
  const { payload } = await jwtVerify(signed, await importJWK(publicJwk))
  expect(payload.sub).toBe('sarraf')
  const other = await makeKey()
  await expect(jwtVerify(signed, await importJWK(other.publicJwk))).rejects.toThrow('signature verification failed')
})

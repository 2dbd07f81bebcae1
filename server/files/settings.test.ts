import { expect, test } from 'vitest'
import { fileSettings } from './settings.ts'

const KEY = { S3_ACCESS_KEY_ID: 'KEY', S3_SECRET_ACCESS_KEY: 'a-secret' }
const store = {
  url: 'https://s3.example.org/files',
  region: 'us-east-1',
  accessKeyId: 'KEY',
  secretAccessKey: 'a-secret',
}

test('files lie in Postgres, in a store, or in Postgres again while a store still has some', () => {
  expect(fileSettings({})).toEqual({ place: 'postgres', store: null })
  expect(fileSettings({ FILES_IN: 'postgres', S3_URL: '' })).toEqual({ place: 'postgres', store: null })
  const env = { ...KEY, S3_URL: 'https://s3.example.org/files/' }
  expect(fileSettings(env)).toEqual({ place: 's3', store })
  expect(fileSettings({ ...env, FILES_IN: 'postgres', S3_REGION: 'eu-west-3' })).toEqual({
    place: 'postgres',
    store: { ...store, region: 'eu-west-3' },
  })
})

test.each([
  'https://files.s3.eu-west-3.amazonaws.com',
  'http://minio:9000/files',
  'http://127.0.0.1:9000/files',
  'http://10.0.0.7/a/b',
  'http://[::1]:9000/files',
])('%s is the address of a bucket', (url) => {
  expect(fileSettings({ ...KEY, S3_URL: url }).store?.url).toBe(url)
})

test.each([
  [{ FILES_IN: 'disk' }, 'FILES_IN must be one of postgres, s3'],
  [{ FILES_IN: 's3' }, 'FILES_IN is s3 without S3_URL'],
  [{ ...KEY }, 'S3_ACCESS_KEY_ID is set without S3_URL'],
  [{ S3_URL: 'https://s3.example.org/files' }, 'S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
  [{ ...KEY, S3_URL: 'files' }, 'S3_URL must be the address of a bucket'],
  [{ ...KEY, S3_URL: 'https://user:a-secret@s3.example.org/files' }, 'S3_URL must be the address of a bucket'],
  [{ ...KEY, S3_URL: 'https://s3.example.org/files?x=1' }, 'S3_URL must be the address of a bucket'],
  [{ ...KEY, S3_URL: 'http://s3.example.org/files' }, 'S3_URL must be an https address'],
  [{ ...KEY, S3_URL: 'https://s3.example.org/files', S3_REGION: 'a b' }, 'S3_REGION must be a name such as eu-west-3'],
  [{ ...KEY, S3_URL: 'https://s3.example.org/files', S3_ACCESS_KEY_ID: 'a b' }, 'must have no spaces'],
])('%j is refused, without its secrets', (env, text) => {
  const refusal = () => fileSettings(env)
  expect(refusal).toThrow(text)
  expect(refusal).not.toThrow('a-secret')
})

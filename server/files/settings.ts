/** Where the bytes of files lie: in Postgres, or sealed in an S3-compatible store. */
import { isPrivateAddress } from '../http/network.ts'
import { OperatorError, choice } from '../setting-values.ts'

export const FILE_PLACES = ['postgres', 's3'] as const
export type FilePlace = (typeof FILE_PLACES)[number]

export type StoreSettings = {
  /** The address of the bucket, without a slash at its end; an object's key follows it. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type FileSettings = {
  /** Where the worker moves the files to; those that lie in the other place are read from there. */
  place: FilePlace
  /** Null: all files lie in Postgres. */
  store: StoreSettings | null
}

export function fileSettings(env: NodeJS.ProcessEnv): FileSettings {
  const { S3_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  const place = choice('FILES_IN', env.FILES_IN || (url ? 's3' : 'postgres'), FILE_PLACES)
  if (!url) {
    const alone = Object.entries({
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    })
      .filter(([, text]) => text)
      .map(([name]) => name)
    if (place === 's3') throw new OperatorError('FILES_IN is s3 without S3_URL, the address of the bucket')
    if (alone.length > 0) throw new OperatorError(`${alone[0]} is set without S3_URL, the address of the bucket`)
    return { place, store: null }
  }
  if (!accessKeyId || !secretAccessKey)
    throw new OperatorError(
      'S3_URL needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, a key that may put, get, delete and list',
    )
  if (!/^[\x21-\x7e]+$/.test(accessKeyId) || !/^[\x21-\x7e]+$/.test(secretAccessKey))
    throw new OperatorError(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must have no spaces and no other than ASCII characters',
    )
  return { place, store: { url: bucketUrl(url), region: regionOf(region), accessKeyId, secretAccessKey } }
}

function regionOf(text: string | undefined): string {
  if (!text) return 'us-east-1'
  if (!/^[a-z\d-]{1,40}$/i.test(text))
    throw new OperatorError(`S3_REGION must be a name such as eu-west-3, not ${JSON.stringify(text)}`)
  return text
}

/** With the bucket in its path or in its host. The error does not repeat the value, which may hold a password. */
function bucketUrl(text: string): string {
  const parsed = URL.canParse(text) ? new URL(text) : null
  const isPlain = parsed !== null && !parsed.username && !parsed.password && !/[?#]/.test(text)
  if (!isPlain || !/^https?:$/.test(parsed.protocol))
    throw new OperatorError(
      'S3_URL must be the address of a bucket such as https://s3.example.org/sarraf, without a user name, a password and a query',
    )
  if (parsed.protocol === 'http:' && !isWithinNetwork(parsed.hostname))
    throw new OperatorError('S3_URL must be an https address, or http on this machine or in a private network')
  return parsed.href.replace(/\/+$/, '')
}

/** A private address, or a name without a dot, as that of a service beside this one. */
function isWithinNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  return isPrivateAddress(host) || !/[.:]/.test(host) || host.endsWith('.localhost')
}

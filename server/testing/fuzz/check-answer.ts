/** What every answer must be: no error of the server, of its endpoint's shape, with a documented code, and without what is another user's. */
import { isDeepStrictEqual } from 'node:util'
import type { LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import { problem } from '../../../domain/api/endpoint.ts'
import type { Endpoint } from '../../../domain/api/endpoint.ts'
import { ERRORS } from '../../../domain/errors.ts'
import type { ErrorCode } from '../../../domain/errors.ts'
import { STATUS } from '../../http/errors.ts'
import { codesOf } from '../../http/openapi/refusals.ts'
import type { Canaries, Canary } from './canaries.ts'
import type { FuzzCall } from './calls.ts'

const INTERNALS = /\bat .*\.ts:|node_modules|\bselect .* from |insert into|\$argon2/
/** The endpoints of another method or address that a hostile path can lead to have answers of their own. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set(['method_not_allowed', 'not_found'])

/** Each reason for which the answer is wrong; empty where it is right. */
export function faultsOf(call: FuzzCall, answer: LightMyRequestResponse): string[] {
  const { endpoint } = call
  const { statusCode: status, payload } = answer
  const faults: string[] = []
  if (status >= 500) faults.push(`the server answered ${status}`)
  if (INTERNALS.test(payload)) faults.push('the answer shows how the server works')
  if (isAnsweredByEndpoint(call)) {
    const fault = status < 400 ? successFault(endpoint, answer) : refusalFault(endpoint, answer)
    if (fault !== null) faults.push(fault)
  }
  return faults
}

/** What private texts of others the answer has. A demonstration shows the mail of its users to each visitor. */
export function leaksIn({ actor, endpoint, url, payload }: FuzzCall, answer: string, canaries: Canaries): Canary[] {
  return endpoint.tag === 'Demonstration' ? [] : canaries.foundIn(answer, actor, `${url}\n${String(payload ?? '')}`)
}

/** A hostile part of the address can lead to another endpoint, whose shape is another. */
function isAnsweredByEndpoint({ url, endpoint }: FuzzCall): boolean {
  const pattern = endpoint.path.replaceAll(/:\w+/g, '(?!\\.\\.|%2e|0?$)[^/]+')
  return new RegExp(`^${pattern}$`).test(url.split('?')[0] ?? '')
}

function successFault(endpoint: Endpoint, answer: LightMyRequestResponse): string | null {
  const { statusCode: status } = answer
  const type = String(answer.headers['content-type'])
  if (status === 304) return null
  if (!(endpoint.statuses ?? [200]).some((known) => known === status)) return `${status} is no status of the endpoint`
  if (endpoint.file)
    return [endpoint.file].flat().some((known) => type.startsWith(known.split(';')[0]!)) ? null : `a file of ${type}`
  if (!endpoint.response) return null
  const body: unknown = answer.json()
  const parsed = z.safeParse(endpoint.response, body)
  if (!parsed.success) return `the answer is not of its schema: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`
  // The schema strips what it does not declare.
  return isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), body) ? null : 'the answer has undeclared fields'
}

function refusalFault(endpoint: Endpoint, answer: LightMyRequestResponse): string | null {
  if (!String(answer.headers['content-type']).startsWith('application/problem+json')) return 'a refusal of another type'
  const body: unknown = answer.json()
  const parsed = z.safeParse(problem, body)
  if (!parsed.success) return `the refusal is no problem: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`
  const { code, status } = parsed.data
  if (!isCode(code)) return `the code "${code}" is unknown`
  if (status !== answer.statusCode || STATUS[ERRORS[code].kind] !== status) return `"${code}" came with ${status}`
  return codesOf(endpoint).includes(code) || ELSEWHERE.has(code) ? null : `"${code}" is no code of the endpoint`
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** Runs calls in rounds, each with callers of its own, so that a failure is repeated by the few calls of its round. */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { ANSWERING } from '../contract.ts'
import type { TestApp } from '../app.ts'
import { neededProof } from '../proofs.ts'
import { seededRandom } from '../random.ts'
import { sendDueMails } from '../../mail/send-due-mails.ts'
import { asSystem } from '../../db/scope.ts'
import { RoundOver, gatherActors } from './actors.ts'
import type { Actors } from './actors.ts'
import { createCalls } from './calls.ts'
import type { FuzzCall } from './calls.ts'
import { isSharedWith } from './canaries.ts'
import { faultsOf, leaksIn } from './check-answer.ts'
import { createIds } from './ids.ts'

export type Tally = {
  calls: number
  successes: number
  ms: number
  /** How often it was asked again after a 503. */
  askedAgain: number
  /** How often it was refused, by the code. */
  refusals: Map<string, number>
}

export type FuzzReport = {
  calls: number
  byStatus: Map<number, number>
  byEndpoint: Map<string, Tally>
  failures: string[]
  /** Of all failures, also those beyond the described ones. */
  failed: number
  /** Rounds whose callers could not go on because of their own calls, for example after one had deleted the own account. */
  endedEarly: string[]
}

const CALLS_OF_ROUND = 1000
const CALLS_BETWEEN_REVIVALS = 100
const DESCRIBED_FAILURES = 20
const SHOWN = 700
const WAIT_AFTER_BUSY_MS = 500
const ASKED_AGAIN_MAX = 4

/** The first round has the seed itself: `--seed` and `--calls` of a later one repeat it alone. */
export async function runFuzz(testApp: TestApp, { calls, seed }: { calls: number; seed: number }): Promise<FuzzReport> {
  const report: FuzzReport = {
    calls: 0,
    byStatus: new Map(),
    byEndpoint: new Map(),
    failures: [],
    failed: 0,
    endedEarly: [],
  }
  for (const { name } of ANSWERING)
    report.byEndpoint.set(name, { calls: 0, successes: 0, ms: 0, askedAgain: 0, refusals: new Map() })
  for (let round = 0; report.calls < calls; round++) {
    if (round > 0)
      console.log(`${report.calls} calls, ${report.failed} wrong answers, load average ${loadavg()[0]?.toFixed(1)}`)
    await runRound(testApp, { calls: Math.min(CALLS_OF_ROUND, calls - report.calls), seed: seed + round, report })
  }
  return report
}

type Round = { calls: number; seed: number; report: FuzzReport }

async function runRound(testApp: TestApp, { calls, seed, report }: Round): Promise<void> {
  const random = seededRandom(seed)
  const actors = await gatherActors(testApp)
  const ids = createIds(actors.ids, random)
  const source = createCalls(actors, ids, random, seed)
  await asSystem('worker', () => sendDueMails(testApp.context))
  for (let number = 1; number <= calls; number++) {
    if (number % CALLS_BETWEEN_REVIVALS === 0) {
      try {
        await actors.revive()
      } catch (error) {
        const isOwn = error instanceof RoundOver
        const reason = error instanceof Error ? ((isOwn ? null : error.stack) ?? error.message) : String(error)
        const described = `round ${seed} after ${number - 1} calls: ${reason.slice(0, SHOWN)}`
        if (isOwn) report.endedEarly.push(described)
        else fail(report, `${described}\n  repeat: npm run fuzz -- --seed ${seed} --calls ${number}`)
        return
      }
    }
    const call = source.next()
    const began = performance.now()
    const tally = report.byEndpoint.get(call.name)!
    const answer = await send(testApp, call, { userId: actors.userOf(call.actor)?.id, tally })
    report.calls++
    count(report, call, answer, performance.now() - began)
    if (answer.statusCode < 300 && String(answer.headers['content-type']).includes('json'))
      ids.take(call.actor, call.endpoint, answer.json())
    if (answer.statusCode < 300) actors.succeeded(call.actor, call.name)
    adopt(actors, call, answer.headers['set-cookie'])
    const faults = faultsOf(call, answer)
    for (const leak of leaksIn(call, answer.payload, actors.canaries)) {
      const userId = call.actor === 'member' ? actors.users.member.id : (actors.userOf(call.actor)?.id ?? null)
      if (!(await isSharedWith(testApp.owner, leak, userId))) faults.push(`the ${call.actor} was answered ${leak.what}`)
    }
    if (faults.length > 0)
      describe(report, { call, faults, repeat: `--seed ${seed} --calls ${number}` }, answer.payload)
  }
}

type Sender = { userId: string | undefined; tally: Tally }

async function send({ app, owner }: TestApp, call: FuzzCall, { userId, tally }: Sender) {
  const { endpoint, url, headers, payload } = call
  const tradeId = /^\/api\/trades\/([^/]+)\/mark-paid$/.exec(url)?.[1]
  // A buyer without a completed trade submits a proof first, which has the trade's id here.
  if (tradeId !== undefined && userId !== undefined && !tradeId.includes('%')) await neededProof(owner, tradeId, userId)
  const ask = () => app.inject({ method: endpoint.method, url, headers, ...(payload !== undefined && { payload }) })
  let answer = await ask()
  // A machine that does other work as well can keep the database from answering in time; a client asks again then.
  for (let again = 1; answer.statusCode === 503 && again <= ASKED_AGAIN_MAX; again++) {
    tally.askedAgain++
    await sleep(again * WAIT_AFTER_BUSY_MS)
    answer = await ask()
  }
  return answer
}

/** Only the answer to a session that was sent as it is can continue it. */
function adopt(actors: Actors, { actor, headers }: FuzzCall, setCookie: string | string[] | undefined): void {
  const sent = actors.headersOf(actor).cookie
  const next = [setCookie]
    .flat()
    .map((text) => String(text).split(';')[0]!)
    .find((text) => text.startsWith('sid='))
  if (next !== undefined && next !== 'sid=' && sent !== undefined && sent === headers.cookie) actors.adopt(actor, next)
}

function count(
  { byStatus, byEndpoint }: FuzzReport,
  { name }: FuzzCall,
  { statusCode, payload }: LightMyRequestResponse,
  ms: number,
): void {
  byStatus.set(statusCode, (byStatus.get(statusCode) ?? 0) + 1)
  const tally = byEndpoint.get(name)!
  tally.calls++
  tally.ms += ms
  if (statusCode < 400) tally.successes++
  else {
    const code = /"code":"(\w+)"/.exec(payload)?.[1] ?? String(statusCode)
    tally.refusals.set(code, (tally.refusals.get(code) ?? 0) + 1)
  }
}

type Failure = { call: FuzzCall; faults: string[]; repeat: string }

function describe(report: FuzzReport, { call, faults, repeat }: Failure, answer: string): void {
  const { actor, name, endpoint, url, headers, payload } = call
  const lines = [
    `${name}: ${faults.join('; ')}`,
    `  repeat: npm run fuzz -- ${repeat}`,
    `  call of the ${actor}: ${endpoint.method} ${url.slice(0, SHOWN)} ${JSON.stringify(headers).slice(0, SHOWN)}`,
    `  body: ${String(payload ?? '').slice(0, SHOWN)}`,
    `  answer: ${answer.slice(0, SHOWN)}`,
  ]
  fail(report, lines.join('\n'))
}

function fail(report: FuzzReport, description: string): void {
  report.failed++
  if (report.failures.length >= DESCRIBED_FAILURES) return
  // A long run shows it as soon as it happens.
  console.log(description)
  report.failures.push(description)
}

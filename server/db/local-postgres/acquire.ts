import { setTimeout as sleep } from 'node:timers/promises'
import { connectionStringOf, currentOwner, ensureDatabase } from './connection.ts'
import { logTail } from './folder.ts'
import { launch } from './launch.ts'
import type { Launch, LaunchPlan } from './launch.ts'
import { isAlive, isOwnerAlive, newOwnerToken } from './owner.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import type { Postmaster } from './postmaster.ts'

/** A server that answers. `stop` does nothing when another process owns it. */
export type Server = { isRunning: () => boolean; stop: () => Promise<void> }

const readyWithinMs = 60_000
const pollEveryMs = 20
const failuresAllowed = 3

/**
 * Launches a server on the plan's cluster, or joins the one a live process runs there, and waits until it
 * answers. Postgres's own lock decides between processes that launch concurrently: the losers join the winner.
 */
export async function acquire(plan: LaunchPlan): Promise<Server> {
  const deadline = Date.now() + readyWithinMs
  let failures = 0
  while (failures < failuresAllowed && Date.now() < deadline) {
    const running = await findPostmaster(plan.folder.cluster)
    const server = running ? await join(running) : await launchAndWait(plan, deadline)
    if (server) return server
    // A launch that lost to another process is no failure: the next turn joins the winner.
    if (!running && !(await findPostmaster(plan.folder.cluster))) failures += 1
    await sleep(pollEveryMs)
  }
  throw new Error(`The local Postgres did not start. The end of its log:\n${await logTail(plan.folder)}`)
}

/**
 * Uses the server another process runs. One whose owner has died is about to stop (or, if its guard died too,
 * is stopped now): null means wait and look again.
 */
async function join(running: Postmaster): Promise<Server | null> {
  const adminConnection = connectionStringOf(running.address, 'postgres')
  const owner = await currentOwner(adminConnection)
  if (!owner.isReachable) return null
  if (owner.token !== null && !isOwnerAlive(owner.token)) {
    stopPostmaster(running)
    return null
  }
  await ensureDatabase(adminConnection)
  return { isRunning: () => isAlive(running.pid), stop: async () => {} }
}

async function launchAndWait(plan: LaunchPlan, deadline: number): Promise<Server | null> {
  const token = newOwnerToken()
  const started = launch(plan, token)
  if (await isReady(started, connectionStringOf(plan.address, 'postgres'), token, deadline)) {
    return { isRunning: () => !started.hasExited(), stop: started.stop }
  }
  await started.stop()
  return null
}

/** Waits for our own server to answer with our token; false when it ended instead. */
async function isReady(started: Launch, adminConnection: string, token: string, deadline: number): Promise<boolean> {
  while (!started.hasExited() && Date.now() < deadline) {
    const owner = await currentOwner(adminConnection)
    if (owner.isReachable && owner.token === token) {
      await ensureDatabase(adminConnection)
      return true
    }
    await sleep(pollEveryMs)
  }
  return false
}

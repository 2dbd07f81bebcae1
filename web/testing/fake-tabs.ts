/** What the tabs of one browser share, for tests that play several tabs: Web Locks and BroadcastChannel. */
import { vi } from 'vitest'

type Waiting = { run: () => void; fail: () => void }

/** Exclusive locks, with `signal` and `steal`. */
class FakeLocks {
  private held = new Map<string, Waiting>()
  private queues = new Map<string, Waiting[]>()

  request(name: string, { signal, steal }: LockOptions, callback: () => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(name) ?? []
      this.queues.set(name, queue)
      const fail = () => reject(new DOMException('The lock was stolen or no longer wanted.', 'AbortError'))
      const waiting: Waiting = {
        fail,
        run: () => {
          void Promise.resolve(callback()).then((value) => {
            resolve(value)
            if (this.held.get(name) === waiting) this.next(name)
          })
        },
      }
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting)
        if (at !== -1) queue.splice(at, 1)
        if (at !== -1) fail()
      })
      if (steal) queue.unshift(waiting)
      else queue.push(waiting)
      queueMicrotask(() => {
        if (steal) this.held.get(name)?.fail()
        if (steal || !this.held.has(name)) this.next(name)
      })
    })
  }

  private next(name: string): void {
    const waiting = this.queues.get(name)?.shift()
    if (!waiting) return void this.held.delete(name)
    this.held.set(name, waiting)
    waiting.run()
  }
}

/** The channels that exist, and those of tabs that the browser has frozen: they say and hear nothing. */
const open = new Set<FakeChannel>()

export class FakeChannel extends EventTarget {
  isFrozen = false
  readonly name: string

  constructor(name: string) {
    super()
    this.name = name
    open.add(this)
  }

  postMessage(message: unknown): void {
    if (!open.has(this)) throw new DOMException('The channel is closed.', 'InvalidStateError')
    if (this.isFrozen) return
    const others = [...open].filter((other) => other !== this && other.name === this.name)
    for (const other of others) {
      queueMicrotask(() => {
        if (open.has(other) && !other.isFrozen) {
          other.dispatchEvent(new MessageEvent('message', { data: structuredClone(message) }))
        }
      })
    }
  }

  close(): void {
    open.delete(this)
  }
}

/** Until `vi.unstubAllGlobals`. Returns the channels in the order of their tabs. */
export function fakeTabs(): () => FakeChannel[] {
  open.clear()
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
  return () => [...open]
}

import { setTimeout as wait } from 'node:timers/promises'

export type Draining = {
  isOn: () => boolean
  /** From now on /readyz refuses; resolves when the proxies in front have had their time to hear of it. */
  begin: () => Promise<void>
}

export function createDraining(seconds: number): Draining {
  let isOn = false
  return {
    isOn: () => isOn,
    begin: async () => {
      isOn = true
      await wait(seconds * 1000)
    },
  }
}

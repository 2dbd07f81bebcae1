import { useEffect, useState } from 'react'
import { followLinksAsDocuments } from './lost-scripts.ts'

type LazyModule<Module> = {
  /** Null until the module has been shown. */
  module: Module | null
  /** Downloads the module without rendering it. */
  preload: () => void
  /** Downloads the module and renders with it. */
  show: (onFailure?: () => void) => void
}

/** Loads a module that the first view of a page does not need. `load` must be the same function at every call. */
export function useLazyModule<Module>(load: () => Promise<Module>): LazyModule<Module> {
  const [module, setModule] = useState<Module | null>(null)
  const download = (onLoaded: (loaded: Module) => void, onFailure: () => void) => {
    load().then(onLoaded, () => {
      followLinksAsDocuments()
      onFailure()
    })
  }
  return {
    module,
    preload: () => download(ignore, ignore),
    show: (onFailure = ignore) => download((loaded) => setModule(() => loaded), onFailure),
  }
}

function ignore(): void {}

/** Runs `work` once, when the page has loaded and the browser is idle. */
export function useIdleCallback(work: () => void): void {
  useEffect(() => {
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(work, IDLE_TIMEOUT_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(work)
    return () => cancelIdleCallback(request)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
}

const IDLE_TIMEOUT_MS = 1500

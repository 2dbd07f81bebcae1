import { useEffect, useState } from 'react'

const KEY = 'volume-hidden'

/** Whether amounts are hidden; remembered on this device. */
export function useHiddenVolume(): [boolean, (isHidden: boolean) => void] {
  const [isHidden, setHidden] = useState(recall)
  useEffect(() => remember(isHidden), [isHidden])
  return [isHidden, setHidden]
}

function recall(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

function remember(isHidden: boolean): void {
  try {
    if (isHidden) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // A browser that stores nothing shows it again next time.
  }
}

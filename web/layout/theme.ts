import { useSyncExternalStore } from 'react'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The chosen colours and the way to change them. `public/theme.js` paints them, before the first paint and after. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, read, () => 'system' as const)
  return [theme, write]
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('themechange', onChange)
  window.addEventListener('storage', onChange)
  return () => {
    window.removeEventListener('themechange', onChange)
    window.removeEventListener('storage', onChange)
  }
}

function read(): Theme {
  try {
    const stored = localStorage.getItem('theme')
    return THEMES.find((theme) => theme === stored) ?? 'system'
  } catch {
    return 'system'
  }
}

function write(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // A browser that stores nothing keeps following the system.
  }
  window.dispatchEvent(new Event('themechange'))
}

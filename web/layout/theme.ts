import { choice } from './choice.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The chosen colours. `public/first.js` paints them, before the first paint and after. */
export const theme = choice<Theme>('theme', THEMES, 'system')

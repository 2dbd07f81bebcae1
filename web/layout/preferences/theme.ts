import { choice } from '../../session/choice.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The chosen theme. `web/layout/first.js` applies it, before the first paint and after. */
export const theme = choice<Theme>('theme', THEMES, 'system')

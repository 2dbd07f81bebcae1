/** The FAQ's categories (spec-coverage 2 Static). */
export const CATEGORIES = ['getting-started', 'security', 'fees', 'trading', 'account', 'technical'] as const
export type Category = (typeof CATEGORIES)[number]

/** The FAQ's categories (spec section 2, Static pages). */
export const CATEGORIES = ['getting-started', 'security', 'fees', 'trading', 'account', 'technical'] as const
export type Category = (typeof CATEGORIES)[number]

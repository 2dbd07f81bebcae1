/** Of the act in the bar of a small screen: its words take two lines rather than leave the bar. */
export const moveClass = 'h-12! min-w-0 px-3! leading-tight whitespace-normal!'

/** The card of a section in the trade room. */
export const sectionClass = 'panel p-4 sm:px-7 sm:py-6'

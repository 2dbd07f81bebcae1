/** A moment within the next days, for when business hours begin: "Monday 09:00", with 24 hours in every language. */
export function openingText(moment: string, locales: string | string[] | undefined, timeZone?: string): string {
  return new Intl.DateTimeFormat(locales, {
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(moment))
}

/**
 * Time zones by their IANA names. Browsers go on listing some zones by names that the IANA replaced (CLDR keeps the first one), and
 * a database may have been built without the former names, or before the present ones.
 */

/** The characters of a name. */
export const TIME_ZONE_MAX = 64

/** The present name of each zone that was renamed; source: the file `backward` of the tz database, 2025b. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Ashkhabad': 'Asia/Ashgabat',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Dacca': 'Asia/Dhaka',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Macao': 'Asia/Macau',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Thimbu': 'Asia/Thimphu',
  'Asia/Ujung_Pandang': 'Asia/Makassar',
  'Asia/Ulan_Bator': 'Asia/Ulaanbaatar',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
  'US/Alaska': 'America/Anchorage',
  'US/Arizona': 'America/Phoenix',
  'US/Central': 'America/Chicago',
  'US/Eastern': 'America/New_York',
  'US/Hawaii': 'Pacific/Honolulu',
  'US/Mountain': 'America/Denver',
  'US/Pacific': 'America/Los_Angeles',
}

/** The present name of a zone; the name itself where it was never replaced. */
export function presentZone(name: string): string {
  return RENAMED[name] ?? name
}

/** All names of the zone, the present one first. */
export function namesOfZone(name: string): string[] {
  const present = presentZone(name)
  return [present, ...Object.keys(RENAMED).filter((former) => RENAMED[former] === present)]
}

/** The zones that a page offers, each once by its present name, with the one that is saved. */
export function zonesToChoose(supported: readonly string[], saved: string): string[] {
  return [...new Set(['UTC', ...[saved, ...supported].map(presentZone)])].toSorted()
}

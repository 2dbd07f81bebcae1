import type { RateAdapter } from './adapter.ts'

const DAY = /<Cube\s+time=['"](?<day>\d{4}-\d\d-\d\d)['"]/
const DOLLARS = /<Cube\s+currency=['"]USD['"]\s+rate=['"](?<dollars>[\d.]+)['"]/

/** The euro's reference rate of the day, which is published at 16:00 in Frankfurt: dollars for 1 euro. */
export const ecb: RateAdapter = {
  everyMinutes: 60,
  url: () => 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
  read: (answer) => ({
    rate: 1 / Number(DOLLARS.exec(answer)?.groups?.dollars),
    asOf: new Date(`${DAY.exec(answer)?.groups?.day}T14:00:00Z`),
  }),
}

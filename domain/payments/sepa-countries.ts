/**
 * The countries, by the code of their IBANs, whose banks are in the geographical scope of the SEPA schemes: the European Payments
 * Council's list EPC409-09 as it has been since May 2025, when Serbia was added. An own list, because a library's follows it years later.
 */
export const SEPA_COUNTRIES: ReadonlySet<string> = new Set([
  'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI', 'GR', 'HR', 'HU', 'IE', 'IS',
  'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK', 'SM', 'VA',
]) // prettier-ignore

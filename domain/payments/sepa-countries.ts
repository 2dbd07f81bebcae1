/**
 * The countries, by the code of their IBANs, whose banks are in the geographical scope of the SEPA schemes: the European Payments
 * Council's list EPC409-09 as it has been since May 2025, when Serbia was added. An own list, because a library's follows it years later.
 */
export const SEPA_COUNTRIES: ReadonlySet<string> = new Set([
  // The European Union; its outermost regions have the IBANs of their country.
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU', 'LV'],
  ...['MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK'],
  // The European Economic Area, and others.
  ...['IS', 'LI', 'NO'],
  ...['AD', 'AL', 'CH', 'GB', 'GI', 'MC', 'MD', 'ME', 'MK', 'RS', 'SM', 'VA'],
])

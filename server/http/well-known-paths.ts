/** Addresses that are no calls of the API: for other services, and for browsers they send here. */

/** The public halves of our keys (RFC 7517). */
export const JWKS_PATH = '/.well-known/jwks.json'
/** Our side of SAML, for whoever runs the other one. */
export const SAML_METADATA_PATH = '/api/auth/saml/metadata'
/** The one form that another site may post: it is worth nothing without the signature in it. */
export const SAML_ACS_PATH = '/api/auth/saml/acs'

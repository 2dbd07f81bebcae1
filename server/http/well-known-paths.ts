/** Routes outside the API: for identity providers, and for browsers that they redirect here. */

/** The public signing keys (RFC 7517). */
export const JWKS_PATH = '/.well-known/jwks.json'
/** The metadata of this SAML service provider. */
export const SAML_METADATA_PATH = '/api/auth/saml/metadata'
/** The SAML assertion consumer service. Another site may post this form; the signature in it authenticates it. */
export const SAML_ACS_PATH = '/api/auth/saml/acs'

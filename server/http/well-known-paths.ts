/** Addresses that are not calls of the API: for identity providers, and for browsers that they send here. */

/** The public signing keys (RFC 7517). */
export const JWKS_PATH = '/.well-known/jwks.json'
/** The metadata of this SAML service provider. */
export const SAML_METADATA_PATH = '/api/auth/saml/metadata'
/** The SAML assertion consumer service: the one form that another site may post. Without the signature in it, it is worth nothing. */
export const SAML_ACS_PATH = '/api/auth/saml/acs'

/** The settings of a SAML identity provider. */
import { X509Certificate } from 'node:crypto'
import { isTrusted } from '../trusted-address.ts'

export type SamlProviderSettings = {
  /** The text of its button. */
  name: string
  /** The provider's address for requests by redirect. */
  entryPoint: string
  /** The certificates of its signatures, as PEM or the base64 inside: two while it rotates its key. Their dates are not checked. */
  idpCertificates: string[]
  idpEntityId: string
  spEntityId: string
  /** This server's assertion consumer service. */
  callbackUrl: string
}

const RSA_BITS_MIN = 2048

/** The certificates as clean PEM. Throws an Error that names the setting which is wrong. */
export function checkSamlSettings(settings: SamlProviderSettings): string[] {
  if (!isTrusted(settings.entryPoint)) {
    throw new Error(`SAML entryPoint must be an https address, not "${settings.entryPoint}"`)
  }
  if (!URL.canParse(settings.callbackUrl)) {
    throw new Error(`SAML callbackUrl must be a whole address, not "${settings.callbackUrl}"`)
  }
  if (settings.idpEntityId === '') throw new Error('SAML idpEntityId must not be empty')
  if (settings.spEntityId === '') throw new Error('SAML spEntityId must not be empty')
  if (settings.idpCertificates.length === 0) throw new Error('SAML idpCertificates must hold at least one certificate')
  return settings.idpCertificates.map((text, index) => readCertificate(`SAML idpCertificates[${index}]`, text))
}

function readCertificate(name: string, text: string): string {
  const certificate = parseCertificate(name, text.trim())
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  // The library verifies RSA signatures only; with another key every sign-in would fail.
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN) {
    throw new Error(`${name} must hold an RSA key of at least ${RSA_BITS_MIN} bits`)
  }
  return certificate.toString()
}

function parseCertificate(name: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text.startsWith('-----BEGIN') ? text : Buffer.from(text, 'base64'))
  } catch (cause) {
    throw new Error(`${name} cannot be read as a certificate: give its PEM, or the base64 inside`, { cause })
  }
}

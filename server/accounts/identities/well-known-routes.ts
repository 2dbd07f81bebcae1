/** The public keys and SAML metadata that identity providers read. They are not part of the API. */
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../../../domain/errors.ts'
import { JWKS_PATH, SAML_METADATA_PATH } from '../../http/well-known-paths.ts'
import type { IdentityProviders } from './providers.ts'

/** HEAD would do the work of GET. */
const OPTIONS = { exposeHeadRoute: false }

export function wellKnownRoutes(app: FastifyInstance, { providers }: { providers: IdentityProviders }): void {
  app.get(JWKS_PATH, OPTIONS, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300')
    return providers.keys.publicSet()
  })
  app.get(SAML_METADATA_PATH, OPTIONS, async (_request, reply) => {
    if (!providers.saml) throw new DomainError('provider_off')
    return reply.type('application/samlmetadata+xml; charset=utf-8').send(providers.saml.metadata())
  })
}

import type { FastifyInstance } from 'fastify'
import { inAsset } from '../../../domain/asset.ts'
import { inProduct } from '../../../domain/operator/product.ts'
import type { Config } from '../../config.ts'
import { openApiDocument } from './document.ts'

/** Serves the OpenAPI document, which is written with the first call. */
export function openApiRoutes(app: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  let text: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    reply.type('application/json; charset=utf-8')
    return (text ??= JSON.stringify(openApiDocument(publicUrl), (_, value: unknown) =>
      typeof value === 'string' ? inProduct(inAsset(value)) : value,
    ))
  })
}

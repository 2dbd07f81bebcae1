import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

type Schemas = Record<string, unknown>

/** The OpenAPI document at /api/openapi.json, made from the same schemas that check the traffic. */
export async function openApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sarraf',
        version: '1',
        description: 'Peer-to-peer USDT marketplace with a demonstration escrow.',
      },
    },
    transform: ({ schema, url }) => {
      if (!schema) return { schema, url }
      const { params, querystring, body, response, ...rest } = schema as Schemas
      return {
        url,
        schema: {
          ...rest,
          ...(params ? { params: jsonSchema(params, 'input') } : {}),
          ...(querystring ? { querystring: jsonSchema(querystring, 'input') } : {}),
          ...(body ? { body: jsonSchema(body, 'input') } : {}),
          ...(response ? { response: responses(response as Schemas) } : {}),
        },
      }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

function responses(byStatus: Schemas): Schemas {
  return Object.fromEntries(Object.entries(byStatus).map(([status, schema]) => [status, jsonSchema(schema, 'output')]))
}

function jsonSchema(schema: unknown, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema as z.ZodMiniType, { io, unrepresentable: 'any', target: 'draft-2020-12' })
}

import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '../../domain/api.ts'
import { KEY_START } from '../../domain/api-keys.ts'
import { sessionCookie } from './session.ts'

/** It is checked where calls are remembered; here it is told. */
const IDEMPOTENCY_KEY = {
  type: 'object',
  required: ['idempotency-key'],
  properties: { 'idempotency-key': { type: 'string', minLength: 16, maxLength: 64 } },
}

type Schemas = Record<string, unknown>

/** The OpenAPI document at /api/openapi.json, made from the same schemas that check the traffic. */
export async function openApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Sarraf',
        version: '1',
        description: 'Peer-to-peer USDT marketplace with a demonstration escrow.',
      },
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie(publicUrl).name,
            description: 'Somebody signed in with a browser.',
          },
          key: {
            type: 'http',
            scheme: 'bearer',
            description: `A program with an API key (${KEY_START}…), for the calls whose scope the key has.`,
          },
        },
      },
    },
    transform: ({ schema, url }) => {
      if (!schema) return { schema, url }
      const { params, querystring, body, response, needsKey, ...rest } = schema as Schemas
      return {
        url,
        schema: {
          ...rest,
          ...(needsKey ? { headers: IDEMPOTENCY_KEY } : {}),
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

/** What of an endpoint is only told: who may call, where `{}` is anybody and the scope stands with the key, and its header. */
export function told({ isPublic, scope, needsKey }: Endpoint): object {
  const methods = [...(isPublic ? [{}] : []), { session: [] }, ...(scope ? [{ key: [scope] }] : [])]
  return { security: methods, ...(scope ? { 'x-scope': scope } : {}), ...(needsKey ? { needsKey } : {}) }
}

function responses(byStatus: Schemas): Schemas {
  return Object.fromEntries(Object.entries(byStatus).map(([status, schema]) => [status, jsonSchema(schema, 'output')]))
}

function jsonSchema(schema: unknown, io: 'input' | 'output'): object {
  return z.toJSONSchema(schema as z.ZodMiniType, { io, unrepresentable: 'any', target: 'draft-2020-12' })
}

import type { FastifyRequest } from 'fastify'
import { cleanText } from '../../../domain/reading/clean-text.ts'
import { deviceCookie } from '../../http/cookies.ts'
import type { Client } from './client.ts'
import { deviceOfCookie } from './device.ts'

const USER_AGENT_MAX = 300

const clients = new WeakMap<FastifyRequest, Client>()

/** Where a request comes from. Repeated calls for one request give the same object, with the same next device token. */
export function clientOf(request: FastifyRequest, publicUrl: string): Client {
  let client = clients.get(request)
  if (!client) {
    const userAgent = cleanText(request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX)
    client = { ipAddress: request.ip, userAgent, device: deviceOfCookie(deviceCookie.read(request, publicUrl)) }
    clients.set(request, client)
  }
  return client
}

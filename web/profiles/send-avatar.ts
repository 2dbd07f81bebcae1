import { changeAvatar, type Profile } from '../../domain/api.ts'
import { ApiError } from '../client.ts'

type Sending = { file: File; idempotencyKey: string; onProgress: (share: number) => void }

/**
 * Uploads a user's picture and reports progress from 0 to 1, which `fetch` cannot. Throws ApiError; a retry with the same
 * key finds the stored picture.
 */
export async function sendAvatar({ file, idempotencyKey, onProgress }: Sending): Promise<Profile> {
  const form = new FormData()
  form.set('image', file)
  const [{ status, text }, { readAnswer, readProblem }] = await Promise.all([
    post(form, idempotencyKey, onProgress),
    import('../contract.ts'),
  ])
  const json = parsed(text)
  if (status >= 300) throw new ApiError(status, (await readProblem(json)) ?? { code: 'unexpected_answer' })
  const answer = readAnswer(changeAvatar, json)
  if (!answer) throw new ApiError(502, { code: 'unexpected_answer' })
  return answer.data as Profile
}

function post(
  form: FormData,
  key: string,
  onProgress: (share: number) => void,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(changeAvatar.method, changeAvatar.path)
    request.setRequestHeader('Idempotency-Key', key)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new ApiError(0, { code: 'unreachable' })))
    request.send(form)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

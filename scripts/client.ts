/** `npm run client`: writes the generated part of the TypeScript client from the OpenAPI document. */
import { writeFile } from 'node:fs/promises'
import { clientSource } from './client-source.ts'

await writeFile(new URL('../packages/client/src/generated.ts', import.meta.url), await clientSource())

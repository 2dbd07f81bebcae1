/** What the database refuses of files in a store, as the server's own login: bytes never change on their way. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { refusalOf } from '../testing/attacks/attack.ts'
import { insertImage } from '../testing/disputes.ts'
import { insertProof } from '../testing/proofs.ts'
import { useMarketFixture } from '../testing/suite.ts'

const market = useMarketFixture()

const AS_SERVER = 'set local role sarraf_app; set local app.viewer = system;'
const tryTo = (statements: string) => refusalOf(market().owner, `${AS_SERVER} ${statements}`)
const literal = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'::bytea`

/** The statement that adds an object for the row; `forged` replaces its values. */
function objectOf(
  file: { table: string; id: string; content: Buffer },
  objectId: string,
  forged: Partial<{ content: Buffer; ofId: string }> = {},
) {
  const { content, ofId } = { content: file.content, ofId: file.id, ...forged }
  const sha256 = createHash('sha256').update(content).digest()
  return `insert into stored_objects (id, of_table, of_id, bytes, sha256, data_key)
    values ('${objectId}', '${file.table}', '${ofId}', ${content.length}, ${literal(sha256)}, ${literal(Buffer.alloc(69))});`
}

async function files() {
  const { owner, trades } = market()
  const proof = await insertProof(owner, { id: trades.awaiting_payment })
  const image = await insertImage(owner, trades.awaiting_payment)
  const contentOf = async (table: string, column: string, id: string) =>
    (await owner.query<{ content: Buffer }>(`select ${column} as content from ${table} where id = $1`, [id])).rows[0]!
      .content
  return [
    {
      table: 'evidence_files',
      column: 'sealed',
      id: proof,
      content: await contentOf('evidence_files', 'sealed', proof),
    },
    { table: 'trade_images', column: 'bytes', id: image, content: await contentOf('trade_images', 'bytes', image) },
  ]
}

test('a row gives its bytes to an object of the same bytes that was made for it, and takes the same back', async () => {
  for (const file of await files()) {
    const { table, column, id, content } = file
    const give = (objectId: string) =>
      `update ${table} set ${column} = null, object_id = '${objectId}' where id = '${id}';`
    const take = (bytes: Buffer) =>
      `update ${table} set ${column} = ${literal(bytes)}, object_id = null where id = '${id}';`
    const own = crypto.randomUUID()
    const other = crypto.randomUUID()
    const changed = Buffer.concat([content.subarray(1), Buffer.from('x')])
    const refused = `${table}_append_only`

    expect(await tryTo(give(own))).toBe(refused)
    expect(await tryTo(objectOf(file, own, { content: changed }) + give(own))).toBe(refused)
    expect(await tryTo(objectOf(file, own, { ofId: crypto.randomUUID() }) + give(own))).toBe(refused)
    expect(
      await tryTo(
        objectOf({ ...file, table: table === 'trade_images' ? 'evidence_files' : 'trade_images' }, own) + give(own),
      ),
    ).toBe(`${table}_object_of_row`)
    expect(
      await tryTo(
        objectOf(file, own) + `update stored_objects set status = 'released' where id = '${own}';` + give(own),
      ),
    ).toBe(`${table}_object_of_row`)
    expect(await tryTo(objectOf(file, own) + `update ${table} set object_id = '${own}' where id = '${id}'`)).toBe(
      refused,
    )
    expect(await tryTo(`update ${table} set ${column} = null where id = '${id}'`)).toBe(refused)
    expect(await tryTo(objectOf(file, own) + objectOf(file, other))).toBe('stored_objects_new_once')

    expect(await tryTo(objectOf(file, own) + give(own))).toBe('nothing')
    expect(await tryTo(take(changed))).toBe(refused)
    expect(await tryTo(objectOf(file, other) + give(other))).toBe(refused)
    expect(
      await tryTo(`update stored_objects set status = 'released', delete_at = clock_timestamp() where id = '${own}'`),
    ).toBe('stored_objects_changes')
    expect(await tryTo(`delete from stored_objects where id = '${own}'`)).toBe('stored_objects_released')
    expect(await tryTo(`update stored_objects set delete_at = clock_timestamp() where id = '${own}'`)).toBe(
      'stored_objects_deleted_unless_held',
    )
    expect(await tryTo(take(content))).toBe('nothing')
    expect(await tryTo(`update stored_objects set status = 'held', delete_at = null where id = '${own}'`)).toBe(
      'stored_objects_changes',
    )
    expect(await tryTo(give(own))).toBe(`${table}_object_of_row`)
    expect(await tryTo(`delete from stored_objects where id = '${own}'`)).toBe('nothing')
  }
})

test('a row is written with its bytes, and an object says nothing that the server could change', async () => {
  const [, image] = await files()
  const own = crypto.randomUUID()
  expect(
    await tryTo(
      `${objectOf(image!, own)} insert into trade_images (trade_id, width, height, object_id)
       values ('${market().trades.awaiting_payment}', 1, 1, '${own}')`,
    ),
  ).toBe('trade_images_written_with_bytes')
  expect(await tryTo(objectOf(image!, own))).toBe('nothing')
  for (const change of ["data_key = ''", "sha256 = ''", 'of_id = id', "of_table = 'evidence_files'", 'bytes = 2'])
    expect(await tryTo(`update stored_objects set ${change} where id = '${own}'`)).toBe('42501')
  for (const change of [
    "sha256 = sha256('')",
    'of_id = id',
    "of_table = 'evidence_files'",
    'bytes = 2',
    "data_key = sha256('')",
  ])
    expect(await refusalOf(market().owner, `update stored_objects set ${change} where id = '${own}'`)).toBe(
      'stored_objects_changes',
    )
  expect(await tryTo('truncate stored_objects')).toBe('42501')
  expect(await refusalOf(market().owner, 'truncate stored_objects cascade')).toBe('stored_objects_append_only')
})

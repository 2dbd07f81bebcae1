/** Which values each prop of a component can have, as the TypeScript compiler resolves its type. */
import { join } from 'node:path'
import { API, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'
import type { Checker, LiteralType, Symbol, Type, UnionType } from 'typescript/unstable/sync'

/** The values of each prop that the gallery must show: those of a union, "true" and "false", or "with" and "without" for what can be left out. */
export type PropValues = Record<string, readonly string[]>

type Component = { file: string; name: string }

/** React declares hundreds of props for an element; of these only the ones named here change what is seen. */
const SEEN_OF_REACT = ['disabled', 'placeholder']

/** Of the components that the files of `folder` export, by "file name". */
export function collectPropTypes(
  root: string,
  folder: string,
  components: readonly Component[],
): Map<string, PropValues> {
  const config = join(folder, 'tsconfig.props.json')
  const text = JSON.stringify({
    extends: join(root, 'tsconfig.json'),
    include: ['.', join(root, 'node_modules/vite/client.d.ts')],
  })
  // A project of this folder alone is read in a tenth of the time that the whole repository takes.
  const api = new API({
    cwd: root,
    fs: {
      readFile: (file) => (file === config ? text : undefined),
      fileExists: (file) => (file === config ? true : undefined),
    },
  })
  try {
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProjects()[0]!
    return new Map(
      components.map(({ file, name }) => {
        const source = checker.getSymbolAtLocation(program.getSourceFile(join(folder, file))!)!
        const component = checker.getExportsOfModule(source).find((each) => each.name === name)!
        const [props] = checker.getSignaturesOfType(checker.getTypeOfSymbol(component)!, 0)[0]!.getParameters()
        return [`${file} ${name}`, props ? valuesIn(checker, checker.getTypeOfSymbol(props)!) : {}]
      }),
    )
  } finally {
    api.close()
  }
}

function valuesIn(checker: Checker, type: Type): PropValues {
  const found: [string, readonly string[]][] = []
  for (const prop of checker.getPropertiesOfType(type).filter(isSeen)) {
    const own = checker.getTypeOfSymbol(prop)!
    const values = valuesOf(checker, prop, own)
    if (values.length > 1) found.push([prop.name, values])
    // The settings of an object, for instance `confirm.busy`.
    const object = partsOf(own).find((part) => part.getSymbol()?.name === '__type')
    if (object)
      for (const [name, inner] of Object.entries(valuesIn(checker, object))) found.push([`${prop.name}.${name}`, inner])
  }
  return Object.fromEntries(found)
}

const isSeen = ({ name, declarations }: Symbol) =>
  SEEN_OF_REACT.includes(name) || !declarations.every(({ path }) => path.includes('/node_modules/'))

const NOTHING = TypeFlags.Undefined | TypeFlags.Null

function valuesOf(checker: Checker, prop: Symbol, type: Type): readonly string[] {
  const canBeOmitted = (prop.flags & SymbolFlags.Optional) !== 0
  const parts = partsOf(type)
  const something = parts.filter(({ flags }) => (flags & NOTHING) === 0)
  if (something.every(({ flags }) => (flags & TypeFlags.BooleanLiteral) !== 0)) return ['true', 'false']
  if (something.every(({ flags }) => (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) !== 0)) {
    return something.map((part) => String((part as LiteralType).value))
  }
  // A ReactNode can be null, but where it is required it is there.
  const canBeNothing = checker.typeToString(type) !== 'ReactNode' && parts.length > something.length
  return canBeOmitted || canBeNothing ? ['with', 'without'] : []
}

const partsOf = (type: Type): readonly Type[] =>
  (type.flags & (TypeFlags.Union | TypeFlags.Boolean)) === 0 ? [type] : (type as UnionType).getTypes()

import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

const CONTRACTS = /\/src\/contract\/.*\.ts$/
/** Fields of an endpoint that only the server reads. */
const SERVER_FIELDS = ['input', 'output', 'failures']

/**
 * Removes the contract schemas (a seventh of the size) from page scripts, because the server validates. The edition
 * without a server needs them to read its storage.
 */
export const stripSchemas = () =>
  ({
    name: 'strip-schemas',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: CONTRACTS }, handler: removeSchemas },
  }) satisfies Plugin

/** Removes the server's fields of each endpoint, and replaces every other call of `z`, so that no module needs zod. */
function removeSchemas(code: string): string {
  const cuts: { start: number; end: number; replacement: string }[] = []
  // Nodes are visited from the outside in.
  const cut = (start: number, end: number, replacement = '') => {
    if (start >= (cuts.at(-1)?.end ?? 0)) cuts.push({ start, end, replacement })
  }
  const replaceSchema = (node: ESTree.CallExpression | ESTree.MemberExpression) => {
    if (startsWithZod(node)) cut(node.start, node.end, 'undefined')
  }
  new Visitor({
    CallExpression(call) {
      const [contract] = call.arguments
      if (isEndpoint(call) && contract?.type === 'ObjectExpression')
        contract.properties.forEach((field, index, fields) => {
          if (isServerField(field)) cut(field.start, fields[index + 1]?.start ?? contract.end - 1)
        })
      else replaceSchema(call)
    },
    MemberExpression: replaceSchema,
  }).visit(parseSync('contract.ts', code).program)
  return cuts.reduceRight(
    (text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end),
    code,
  )
}

const isEndpoint = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'Identifier' && (callee.name === 'endpoint' || callee.name === 'staffEndpoint')

const isServerField = (field: ESTree.ObjectPropertyKind): boolean =>
  field.type === 'Property' && field.key.type === 'Identifier' && SERVER_FIELDS.includes(field.key.name)

/** Whether a chain of calls starts with the namespace of zod, as `z.string().check(…)` does. */
function startsWithZod(node: ESTree.Expression): boolean {
  if (node.type === 'CallExpression') return startsWithZod(node.callee)
  if (node.type === 'MemberExpression') return startsWithZod(node.object)
  return node.type === 'Identifier' && node.name === 'z'
}

import type { Plugin } from 'vite'
import * as zod from 'zod/mini'

const ZOD_MODULE = 'zod/mini'
const STUB_MODULE = '\0schema-stub'

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
    resolveId: (id: string) => (id === ZOD_MODULE ? STUB_MODULE : undefined),
    load: (id: string) => (id === STUB_MODULE ? createSchemaStub() : undefined),
  }) satisfies Plugin

/** A replacement of `zod/mini` in which every schema is the same unused value. */
function createSchemaStub(): string {
  const names = Object.keys(zod).filter((name) => name !== 'default')
  return `
    const stub = /* @__PURE__ */ new Proxy(function () {}, { get: () => stub, apply: () => stub })
    ${names.map((_, index) => `/* @__NO_SIDE_EFFECTS__ */ const export${index} = () => stub`).join('\n')}
    export { ${names.map((name, index) => `export${index} as ${name}`).join(', ')} }`
}

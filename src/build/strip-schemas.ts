import type { AstroIntegration } from 'astro'
import * as shapes from 'zod/mini'

const ZOD_MODULE = 'zod/mini'
const STUB_MODULE = '\0no-shapes'

/**
 * Leaves the shapes of contracts out of pages' scripts. The server is the authority: it checks what is sent and answers in
 * shape, so a page runs none of them; but they stand in the same value as the address of a call, and a bundler keeps what
 * stands there, a seventh of the script that pages come with. Here every shape is one nothing, which a bundler can drop.
 * The browser's own ledger reads what anybody may have put into its storage, so the edition without a server keeps them.
 */
export const stripSchemas = (): AstroIntegration => ({
  name: 'without-shapes',
  hooks: {
    'astro:config:setup': ({ command, updateConfig }) => {
      if (command !== 'build') return
      updateConfig({
        vite: {
          plugins: [
            {
              name: 'without-shapes',
              enforce: 'pre',
              applyToEnvironment: ({ name }) => name === 'client',
              resolveId: (id) => (id === ZOD_MODULE ? STUB_MODULE : undefined),
              load: (id) => (id === STUB_MODULE ? createSchemaStub() : undefined),
            },
          ],
        },
      })
    },
  },
})

/** A module in the place of `zod/mini`. Whatever is asked of a nothing is nothing: shapes are made of shapes and checks. */
export function createSchemaStub(): string {
  const names = Object.keys(shapes).filter((name) => name !== 'default')
  return `
    const nothing = /* @__PURE__ */ new Proxy(function () {}, { get: () => nothing, apply: () => nothing })
    ${names.map((_, at) => `/* @__NO_SIDE_EFFECTS__ */ const shape${at} = () => nothing`).join('\n')}
    export { ${names.map((name, at) => `shape${at} as ${name}`).join(', ')} }`
}

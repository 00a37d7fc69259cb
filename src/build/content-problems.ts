import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import type { LoaderContext } from 'astro/loaders'

/** Content problems during development, by collection. */
interface ContentProblems {
  messages: Map<string, string>
  changed: () => void
}

/** On the global object, because Astro loads the content config and its own config as separate module graphs. */
function contentProblems(): ContentProblems {
  const shared = globalThis as { contentProblems?: ContentProblems }
  shared.contentProblems ??= { messages: new Map(), changed: () => {} }
  return shared.contentProblems
}

/** Runs `load` now, and in development after each change of the file or folder `watched`. */
export async function loadAndWatch(
  { collection, logger, watcher }: Pick<LoaderContext, 'collection' | 'logger' | 'watcher'>,
  watched: string,
  load: () => Promise<void>,
): Promise<void> {
  const problems = contentProblems()
  await load()
  problems.messages.delete(collection)
  let loading = Promise.resolve()
  const reload = async () => {
    try {
      await load()
      if (problems.messages.delete(collection)) problems.changed()
    } catch (problem) {
      const message = problem instanceof Error ? problem.message : String(problem)
      logger.error(message)
      problems.messages.set(collection, message)
      problems.changed()
    }
  }
  watcher?.add(watched)
  for (const event of ['add', 'change', 'unlink'] as const)
    watcher?.on(event, (path) => {
      if (path === watched || path.startsWith(join(watched, '/'))) loading = loading.then(reload)
    })
}

/** Shows content problems in the browser instead of pages made from the last valid content. Development only. */
export function showContentProblems(): AstroIntegration {
  return {
    name: 'show-content-problems',
    hooks: {
      'astro:server:setup': ({ server }) => {
        const problems = contentProblems()
        problems.changed = () => server.environments.client.hot.send({ type: 'full-reload' })
        server.middlewares.use((request, _response, next) => {
          if (problems.messages.size === 0 || !request.headers.accept?.includes('text/html')) return next()
          const error = new Error([...problems.messages.values()].join('\n'))
          error.stack = ''
          next(error)
        })
      },
    },
  }
}

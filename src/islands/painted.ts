import type { ClientDirective } from 'astro'

/** Starts an island after the first paint; at once with `false`, or in a tab that is not painted yet. */
const startWhenPainted: ClientDirective = (load, { value }, island) => {
  const start = async () => {
    for (const href of island.dataset.modules?.split(' ') ?? [])
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    await (await load())()
  }
  if (!value || document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    void start()
    return
  }
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    void start()
  }).observe({ type: 'paint', buffered: true })
}

export default startWhenPainted

import type { ClientDirective } from 'astro'

/** Starts an island after the first paint, or at once in a tab that is not painted yet. */
const startWhenPainted: ClientDirective = (load) => {
  const start = async () => (await load())()
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    void start()
    return
  }
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    void start()
  }).observe({ type: 'paint', buffered: true })
}

export default startWhenPainted

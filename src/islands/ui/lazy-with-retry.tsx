import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary, FailureNote } from './ErrorBoundary.tsx'

export const NOT_LOADED =
  'This part of the page could not be loaded. Check your connection and try again. If that does not help, reload the page.'

interface Options {
  fallback?: ReactNode
  /** Shown if the part could not be loaded. */
  Failed?: ComponentType<{ onRetry: () => void }>
}

/** Loads a component when it is first shown. `React.lazy` caches a failed load forever, so each retry creates a new one. */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { fallback = null, Failed = LoadFailedNote }: Options = {},
): ComponentType<Props> {
  let LazyComponent = lazy(load)
  const Latest = (props: Props) => createElement<Props>(LazyComponent, props)
  const reload = (retry: () => void) => () => {
    LazyComponent = lazy(load)
    retry()
  }
  return (props) => (
    <ErrorBoundary fallback={(retry) => <Failed onRetry={reload(retry)} />}>
      <Suspense fallback={fallback}>
        <Latest {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

const LoadFailedNote = ({ onRetry }: { onRetry: () => void }) => (
  <FailureNote text={NOT_LOADED} action="Try Again" onAction={onRetry} />
)

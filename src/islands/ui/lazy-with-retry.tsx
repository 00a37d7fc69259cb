import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { ErrorBoundary, FailureNote } from './ErrorBoundary.tsx'

/** The text for a part whose files did not arrive. */
export const NOT_LOADED =
  'This part of the page could not be loaded. Check your connection and try again. If that does not help, reload the page.'

interface Options {
  waiting?: ReactNode
  /** Shown in place of the part when it could not be loaded. */
  Failed?: ComponentType<{ onRetry: () => void }>
}

/**
 * A component whose code is loaded when it is first shown. `React.lazy` stores a failed load for good, so each retry
 * starts a new one.
 */
export function lazyWithRetry<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { waiting = null, Failed = LoadFailedNote }: Options = {},
): ComponentType<Props> {
  let loading = lazy(load)
  const Latest = (props: Props) => createElement<Props>(loading, props)
  const reload = (retry: () => void) => () => {
    loading = lazy(load)
    retry()
  }
  return (props) => (
    <ErrorBoundary fallback={(retry) => <Failed onRetry={reload(retry)} />}>
      <Suspense fallback={waiting}>
        <Latest {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}

const LoadFailedNote = ({ onRetry }: { onRetry: () => void }) => (
  <FailureNote text={NOT_LOADED} action="Try Again" onAction={onRetry} />
)

import { CircleAlert } from 'lucide-react'
import { Component, type ComponentType, createElement, type ReactNode } from 'react'
import { QuietButton } from '#islands/ui/buttons.tsx'

interface Props {
  /** Shown after an error; `retry` renders the children again. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override state = { failed: false }
  retry = () => this.setState({ failed: false })
  override render() {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}

/** Replaces an island whose rendering throws by a request to reload. */
export function withErrorBoundary<Props extends object>(Island: ComponentType<Props>): ComponentType<Props> {
  return (props) => <ErrorBoundary fallback={() => <ReloadNote />}>{createElement<Props>(Island, props)}</ErrorBoundary>
}

export const ReloadNote = () => (
  <FailureNote text="Something went wrong. Reload the page." action="Reload" onAction={() => location.reload()} />
)

export function FailureNote({ text, action, onAction }: { text: string; action: string; onAction: () => void }) {
  return (
    <div role="alert">
      <div className="note note-bad flex-wrap items-center">
        <CircleAlert className="icon" aria-hidden="true" />
        <p className="grow basis-14rem">{text}</p>
        <QuietButton onClick={onAction}>{action}</QuietButton>
      </div>
    </div>
  )
}

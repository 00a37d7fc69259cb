import { CircleAlert } from 'lucide-react'
import { Component, type ComponentType, createElement, type ReactNode } from 'react'
import './failure-note.css'

interface Props {
  /** Shown in place of the children after an error; `retry` renders them again. */
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

/** Replaces an island whose rendering throws by a request to reload, so that the page is never empty. */
export function withErrorBoundary<Props extends object>(Island: ComponentType<Props>): ComponentType<Props> {
  return (props) => <ErrorBoundary fallback={() => <ReloadNote />}>{createElement<Props>(Island, props)}</ErrorBoundary>
}

export const ReloadNote = () => (
  <FailureNote text="Something went wrong. Reload the page." action="Reload" onAction={() => location.reload()} />
)

interface NoteProps {
  text: string
  action: string
  onAction: () => void
}

export function FailureNote({ text, action, onAction }: NoteProps) {
  return (
    <div role="alert">
      <div className="note note-bad failed-part">
        <CircleAlert className="icon" aria-hidden="true" />
        <p>{text}</p>
        <button type="button" className="button button-quiet button-small" onClick={onAction}>
          {action}
        </button>
      </div>
    </div>
  )
}

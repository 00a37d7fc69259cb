/** `retryAfter` is in seconds, if the server names it. */
export class AssistantUnavailable extends Error {
  readonly status: number | undefined
  readonly retryAfter: number | undefined
  constructor(status?: number, retryAfter?: number) {
    super(`the assistant did not answer (${status ?? 'unreachable'})`)
    this.status = status
    this.retryAfter = retryAfter
  }
}
